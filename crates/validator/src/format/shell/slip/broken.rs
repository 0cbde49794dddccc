//! A blank behind the backslash at the end of a line: the line ends there, and what stands on the
//! next one is a command of its own.

use super::super::assign;
use super::super::builtin::is_declaration;
use super::super::syntax::{Segment, SegmentKind, Simple, Word};
use super::is_variable;
use crate::reading::{Slip, SlipKind, Span};
use readpoint_catalog::prelude::*;

/// Looks at the end of a command that is followed by another line. `blanks` are those at its end,
/// and whether they stand there as they are.
pub(in super::super) fn line(simple: &Simple, blanks: (Span, bool), slips: &mut Vec<Slip>) {
    let word = simple.words.last();
    let value = simple.assigns.last().map(|it| &it.value);
    let last = word.or(value).and_then(|word| word.segments.last());
    if !last.is_some_and(is_blank) {
        return;
    }
    // What `export` has set by then is set.
    let first = simple.words.first().and_then(Word::literal);
    let declares = first.is_some_and(|name| is_declaration(&name));
    let words = simple.words.iter().rev().filter_map(assign::split);
    let settings = words.chain(simple.assigns.iter().rev().cloned());
    let mut names = settings.map(|it| it.name).filter(|_| !declares);
    let (blanks, exact) = blanks;
    slips.push(Slip {
        kind: SlipKind::BrokenLine,
        name: names.find(|name| is_variable(name)),
        span: blanks.start.saturating_sub(1)..blanks.end,
        edits: match exact {
            true => vec![(blanks, String::new())],
            false => Vec::new(),
        },
    });
}

/// `\ `: the backslash makes a letter of the blank.
fn is_blank(segment: &Segment) -> bool {
    match &segment.kind {
        SegmentKind::Text(text, false) => segment.quoted && matches!(text.as_str(), " " | "\t"),
        _ => false,
    }
}
