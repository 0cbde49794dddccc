//! RP102: a name that people set and nothing reads.

use readpoint_catalog::Status;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP102"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        if variable.status != Status::NotRead || context.uses(&assignment.name) {
            continue;
        }
        let message = format!(
            "nothing in PyTorch or the CUDA libraries reads `{}`; the setting has no effect",
            assignment.name
        );
        let mut finding =
            Finding::warning("RP102", &assignment.name_span, message).about(&assignment.name);
        finding.help = super::removed::way_out(variable);
        findings.push(finding);
    }
}
