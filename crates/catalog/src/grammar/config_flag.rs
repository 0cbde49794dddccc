//! `config-flag`: a torch config module takes `1` and `0`; any other text is stored as that text,
//! and a text that is not empty counts as true.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads a flag of a config module.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if matches!(value, "0" | "1" | "") || !context.complete {
        return Reading::accepted();
    }
    let range = 0..value.len();
    match digit(value) {
        Some("1") => {
            let message = format!("`{value}` is stored as text, which counts as true");
            Reading::noted(
                Finding::new(Severity::Info, Fault::NotBoolean, range, message).write("1"),
            )
        }
        off => {
            let message =
                format!("only `1` and `0` are read as a flag; the text `{value}` counts as true");
            Reading::ignored(
                Finding::error(Fault::NotBoolean, range, message)
                    .help("write `1` or `0`")
                    .maybe_write(off),
            )
        }
    }
}
