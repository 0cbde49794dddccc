//! `integer`: a plain decimal integer, within `minimum` and `maximum`.

use super::build::consequence;
use super::{Context, Fault, Finding, Reading};
use crate::Gathered;
use crate::prelude::*;

/// Reads an integer; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let text = value.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let plain =
        digits.chars().all(|c| c.is_ascii_digit()) && !(digits.is_empty() && context.complete);
    if text.is_empty() || plain && !context.complete {
        return Reading::accepted();
    }
    if !plain {
        let message = format!("`{value}` is not a whole number; {}", consequence(context));
        let finding = Finding::error(Fault::NotNumber, 0..value.len(), message);
        let finding =
            finding.maybe_write(super::build::digit(value).filter(|_| is_switch(context)));
        return Reading::by_findings(vec![finding], context);
    }
    let number = text
        .trim_start_matches('+')
        .parse()
        .unwrap_or(if text.starts_with('-') {
            i64::MIN
        } else {
            i64::MAX
        });
    Reading::by_findings(
        out_of_range(value, number, context).into_iter().gathered(),
        context,
    )
}

/// Whether only 0 and 1 are accepted.
pub(super) fn is_switch(context: &Context<'_>) -> bool {
    let options = &context.variable.grammar_options;
    options.minimum == Some(0) && options.maximum == Some(1)
}

/// The finding for a number outside of the options' range.
pub(super) fn out_of_range(value: &str, number: i64, context: &Context<'_>) -> Option<Finding> {
    let options = &context.variable.grammar_options;
    let unit = options
        .unit
        .as_ref()
        .map_or_else(String::new, |unit| format!(" ({unit})"));
    let bound = match (options.minimum, options.maximum) {
        (Some(least), _) if number < least => format!("below {least}, the smallest that counts"),
        (_, Some(most)) if number > most => format!("above {most}, the largest that counts"),
        _ => return None,
    };
    let message = format!("`{value}`{unit} is {bound}; {}", consequence(context));
    let finding = Finding::error(Fault::OutOfRange, 0..value.len(), message);
    Some(finding.help(match (options.minimum, options.maximum) {
        (Some(least), Some(most)) => format!("write a number from {least} to {most}"),
        (Some(least), None) => format!("write a number from {least} up"),
        (None, most) => format!("write a number up to {}", most.unwrap_or(i64::MAX)),
    }))
}
