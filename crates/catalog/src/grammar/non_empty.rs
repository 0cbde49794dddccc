//! `non-empty`: on for any text, off for the empty value.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads a switch whose text is not looked at.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete || digit(value) != Some("0") {
        return Reading::accepted();
    }
    let message = format!(
        "torch {} takes any text for on; `{value}` switches it on",
        context.torch
    );
    Reading::ignored(
        Finding::error(Fault::Misread, 0..value.len(), message).help("unset the variable"),
    )
}
