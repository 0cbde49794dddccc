//! Takes batch text apart: commands, blocks, `if` and `for`, and what stands between them.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use crate::format::is_name;
use crate::reading::Span;

/// A piece of batch text.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Command,
    /// `if` with its condition.
    If,
    Else,
    /// `for … do`: what stands before `in`, and where the list stands.
    For {
        head: Span,
        list: Span,
    },
    /// `(`
    Open,
    /// `)`
    Close,
    /// A line end.
    Line,
    /// `&`
    Also,
    /// `&&`
    And,
    /// `||`
    Or,
    Pipe,
    Label(String),
}

/// The pieces of a text; `offset` is where it stands.
pub(super) fn operations(text: &str, offset: usize) -> Vec<Operation> {
    pieces(text, offset, false)
}

/// The pieces of a text that a shell has read before: `^&` is the sign itself now.
pub(super) fn operations_again(text: &str, offset: usize) -> Vec<Operation> {
    pieces(text, offset, true)
}

fn pieces(text: &str, offset: usize, again: bool) -> Vec<Operation> {
    let mut lexer = Lexer {
        again,
        text,
        offset,
        at: 0,
        depth: 0,
        fresh: true,
        found: Vec::new(),
    };
    lexer.run();
    lexer.found
}

struct Lexer<'t> {
    /// One caret before each sign outside of quotes is gone.
    again: bool,
    text: &'t str,
    offset: usize,
    at: usize,
    /// Open parentheses.
    depth: usize,
    /// A line begins.
    fresh: bool,
    found: Vec<Operation>,
}

impl Lexer<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn push(&mut self, kind: Kind, length: usize) {
        let start = self.offset + self.at;
        let span = start..start + length;
        self.found.push(Operation { kind, span });
        self.at += length;
    }

    fn run(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            match c {
                '\n' => {
                    self.push(Kind::Line, 1);
                    self.fresh = true;
                    continue;
                }
                _ if c.is_whitespace() || matches!(c, '@' | ',' | ';' | '=') => {
                    self.at += c.len_utf8();
                    continue;
                }
                ':' => self.label(),
                '(' => {
                    self.depth += 1;
                    self.push(Kind::Open, 1);
                }
                ')' if self.depth > 0 => {
                    self.depth -= 1;
                    self.push(Kind::Close, 1);
                }
                ')' => self.skip_line(),
                '&' | '|' => self.glue(),
                '^' if self.again && self.rest()[1..].starts_with(['&', '|', '(', ')']) => {
                    self.at += 1;
                    continue;
                }
                _ => self.statement(),
            }
            self.fresh = false;
        }
        self.push(Kind::Line, 0);
    }

    fn glue(&mut self) {
        let rest = self.rest();
        let (kind, length) = [
            ("&&", Kind::And),
            ("||", Kind::Or),
            ("&^&", Kind::And),
            ("|^|", Kind::Or),
            ("&", Kind::Also),
        ]
        .into_iter()
        .find(|(text, _)| rest.starts_with(text) && (self.again || !text.contains('^')))
        .map_or((Kind::Pipe, 1), |(text, kind)| (kind, text.len()));
        self.push(kind, length);
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// `:name`, or a comment that starts like one.
    fn label(&mut self) {
        let rest = &self.rest()[1..];
        let end = rest.find(|c: char| c.is_whitespace() || "&|<>:+,;=".contains(c));
        let name = rest[..end.unwrap_or(rest.len())].to_ascii_lowercase();
        if self.fresh && !name.is_empty() {
            self.push(Kind::Label(name), 1);
        }
        self.skip_line();
    }

    fn statement(&mut self) {
        self.at += prompt_length(self.rest());
        let word = first_word(self.rest());
        match word.to_ascii_lowercase().as_str() {
            "rem" => self.skip_line(),
            "if" => {
                let length = condition(self.rest());
                self.push(Kind::If, length);
            }
            "else" if self.follows_block() => self.push(Kind::Else, word.len()),
            "for" => match for_header(self.rest()) {
                Some((list, length)) => {
                    let start = self.offset + self.at;
                    let head = start..start + list.start;
                    let list = start + list.start..start + list.end;
                    self.push(Kind::For { head, list }, length);
                }
                None => self.command(),
            },
            _ => self.command(),
        }
    }

    fn follows_block(&self) -> bool {
        self.found.last().is_some_and(|it| it.kind == Kind::Close)
    }

    /// A command up to what ends it; a redirection ends what is read of it.
    fn command(&mut self) {
        let length = command_length(self.rest(), self.depth > 0);
        let again = self
            .again
            .then(|| sign_behind_caret(&self.rest()[..length]));
        let length = again.flatten().unwrap_or(length);
        let whole = self.rest()[..length].trim_end_matches('\r');
        let length = whole.len();
        let shown = redirection(whole).unwrap_or(length);
        self.push(Kind::Command, shown);
        self.at += length - shown;
    }
}

