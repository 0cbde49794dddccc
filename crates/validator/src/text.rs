//! Lines and columns of a text.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use crate::reading::Span;
use crate::report::Location;

/// Finds lines and columns; built once per text.
#[derive(Debug)]
pub struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
    /// Characters before each [`STRIDE`] bytes, so that a column of a long line is found fast.
    counts: Vec<usize>,
}

/// Bytes between two counts of characters.
const STRIDE: usize = 512;

impl<'a> LineIndex<'a> {
    /// Indexes the line starts of `text`.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let after_breaks = text
            .bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .map(|(i, _)| i + 1);
        Self {
            text,
            starts: core::iter::once(0).chain(after_breaks).gathered(),
            counts: counts(text),
        }
    }

    /// How many characters start before a byte.
    fn characters(&self, at: usize) -> usize {
        let stride = at / STRIDE;
        let rest = &self.text.as_bytes()[stride * STRIDE..at];
        self.counts[stride] + starting(rest)
    }

    /// The location of a span; ends are moved onto character boundaries inside the text.
    #[must_use]
    pub fn locate(&self, span: &Span) -> Location {
        let start = self.text.floor_char_boundary(span.start);
        let end = self
            .text
            .ceil_char_boundary(span.end.min(self.text.len()))
            .max(start);
        let line = self.starts.partition_point(|&at| at <= start);
        let line_start = self.starts[line - 1];
        Location {
            start,
            end,
            line,
            column: self.characters(start) - self.characters(line_start) + 1,
        }
    }
}

/// Characters before each [`STRIDE`] bytes.
fn counts(text: &str) -> Vec<usize> {
    let mut counts = vec![0];
    let mut total = 0;
    for bytes in text.as_bytes().chunks(STRIDE) {
        total += starting(bytes);
        counts.push(total);
    }
    counts
}

/// How many characters start in some bytes of a text.
fn starting(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| **byte & 0xC0 != 0x80).count()
}
