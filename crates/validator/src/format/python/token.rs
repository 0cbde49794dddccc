//! Python's words, with brackets matched and lines joined. Comments and strings are told apart
//! from code; nothing is an error.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gathered, is_alphanumeric};

use crate::reading::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Name,
    Number,
    /// A string literal with its prefix and quotes.
    Text,
    Operator,
}

/// A token.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) class: Class,
    pub(super) span: Span,
    /// For an opening bracket the index of its closing one, else the token's own index.
    pub(super) partner: usize,
}

/// A logical line, or the part of one between semicolons and colons.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    /// Its tokens.
    pub(super) tokens: Range<usize>,
    /// How far it is indented; the body on a header's own line counts one more.
    pub(super) indent: usize,
}

/// A tokenized text.
#[derive(Debug)]
pub(super) struct Code<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: Vec<Token>,
    pub(super) statements: Vec<Statement>,
}

impl<'t> Code<'t> {
    /// The text of a token; empty beyond the end.
    pub(super) fn word(&self, at: usize) -> &'t str {
        self.tokens
            .get(at)
            .map_or("", |token| &self.text[token.span.clone()])
    }

    /// The bytes of a range of tokens.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        let start = self
            .tokens
            .get(range.start)
            .map_or(self.text.len(), |it| it.span.start);
        let last = range.end.checked_sub(1).and_then(|at| self.tokens.get(at));
        start..last.map_or(start, |it| it.span.end).max(start)
    }

    /// Positions in a range outside of brackets; an opening bracket is given, its inside not.
    pub(super) fn outer(&self, range: &Range<usize>) -> impl Iterator<Item = usize> {
        let mut at = range.start;
        let end = range.end;
        core::iter::from_fn(move || {
            let here = at;
            let token = self.tokens.get(here).filter(|_| here < end)?;
            at = token.partner.max(here) + 1;
            Some(here)
        })
    }

    /// Splits a range at an operator outside of brackets; empty pieces are dropped.
    pub(super) fn split(&self, range: &Range<usize>, operator: &str) -> Vec<Range<usize>> {
        let mut pieces = Vec::new();
        let mut start = range.start;
        for at in self.outer(range) {
            if self.word(at) == operator && self.tokens[at].class == Class::Operator {
                pieces.push(start..at);
                start = at + 1;
            }
        }
        pieces.push(start..range.end);
        pieces.retain(|piece| !piece.is_empty());
        pieces
    }

    /// The inside of the bracket that opens at `at`.
    pub(super) fn inside(&self, at: usize) -> Range<usize> {
        let close = self.tokens.get(at).map_or(at, |token| token.partner);
        at + 1..close.max(at + 1)
    }
}

/// Tokenizes a text.
pub(super) fn tokenize(text: &str) -> Code<'_> {
    let mut scanner = Scanner {
        text,
        at: text.len() - text.trim_start_matches('\u{feff}').len(),
        tokens: Vec::new(),
        open: Vec::new(),
        lines: Vec::new(),
        line_start: 0,
        indent: 0,
    };
    scanner.run();
    let mut code = Code {
        text,
        tokens: scanner.tokens,
        statements: Vec::new(),
    };
    for (tokens, indent) in scanner.lines {
        split_line(&mut code, tokens, indent);
    }
    code
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    tokens: Vec<Token>,
    /// Opening brackets that wait for their partner.
    open: Vec<usize>,
    lines: Vec<(Range<usize>, usize)>,
    /// First token of the current logical line.
    line_start: usize,
    indent: usize,
}