/// The length of `C:\folder>` and what separates it from the command.
fn prompt_length(text: &str) -> usize {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let bytes = line.as_bytes();
    let drive = bytes.len() > 3 && bytes[0].is_ascii_alphabetic() && bytes[1..3] == *b":\\";
    let Some(end) = line.find('>').filter(|_| drive) else {
        return 0;
    };
    let behind = &line[end + 1..];
    end + 1 + behind.len() - behind.trim_start().len()
}

/// The first word of a command, up to what ends it.
fn first_word(text: &str) -> &str {
    let end = text.find(|c: char| c.is_whitespace() || "()&|<>,;=\"/".contains(c));
    &text[..end.unwrap_or(text.len())]
}

/// Where a command ends. A caret takes its meaning from the letter behind it.
fn command_length(text: &str, in_block: bool) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = c == '\r',
            '^' if !quoted => escaped = true,
            '"' => quoted = !quoted,
            '\n' => return at,
            // `2>&1`: the sign belongs to the redirection.
            '&' if text[..at].ends_with('>') => {}
            '&' | '|' if !quoted => return at,
            ')' if in_block && !quoted => return at,
            _ => {}
        }
    }
    text.len()
}

/// Where a caret stands before a sign that ends a command, outside of quotes.
fn sign_behind_caret(text: &str) -> Option<usize> {
    let (mut quoted, mut skip) = (false, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            _ if skip > 0 => skip -= 1,
            // `^>^&1`: the sign belongs to the redirection.
            '^' if !quoted
                && text[at + 1..].starts_with(['&', '|'])
                && !text[..at].ends_with('>') =>
            {
                return Some(at);
            }
            // `^^` leaves a caret, which takes the meaning of what is left behind it.
            '^' if !quoted && text[at + 1..].starts_with("^^") => skip = 3,
            '^' if !quoted && text[at + 1..].starts_with('^') => skip = 2,
            '^' if !quoted => skip = 1,
            '"' => quoted = !quoted,
            _ => {}
        }
    }
    None
}

/// Where the first redirection of a command starts.
fn redirection(text: &str) -> Option<usize> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '^' if !quoted => escaped = true,
            '"' => quoted = !quoted,
            '>' | '<' if !quoted => {
                // `2>`: a digit that stands alone is part of it.
                let digit = text[..at].ends_with(" 1") || text[..at].ends_with(" 2");
                return Some(at - usize::from(digit));
            }
            _ => {}
        }
    }
    None
}

/// The length of `if` with its condition.
fn condition(text: &str) -> usize {
    let mut at = "if".len();
    let token = |at: &mut usize| {
        let blank = text[*at..].len() - text[*at..].trim_start_matches([' ', '\t']).len();
        let start = *at + blank;
        *at = start + token_length(&text[start..]);
        text[start..*at].to_ascii_lowercase()
    };
    let mut word = token(&mut at);
    while matches!(word.as_str(), "/i" | "not") {
        word = token(&mut at);
    }
    if matches!(
        word.as_str(),
        "exist" | "defined" | "errorlevel" | "cmdextversion"
    ) {
        token(&mut at);
        return at;
    }
    if let Some(sign) = word.find("==") {
        if sign + 2 == word.len() {
            token(&mut at);
        }
        return at;
    }
    let operator = token(&mut at);
    if operator.is_empty() || operator.starts_with("==") && operator.len() > 2 {
        return at;
    }
    token(&mut at);
    at
}

/// The length of a word of a condition.
fn token_length(text: &str) -> usize {
    let mut quoted = false;
    let mut closed = false;
    for (at, c) in text.char_indices() {
        match c {
            '"' => {
                closed = quoted;
                quoted = !quoted;
            }
            '\n' => return at,
            '(' if closed => return at,
            _ if c.is_whitespace() && !quoted => return at,
            _ => closed = false,
        }
    }
    text.len()
}

/// `for … in (LIST) do`: where the list stands, and the length of all.
fn for_header(text: &str) -> Option<(Span, usize)> {
    let line = &text[..text.find('\n').unwrap_or(text.len())];
    let lower = line.to_ascii_lowercase();
    let open = lower.find(" in ")? + 4;
    let open = open + lower[open..].find('(')?;
    let close = lower[open..]
        .find(") do")
        .or_else(|| lower[open..].find(")do"))?;
    let end = open + close + 1;
    let length = end + lower[end..].find("do")? + 2;
    Some((open + 1..open + close, length))
}

/// The name that a `set` command sets, if it is written there.
pub(super) fn target(command: &str) -> Option<Vec<&str>> {
    let command = command.trim();
    let word = first_word(command);
    if !word.eq_ignore_ascii_case("set") {
        return None;
    }
    let rest = command[word.len()..].trim_start();
    let flag = rest.get(..2).unwrap_or_default().to_ascii_lowercase();
    if flag == "/a" {
        let pieces = rest[2..].split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        return Some(pieces.filter(|it| is_name(it)).gathered());
    }
    let rest = if flag == "/p" {
        rest[2..].trim_start()
    } else {
        rest
    };
    let pair = rest.trim_start_matches('"');
    let name = pair.split('=').next().unwrap_or_default();
    Some(vec![name].into_iter().filter(|it| is_name(it)).gathered())
}
