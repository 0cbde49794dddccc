//! Applying edits, and showing what they change.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Context;
use camino::Utf8Path;
use readpoint_validator::{Edit, Input};
use similar::TextDiff;

/// The text with every offered edit applied. The edits of a finding are made together or not at
/// all: where one of them touches another finding's, the next run offers them again.
pub(crate) fn apply(text: &str, input: &Input) -> String {
    let mut taken: BTreeMap<(usize, usize), &Edit> = BTreeMap::new();
    for diagnostic in &input.diagnostics {
        if diagnostic.edits.iter().all(|edit| fits(edit, &taken)) {
            taken.extend(
                diagnostic
                    .edits
                    .iter()
                    .map(|edit| ((edit.start, edit.end), edit)),
            );
        }
    }
    let mut fixed = String::with_capacity(text.len());
    let mut done = 0;
    for edit in taken.into_values() {
        fixed.push_str(&text[done..edit.start]);
        fixed.push_str(&edit.text);
        done = edit.end;
    }
    fixed.push_str(&text[done..]);
    fixed
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

/// A unified diff of two texts under one path.
pub(crate) fn diff(path: &Utf8Path, before: &str, after: &str) -> String {
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff()
        .header(&format!("a/{path}"), &format!("b/{path}"))
        .to_string()
}

/// Replaces a file in one step: a reader sees the old text or the new one, never half of it.
pub(crate) fn replace(path: &Utf8Path, text: &str) -> anyhow::Result<()> {
    let target = path
        .canonicalize_utf8()
        .with_context(|| format!("{path} could not be found"))?;
    let folder = target.parent().context("a file stands in a folder")?;
    let mut file = tempfile::NamedTempFile::new_in(folder)
        .with_context(|| format!("no file can be made in {folder}"))?;
    file.write_all(text.as_bytes())?;
    file.as_file()
        .set_permissions(std::fs::metadata(&target)?.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&target)
        .with_context(|| format!("{path} could not be replaced"))?;
    Ok(())
}
