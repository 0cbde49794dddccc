//! Fields: what the words of a command become after splitting.

use super::super::source::{HOLE, known, parts_of, text_of};
use super::{Chunk, Piece};
use crate::reading::{Part, Span};
use readpoint_catalog::prelude::*;

/// One argument.
#[derive(Clone, Debug)]
pub(in super::super) struct Field {
    /// Its pieces.
    pub(in super::super) parts: Vec<Part>,
    /// The word it comes from.
    pub(in super::super) span: Span,
    /// Holds `*` or `?` that the shell compares with file names.
    pub(in super::super) glob: bool,
    /// It is one argument for certain, rather than any number of them.
    pub(in super::super) single: bool,
}

impl Field {
    /// Its text, with holes; file names that a pattern gives are not known.
    pub(in super::super) fn text(&self) -> String {
        if self.glob {
            return HOLE.to_string();
        }
        text_of(&self.parts)
    }

    /// Its text, if it is known.
    pub(in super::super) fn known(&self) -> Option<String> {
        known(&self.text()).map(str::to_owned)
    }
}

/// The arguments of a command.
#[derive(Clone, Debug)]
pub(in super::super) struct Fields {
    /// In order.
    pub(in super::super) list: Vec<Field>,
    /// Their number is certain.
    pub(in super::super) exact: bool,
    separators: Option<String>,
    noglob: bool,
}

/// A field in the making.
#[derive(Default)]
struct Open {
    parts: Vec<Part>,
    /// Something is there, be it empty quotes.
    present: bool,
    glob: bool,
    /// Holds something unknown that may be split.
    splits: bool,
    /// The last field ended with a blank, and a separator next to it belongs to that end.
    after_blank: bool,
}

impl Fields {
    /// No fields yet; `separators`: the value of `IFS`, if known.
    pub(super) fn new(separators: Option<String>, noglob: bool) -> Self {
        Self {
            list: Vec::new(),
            exact: true,
            separators,
            noglob,
        }
    }

    /// Adds what one word has become.
    pub(super) fn add(&mut self, chunks: &[Chunk], span: &Span) {
        let mut open = Open::default();
        for chunk in chunks {
            match chunk {
                Chunk::Break { .. } => self.close(&mut open, span),
                Chunk::Text(piece) if piece.splits => self.split(piece, &mut open, span),
                Chunk::Text(piece) => {
                    open.present |= piece.quoted || !piece.text.is_empty();
                    open.glob |= !piece.quoted && piece.text.contains(['*', '?']);
                    parts_of(&piece.text, &piece.span, piece.origin, &mut open.parts);
                }
            }
        }
        self.close(&mut open, span);
    }

    fn close(&mut self, open: &mut Open, span: &Span) {
        if open.present {
            let glob = open.glob && !self.noglob;
            self.exact &= !glob;
            self.list.push(Field {
                parts: core::mem::take(&mut open.parts),
                span: span.clone(),
                glob,
                single: !glob && !open.splits,
            });
        }
        *open = Open::default();
    }

    fn split(&mut self, piece: &Piece, open: &mut Open, span: &Span) {
        let separators = self.separators.clone();
        if separators.is_none() || piece.text.contains(HOLE) {
            self.exact = false;
            open.splits = true;
        }
        let separators = separators.unwrap_or_else(|| " \t\n".into());
        let mut rest = piece.text.as_str();
        while let Some(at) = rest.find(|c| separators.contains(c)) {
            self.take(piece, &rest[..at], open);
            let separator = rest[at..].chars().next().unwrap_or(' ');
            let blank = " \t\n".contains(separator);
            if open.present {
                self.close(open, span);
                open.after_blank = blank;
            } else if !blank && !open.after_blank {
                open.present = true;
                self.close(open, span);
            } else if !blank {
                open.after_blank = false;
            }
            rest = &rest[at + separator.len_utf8()..];
        }
        self.take(piece, rest, open);
    }

    fn take(&mut self, piece: &Piece, text: &str, open: &mut Open) {
        if text.is_empty() {
            return;
        }
        open.present = true;
        open.after_blank = false;
        open.glob |= text.contains(['*', '?']);
        parts_of(text, &piece.span, piece.origin, &mut open.parts);
    }
}
