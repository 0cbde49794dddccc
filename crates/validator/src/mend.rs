//! The offered edits of a report, made in its text.

use alloc::collections::BTreeMap;
use readpoint_catalog::prelude::*;

use crate::{Edit, Input};

/// The text with every offered edit applied. The edits of a finding are made together or not at
/// all: where one of them touches another finding's, the next check offers them again.
///
/// `input` is what [`check`](crate::check) said of this text.
#[must_use]
pub fn mend(text: &str, input: &Input) -> String {
    let mut taken: BTreeMap<(usize, usize), &Edit> = BTreeMap::new();
    for diagnostic in &input.diagnostics {
        if diagnostic.edits.iter().all(|edit| fits(edit, &taken)) {
            let edits = diagnostic.edits.iter();
            taken.extend(edits.map(|edit| ((edit.start, edit.end), edit)));
        }
    }
    let mut mended = String::with_capacity(text.len());
    let mut done = 0;
    for edit in taken.into_values() {
        mended.push_str(&text[done..edit.start]);
        mended.push_str(&edit.text);
        done = edit.end;
    }
    mended.push_str(&text[done..]);
    mended
}

/// Whether an edit is one of those taken, or touches none of them.
fn fits(edit: &Edit, taken: &BTreeMap<(usize, usize), &Edit>) -> bool {
    let place = (edit.start, edit.end);
    let before = taken.range(..=place).next_back();
    let after = taken.range((edit.start, edit.end + 1)..).next();
    let ends_before = |it: &Edit| it.end <= edit.start && it.start < edit.start;
    let begins_after = |it: &Edit| edit.end <= it.start && edit.start < it.start;
    before.is_none_or(|(_, it)| *it == edit || ends_before(it))
        && after.is_none_or(|(_, it)| begins_after(it))
}
