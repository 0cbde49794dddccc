//! Applying edits, and showing what they change.

use std::io::Write;

use anyhow::Context;
use camino::Utf8Path;
use readpoint_validator::{Edit, Input};
use similar::TextDiff;

/// The text with every offered edit applied. Edits that overlap an earlier one are left out; the
/// next run offers them again.
pub(crate) fn apply(text: &str, input: &Input) -> String {
    let mut edits: Vec<&Edit> = input.diagnostics.iter().flat_map(|it| &it.edits).collect();
    edits.sort_by_key(|edit| (edit.start, edit.end));
    edits.dedup();
    let mut fixed = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        if edit.start < done {
            continue;
        }
        fixed.push_str(&text[done..edit.start]);
        fixed.push_str(&edit.text);
        done = edit.end;
    }
    fixed.push_str(&text[done..]);
    fixed
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
