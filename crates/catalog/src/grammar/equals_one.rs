//! `equals-one`: on for exactly `1`, off for everything else, without a word.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads a switch.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let off = digit(value) == Some("0");
    if value == "1" || value.is_empty() || off || !context.complete && "1".starts_with(value) {
        return Reading::accepted();
    }
    let message = format!("only `1` is on; `{value}` is off, without a word");
    let finding = Finding::error(Fault::NotBoolean, 0..value.len(), message).help("write `1`");
    Reading::ignored(finding.maybe_write(digit(value).filter(|_| context.complete)))
}
