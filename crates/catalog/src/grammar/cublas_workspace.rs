//! `cublas-workspace`: `:SIZE:COUNT`, once or twice, sizes in KiB. cuBLAS falls back to
//! its default for anything else; torch takes every match in it.

use super::c_number::integer;
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;
use crate::{Gathered, Severity, Version};

/// First release whose deterministic mode no longer looks at the variable.
const UNCHECKED: Version = Version::new(2, 10, 0);

/// Reads the workspace sizes; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if value.is_empty() {
        return Reading::accepted();
    }
    let range = 0..value.len();
    let number =
        |part: &str| integer(part, 0).is_some_and(|it| it.end == part.len() && !it.negative);
    let parts: Vec<&str> = value.split(':').gathered();
    if !context.complete {
        let lost = !value.starts_with(':');
        let message =
            "the value does not begin with `:`; cuBLAS uses its default workspace".to_owned();
        return if lost {
            Reading::ignored(Finding::error(Fault::Syntax, range, message))
        } else {
            Reading::accepted()
        };
    }
    let (first, rest) = parts
        .split_first()
        .map_or(("", [].as_slice()), |(first, rest)| (*first, rest));
    if !first.is_empty() || !matches!(rest.len(), 2 | 4) || !rest.iter().all(|part| number(part)) {
        let message = format!(
            "`{value}` is not of the form `:SIZE:COUNT`; cuBLAS uses its default workspace"
        );
        let finding = Finding::error(Fault::Syntax, range, message)
            .help("write for example `:4096:8`, sizes in KiB");
        let colon = matches!(parts.len(), 2 | 4) && parts.iter().all(|part| number(part));
        return Reading::ignored(if colon {
            finding.edit(0..0, ":")
        } else {
            finding
        });
    }
    if context.torch < UNCHECKED && !matches!(value, ":4096:8" | ":16:8") {
        let message = format!(
            "deterministic algorithms of torch {} ask for `:4096:8` or `:16:8` and raise for `{value}`",
            context.torch
        );
        return Reading::noted(Finding::new(Severity::Info, Fault::Risky, range, message));
    }
    Reading::accepted()
}
