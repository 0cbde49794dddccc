//! The insides of words: quotes, escapes, references, substitutions.

use super::super::{Dialect, Piece};
use super::Lexer;
use crate::reading::Quoting;
use readpoint_catalog::prelude::*;

/// A brace that closes further away belongs to something else.
const LONGEST: usize = 256;

impl Lexer<'_> {
    /// A character that the shell may replace by something that only the machine knows.
    pub(super) fn special(&mut self, c: char) {
        let starts = self.word.is_none();
        let next = self.rest()[c.len_utf8()..].chars().next();
        let fish = self.dialect == Dialect::Fish;
        let replaced = match c {
            '*' | '?' => true,
            '[' => !fish,
            '{' => next.is_some_and(|it| !it.is_whitespace()) || !fish,
            '~' => starts || self.after_equals(),
            '!' => !fish && next.is_some_and(|it| !it.is_whitespace() && !"=(~\"'".contains(it)),
            _ => !fish && starts,
        };
        if replaced {
            self.derived(None, c.len_utf8());
        } else {
            self.plain(c, Quoting::Bare);
        }
    }

    /// csh also replaces `~` behind `=`, if at all.
    pub(super) fn after_equals(&self) -> bool {
        self.text[..self.at].ends_with(['=', ':'])
    }

    pub(super) fn escaped(&mut self) {
        let rest = self.rest();
        let Some(next) = rest[1..].chars().next() else {
            return self.plain('\\', Quoting::Bare);
        };
        let length = 1 + next.len_utf8();
        let known = match next {
            _ if !next.is_ascii_alphanumeric() => Some(next.to_string()),
            'n' | 't' | 'r' | 'e' | 'a' | 'b' | 'f' | 'v' | 'x' | 'X' | 'u' | 'U' | 'c'
                if self.dialect == Dialect::Fish =>
            {
                None
            }
            '0'..='7' if self.dialect == Dialect::Fish => None,
            _ => Some(next.to_string()),
        };
        self.derived(known, length);
    }

    pub(super) fn quoted(&mut self, quote: char) {
        self.word();
        self.at += 1;
        let fish = self.dialect == Dialect::Fish;
        while let Some(c) = self.rest().chars().next() {
            let rest = self.rest();
            if c == quote {
                self.at += 1;
                return;
            }
            match c {
                '\n' if !fish => return,
                '\\' if self.continued() > 0 => {
                    let kept = if fish { "" } else { "\n" };
                    let kept = if fish && quote == '\'' { "\\\n" } else { kept };
                    self.derived(Some(kept.to_owned()), self.continued());
                }
                '\\' if fish && rest[1..].starts_with([quote, '\\']) => self.escaped(),
                '\\' if fish && quote == '"' && rest[1..].starts_with('$') => self.escaped(),
                '\\' if !fish && rest[1..].starts_with('!') => self.escaped(),
                '!' if !fish && !rest[1..].starts_with([' ', '\t', '\n', '=', '(', quote]) => {
                    self.derived(None, 1);
                }
                '$' if fish && quote == '"' && rest.starts_with("$(") => {
                    self.at += 1;
                    self.substitution();
                }
                '`' if !fish && quote == '"' => self.substitution(),
                '$' if quote == '"' => self.reference(Quoting::Quoted),
                _ => self.plain(c, Quoting::Quoted),
            }
        }
    }

    pub(super) fn reference(&mut self, quoting: Quoting) {
        let rest = &self.rest()[1..];
        let fish = self.dialect == Dialect::Fish;
        if !fish && rest.starts_with(['?', '#', '%', '<', '$', '*', '0']) {
            return self.derived(None, 2);
        }
        let braced = !fish && rest.starts_with('{');
        let body = if braced { &rest[1..] } else { rest };
        let end = body.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let name = &body[..end.unwrap_or(body.len())];
        let after = &body[name.len()..];
        if name.is_empty() {
            let mut near = body.bytes().take(if braced { LONGEST } else { 0 });
            let close = near.position(|byte| matches!(byte, b'}' | b'\n'));
            let length = 1 + usize::from(braced) + close.map_or(0, |at| at + 1);
            return self.derived(None, length.min(self.rest().len()));
        }
        let tail = if braced { "}" } else { "" };
        if !fish && !braced && after.starts_with(':') {
            return self.derived(None, 1 + name.len() + modifiers(after));
        }
        let indexed = after.starts_with('[') || !fish && after.starts_with(':');
        if indexed || !after.starts_with(tail) {
            let close = if fish || after.starts_with('[') {
                ']'
            } else {
                '}'
            };
            let line = after.find(['\n', '"', ' ', ';']).unwrap_or(after.len());
            let length = after[..line].find(close).map_or(line, |at| at + 1);
            let length = 1 + usize::from(braced) + name.len() + length;
            return self.derived(None, length);
        }
        let length = 1 + name.len() + 2 * usize::from(braced);
        let span = self.at..self.at + length;
        let name = name.to_owned();
        let quoted = quoting == Quoting::Quoted;
        self.word()
            .pieces
            .push(Piece::Reference { name, span, quoted });
        self.at += length;
    }

    /// `(command)` of fish, `` `command` `` of csh.
    pub(super) fn substitution(&mut self) {
        let length = if self.unclosed {
            None
        } else if self.dialect == Dialect::Fish {
            parentheses(self.rest())
        } else {
            let inner = &self.rest()[1..];
            let end = inner.find(['`', '\n']);
            end.filter(|at| inner[*at..].starts_with('`'))
                .map(|at| at + 2)
        };
        self.unclosed |= length.is_none() && self.dialect == Dialect::Fish;
        self.derived(None, length.unwrap_or(1));
    }
}

/// The length of csh's modifiers behind a name: `:h`, `:gt:r`, `:s/from/to/`.
fn modifiers(text: &str) -> usize {
    let mut length = 0;
    while let Some(rest) = text[length..].strip_prefix(':') {
        let letters = rest.len()
            - rest
                .trim_start_matches(|c: char| c.is_ascii_alphabetic())
                .len();
        length += 1 + letters;
        if rest[..letters].ends_with('s') {
            length += replacement(&rest[letters..]);
        }
    }
    length
}

/// The length of `/from/to/`, with any letter for the slash, on one line.
fn replacement(text: &str) -> usize {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let Some(mark) = line.chars().next() else {
        return 0;
    };
    let ends = line.char_indices().filter(|(_, c)| *c == mark);
    let end = ends.map(|(at, _)| at + mark.len_utf8()).nth(2);
    end.unwrap_or(line.len())
}

/// The length of a text in parentheses; quotes and escapes hide them.
fn parentheses(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    let mut quote = None;
    let mut chars = text.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '\'' | '"' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            '(' if quote.is_none() => depth += 1,
            ')' if quote.is_none() => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}
