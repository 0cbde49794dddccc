//! `digits`: a number in digits alone, as Python's `str.isdigit` has it: no sign, no blank. What
//! is more than digits, and the empty value, is as if unset.

use super::build::consequence;
use super::integer::out_of_range;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;
use crate::{Gathered, Severity};

/// Reads a number in digits.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let digits = value.chars().all(|c| c.is_ascii_digit());
    if !context.complete && digits {
        return Reading::accepted();
    }
    if value.is_empty() {
        let message = "the empty value counts as not set".to_owned();
        let finding = Finding::new(Severity::Info, Fault::NoEffect, 0..0, message);
        return Reading::ignored(finding.help("unset it, or write a number"));
    }
    if digits {
        let finding = out_of_range(value, value.parse().unwrap_or(i64::MAX), context);
        return Reading::by_findings(finding.into_iter().gathered(), context);
    }
    let message = format!("`{value}` is more than digits; {}", consequence(context));
    let plain = Some(value.trim())
        .filter(|it| context.complete && !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()));
    let finding = Finding::error(Fault::NotNumber, 0..value.len(), message)
        .help("write digits alone")
        .maybe_write(plain);
    Reading::by_findings(vec![finding], context)
}
