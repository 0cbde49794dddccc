//! RP105: a name that looks like a vendor's and is not known. Advice only: scripts use such
//! names for themselves.

use super::{Context, Finding, Rule, words};
use crate::reading::Reach;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP105"],
    check,
};

/// Last words of names that scripts use for themselves.
const OWN: &[&str] = &["_VERSION", "_TAG", "_IMAGE", "_ARGS", "_OPTS", "_FLAGS"];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let name = assignment.name.as_str();
        let quiet = !words::has_vendor(name)
            || assignment.reach != Reach::Program
            || context.find(name).is_some()
            || context.is_real(name)
            || context.uses(name)
            || OWN.iter().any(|it| name.ends_with(it));
        if quiet || context.meant(name).is_some() {
            continue;
        }
        let message = format!("`{name}` is not a name that this catalogue knows");
        findings.push(
            Finding::info("RP105", &assignment.name_span, message)
                .about(name)
                .help("if it is not your own, check the spelling against the library's pages"),
        );
    }
}
