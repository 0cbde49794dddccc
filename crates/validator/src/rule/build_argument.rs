//! RP314: an argument of an image build, which is gone when a container runs.

use readpoint_catalog::ReadWhen;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP314"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::BuildOnly) {
        let name = assignment.name.as_str();
        let run_time = context
            .variable(assignment)
            .is_some_and(|variable| variable.read_when != ReadWhen::Build);
        let also_set = context
            .reading
            .assignments
            .iter()
            .any(|it| it.name == name && it.reach == Reach::Program);
        if !run_time || also_set || context.uses(name) {
            continue;
        }
        let message = format!(
            "`{name}` is an argument of the image build; a container that runs does not have it"
        );
        findings.push(
            Finding::warning("RP314", &assignment.span, message)
                .about(name)
                .help(format!("use `ENV {name}=…`, or pass it to `docker run -e`")),
        );
    }
}
