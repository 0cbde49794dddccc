//! Takes text of fish or csh apart into commands and words.

mod word;

use super::{Command, Dialect, Mark, Piece, Word};
use crate::reading::{Origin, Part, Quoting};
use readpoint_catalog::prelude::*;

/// The commands of a text.
pub(crate) fn commands(text: &str, dialect: Dialect) -> Vec<Command> {
    let mut lexer = Lexer {
        text,
        dialect,
        at: 0,
        start: 0,
        depth: 0,
        commands: Vec::new(),
        words: Vec::new(),
        word: None,
        target: false,
        here: Vec::new(),
        unclosed: false,
    };
    if dialect == Dialect::Fish && text.starts_with('\u{feff}') {
        lexer.at = '\u{feff}'.len_utf8();
        lexer.start = lexer.at;
    }
    lexer.run();
    lexer.commands
}

struct Lexer<'t> {
    text: &'t str,
    dialect: Dialect,
    at: usize,
    /// Where the command starts.
    start: usize,
    /// Open parentheses of a csh expression or list.
    depth: usize,
    commands: Vec<Command>,
    words: Vec<Word>,
    word: Option<Word>,
    /// The next word is the target of a redirection.
    target: bool,
    /// Words that end the here-documents of this line.
    here: Vec<String>,
    /// A substitution is never closed.
    unclosed: bool,
}

impl Lexer<'_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            self.character(c);
        }
        self.end_command(Mark::Line, 0);
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn character(&mut self, c: char) {
        let csh = self.dialect == Dialect::Csh;
        match c {
            '\n' => {
                self.depth = 0;
                self.end_command(Mark::Line, 1);
                self.skip_here_documents();
            }
            '#' if csh || self.word.is_none() => {
                // csh takes it for a comment inside of a word too.
                self.end_word();
                self.at = self.line_end();
            }
            '\\' if self.continued() > 0 => {
                if csh {
                    self.end_word();
                }
                self.at += self.continued();
            }
            _ if c.is_whitespace() => {
                self.end_word();
                self.at += c.len_utf8();
            }
            '\'' | '"' => self.quoted(c),
            '\\' => self.escaped(),
            '$' if !csh && self.rest().starts_with("$(") => {
                self.at += 1;
                self.substitution();
            }
            '$' => self.reference(Quoting::Bare),
            '(' if !csh => self.substitution(),
            '`' if csh => self.substitution(),
            '(' | ')' if csh => self.parenthesis(c),
            ';' | '|' | '&' | '<' | '>' if self.depth == 0 => self.operator(c),
            '*' | '?' | '[' | '{' | '~' | '!' | '^' => self.special(c),
            _ => self.plain(c, Quoting::Bare),
        }
    }

    /// The length of a backslash and the line end behind it.
    fn continued(&self) -> usize {
        let rest = self.rest();
        let ends = ["\\\n", "\\\r\n"];
        let found = ends.iter().find(|end| rest.starts_with(**end));
        found.map_or(0, |end| end.len())
    }

    fn operator(&mut self, c: char) {
        let rest = self.rest();
        let fish = self.dialect == Dialect::Fish;
        let (mark, length) = match c {
            ';' => (Mark::Semicolon, 1),
            '|' if rest.starts_with("||") => (Mark::Or, 2),
            '|' if rest.starts_with("|&") => (Mark::Pipe, 2),
            '|' => (Mark::Pipe, 1),
            '&' if rest.starts_with("&&") => (Mark::And, 2),
            '&' if fish && rest.starts_with("&|") => (Mark::Pipe, 2),
            '&' if fish && rest.starts_with("&>") => return self.redirection(2),
            '&' if fish && self.word.is_some() && !rest[1..].starts_with(separates) => {
                return self.plain(c, Quoting::Bare);
            }
            '&' => (Mark::Background, 1),
            _ => return self.redirection(1),
        };
        self.end_command(mark, length);
    }

    /// `>`, `2>`, `>>`, `>&`, `<` and relatives.
    fn redirection(&mut self, length: usize) {
        if self.dialect == Dialect::Fish {
            self.drop_descriptor();
        }
        self.end_word();
        self.at += length;
        let rest = self.rest();
        let marks = rest.len() - rest.trim_start_matches(['>', '<', '&', '!', '?']).len();
        let here = self.dialect == Dialect::Csh && rest.starts_with('<') && length == 1;
        self.at += marks;
        if self.dialect == Dialect::Fish && self.rest().starts_with('|') {
            self.end_command(Mark::Pipe, 1);
            return;
        }
        if here {
            let word = self.rest().split_whitespace().next().unwrap_or_default();
            self.here
                .push(word.trim_matches(['\'', '"', '\\']).to_owned());
        }
        self.target = true;
    }

    /// The digit in `2>` is part of the redirection.
    fn drop_descriptor(&mut self) {
        let digits = |word: &Word| {
            let text = word.text().unwrap_or_default();
            word.is_bare() && !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit())
        };
        if self.word.as_ref().is_some_and(digits) {
            self.word = None;
        }
    }

    fn skip_here_documents(&mut self) {
        for end in core::mem::take(&mut self.here) {
            while self.at < self.text.len() {
                let line_end = self.line_end();
                let line = self.text[self.at..line_end].trim_end_matches('\r');
                self.at = (line_end + 1).min(self.text.len());
                if line == end {
                    break;
                }
            }
        }
        self.start = self.at;
    }

    fn parenthesis(&mut self, c: char) {
        let first = self.words.is_empty() && self.word.is_none() && self.depth == 0;
        match c {
            '(' if first => return self.end_command(Mark::Open, 1),
            ')' if self.depth == 0 => return self.end_command(Mark::Close, 1),
            '(' => self.depth += 1,
            _ => self.depth -= 1,
        }
        self.end_word();
        self.plain(c, Quoting::Bare);
        self.end_word();
    }

    fn line_end(&self) -> usize {
        self.at + self.rest().find('\n').unwrap_or(self.rest().len())
    }

    fn end_word(&mut self) {
        if let Some(mut word) = self.word.take() {
            word.span.end = self.at;
            if !core::mem::take(&mut self.target) {
                self.words.push(word);
            }
        }
    }

    /// A command ends here, before a mark of some bytes.
    fn end_command(&mut self, after: Mark, length: usize) {
        self.end_word();
        self.target = false;
        let words = core::mem::take(&mut self.words);
        let start = words.first().map_or(self.start, |word| word.span.start);
        let end = words.last().map_or(self.at, |word| word.span.end);
        self.commands.push(Command {
            words,
            after,
            span: start.min(end)..end,
        });
        self.at += length;
        self.start = self.at;
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
}

/// What ends a word in fish behind an `&` that runs something in the background.
fn separates(c: char) -> bool {
    c.is_whitespace() || matches!(c, ';' | '|' | '&' | '<' | '>')
}
