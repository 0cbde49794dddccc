//! Words and commands of shells that are not POSIX shells: fish and csh.

mod lexer;

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gather;

use super::embed::Argument;
use crate::limits::Parts;
use crate::reading::{Origin, Part, Quoting, Span, Value};

pub(crate) use lexer::commands;

/// What differs between the shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Fish,
    Csh,
}

/// What stands behind a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// A line end, or the end of the text.
    Line,
    /// `;`
    Semicolon,
    Pipe,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `&`
    Background,
    /// `(` where a command could stand: a subshell begins.
    Open,
    /// `)`: it ends.
    Close,
}

/// A command: its words without redirections.
#[derive(Clone, Debug)]
pub(crate) struct Command {
    pub(crate) words: Vec<Word>,
    pub(crate) after: Mark,
    pub(crate) span: Span,
}

/// What a name stands for, where that is known.
pub(crate) type Lookup<'a> = &'a dyn Fn(&str) -> Option<String>;

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
    Reference {
        name: String,
        span: Span,
        quoted: bool,
    },
}

impl Word {
    /// Its text where it holds no references.
    pub(crate) fn text(&self) -> Option<String> {
        let text = |piece: &Piece| match piece {
            Piece::Part(part) => part.text.clone(),
            Piece::Reference { .. } => None,
        };
        self.pieces.iter().map(text).collect()
    }

    /// Whether it is this text, without quotes.
    pub(crate) fn is(&self, text: &str) -> bool {
        self.is_bare() && self.text().as_deref() == Some(text)
    }

    /// Whether it starts with this letter, without quotes.
    pub(crate) fn starts_with(&self, letter: char) -> bool {
        let Some(Piece::Part(first)) = self.pieces.first() else {
            return false;
        };
        let bare = first.origin == Origin::Verbatim(Quoting::Bare);
        bare && first
            .text
            .as_ref()
            .is_some_and(|text| text.starts_with(letter))
    }

    /// Whether it is written without quotes, escapes and references.
    pub(crate) fn is_bare(&self) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Part(part) => part.origin == Origin::Verbatim(Quoting::Bare),
            Piece::Reference { .. } => false,
        })
    }

    /// Whether a reference stands in it outside of quotes.
    pub(crate) fn has_open_reference(&self) -> bool {
        self.pieces
            .iter()
            .any(|piece| matches!(piece, Piece::Reference { quoted: false, .. }))
    }

    /// Whether it is a pattern of file names: where none fits, fish does not run the command.
    pub(crate) fn is_pattern(&self) -> bool {
        self.pieces.iter().any(|piece| match piece {
            Piece::Part(part) => {
                let text = part.text.as_deref().unwrap_or_default();
                part.origin == Origin::Verbatim(Quoting::Bare) && text.contains(['*', '?'])
            }
            Piece::Reference { .. } => false,
        })
    }

    /// Whether it is nothing but a reference outside of quotes, so that it may be no word at all.
    pub(crate) fn is_empty_list(&self, known: Lookup<'_>) -> bool {
        self.has_open_reference() && self.resolved(known).is_none_or(|text| text.is_empty())
    }

    /// Its parts with references replaced by what is known.
    pub(crate) fn parts(&self, known: Lookup<'_>) -> Vec<Part> {
        let part = |piece: &Piece| match piece {
            Piece::Part(part) => part.clone(),
            Piece::Reference { name, span, .. } => Part {
                text: known(name),
                span: span.clone(),
                origin: Origin::Derived,
            },
        };
        let mut parts = Parts::default();
        parts.extend(self.pieces.iter().map(part));
        parts.finish()
    }

    /// What it is, where all of it is known.
    pub(crate) fn resolved(&self, known: Lookup<'_>) -> Option<String> {
        self.parts(known)
            .into_iter()
            .map(|part| part.text)
            .collect()
    }

    /// As a value.
    pub(crate) fn value(&self, known: Lookup<'_>) -> Value {
        Value {
            parts: self.parts(known),
            span: self.span.clone(),
        }
    }

    /// As an argument of a program.
    pub(crate) fn argument(&self, known: Lookup<'_>) -> Argument {
        Argument::of_parts(&self.parts(known), &self.span)
    }

    /// `NAME=…`: the name, its place, and the rest.
    pub(crate) fn pair(&self) -> Option<(String, Span, Self)> {
        let Some(Piece::Part(first)) = self.pieces.first() else {
            return None;
        };
        let text = first.text.as_deref()?;
        let equals = text.find('=').filter(|at| super::is_name(&text[..*at]))?;
        let exact = first.origin == Origin::Verbatim(Quoting::Bare);
        exact.then_some(())?;
        let start = first.span.start;
        let rest = self.after(equals + 1)?;
        Some((text[..equals].to_owned(), start..start + equals, rest))
    }

    /// The word without its first bytes, which stand there letter for letter.
    pub(crate) fn after(&self, bytes: usize) -> Option<Self> {
        let Some(Piece::Part(first)) = self.pieces.first() else {
            return None;
        };
        let text = first.text.as_deref()?.get(bytes..)?;
        let start = first.span.start + bytes;
        let mut rest = self.clone();
        rest.pieces[0] = Piece::Part(Part {
            text: Some(text.to_owned()),
            span: start..first.span.end,
            origin: first.origin,
        });
        if text.is_empty() {
            rest.pieces.remove(0);
        }
        rest.span = start..self.span.end.max(start);
        Some(rest)
    }
}

/// Values as one, with something between them.
pub(crate) fn joined(words: &[Word], separator: &str, end: usize, known: Lookup<'_>) -> Value {
    let mut parts = Vec::new();
    for (at, word) in words.iter().enumerate() {
        if at > 0 {
            parts.push(Part {
                text: Some(separator.to_owned()),
                span: words[at - 1].span.end..word.span.start,
                origin: Origin::Derived,
            });
        }
        parts.add_all(word.parts(known));
    }
    let start = words.first().map_or(end, |word| word.span.start);
    let end = words.last().map_or(end, |word| word.span.end);
    Value {
        parts,
        span: start..end,
    }
}

/// The words between parentheses: the first word is the opening one; gives the range of words
/// inside and where the closing one stands.
pub(crate) fn in_parentheses(words: &[Word]) -> Option<Range<usize>> {
    let mut depth = 0_usize;
    for (at, word) in words.iter().enumerate() {
        if word.is("(") {
            depth += 1;
        } else if word.is(")") {
            depth = depth.checked_sub(1)?;
        }
        if depth == 0 {
            return (at > 0).then_some(1..at);
        }
    }
    None
}
