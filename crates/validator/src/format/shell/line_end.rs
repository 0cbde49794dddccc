//! Line ends of Windows: to a shell the carriage return is a letter like any other.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use crate::reading::{Reading, Slip, SlipKind};

/// Says once that a carriage return becomes part of what is run, and takes all of them out.
pub(super) fn slip(text: &str, reading: &Reading) -> Option<Slip> {
    let ends: Vec<usize> = text.match_indices("\r\n").map(|(at, _)| at).gathered();
    let spoiled = reading.assignments.iter().find(|assignment| {
        let last = assignment.value.parts.last();
        let last = last.and_then(|part| part.text.as_deref());
        last.is_some_and(|text| text.ends_with('\r'))
    });
    let span = match (spoiled, ends.first()) {
        (Some(assignment), _) => assignment.span.clone(),
        (None, Some(&at)) if runs(reading) => at..at + 1,
        _ => return None,
    };
    let edits = ends.iter().map(|&at| (at..at + 1, String::new()));
    Some(Slip {
        kind: SlipKind::CarriageReturn,
        name: spoiled.map(|assignment| assignment.name.clone()),
        span,
        edits: edits.gathered(),
    })
}

/// Whether the text is more than comments.
fn runs(reading: &Reading) -> bool {
    let mut slips = reading.slips.iter();
    !reading.launches.is_empty() || slips.any(|slip| slip.kind == SlipKind::Unparsed)
}
