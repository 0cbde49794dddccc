//! `one-character-flag`: exactly `0` or `1`; anything longer or other is ignored without a word.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads a flag.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if matches!(value, "" | "0" | "1") {
        return Reading::accepted();
    }
    let message =
        format!("only the single character `0` or `1` counts; `{value}` is ignored without a word");
    let finding =
        Finding::error(Fault::NotBoolean, 0..value.len(), message).help("write `0` or `1`");
    Reading::ignored(finding.maybe_write(digit(value).filter(|_| context.complete)))
}
