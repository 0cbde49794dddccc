//! RP106: a name that this torch release, or the NCCL of its wheel, does not read yet.

use readpoint_catalog::Variable;
use readpoint_catalog::grammar::nccl;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::value;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP106"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        if !is_newer(context, variable) {
            continue;
        }
        let Some(since) = &variable.since else {
            continue;
        };
        let name = &assignment.name;
        let torch = context.torch;
        let reader = match since.project.as_str() {
            "nccl" => format!("NCCL {} of torch {torch}", nccl(torch)),
            _ => format!("torch {torch}"),
        };
        let message = format!("{reader} does not read `{name}`; it is read from {since} on");
        findings.push(
            Finding::warning("RP106", &assignment.name_span, message)
                .about(name)
                .help(way_out(context, variable)),
        );
    }
}

/// Whether the variable came with a later release than the one judged by.
pub(super) fn is_newer(context: &Context<'_>, variable: &Variable) -> bool {
    value::is_newer(variable, context.torch)
}

/// The older name that beats this one, where there is one that the release reads. What beats a name
/// of NCCL is another switch, not an older name for the same thing.
fn way_out(context: &Context<'_>, variable: &Variable) -> String {
    let older = variable
        .overridden_by
        .iter()
        .filter(|_| variable.component != "nccl")
        .filter_map(|name| context.find(name))
        .find(|older| older.grammar == variable.grammar && !is_newer(context, older));
    match older {
        Some(older) => format!("use `{}` with this release", older.name),
        None => "remove it, or use a newer release".to_owned(),
    }
}
