//! A text to parse, and where its bytes stand in the checked text.
//!
//! The text itself maps one to one. A text inside it (`bash -c "…"`, `eval`, a trap) is put
//! together from the parts of a word, so that its assignments still point at the right bytes.

use crate::reading::{Origin, Part, Quoting, Span};
use readpoint_catalog::prelude::*;

/// Stands for a piece that cannot be known, inside otherwise known text. A text that holds this
/// character itself is treated as unknown there.
pub(super) const HOLE: char = '\u{FFFC}';

/// A text with the origin of its bytes.
#[derive(Clone, Debug)]
pub(super) struct Source {
    /// The text, with [`HOLE`] where it is not known.
    pub(super) text: String,
    pieces: Vec<Piece>,
}

#[derive(Clone, Debug)]
struct Piece {
    /// First byte in the text.
    start: usize,
    /// The bytes it stands for.
    span: Span,
    /// Whether it stands there letter for letter.
    verbatim: bool,
}

impl Source {
    /// The checked text itself; `text` may differ from it, but has the same length.
    pub(super) fn whole(text: String) -> Self {
        let piece = Piece {
            start: 0,
            span: 0..text.len(),
            verbatim: true,
        };
        Self {
            text,
            pieces: vec![piece],
        }
    }

    /// The text that the parts of a word give.
    pub(super) fn from_parts(parts: &[Part]) -> Self {
        let mut source = Self {
            text: String::new(),
            pieces: Vec::new(),
        };
        for part in parts {
            source.push(part);
        }
        source
    }

    /// Appends one part.
    pub(super) fn push(&mut self, part: &Part) {
        self.pieces.push(Piece {
            start: self.text.len(),
            span: part.span.clone(),
            verbatim: part.text.is_some() && part.origin != Origin::Derived,
        });
        match &part.text {
            Some(text) => self.text.push_str(text),
            None => self.text.push(HOLE),
        }
    }

    /// Appends text that stands nowhere (a blank between the words of `eval`).
    pub(super) fn push_glue(&mut self, text: &str) {
        let at = self.pieces.last().map_or(0, |piece| piece.span.end);
        self.push(&Part {
            text: Some(text.to_owned()),
            span: at..at,
            origin: Origin::Derived,
        });
    }

    /// The bytes of the checked text that `start..end` comes from, and whether they are the same
    /// letters.
    pub(super) fn span(&self, start: usize, end: usize) -> (Span, bool) {
        let first = self.piece_at(start);
        let last = if end > start {
            self.piece_at(end - 1)
        } else {
            first
        };
        match (first, last) {
            (Some(a), Some(b)) if a == b && self.pieces[a].verbatim => {
                let piece = &self.pieces[a];
                let offset = piece.span.start;
                let at = (offset + start - piece.start).min(piece.span.end);
                (at..(offset + end - piece.start).min(piece.span.end), true)
            }
            (Some(a), Some(b)) => {
                let from = self.edge(a, start);
                let to = self.edge(b, end).max(from);
                let to = if self.pieces[b].verbatim {
                    to
                } else {
                    self.pieces[b].span.end.max(from)
                };
                (from..to, false)
            }
            _ => (0..0, false),
        }
    }

    /// Where byte `at` of piece `index` stands; the start of a piece that is not verbatim.
    fn edge(&self, index: usize, at: usize) -> usize {
        let piece = &self.pieces[index];
        if piece.verbatim {
            (piece.span.start + at.saturating_sub(piece.start)).min(piece.span.end)
        } else {
            piece.span.start
        }
    }

    fn piece_at(&self, at: usize) -> Option<usize> {
        self.pieces
            .partition_point(|piece| piece.start <= at)
            .checked_sub(1)
    }
}

/// Splits text at its holes into parts of one span.
pub(super) fn parts_of(text: &str, span: &Span, origin: Origin, parts: &mut Vec<Part>) {
    for (index, known) in text.split(HOLE).enumerate() {
        // Two unknown pieces side by side are one.
        let before = parts.last_mut().filter(|part| part.text.is_none());
        match before.filter(|_| index > 0) {
            Some(before) => before.span.end = before.span.end.max(span.end),
            None if index > 0 => parts.push(Part {
                text: None,
                span: span.clone(),
                origin: Origin::Derived,
            }),
            None => {}
        }
        if !known.is_empty() {
            parts.push(Part {
                text: Some(known.to_owned()),
                span: span.clone(),
                origin,
            });
        }
    }
}

/// The text that parts give, with holes.
pub(super) fn text_of(parts: &[Part]) -> String {
    let mut text = String::new();
    for part in parts {
        match &part.text {
            Some(known) => text.push_str(known),
            None => text.push(HOLE),
        }
    }
    text
}

/// The text, if nothing in it is unknown.
pub(super) fn known(text: &str) -> Option<&str> {
    (!text.contains(HOLE)).then_some(text)
}

/// How a stretch of literal text may be edited.
pub(super) fn origin(verbatim: bool, quoted: bool) -> Origin {
    match (verbatim, quoted) {
        (false, _) => Origin::Derived,
        (true, true) => Origin::Verbatim(Quoting::Quoted),
        (true, false) => Origin::Verbatim(Quoting::Bare),
    }
}
