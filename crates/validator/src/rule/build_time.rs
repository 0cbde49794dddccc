//! RP107: a name that only builds read, in a text that runs a program.

use readpoint_catalog::ReadWhen;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::Kind;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP107"],
    check,
};

/// Kinds of text that describe how a finished program runs.
const RUN_TIME: &[Kind] = &[
    Kind::Kubernetes,
    Kind::Helm,
    Kind::Compose,
    Kind::DockerRun,
    Kind::Envfile,
    Kind::Systemd,
    Kind::Mpirun,
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    if !RUN_TIME.contains(&context.reading.kind) {
        return;
    }
    for assignment in &context.reading.assignments {
        let build = context
            .variable(assignment)
            .is_some_and(|variable| variable.read_when == ReadWhen::Build);
        if build {
            let message = format!(
                "`{}` is read while extensions are compiled; a finished program does not look at it",
                assignment.name
            );
            findings.push(
                Finding::info("RP107", &assignment.name_span, message)
                    .about(&assignment.name)
                    .help("set it where the image or the extension is built"),
            );
        }
    }
}
