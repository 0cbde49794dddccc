//! RP101: a name that nothing reads, one slip away from a name that is read.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Severity, grammar};

use super::{Context, Finding, Rule};
use crate::reading::{Assignment, Reach, Span};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP101"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let name = assignment.name.as_str();
        if assignment.reach == Reach::BuildOnly {
            continue;
        }
        if let Some(meant) = context.meant(name) {
            findings.push(finding(context, assignment, meant));
        }
    }
}

fn finding(context: &Context<'_>, assignment: &Assignment, meant: &str) -> Finding {
    let name = &assignment.name;
    let unset = context
        .find(meant)
        .and_then(|variable| variable.default_note.as_deref());
    let help = match unset {
        Some(note) => format!("did you mean `{meant}`? Without it: {note}"),
        None => format!("did you mean `{meant}`?"),
    };
    let message = if name.eq_ignore_ascii_case(meant) {
        format!("nothing reads `{name}`: names are case-sensitive, and `{meant}` stays as it was")
    } else {
        format!("nothing reads `{name}`, so `{meant}` stays as it was")
    };
    Finding::error("RP101", &assignment.name_span, message)
        .about(name)
        .help(help)
        .edits(rename(context, assignment, meant))
}

/// The edit that writes the other name, where that leaves nothing else wrong.
pub(super) fn rename(
    context: &Context<'_>,
    assignment: &Assignment,
    to: &str,
) -> Vec<(Span, String)> {
    let written = context.text.get(assignment.name_span.clone());
    let taken = context.reading.assignments.iter().any(|it| it.name == to);
    if written != Some(assignment.name.as_str()) || taken || breaks(context, assignment, to) {
        return Vec::new();
    }
    vec![(assignment.name_span.clone(), to.to_owned())]
}

/// Whether the value would be an error under the other name.
fn breaks(context: &Context<'_>, assignment: &Assignment, to: &str) -> bool {
    let (Some(variable), Some(value)) = (context.find(to), assignment.value.known()) else {
        return false;
    };
    grammar::read(&value, &context.value_context(variable, true))
        .findings
        .iter()
        .any(|it| it.severity == Severity::Error)
}
