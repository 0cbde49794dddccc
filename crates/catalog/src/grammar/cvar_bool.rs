//! `cvar-bool`: `c10d::getCvarBool` takes y, yes, 1, t, true and n, no, 0, f, false in any letter
//! case, and raises for everything else, the empty value too.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

const WORDS: [&str; 10] = ["y", "yes", "1", "t", "true", "n", "no", "0", "f", "false"];

/// Reads a switch of the distributed package.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let lower = value.to_ascii_lowercase();
    let fits = |word: &&str| {
        if context.complete {
            **word == lower
        } else {
            word.starts_with(&lower)
        }
    };
    if WORDS.iter().any(fits) {
        return Reading::accepted();
    }
    let shown = if value.is_empty() {
        "the empty value".to_owned()
    } else {
        format!("`{value}`")
    };
    let message = format!("{shown} is not a boolean for this reader; reading it raises an error");
    let finding =
        Finding::error(Fault::NotBoolean, 0..value.len(), message).help("write `1` or `0`");
    Reading::rejected(finding.maybe_write(digit(value).filter(|_| context.complete)))
}
