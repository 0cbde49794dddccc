//! One value of one variable, without a launch text around it.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Catalog, Status, Variable, Version};

use readpoint_catalog::grammar::{self, Verdict, reached};
use serde::Serialize;

use crate::check::located;
use crate::reading::{Assignment, Quoting, Reach, Reading, Setting, Value};
use crate::report::Diagnostic;
use crate::{Kind, rule};

/// What a reader does with a value, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ValueReport {
    /// `accepted`: taken as written; `ignored`: the reader falls back, or nothing reads the name;
    /// `rejected`: the reader raises or aborts.
    pub verdict: Verdict,
    /// Findings; spans are byte offsets into the value.
    pub diagnostics: Vec<Diagnostic>,
}

/// Judges one value by the reader of a torch release.
#[must_use]
pub fn check_value(
    name: &str,
    value: &str,
    torch: Option<Version>,
    catalog: &Catalog,
) -> ValueReport {
    let torch = torch.unwrap_or_else(|| catalog.newest_torch());
    let reading = alone(name, value);
    let context = rule::Context::new(value, &reading, catalog, torch);
    let verdict = match catalog.variables.get(name).filter(|it| is_read(it, torch)) {
        Some(variable) => grammar::read(value, &context.value_context(variable, true)).verdict,
        None => Verdict::Ignored,
    };
    ValueReport {
        verdict,
        diagnostics: located(&context),
    }
}

/// A reading that holds nothing but this assignment.
fn alone(name: &str, value: &str) -> Reading {
    let mut reading = Reading::new(Kind::Envblock);
    let span = 0..value.len();
    reading.assignments.push(Assignment {
        name: name.to_owned(),
        name_span: 0..0,
        value: Value::verbatim(value, span.clone(), Quoting::Quoted),
        span,
        reach: Reach::Program,
    });
    let setting = Setting {
        value: Some(value.to_owned()),
        assignment: Some(0),
    };
    reading.exported.insert(name.to_owned(), setting);
    reading
}

/// Whether anything in the stack of this torch release reads the name.
fn is_read(variable: &Variable, torch: Version) -> bool {
    !is_gone(variable, torch) && !is_newer(variable, torch)
}

/// Whether the name came with a later release of torch, or of NCCL than the wheel's.
pub(crate) fn is_newer(variable: &Variable, torch: Version) -> bool {
    let since = variable.since.as_ref();
    since.is_some_and(|it| reached(it, torch) == Some(false))
}

/// Whether the name was never read, or no longer is in this torch release.
pub(crate) fn is_gone(variable: &Variable, torch: Version) -> bool {
    let removed = variable.removed.as_ref();
    removed
        .and_then(|it| reached(it, torch))
        .unwrap_or(matches!(variable.status, Status::Removed | Status::NotRead))
}
