//! Words and commands of shells that are not POSIX shells: fish and csh.

use super::embed::Argument;
use super::mapped::Mapped;
use super::session::Session;
use crate::reading::{Origin, Part, Quoting, Span, Value};

/// What differs between the shells.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Dialect {
    /// What opens a command substitution.
    pub(crate) substitution: char,
    /// What closes it.
    pub(crate) substitution_end: char,
}

/// What a name stands for, where that is known.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

/// A word before its references are replaced.
#[derive(Clone, Debug, Default)]
pub(crate) struct Word {
    pieces: Vec<Piece>,
    /// Where it stands.
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
enum Piece {
    Part(Part),
    Reference(String, Span),
}

impl Word {
    /// Its text where it holds no references.
    pub(crate) fn text(&self) -> Option<String> {
        let text = |piece: &Piece| match piece {
            Piece::Part(part) => part.text.clone(),
            Piece::Reference(..) => None,
        };
        self.pieces.iter().map(text).collect()
    }

    /// Whether it is written without quotes, escapes and references.
    pub(crate) fn is_bare(&self) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Part(part) => part.origin == Origin::Verbatim(Quoting::Bare),
            Piece::Reference(..) => false,
        })
    }

    /// Its parts with references replaced by what is known.
    pub(crate) fn parts(&self, known: Lookup<'_>) -> Vec<Part> {
        let part = |piece: &Piece| match piece {
            Piece::Part(part) => part.clone(),
            Piece::Reference(name, span) => Part {
                text: known(name),
                span: span.clone(),
                origin: Origin::Derived,
            },
        };
        self.pieces.iter().map(part).collect()
    }

    /// As a value.
    pub(crate) fn value(&self, known: Lookup<'_>) -> Value {
        Value {
            parts: self.parts(known),
            span: self.span.clone(),
        }
    }

    /// As an argument of a program.
    pub(crate) fn argument(&self, session: &Session) -> Argument {
        let parts = self.parts(&|name| session.known(name));
        if parts.iter().any(|part| part.text.is_none()) {
            return Argument::Unknown(self.span.clone());
        }
        Argument::Known(Mapped::from_parts(&parts))
    }

    /// `NAME=…`: the name, its place, and the rest.
    pub(crate) fn pair(&self) -> Option<(String, Span, Self)> {
        let Some(Piece::Part(first)) = self.pieces.first() else {
            return None;
        };
        let text = first.text.as_deref()?;
        let equals = text.find('=').filter(|at| super::is_name(&text[..*at]))?;
        let exact = first.span.len() == text.len();
        exact.then_some(())?;
        let start = first.span.start;
        let mut rest = self.clone();
        let after = Part {
            text: Some(text[equals + 1..].to_owned()),
            span: start + equals + 1..first.span.end,
            origin: first.origin,
        };
        rest.pieces[0] = Piece::Part(after);
        rest.span = start + equals + 1..self.span.end.max(start + equals + 1);
        Some((text[..equals].to_owned(), start..start + equals, rest))
    }
}

/// The commands of a text, each as its words.
pub(crate) fn commands(text: &str, dialect: Dialect) -> Vec<Vec<Word>> {
    let mut lexer = Lexer {
        text,
        dialect,
        at: 0,
        commands: Vec::new(),
        words: Vec::new(),
        word: None,
    };
    lexer.run();
    lexer.commands
}

struct Lexer<'t> {
    text: &'t str,
    dialect: Dialect,
    at: usize,
    commands: Vec<Vec<Word>>,
    words: Vec<Word>,
    word: Option<Word>,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '\n' | ';' | '|' | '&' => {
                    self.end_command();
                    self.at += 1;
                }
                '#' if self.word.is_none() => self.at = self.line_end(),
                '\\' if self.text[self.at..].starts_with("\\\n") => {
                    self.end_word();
                    self.at += 2;
                }
                _ if c.is_whitespace() => {
                    self.end_word();
                    self.at += c.len_utf8();
                }
                '\'' | '"' => self.quoted(c),
                '\\' => self.escaped(),
                '$' => self.reference(Quoting::Bare),
                _ if c == self.dialect.substitution => self.substitution(),
                _ => self.plain(c, Quoting::Bare),
            }
        }
        self.end_command();
    }

    fn line_end(&self) -> usize {
        let rest = &self.text[self.at..];
        self.at + rest.find('\n').unwrap_or(rest.len())
    }

    fn end_word(&mut self) {
        if let Some(mut word) = self.word.take() {
            word.span.end = self.at;
            self.words.push(word);
        }
    }

    fn end_command(&mut self) {
        self.end_word();
        if !self.words.is_empty() {
            self.commands.push(std::mem::take(&mut self.words));
        }
    }

    fn word(&mut self) -> &mut Word {
        let at = self.at;
        self.word.get_or_insert_with(|| Word {
            pieces: Vec::new(),
            span: at..at,
        })
    }

    /// A character that stands for itself.
    fn plain(&mut self, c: char, quoting: Quoting) {
        let span = self.at..self.at + c.len_utf8();
        let word = self.word();
        if let Some(Piece::Part(last)) = word.pieces.last_mut()
            && last.origin == Origin::Verbatim(quoting)
            && last.span.end == span.start
            && let Some(text) = &mut last.text
        {
            text.push(c);
            last.span.end = span.end;
        } else {
            word.pieces.push(Piece::Part(Part {
                text: Some(c.to_string()),
                span: span.clone(),
                origin: Origin::Verbatim(quoting),
            }));
        }
        self.at = span.end;
    }

    fn derived(&mut self, text: Option<String>, length: usize) {
        let span = self.at..self.at + length;
        self.word().pieces.push(Piece::Part(Part {
            text,
            span,
            origin: Origin::Derived,
        }));
        self.at += length;
    }

    fn escaped(&mut self) {
        let next = self.text[self.at + 1..].chars().next();
        let known = next.filter(|c| !c.is_ascii_alphanumeric());
        let length = 1 + next.map_or(0, char::len_utf8);
        self.derived(known.map(String::from), length);
    }

    fn quoted(&mut self, quote: char) {
        self.word();
        self.at += 1;
        while let Some(c) = self.text[self.at..].chars().next() {
            if c == quote {
                self.at += 1;
                return;
            }
            match c {
                '\\' if self.text[self.at + 1..].starts_with([quote, '\\']) => self.escaped(),
                '$' if quote == '"' => self.reference(Quoting::Quoted),
                _ => self.plain(c, Quoting::Quoted),
            }
        }
    }

    fn reference(&mut self, quoting: Quoting) {
        let rest = &self.text[self.at + 1..];
        let braced = rest.starts_with('{');
        let body = rest.strip_prefix('{').unwrap_or(rest);
        let end = body.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let name = &body[..end.unwrap_or(body.len())];
        let after = &body[name.len()..];
        if name.is_empty() || braced && !after.starts_with('}') {
            self.plain('$', quoting);
            return;
        }
        let length = 1 + name.len() + if braced { 2 } else { 0 };
        let span = self.at..self.at + length;
        let indexed = after.starts_with(['[', ':']);
        let name = if indexed {
            String::new()
        } else {
            name.to_owned()
        };
        self.word().pieces.push(Piece::Reference(name, span));
        self.at += length;
    }

    fn substitution(&mut self) {
        let rest = &self.text[self.at + 1..];
        let end = rest.find(self.dialect.substitution_end);
        let line = rest.find('\n').unwrap_or(rest.len());
        let length = end.filter(|end| *end < line).map_or(1, |end| end + 2);
        self.derived(None, length);
    }
}
