//! `distributed-debug`: `OFF`, `INFO` or `DETAIL` in any letter case; all else, the empty value
//! too, raises while `torch.distributed` is imported.

use super::build::meant;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads the level.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = ["OFF", "INFO", "DETAIL"].map(String::from);
    let upper = value.to_ascii_uppercase();
    let fits = |word: &String| {
        if context.complete {
            *word == upper
        } else {
            word.starts_with(&upper)
        }
    };
    if words.iter().any(fits) {
        return Reading::accepted();
    }
    let shown = if value.is_empty() {
        "the empty value".to_owned()
    } else {
        format!("`{value}`")
    };
    let message = format!("{shown} is no debug level; `import torch` raises a ValueError");
    let word = meant(value, &words).filter(|_| context.complete && !value.is_empty());
    Reading::rejected(
        Finding::error(Fault::UnknownWord, 0..value.len(), message)
            .help("write `OFF`, `INFO` or `DETAIL`")
            .maybe_write(word),
    )
}
