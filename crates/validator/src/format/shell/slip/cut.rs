//! Values that end sooner than they were meant to: at a blank, `;`, `>`.

use super::super::assign;
use super::super::command::is_program;
use super::super::syntax::{Assign, Command, Item, Redirect, RedirectKind, Simple, Word};
use super::{assignments, is_variable, slip};
use crate::reading::{Slip, SlipKind};
use readpoint_catalog::prelude::*;

/// Looks at the seam between two commands: an unquoted `;` inside a value.
pub(in super::super) fn between(before: &Item, after: &Item, slips: &mut Vec<Slip>) {
    let (Some(left), Some(right)) = (last_simple(before), first_simple(after)) else {
        return;
    };
    if left.span.end + 1 != right.span.start || !before.rest.is_empty() {
        return;
    }
    let Some(word) = right.words.first().filter(|_| right.assigns.is_empty()) else {
        return;
    };
    if word
        .literal()
        .is_none_or(|text| is_program(&text) || text.is_empty())
    {
        return;
    }
    if let Some(start) = slips.iter().position(|slip| continues(slip, left)) {
        extend(&mut slips[start], word);
        return;
    }
    let Some(assignment) = assignments(left)
        .pop()
        .filter(|it| it.span.end == left.span.end)
    else {
        return;
    };
    slips.push(cut(&assignment, word.span.end));
}

fn last_simple(item: &Item) -> Option<&Simple> {
    match item.first.commands.last()? {
        Command::Simple(simple) => Some(simple),
        _ => None,
    }
}

fn first_simple(item: &Item) -> Option<&Simple> {
    match item.first.commands.first()? {
        Command::Simple(simple) => Some(simple),
        _ => None,
    }
}

fn continues(slip: &Slip, left: &Simple) -> bool {
    slip.kind == SlipKind::ValueCut && slip.span.end == left.span.end
}

fn extend(slip: &mut Slip, word: &Word) {
    slip.span.end = word.span.end;
    if let Some((span, _)) = slip.edits.last_mut() {
        *span = word.span.end..word.span.end;
    }
}

/// A value that goes on up to `end`, and the quotes that it lacks.
fn cut(assignment: &Assign, end: usize) -> Slip {
    let start = assignment.value.span.start;
    let bare = assignment.value.bare().is_some();
    Slip {
        kind: SlipKind::ValueCut,
        name: Some(assignment.name.clone()),
        span: assignment.span.start..end,
        edits: if bare {
            vec![(start..start, "\"".into()), (end..end, "\"".into())]
        } else {
            Vec::new()
        },
    }
}

/// Assignments in front of what cannot be a program: `X=0, 1 python`, `X= 0 python`.
pub(super) fn prefix(simple: &Simple, slips: &mut Vec<Slip>) {
    let Some(assignment) = simple.assigns.last() else {
        return;
    };
    if simple.words.is_empty() || !is_variable(&assignment.name) {
        return;
    }
    let end = assignment.span.end;
    if simple
        .redirects
        .iter()
        .all(|redirect| redirect.span.start != end)
    {
        gap(assignment, &simple.words, slips);
    }
}

/// A value that goes on behind a blank, in `words`.
pub(super) fn gap(assignment: &Assign, words: &[Word], slips: &mut Vec<Slip>) {
    let Some(first) = words
        .first()
        .filter(|first| first.span.start > assignment.span.end)
    else {
        return;
    };
    let Some(text) = first.literal() else {
        return;
    };
    let empty = assignment.value.segments.is_empty();
    let list = assignment
        .value
        .bare()
        .is_some_and(|value| value.ends_with(','));
    let value_goes_on = looks_cut(&text) || (list && !is_program(&text));
    if !value_goes_on || assign::split(first).is_some() {
        return;
    }
    let name = &assignment.name;
    if empty {
        let blank = assignment.span.end..first.span.start;
        let span = assignment.span.start..first.span.end;
        slips.push(slip(
            SlipKind::SpacesAroundEquals,
            name,
            span,
            vec![(blank, String::new())],
        ));
        return;
    }
    let more = words.iter().take_while(|word| {
        word.bare()
            .is_some_and(|text| looks_cut(&text) || text.ends_with(','))
    });
    let count = more.count().max(1);
    let end = words[count - 1].span.end;
    let joins = list
        && words[..count - 1]
            .iter()
            .all(|it| it.bare().is_some_and(|it| it.ends_with(',')));
    if !joins {
        slips.push(cut(assignment, end));
        return;
    }
    let mut edits = Vec::new();
    let mut from = assignment.span.end;
    for word in &words[..count] {
        edits.push((from..word.span.start, String::new()));
        from = word.span.end;
    }
    slips.push(slip(
        SlipKind::ValueCut,
        name,
        assignment.span.start..end,
        edits,
    ));
}

/// Whether a word is a piece of a value rather than a program.
fn looks_cut(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "-:;,".contains(c)) && !text.contains('/')
        || matches!(text, "True" | "False" | "true" | "false")
}

/// A value cut short by `>` or `<`: `[256:1,>:8]`.
pub(super) fn by_redirect(assignment: &Assign, redirects: &[Redirect], slips: &mut Vec<Slip>) {
    let end = assignment.span.end;
    for redirect in redirects {
        let glued = redirect.span.start == end && redirect.kind == RedirectKind::Write;
        let inside = redirect
            .target
            .literal()
            .is_some_and(|text| text.contains([':', ']', ',']));
        if glued && inside && !assignment.value.segments.is_empty() {
            slips.push(cut(assignment, redirect.span.end));
        }
    }
}
