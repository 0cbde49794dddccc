//! RP311: exported after the last program has started.

use super::{Context, Finding, Rule};
use crate::reading::Reach;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP311"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::AfterLaunch) {
        let name = &assignment.name;
        let message =
            format!("`{name}` is set after the last program has started, and no program sees it");
        findings.push(
            Finding::warning("RP311", &assignment.span, message)
                .about(name)
                .help("move it above the command"),
        );
    }
}
