//! `cvar-integer`: `std::stoi`, as in `c10d::getCvarInt`: what follows the digits is not looked
//! at, and text without digits is an error.

use super::build::consequence;
use super::c_number::{NumberError, integer, stoi};
use super::integer::out_of_range;
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads an integer.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let range = 0..value.len();
    if !context.complete {
        return Reading::accepted();
    }
    let number = match stoi(value) {
        Ok(number) => number,
        Err(error) => {
            let shown = if value.is_empty() {
                "the empty value".to_owned()
            } else {
                format!("`{value}`")
            };
            let (fault, what) = match error {
                NumberError::NotNumber => (Fault::NotNumber, "does not begin with a whole number"),
                NumberError::TooLarge => {
                    (Fault::OutOfRange, "is more than the reader's integer holds")
                }
            };
            let message = format!("{shown} {what}; {}", consequence(context));
            let finding = Finding::error(fault, range, message).help("write a whole number");
            return Reading::by_findings(vec![finding], context);
        }
    };
    if let Some(finding) = out_of_range(value, i64::from(number), context) {
        return Reading::by_findings(vec![finding], context);
    }
    let end = integer(value, 10).map_or(0, |it| it.end);
    if value[end..].trim().is_empty() {
        return Reading::accepted();
    }
    let message =
        format!("`{value}` is read as {number}; what follows the digits is not looked at");
    let finding = Finding::new(Severity::Warning, Fault::Misread, range, message);
    Reading::ignored(finding.help("write the number alone"))
}
