//! RP104: a name that no current release reads.

use readpoint_catalog::grammar::reached;
use readpoint_catalog::prelude::*;
use readpoint_catalog::{Status, Variable, Version};

use super::{Context, Finding, Rule};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP104"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        if !is_gone(variable, context.torch) {
            continue;
        }
        let name = &assignment.name;
        let message = match &variable.removed {
            Some(release) => {
                format!("`{name}` is gone since {release}; the setting has no effect")
            }
            None => format!("current releases no longer read `{name}`; the setting has no effect"),
        };
        let mut finding = Finding::warning("RP104", &assignment.name_span, message).about(name);
        finding.help = way_out(variable);
        findings.push(finding);
    }
}

/// Whether the release no longer reads the variable. The releases of torch and of its wheel's NCCL
/// are known; what other projects removed counts as gone.
pub(super) fn is_gone(variable: &Variable, torch: Version) -> bool {
    match &variable.removed {
        Some(release) => reached(release, torch) != Some(false),
        None => variable.status == Status::Removed,
    }
}

/// What to do instead, from the variable's page.
pub(super) fn way_out(variable: &Variable) -> Option<String> {
    let by_name = || {
        let name = variable.replaced_by.as_deref()?;
        Some(format!("use `{name}`"))
    };
    variable.instead.clone().or_else(by_name)
}
