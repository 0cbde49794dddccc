//! `python-integer`: Python's `int()`: digits with single underscores between them, a sign, blanks
//! around. Everything else, the empty value too, raises.

use super::build::consequence;
use super::integer::out_of_range;
use super::{Context, Fault, Finding, Reading};
use crate::Gathered;
use crate::prelude::*;

/// Reads an integer.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete {
        return Reading::accepted();
    }
    let Some(number) = int(value) else {
        let shown = if value.is_empty() {
            "the empty value".to_owned()
        } else {
            format!("`{value}`")
        };
        let message = format!("{shown} is not a whole number; {}", consequence(context));
        let finding = Finding::error(Fault::NotNumber, 0..value.len(), message);
        return Reading::by_findings(vec![finding], context);
    };
    let finding = out_of_range(value, number, context);
    Reading::by_findings(finding.into_iter().gathered(), context)
}

/// `int(text)`, held at the ends of the range where it is larger.
fn int(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sound = digits
        .split('_')
        .all(|part| !part.is_empty() && part.chars().all(|c| c.is_ascii_digit()));
    let limit = if text.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    sound.then(|| text.replace('_', "").parse().unwrap_or(limit))
}
