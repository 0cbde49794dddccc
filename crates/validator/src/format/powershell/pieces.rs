//! Statements of PowerShell text: where they start and end, which blocks they stand in.

use crate::reading::Span;
use readpoint_catalog::prelude::*;

/// Longer tables are not looked through.
const TABLE: usize = 1 << 14;

/// What a text is made of.
pub(super) enum Piece {
    Open(Span),
    Close(Span),
    Statement(Span),
}

/// Splits a text into statements and the braces of blocks.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let mut splitter = Splitter {
        text,
        at: 0,
        start: 0,
        depth: 0,
        pieces: Vec::new(),
    };
    splitter.run();
    splitter.pieces
}

/// Where the block ends whose body starts at a piece: its closing brace, or the end of the text.
pub(super) fn closing(pieces: &[Piece], body: usize) -> usize {
    let mut depth = 1_usize;
    for (at, piece) in pieces.iter().enumerate().skip(body) {
        match piece {
            Piece::Open(_) => depth += 1,
            Piece::Close(_) => depth -= 1,
            Piece::Statement(_) => {}
        }
        if depth == 0 {
            return at;
        }
    }
    pieces.len()
}

struct Splitter<'t> {
    text: &'t str,
    at: usize,
    start: usize,
    /// Open parentheses.
    depth: usize,
    pieces: Vec<Piece>,
}

impl Splitter<'_> {
    fn run(&mut self) {
        while let Some(c) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            let length = c.len_utf8();
            match c {
                '`' => self.at += length + rest[length..].chars().next().map_or(0, char::len_utf8),
                _ if plain_quote(c).is_some() => self.at += quoted_length(rest),
                '@' if rest.starts_with("@\"") || rest.starts_with("@'") => {
                    self.at += here_length(rest);
                }
                '@' if rest.starts_with("@{") => self.at += table_length(rest),
                '<' if rest.starts_with("<#") => {
                    self.end();
                    self.at += rest.find("#>").map_or(rest.len(), |end| end + 2);
                    self.start = self.at;
                }
                '#' if self.text[..self.at].ends_with(char::is_whitespace) || self.at == 0 => {
                    self.end();
                    self.at += rest.find('\n').unwrap_or(rest.len());
                    self.start = self.at;
                }
                '$' if rest.starts_with("${") => self.at += braced_length(rest),
                '(' => self.parenthesis(1),
                ')' => self.parenthesis(-1),
                '{' | '}' => {
                    self.end();
                    self.depth = 0;
                    let span = self.at..self.at + 1;
                    self.pieces.push(match c {
                        '{' => Piece::Open(span),
                        _ => Piece::Close(span),
                    });
                    self.at += 1;
                    self.start = self.at;
                }
                ';' | '\n' | '|' | '&' if self.depth == 0 && !self.goes_on(c) => {
                    self.end();
                    self.at += 1;
                    self.start = self.at;
                }
                _ => self.at += length,
            }
        }
        self.end();
    }

    /// An `&` before a command calls it, and one behind `>` names a stream.
    fn goes_on(&self, c: char) -> bool {
        let before = self.text[self.start..self.at].trim();
        let after = &self.text[self.at + 1..];
        let calls = before.is_empty() && after.starts_with([' ', '"', '\'', '$']);
        c == '&' && (calls || before.ends_with('>'))
    }

    fn parenthesis(&mut self, by: isize) {
        self.depth = self.depth.saturating_add_signed(by);
        self.at += 1;
    }

    fn end(&mut self) {
        let end = self.at.min(self.text.len());
        if !self.text[self.start..end].trim().is_empty() {
            self.pieces.push(Piece::Statement(self.start..end));
        }
        self.start = end;
    }
}

/// The plain quote that a quote counts as: PowerShell takes typographic ones too.
pub(super) fn plain_quote(c: char) -> Option<char> {
    match c {
        '"' | '\u{201c}' | '\u{201d}' | '\u{201e}' => Some('"'),
        '\'' | '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{201b}' => Some('\''),
        _ => None,
    }
}

/// The length of a string with its quotes; a doubled quote is part of it.
pub(super) fn quoted_length(rest: &str) -> usize {
    let quote = rest.chars().next().and_then(plain_quote);
    let mut chars = rest.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        match c {
            '`' if quote == Some('"') => {
                chars.next();
            }
            _ if plain_quote(c) == quote
                && chars
                    .next_if(|(_, next)| plain_quote(*next) == quote)
                    .is_none() =>
            {
                return at + c.len_utf8();
            }
            _ => {}
        }
    }
    rest.len()
}

/// The length of `${NAME` with a name in braces; a brace that is far away is none of it.
fn braced_length(rest: &str) -> usize {
    const LONGEST: usize = 256;
    let mut name = rest.bytes().take(LONGEST);
    name.position(|byte| byte == b'}').map_or(1, |at| at + 1)
}

/// The length of a table `@{ NAME = value; … }`, which is a value and no block. One that is never
/// closed is none.
fn table_length(rest: &str) -> usize {
    let (mut at, mut depth) = (1, 0_usize);
    while let Some(c) = rest[at..].chars().next() {
        match c {
            _ if plain_quote(c).is_some() => {
                at += quoted_length(&rest[at..]);
                continue;
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        at += c.len_utf8();
        if depth == 0 {
            return at;
        }
        if at > TABLE {
            break;
        }
    }
    1
}

/// The length of a here-string; one that is never closed goes on to the end.
fn here_length(rest: &str) -> usize {
    let end = if rest.starts_with("@\"") {
        "\n\"@"
    } else {
        "\n'@"
    };
    rest.find(end).map_or(rest.len(), |at| at + end.len())
}
