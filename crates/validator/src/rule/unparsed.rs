//! RP901: a part of the text that was not read, so that findings may be missing.

use super::{Context, Finding, Rule};
use crate::limits::MAX_VALUE;
use crate::marks::Marks;
use crate::reading::SlipKind;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP901"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for slip in &context.reading.slips {
        if slip.kind == SlipKind::Unparsed {
            let message = format!(
                "this could not be read as {}, so findings may be missing here",
                context.reading.kind
            );
            findings.push(
                Finding::info("RP901", &slip.span, message)
                    .help("choose another kind of text if this one is wrong"),
            );
        }
    }
    too_long(context, findings);
}

/// Values that are too long to be followed; a loop gives one several times.
fn too_long(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let mut seen = Marks::default();
    for assignment in &context.reading.assignments {
        let value = &assignment.value;
        if value.span.len() <= MAX_VALUE
            || context.variable(assignment).is_none()
            || value.known().is_some()
            || !seen.insert(assignment.span.start)
        {
            continue;
        }
        let message = format!(
            "the value of `{}` is longer than {MAX_VALUE} bytes, so it was not judged",
            assignment.name
        );
        findings.push(
            Finding::info("RP901", &assignment.name_span, message)
                .about(&assignment.name)
                .help("`readpoint value --jsonl` judges a value of any length"),
        );
    }
}
