//! What holds for every report of every text: pieces of the text, edits that can be made.

use readpoint_validator::{Diagnostic, Edit, Input};

/// Checks a report's input against its text; gives what is wrong.
///
/// # Errors
///
/// A span or an edit that is no piece of the text, or edits of one finding that overlap.
pub fn sound(text: &str, input: &Input) -> Result<(), String> {
    for launch in &input.launches {
        inside(text, launch.span.start, launch.span.end)?;
    }
    for diagnostic in &input.diagnostics {
        inside(text, diagnostic.span.start, diagnostic.span.end)?;
        orderly(text, &diagnostic.edits)?;
    }
    Ok(())
}

fn inside(text: &str, start: usize, end: usize) -> Result<(), String> {
    let piece = text.get(start..end);
    piece
        .map(|_| ())
        .ok_or_else(|| format!("{start}..{end} is no piece of {text:?}"))
}

/// Edits lie inside the text and do not overlap.
fn orderly(text: &str, edits: &[Edit]) -> Result<(), String> {
    let mut spans: Vec<_> = edits.iter().map(|it| (it.start, it.end)).collect();
    spans.sort_unstable();
    for &(start, end) in &spans {
        inside(text, start, end)?;
    }
    if spans
        .windows(2)
        .any(|pair| pair[0].1 > pair[1].0 || pair[0] == pair[1])
    {
        return Err(format!("edits overlap: {spans:?} in {text:?}"));
    }
    Ok(())
}

/// The text after the edits of one finding.
#[must_use]
pub fn applied(text: &str, finding: &Diagnostic) -> String {
    let mut edits: Vec<_> = finding.edits.iter().collect();
    edits.sort_by_key(|it| std::cmp::Reverse(it.start));
    let mut text = text.to_owned();
    for edit in edits {
        text.replace_range(edit.start..edit.end, &edit.text);
    }
    text
}
