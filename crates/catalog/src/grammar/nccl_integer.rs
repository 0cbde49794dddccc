//! `nccl-integer`: `strtoll` with base 0, as all of NCCL's numeric parameters are read. Text is 0,
//! a leading 0 means octal, and what follows the digits is not looked at.

use super::build::digit;
use super::c_number::integer;
use super::integer::{is_switch, out_of_range};
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads a numeric parameter; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if value.is_empty() || !context.complete {
        return Reading::accepted();
    }
    let range = 0..value.len();
    let Some(number) = integer(value, 0) else {
        return text(value, context);
    };
    let Ok(read) = i64::try_from(number.value()) else {
        let message = format!("`{value}` is more than 64 bits hold; NCCL keeps its default");
        let finding = Finding::error(Fault::OutOfRange, range, message);
        return Reading::ignored(finding.help("write a smaller number"));
    };
    if !value[number.end..].trim().is_empty() {
        let message =
            format!("`{value}` is read as {read}; NCCL does not look at what follows the digits");
        return Reading::ignored(
            Finding::error(Fault::Misread, range, message)
                .help("write the number alone, without a unit"),
        );
    }
    if number.base == 8 && number.magnitude > 7 {
        let message = format!("`{value}` is read as {read}: a leading 0 means octal");
        let sign = if number.negative { "-" } else { "" };
        let digits = value.trim().trim_start_matches(['+', '-', '0']);
        let plain = format!("{sign}{digits}");
        return Reading::ignored(Finding::error(Fault::Misread, range, message).write(&plain));
    }
    match out_of_range(value, read, context) {
        Some(finding) => Reading::noted(Finding {
            severity: Severity::Warning,
            ..finding
        }),
        None => Reading::accepted(),
    }
}

/// Text is 0 for NCCL, whatever it says.
fn text(value: &str, context: &Context<'_>) -> Reading {
    let meant = digit(value);
    let switch = is_switch(context) || context.variable.grammar_options.maximum.is_none();
    let message = format!("`{value}` is read as 0: NCCL takes numbers only and says nothing");
    let severity = if meant == Some("0") {
        Severity::Warning
    } else {
        Severity::Error
    };
    let finding =
        Finding::new(severity, Fault::Misread, 0..value.len(), message).help("write a number");
    Reading::ignored(finding.maybe_write(meant.filter(|_| switch)))
}