impl Scanner<'_> {
    fn run(&mut self) {
        self.start_line();
        while let Some(c) = self.text[self.at..].chars().next() {
            match c {
                '\n' if self.open.is_empty() => {
                    self.at += 1;
                    self.end_line();
                    self.start_line();
                }
                '#' => self.at += self.length(|c| c != '\n'),
                '\\' => self.at += 1 + usize::from(self.text[self.at..].starts_with("\\\n")),
                _ if c.is_whitespace() => self.at += c.len_utf8(),
                _ => self.token(c),
            }
        }
        self.end_line();
        let last = self.tokens.len();
        for open in core::mem::take(&mut self.open) {
            self.tokens[open].partner = last;
        }
    }

    fn length(&self, holds: impl Fn(char) -> bool) -> usize {
        let rest = &self.text[self.at..];
        rest.find(|c| !holds(c)).unwrap_or(rest.len())
    }

    /// Measures the indentation of a line; a prompt of the interactive shell does not count.
    fn start_line(&mut self) {
        for prompt in [">>> ", "... "] {
            if self.text[self.at..].starts_with(prompt) {
                self.at += prompt.len();
            }
        }
        let blanks = self.length(|c| c == ' ' || c == '\t');
        let tabs = self.text[self.at..self.at + blanks].matches('\t').count();
        self.indent = (blanks + tabs * 7) * 2;
        self.at += blanks;
        self.line_start = self.tokens.len();
    }

    fn end_line(&mut self) {
        let tokens = self.line_start..self.tokens.len();
        if !tokens.is_empty() {
            self.lines.push((tokens, self.indent));
        }
        self.line_start = self.tokens.len();
    }

    fn token(&mut self, c: char) {
        let start = self.at;
        let rest = &self.text[start..];
        let (class, length) = if let Some(length) = super::literal::length(rest) {
            (Class::Text, length)
        } else if c == '_' || is_alphanumeric(c) && !c.is_ascii_digit() {
            (Class::Name, self.length(|c| c == '_' || is_alphanumeric(c)))
        } else if c.is_ascii_digit() {
            let plain = |c: char| c == '_' || c == '.' || c.is_ascii_alphanumeric();
            (Class::Number, self.length(plain))
        } else {
            (Class::Operator, operator_length(rest))
        };
        let index = self.tokens.len();
        self.at += length;
        self.tokens.push(Token {
            class,
            span: start..self.at,
            partner: index,
        });
        if class != Class::Operator {
            return;
        }
        if matches!(c, '(' | '[' | '{') {
            self.open.push(index);
        } else if matches!(c, ')' | ']' | '}')
            && let Some(open) = self.open.pop()
        {
            self.tokens[open].partner = index;
        }
    }
}

fn operator_length(rest: &str) -> usize {
    const LONG: &[&str] = &[
        "**=", "//=", ">>=", "<<=", "...", "==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=",
        "/=", "%=", "|=", "&=", "^=", "@=", "**", "//", "<<", ">>",
    ];
    let long = LONG.iter().find(|operator| rest.starts_with(**operator));
    long.map_or_else(
        || rest.chars().next().map_or(1, char::len_utf8),
        |operator| operator.len(),
    )
}

/// Words that open a block.
const HEADERS: &[&str] = &[
    "if", "elif", "else", "for", "while", "try", "except", "finally", "with", "def", "class",
    "async", "match", "case",
];

/// Splits a logical line at semicolons, and a header from the body on its line.
fn split_line(code: &mut Code<'_>, tokens: Range<usize>, indent: usize) {
    let mut start = tokens.start;
    let mut indent = indent;
    let outer: Vec<usize> = code.outer(&tokens).gathered();
    let mut in_header = HEADERS.contains(&code.word(start));
    for at in outer {
        let word = code.word(at);
        let ends_header = in_header && word == ":";
        if !(ends_header || word == ";") {
            continue;
        }
        let end = if ends_header { at + 1 } else { at };
        if start < end {
            code.statements.push(Statement {
                tokens: start..end,
                indent,
            });
        }
        if ends_header {
            indent += 1;
            in_header = false;
        }
        start = at + 1;
    }
    if start < tokens.end {
        code.statements.push(Statement {
            tokens: start..tokens.end,
            indent,
        });
    }
}
