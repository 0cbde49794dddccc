//! `nccl-debug`: a level by name, in any letter case; other text is ignored, and nothing is
//! printed. Blanks around the word do not matter since NCCL 2.30.7; before, they are part of it.

use super::build::meant;
use super::c_number::is_space;
use super::nccl_wheel::nccl;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;
use crate::{Severity, Version};

/// The first NCCL that takes blanks away.
const TRIMS: Version = Version::new(2, 30, 7);

/// Reads the level.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = ["VERSION", "WARN", "INFO", "ABORT", "TRACE"].map(String::from);
    let word = value.trim_matches(is_space);
    let upper = word.to_ascii_uppercase();
    let fits = |word: &String| {
        if context.complete {
            *word == upper
        } else {
            word.starts_with(&upper)
        }
    };
    let range = 0..value.len();
    let known = words.iter().any(fits);
    if known && word != value && context.complete && nccl(context.torch) < TRIMS {
        let message = format!(
            "the blank beside `{word}` is part of the word for NCCL {}, which ignores it and prints nothing",
            nccl(context.torch)
        );
        return Reading::ignored(Finding::error(Fault::Syntax, range, message).write(word));
    }
    if known || upper.is_empty() {
        return Reading::accepted();
    }
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
