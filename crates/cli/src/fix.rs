//! Showing what edits change in a file, and replacing it.

use std::io::Write;

use anyhow::Context;
use camino::Utf8Path;
use similar::TextDiff;

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
