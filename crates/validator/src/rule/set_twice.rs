//! RP312: replaced by a later assignment before any program saw it.

use super::{Context, Finding, Rule};
use crate::reading::Reach;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP312"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::Overwritten) {
        let name = assignment.name.as_str();
        if context.uses(name) {
            continue;
        }
        let message = format!("`{name}` is set again further down; this value is never seen");
        findings.push(
            Finding::warning("RP312", &assignment.span, message)
                .about(name)
                .help("keep one of the two"),
        );
    }
}
