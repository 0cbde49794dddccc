//! RP407: a search path that is replaced where it was meant to grow.

use readpoint_catalog::Severity;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::Kind;
use crate::reading::{Assignment, Reach};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP407"],
    check,
};

/// Kinds of text in which the old value can be written into the new one.
const CAN_APPEND: &[Kind] = &[
    Kind::Shell,
    Kind::Slurm,
    Kind::Dockerfile,
    Kind::Fish,
    Kind::Csh,
    Kind::Powershell,
    Kind::Batch,
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(severity) = severity(context, assignment) else {
            continue;
        };
        let name = &assignment.name;
        let lost = if name == "PATH" {
            "programs outside the new folders are not found"
        } else {
            "libraries outside the new folders are not found through it"
        };
        let message = format!("this replaces the old value of `{name}`; {lost}");
        findings.push(
            Finding::new("RP407", severity, &assignment.span, message)
                .about(name)
                .help(format!(
                    "append the old value: `{name}=/new/folder:${name}`"
                )),
        );
    }
}

/// How bad it is to lose the old value: a shell without its `PATH` finds nothing, while library
/// paths are often empty before.
fn severity(context: &Context<'_>, assignment: &Assignment) -> Option<Severity> {
    let kept = || {
        let own = context.text.get(assignment.span.clone())?;
        own.matches(assignment.name.as_str()).nth(1)
    };
    let value = assignment.value.known()?;
    if value.is_empty() || assignment.reach != Reach::Program || kept().is_some() {
        return None;
    }
    let appends = CAN_APPEND.contains(&context.reading.kind);
    match assignment.name.as_str() {
        "PATH" if appends && !has_system(&value) => Some(Severity::Warning),
        "LD_LIBRARY_PATH" => Some(Severity::Info),
        _ => None,
    }
}

/// Whether a path names the folders of the system's own programs.
fn has_system(value: &str) -> bool {
    value
        .split(':')
        .any(|it| matches!(it.trim_end_matches('/'), "/bin" | "/usr/bin"))
}
