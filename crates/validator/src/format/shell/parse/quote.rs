//! Quotes and backticks.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use super::super::source::{HOLE, Source};
use super::super::syntax::{Segment, SegmentKind};
use super::{Failure, Parsed, Parser};

impl Parser<'_> {
    pub(super) fn single(&mut self, segments: &mut Vec<Segment>) -> Parsed<()> {
        self.at += 1;
        let start = self.at;
        let length = self.text[start..].find('\'').ok_or(Failure {
            at: self.text.len(),
            unfinished: true,
        })?;
        self.at += length;
        if length == 0 {
            self.push(segments, SegmentKind::Empty, true, start);
        } else {
            self.push_holes(segments, start);
        }
        self.at += 1;
        Ok(())
    }

    /// Pushes quoted text that may hold unknown pieces.
    fn push_holes(&mut self, segments: &mut Vec<Segment>, mut start: usize) {
        let end = self.at;
        while let Some(length) = self.text[start..end].find(HOLE) {
            self.at = start + length;
            self.push_text(segments, start, true);
            start = self.at;
            self.at += HOLE.len_utf8();
            self.push(segments, SegmentKind::Hole, true, start);
            start = self.at;
        }
        self.at = end;
        self.push_text(segments, start, true);
    }

    pub(super) fn double(&mut self, segments: &mut Vec<Segment>) -> Parsed<()> {
        self.at += 1;
        let count = segments.len();
        self.quoted_until(Some('"'), segments)?;
        if segments.len() == count {
            self.push(segments, SegmentKind::Empty, true, self.at);
        }
        self.expect("\"")
    }

    /// Text as within double quotes, up to `end` or the end of the text.
    pub(super) fn quoted_until(
        &mut self,
        end: Option<char>,
        segments: &mut Vec<Segment>,
    ) -> Parsed<()> {
        while let Some(c) = self.peek().filter(|&c| Some(c) != end) {
            let start = self.at;
            match c {
                '$' => self.dollar(true, segments)?,
                '`' => self.backticks(true, segments)?,
                '\\' => self.quoted_escape(end == Some('"'), segments),
                HOLE => {
                    self.at += HOLE.len_utf8();
                    self.push(segments, SegmentKind::Hole, true, start);
                }
                _ => {
                    let rest = &self.text[start..];
                    let stop = |c: char| "\\$`".contains(c) || Some(c) == end || c == HOLE;
                    self.at += rest.find(stop).unwrap_or(rest.len()).max(c.len_utf8());
                    self.push_text(segments, start, true);
                }
            }
        }
        Ok(())
    }

    fn quoted_escape(&mut self, in_quotes: bool, segments: &mut Vec<Segment>) {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('\n') => self.at += 1,
            Some(c) if "$`\\".contains(c) || (c == '"' && in_quotes) => {
                self.at += 1;
                self.push(
                    segments,
                    SegmentKind::Text(c.to_string(), false),
                    true,
                    start,
                );
            }
            _ => self.push_text(segments, start, true),
        }
    }

    /// `$'…'`
    pub(super) fn ansi(&mut self, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        self.at += 2;
        let body = self.at;
        loop {
            match self.peek() {
                None => return Err(self.failure()),
                Some('\'') => break,
                Some('\\') => {
                    self.at += 1;
                    self.at += self.peek().map_or(0, char::len_utf8);
                }
                Some(c) => self.at += c.len_utf8(),
            }
        }
        let raw = &self.text[body..self.at];
        self.at += 1;
        if raw.is_empty() {
            self.push(segments, SegmentKind::Empty, true, start);
        } else if raw.contains(['\\', HOLE]) {
            let text = super::super::escape::ansi(raw);
            self.push(segments, SegmentKind::Text(text, false), true, start);
        } else {
            self.at -= 1;
            self.push_text(segments, body, true);
            self.at += 1;
        }
        Ok(())
    }

    pub(super) fn backticks(&mut self, quoted: bool, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        let mut at = start + 1;
        let mut inner = Source::from_parts(&[]);
        let mut piece = at;
        loop {
            match self.text[at..].chars().next() {
                None => {
                    return Err(Failure {
                        at: self.text.len(),
                        unfinished: true,
                    });
                }
                Some('`') => break,
                Some('\\') if self.text[at + 1..].starts_with(['`', '\\', '$']) => {
                    self.push_inner(&mut inner, piece, at);
                    piece = at + 1;
                    at += 2;
                }
                Some(c) => at += c.len_utf8(),
            }
        }
        self.push_inner(&mut inner, piece, at);
        self.at = at + 1;
        let script = super::parse(&inner, self.depth + 1, &mut self.slips);
        self.push(
            segments,
            SegmentKind::Command(Rc::new(script)),
            quoted,
            start,
        );
        Ok(())
    }

    fn push_inner(&self, inner: &mut Source, start: usize, end: usize) {
        let (span, verbatim) = self.source.span(start, end);
        inner.push(&crate::reading::Part {
            text: Some(self.text[start..end].to_owned()),
            span,
            origin: super::super::source::origin(verbatim, false),
        });
    }
}
