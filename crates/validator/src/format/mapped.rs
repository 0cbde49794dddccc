//! Text as its reader sees it, with the way back to the bytes it was written with.
//!
//! A Dockerfile's continued line, a YAML scalar, a Python string: what they mean is not what is
//! written. [`Mapped`] keeps both.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use crate::reading::{Origin, Part, Quoting, Span, Value};

/// A decoded text and where its pieces come from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mapped {
    /// The text as its reader sees it.
    pub(crate) text: String,
    pieces: Vec<Piece>,
}

/// A run of decoded text.
#[derive(Clone, Debug)]
struct Piece {
    /// Where it starts in the decoded text.
    at: usize,
    source: Span,
    /// Written letter for letter.
    verbatim: bool,
}

/// Tells how an escape is written: for source text that starts with one, its length in bytes and
/// what it stands for.
pub(crate) type Escape = fn(&str) -> Option<(usize, String)>;

impl Mapped {
    /// A text that is written letter for letter from `start` on.
    pub(crate) fn verbatim(text: &str, start: usize) -> Self {
        let mut mapped = Self::default();
        mapped.push(text, start);
        mapped
    }

    /// Appends text that stands letter for letter at `start`.
    pub(crate) fn push(&mut self, text: &str, start: usize) {
        if text.is_empty() {
            return;
        }
        let joins = self
            .pieces
            .last()
            .is_some_and(|last| last.verbatim && last.source.end == start);
        if joins && let Some(last) = self.pieces.last_mut() {
            last.source.end += text.len();
        } else {
            self.pieces.push(Piece {
                at: self.text.len(),
                source: start..start + text.len(),
                verbatim: true,
            });
        }
        self.text.push_str(text);
    }

    /// Appends text that is written differently at `source`.
    pub(crate) fn push_derived(&mut self, text: &str, source: Span) {
        self.pieces.push(Piece {
            at: self.text.len(),
            source,
            verbatim: false,
        });
        self.text.push_str(text);
    }

    /// Decodes `source`, which stands at `start`, with an escape rule and nothing else.
    pub(crate) fn unescape(source: &str, start: usize, escape: Escape) -> Self {
        let mut mapped = Self::default();
        let mut at = 0;
        while let Some(c) = source[at..].chars().next() {
            if let Some((length, text)) = escape(&source[at..]) {
                mapped.push_derived(&text, start + at..start + at + length);
                at += length;
            } else {
                mapped.push(&source[at..at + c.len_utf8()], start + at);
                at += c.len_utf8();
            }
        }
        mapped
    }

    /// Lays `decoded` along `source`, which stands at `start`: letters must agree, runs of white
    /// space and escapes may differ. `None` where the two do not belong together.
    pub(crate) fn align(decoded: &str, source: &str, start: usize, escape: Escape) -> Option<Self> {
        let mut mapped = Self::default();
        let (mut at, mut from) = (0, 0);
        while at < decoded.len() || from < source.len() {
            let (rest, written) = (&decoded[at..], &source[from..]);
            if let Some((length, text)) = escape(written) {
                rest.strip_prefix(text.as_str())?;
                mapped.push_derived(&text, start + from..start + from + length);
                (at, from) = (at + text.len(), from + length);
                continue;
            }
            let (blank, written_blank) = (blank_run(rest), blank_run(written));
            if blank > 0 || written_blank > 0 {
                let source_span = start + from..start + from + written_blank;
                if rest[..blank] == written[..written_blank] {
                    mapped.push(&rest[..blank], source_span.start);
                } else if blank > 0 {
                    mapped.push_derived(&rest[..blank], source_span);
                }
                (at, from) = (at + blank, from + written_blank);
                continue;
            }
            let c = rest.chars().next()?;
            written.strip_prefix(c)?;
            mapped.push(&rest[..c.len_utf8()], start + from);
            (at, from) = (at + c.len_utf8(), from + c.len_utf8());
        }
        Some(mapped)
    }

    /// The bytes of the source that stand for `range` of the decoded text.
    pub(crate) fn span(&self, range: &Range<usize>) -> Span {
        let start = self.source_of(range.start, false);
        let end = if range.is_empty() {
            start
        } else {
            self.source_of(range.end, true)
        };
        start..end.max(start)
    }

    /// The source position of a decoded position; at the seam of two pieces the end of the first
    /// or the start of the second.
    fn source_of(&self, at: usize, as_end: bool) -> usize {
        let index = self
            .pieces
            .partition_point(|piece| piece.at < at || (!as_end && piece.at == at));
        let Some(piece) = index
            .checked_sub(1)
            .and_then(|index| self.pieces.get(index))
        else {
            return self.pieces.first().map_or(0, |piece| piece.source.start);
        };
        if piece.verbatim {
            (piece.source.start + at - piece.at).min(piece.source.end)
        } else if at == piece.at {
            piece.source.start
        } else {
            piece.source.end
        }
    }

