//! `check-env`: `c10::utils::check_env` takes exactly `0` and `1`; anything else is as if unset,
//! with a warning.

use super::build::digit;
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads a switch.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if matches!(value, "0" | "1") || value.is_empty() && !context.complete {
        return Reading::accepted();
    }
    if value.is_empty() {
        let message =
            "the empty value is ignored with a warning, as if the variable were not set".to_owned();
        let finding = Finding::new(Severity::Info, Fault::NotBoolean, 0..0, message);
        return Reading::ignored(finding.help("unset it, or write `0`"));
    }
    let message =
        format!("only `0` and `1` count; torch warns and ignores `{value}`, so the default stays");
    let finding =
        Finding::error(Fault::NotBoolean, 0..value.len(), message).help("write `1` or `0`");
    Reading::ignored(finding.maybe_write(digit(value).filter(|_| context.complete)))
}
