//! Redirections and here-documents.

use super::super::source::Source;
use super::super::syntax::{Redirect, RedirectKind, Segment, SegmentKind, Word};
use super::word::Place;
use super::{Parsed, Parser};
use readpoint_catalog::prelude::*;

/// The operators, longest first.
const OPERATORS: &[(&str, RedirectKind)] = &[
    ("&>>", RedirectKind::Append),
    ("<<<", RedirectKind::Text),
    ("&>", RedirectKind::Write),
    (">>", RedirectKind::Append),
    (">|", RedirectKind::Write),
    (">&", RedirectKind::Duplicate),
    ("<&", RedirectKind::DuplicateInput),
    ("<>", RedirectKind::Read),
    (">", RedirectKind::Write),
    ("<", RedirectKind::Read),
];

impl Parser<'_> {
    /// Reads a redirection, if one stands next.
    pub(super) fn redirect(&mut self) -> Parsed<Option<Redirect>> {
        let start = self.at;
        let rest = &self.text[start..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let prefix = if digits > 0 {
            digits
        } else {
            variable_descriptor(rest)
        };
        let behind = &rest[prefix..];
        if !behind.starts_with(['<', '>', '&'])
            || (behind.starts_with("<(") || behind.starts_with(">(")) && prefix == 0
        {
            return Ok(None);
        }
        let descriptor = rest[..digits].parse().ok();
        if behind.starts_with("<<") && !behind.starts_with("<<<") {
            self.at += prefix + 2;
            return self.heredoc(start, descriptor).map(Some);
        }
        let Some((operator, kind)) = OPERATORS.iter().find(|(op, _)| behind.starts_with(op)) else {
            return Ok(None);
        };
        self.at += prefix + operator.len();
        self.skip_blanks();
        let target = self.word(Place::Command)?;
        if target.segments.is_empty() {
            return Err(self.failure());
        }
        Ok(Some(Redirect {
            descriptor: descriptor.or(operator.starts_with('&').then_some(1)),
            kind: *kind,
            target,
            span: self.span(start, self.at),
        }))
    }

    /// A here-document behind its `<<`: the text lies behind the end of this line.
    fn heredoc(&mut self, start: usize, descriptor: Option<u32>) -> Parsed<Redirect> {
        let strip_tabs = self.take("-");
        self.skip_blanks();
        let delimiter = self.word(Place::Command)?;
        if delimiter.segments.is_empty() {
            return Err(self.failure());
        }
        let quoted = delimiter.segments.iter().any(|segment| segment.quoted);
        let end_word = delimiter.literal().unwrap_or_default();
        let span = self.span(start, self.at);
        let from = self.heredoc_end.unwrap_or_else(|| self.next_line());
        let (body, behind) = self.heredoc_lines(from, &end_word, strip_tabs);
        self.heredoc_end = Some(behind);
        let target = self.heredoc_word(&body, quoted)?;
        Ok(Redirect {
            descriptor,
            kind: RedirectKind::Text,
            target,
            span,
        })
    }

    /// The start of the line behind the current one, continuations counted in.
    fn next_line(&self) -> usize {
        let mut at = self.at;
        loop {
            at = self.line_end(at);
            let continued = self.text[..at].ends_with('\\');
            at = (at + 1).min(self.text.len());
            if !continued || at == self.text.len() {
                return at;
            }
        }
    }

    /// The lines up to the delimiter, as a text of its own, and where reading goes on.
    fn heredoc_lines(&self, from: usize, delimiter: &str, strip_tabs: bool) -> (Source, usize) {
        let mut body = Source::from_parts(&[]);
        let mut at = from;
        while at < self.text.len() {
            let end = self.line_end(at);
            let line = &self.text[at..end];
            let tabs = line.len() - line.trim_start_matches('\t').len();
            let skipped = if strip_tabs { tabs } else { 0 };
            let next = (end + 1).min(self.text.len());
            if &line[skipped..] == delimiter {
                return (body, next);
            }
            let (span, verbatim) = self.source.span(at + skipped, next);
            body.push(&crate::reading::Part {
                text: Some(self.text[at + skipped..next].to_owned()),
                span,
                origin: super::super::source::origin(verbatim, true),
            });
            at = next;
        }
        (body, at)
    }

    fn heredoc_word(&mut self, body: &Source, quoted: bool) -> Parsed<Word> {
        let mut inner = Parser {
            source: body,
            text: &body.text,
            at: 0,
            depth: self.depth,
            unit: self.unit,
            heredoc_end: None,
            slips: Vec::new(),
        };
        let mut segments: Vec<Segment> = Vec::new();
        if quoted {
            inner.at = body.text.len();
            inner.push_text(&mut segments, 0, true);
        } else if inner.quoted_until(None, &mut segments).is_err() {
            segments.clear();
            inner.push(&mut segments, SegmentKind::Hole, true, 0);
        }
        let span = inner.span(0, body.text.len());
        Ok(Word { segments, span })
    }
}

/// The length of `{name}` in front of a redirection.
fn variable_descriptor(rest: &str) -> usize {
    let Some(inner) = rest.strip_prefix('{') else {
        return 0;
    };
    let length = super::super::syntax::name_length(inner);
    let closed =
        length > 0 && inner[length..].starts_with("}>") || inner[length..].starts_with("}<");
    if closed && length > 0 { length + 2 } else { 0 }
}
