//! RP316: kept for sessions that start later, while programs of this one are started.

use super::{Context, Finding, Rule};
use crate::reading::Reach;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP316"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::NextSession) {
        let name = &assignment.name;
        let message = format!(
            "`{name}` is kept for sessions that start later; the programs started here do not see it"
        );
        findings.push(
            Finding::error("RP316", &assignment.span, message)
                .about(name)
                .help(format!(
                    "cmd: `set \"{name}=…\"` as well; PowerShell: `$env:{name} = \"…\"` as well; or open a new window first"
                )),
        );
    }
}
