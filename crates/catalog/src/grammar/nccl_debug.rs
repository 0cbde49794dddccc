//! `nccl-debug`: a level by name, in any letter case; other text is ignored, and nothing is
//! printed.

use super::build::meant;
use super::c_number::is_space;
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads the level.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = ["VERSION", "WARN", "INFO", "ABORT", "TRACE"].map(String::from);
    let upper = value.trim_matches(is_space).to_ascii_uppercase();
    let fits = |word: &String| {
        if context.complete {
            *word == upper
        } else {
            word.starts_with(&upper)
        }
    };
    if upper.is_empty() || words.iter().any(fits) {
        return Reading::accepted();
    }
    let range = 0..value.len();
    if matches!(upper.as_str(), "NONE" | "OFF" | "0") {
        let message = format!(
            "`{value}` is no level; it is ignored, so nothing is printed, as without the variable"
        );
        return Reading::ignored(
            Finding::new(Severity::Info, Fault::UnknownWord, range, message)
                .help("unset the variable"),
        );
    }
    let word = match upper.as_str() {
        "WARNING" => Some("WARN"),
        _ => meant(value, &words),
    };
    let message = format!("`{value}` is no level; NCCL ignores it and prints nothing");
    let finding = Finding::error(Fault::UnknownWord, range, message)
        .help("levels: `VERSION`, `WARN`, `INFO`, `TRACE`");
    Reading::ignored(finding.maybe_write(word.filter(|_| context.complete)))
}
