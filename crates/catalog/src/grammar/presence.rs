//! `presence`: on as soon as the variable is set, whatever to.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads a switch that has no off.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete || !value.is_empty() && digit(value) != Some("0") {
        return Reading::accepted();
    }
    let shown = if value.is_empty() {
        "the empty value".to_owned()
    } else {
        format!("`{value}`")
    };
    let message = format!("{shown} switches it on: any value does, only an unset variable is off");
    Reading::ignored(
        Finding::error(Fault::Misread, 0..value.len(), message).help("unset the variable"),
    )
}
