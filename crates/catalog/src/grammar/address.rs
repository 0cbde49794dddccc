//! `address`: the name or address of a host. The empty value counts as a missing variable, and
//! blanks as part of the name, which then is nobody's.

use super::build::consequence;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;

/// Reads an address.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let blank = value.contains(char::is_whitespace);
    if !context.complete || !value.is_empty() && !blank {
        return Reading::accepted();
    }
    let raises = consequence(context);
    let message = if value.is_empty() {
        format!("the empty value counts as not set; {raises}")
    } else {
        format!("a blank counts as part of the name `{value}`, which no host has; {raises}")
    };
    let plain = Some(value.trim()).filter(|it| !it.is_empty() && !it.contains(char::is_whitespace));
    let finding = Finding::error(Fault::Syntax, 0..value.len(), message)
        .help("write a host name or an address")
        .maybe_write(plain);
    Reading::by_findings(vec![finding], context)
}
