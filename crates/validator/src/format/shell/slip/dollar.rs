//! A forgotten `$` in front of a variable's own name.

use super::super::assign;
use super::super::syntax::{Assign, SegmentKind, Word};
use super::slip;
use crate::reading::{Slip, SlipKind};
use readpoint_catalog::prelude::*;

/// `PATH=/x:PATH`: an element of the value is the variable's own name.
pub(super) fn missing(assignment: &Assign, slips: &mut Vec<Slip>) {
    for segment in &assignment.value.segments {
        let SegmentKind::Text(text, true) = &segment.kind else {
            continue;
        };
        for at in places(text, &assignment.name) {
            let start = segment.span.start + at;
            slips.push(slip(
                SlipKind::MissingDollar,
                &assignment.name,
                start..start + assignment.name.len(),
                vec![(start..start, "$".into())],
            ));
        }
    }
}

/// Where the name stands as a whole element, or with braces.
fn places(text: &str, name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let element = before.is_none_or(|c| c == ':') && after.is_none_or(|c| c == ':');
        if element && text.len() > name.len() {
            found.push(at);
        } else if before == Some('{') && matches!(after, Some(':' | '}')) {
            found.push(at - 1);
        }
    }
    found
}

/// `{NAME:+…}` as an argument of its own, cut off by a blank.
pub(super) fn missing_argument(words: &[Word], slips: &mut Vec<Slip>) {
    for pair in words.windows(2) {
        let Some(assignment) = assign::split(&pair[0]) else {
            continue;
        };
        let start = format!("{{{}", assignment.name);
        if pair[1]
            .literal_start()
            .is_some_and(|text| text.starts_with(&start))
        {
            let at = pair[1].span.start;
            slips.push(slip(
                SlipKind::MissingDollar,
                &assignment.name,
                pair[1].span.clone(),
                vec![(pair[0].span.end..at, "$".into())],
            ));
        }
    }
}
