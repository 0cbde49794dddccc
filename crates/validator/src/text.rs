//! Lines and columns of a text.

use crate::reading::Span;
use crate::report::Location;

/// Finds lines and columns; built once per text.
#[derive(Debug)]
pub(crate) struct LineIndex<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl<'a> LineIndex<'a> {
    /// Indexes the line starts of `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        let after_breaks = text
            .bytes()
            .enumerate()
            .filter(|&(_, b)| b == b'\n')
            .map(|(i, _)| i + 1);
        Self {
            text,
            starts: std::iter::once(0).chain(after_breaks).collect(),
        }
    }

    /// The location of a span; ends are moved onto character boundaries inside the text.
    pub(crate) fn locate(&self, span: &Span) -> Location {
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
            column: self.text[line_start..start].chars().count() + 1,
        }
    }
}
