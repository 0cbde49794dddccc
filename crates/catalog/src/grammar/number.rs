//! `number`: a number in decimal or hexadecimal, with or without a fraction, within `minimum` and
//! `maximum`.

use super::build::consequence;
use super::c_number::stod;
use super::integer::out_of_range;
use super::{Context, Fault, Finding, Reading};
use crate::Gathered;
use crate::prelude::*;

/// Reads a number; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if value.trim().is_empty() || !context.complete {
        return Reading::accepted();
    }
    match stod(value) {
        Ok((number, end)) if value[end..].trim().is_empty() && number.is_finite() => {
            let limits = &context.variable.grammar_options;
            // A fraction beyond a limit counts as the whole number beyond it.
            let whole = number as i64;
            let above = limits.maximum.is_some_and(|most| number > most as f64);
            let beyond = match whole as f64 {
                cut if above => i64::from(cut < number),
                cut => -i64::from(cut > number),
            };
            let finding = out_of_range(value, whole.saturating_add(beyond), context);
            Reading::by_findings(finding.into_iter().gathered(), context)
        }
        _ => {
            let message = format!("`{value}` is not a number; {}", consequence(context));
            let finding = Finding::error(Fault::NotNumber, 0..value.len(), message);
            Reading::by_findings(vec![finding], context)
        }
    }
}
