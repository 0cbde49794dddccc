//! RP309: set in a child process that ends before the program starts.

use super::{Context, Finding, Rule};
use crate::reading::Reach;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP309"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::ChildOnly) {
        let name = &assignment.name;
        let message =
            format!("`{name}` is set in a child process and is gone when that child ends");
        findings.push(
            Finding::error("RP309", &assignment.span, message)
                .about(name)
                .help("set it in the process that starts the program"),
        );
    }
}