    /// The source bytes of `range` where they are the same letters, for editing.
    pub(crate) fn exact(&self, range: &Range<usize>) -> Option<Span> {
        let index = self
            .pieces
            .partition_point(|piece| piece.at <= range.start)
            .checked_sub(1)?;
        let piece = &self.pieces[index];
        let start = piece.source.start + range.start - piece.at;
        let end = start + range.len();
        (piece.verbatim && end <= piece.source.end).then_some(start..end)
    }

    /// A text made of parts; what is not known of them is left out.
    pub(crate) fn from_parts(parts: &[Part]) -> Self {
        let mut mapped = Self::default();
        for part in parts {
            let text = part.text.as_deref().unwrap_or_default();
            match part.origin {
                Origin::Verbatim(_) => mapped.push(text, part.span.start),
                Origin::Derived => mapped.push_derived(text, part.span.clone()),
            }
        }
        mapped
    }

    /// A piece of the text, with its ways back.
    pub(crate) fn sub(&self, range: &Range<usize>) -> Self {
        Self::from_parts(&self.parts(range, Quoting::Bare))
    }

    /// A piece of the text, decoded once more.
    pub(crate) fn unescaped(&self, range: &Range<usize>, escape: Escape) -> Self {
        let source = &self.text[range.clone()];
        let mut decoded = Self::default();
        for piece in Self::unescape(source, range.start, escape).pieces_with_text() {
            let (text, from, verbatim) = piece;
            match self.exact(&from).filter(|_| verbatim) {
                Some(span) => decoded.push(text, span.start),
                None => decoded.push_derived(text, self.span(&from)),
            }
        }
        decoded
    }

    /// Pieces as text, source and whether they are written letter for letter.
    fn pieces_with_text(&self) -> impl Iterator<Item = (&str, Span, bool)> {
        let ends = self.pieces.iter().skip(1).map(|next| next.at);
        self.pieces
            .iter()
            .zip(ends.chain([self.text.len()]))
            .map(|(piece, end)| {
                (
                    &self.text[piece.at..end],
                    piece.source.clone(),
                    piece.verbatim,
                )
            })
    }

    /// The whole text as a value.
    pub(crate) fn value(&self, quoting: Quoting, span: Span) -> Value {
        let parts = self.parts(&(0..self.text.len()), quoting);
        Value { parts, span }
    }

    /// The parts of a value that `range` of the decoded text stands for.
    pub(crate) fn parts(&self, range: &Range<usize>, quoting: Quoting) -> Vec<Part> {
        let first = self
            .pieces
            .partition_point(|piece| piece.at <= range.start)
            .saturating_sub(1);
        let ends = self.pieces.iter().skip(first + 1).map(|next| next.at);
        self.pieces[first.min(self.pieces.len())..]
            .iter()
            .zip(ends.chain([self.text.len()]))
            .take_while(|(piece, _)| piece.at < range.end)
            .filter_map(|(piece, end)| {
                let within = piece.at.max(range.start)..end.min(range.end);
                (!within.is_empty()).then(|| self.part(piece, &within, quoting))
            })
            .gathered()
    }

    fn part(&self, piece: &Piece, within: &Range<usize>, quoting: Quoting) -> Part {
        let (span, origin) = if piece.verbatim {
            let start = piece.source.start + within.start - piece.at;
            (start..start + within.len(), Origin::Verbatim(quoting))
        } else {
            (piece.source.clone(), Origin::Derived)
        };
        Part {
            text: Some(self.text[within.clone()].to_owned()),
            span,
            origin,
        }
    }
}

/// The length of the white space that `text` starts with.
fn blank_run(text: &str) -> usize {
    text.len() - text.trim_start_matches([' ', '\t', '\r', '\n']).len()
}

/// The escape rule of texts without escapes.
pub(crate) fn no_escape(_: &str) -> Option<(usize, String)> {
    None
}

/// Backslash escapes as JSON, YAML and Python share them; a backslash before a line end joins
/// the lines.
pub(crate) fn backslash(text: &str) -> Option<(usize, String)> {
    let rest = text.strip_prefix('\\')?;
    let c = rest.chars().next()?;
    let simple = |text: &str| Some((1 + c.len_utf8(), text.to_owned()));
    match c {
        'n' => simple("\n"),
        't' => simple("\t"),
        'r' => simple("\r"),
        '0' => simple("\0"),
        '\n' => {
            let indent = rest[1..].len() - rest[1..].trim_start_matches([' ', '\t']).len();
            Some((2 + indent, String::new()))
        }
        'x' => code_point(rest, 2),
        'u' => code_point(rest, 4),
        'U' => code_point(rest, 8),
        '"' | '\'' | '\\' | '/' | ' ' => simple(&c.to_string()),
        _ => None,
    }
}

/// A hexadecimal escape: the letter, then `digits` digits.
fn code_point(rest: &str, digits: usize) -> Option<(usize, String)> {
    let number = u32::from_str_radix(rest.get(1..=digits)?, 16).ok()?;
    Some((2 + digits, char::from_u32(number)?.to_string()))
}
