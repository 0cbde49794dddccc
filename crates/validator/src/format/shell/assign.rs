//! Words that are assignments: `NAME=value`, `NAME+=value`, `NAME[index]=value`.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::syntax::{Assign, Segment, SegmentKind, Word, name_length};
use crate::reading::Span;

/// Takes a word apart at its `=`, if it is an assignment.
pub(super) fn split(word: &Word) -> Option<Assign> {
    let first = word.segments.first()?;
    let text = unquoted(first)?;
    let length = name_length(text);
    if length == 0 {
        return None;
    }
    let name = text[..length].to_owned();
    let name_span = slice(first, 0, length).span;
    let rest = &text[length..];
    let (index, operator_at) = if rest.starts_with('[') {
        let (index, at) = index(word, length)?;
        (Some(index), at)
    } else {
        (None, (0, length))
    };
    let (segment, offset) = operator_at;
    let operator = &unquoted(&word.segments[segment])?[offset..];
    let append = operator.starts_with("+=");
    if !append && !operator.starts_with('=') {
        return None;
    }
    let value = tail(word, segment, offset + 1 + usize::from(append));
    Some(Assign {
        name,
        name_span,
        index,
        append,
        value,
        span: word.span.clone(),
    })
}

/// `[…]` behind a name: the index, and the segment and byte behind the `]`.
fn index(word: &Word, open: usize) -> Option<(Word, (usize, usize))> {
    let mut segments = Vec::new();
    for (number, segment) in word.segments.iter().enumerate() {
        let from = if number == 0 { open + 1 } else { 0 };
        let Some(text) = unquoted(segment) else {
            segments.push(segment.clone());
            continue;
        };
        let close = text.get(from..)?.find(']');
        let end = close.map_or(text.len(), |at| from + at);
        if end > from {
            segments.push(slice(segment, from, end));
        }
        if close.is_some() {
            let span = word.span.clone();
            return Some((Word { segments, span }, (number, end + 1)));
        }
    }
    None
}

/// What follows byte `offset` of a segment.
fn tail(word: &Word, segment: usize, offset: usize) -> Word {
    let first = &word.segments[segment];
    let rest = slice(first, offset, length(first));
    let start = if rest.span.is_empty() || is_verbatim(first) {
        rest.span.start
    } else {
        first.span.end
    };
    let mut segments = Vec::new();
    if length(first) > offset {
        segments.push(rest);
    }
    segments.add_all(word.segments[segment + 1..].iter().cloned());
    let span: Span = start.min(word.span.end)..word.span.end;
    Word { segments, span }
}

fn unquoted(segment: &Segment) -> Option<&str> {
    match &segment.kind {
        SegmentKind::Text(text, _) if !segment.quoted => Some(text),
        _ => None,
    }
}

fn is_verbatim(segment: &Segment) -> bool {
    matches!(&segment.kind, SegmentKind::Text(_, true))
}

fn length(segment: &Segment) -> usize {
    match &segment.kind {
        SegmentKind::Text(text, _) => text.len(),
        _ => 0,
    }
}

/// Bytes `start..end` of a text segment.
fn slice(segment: &Segment, start: usize, end: usize) -> Segment {
    let SegmentKind::Text(text, verbatim) = &segment.kind else {
        return segment.clone();
    };
    let span = if *verbatim {
        segment.span.start + start..segment.span.start + end
    } else {
        segment.span.clone()
    };
    Segment {
        kind: SegmentKind::Text(text[start..end].to_owned(), *verbatim),
        quoted: segment.quoted,
        span,
    }
}
