//! RP501: a switch for finding faults is on.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Audience, Status};

use readpoint_catalog::grammar::{self, Verdict};

use super::{Context, Finding, Rule, newer};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP501"],
    check,
};

/// Values that leave a switch off, or a log at a level meant for daily use.
const OFF: &[&str] = &[
    "", "0", "false", "f", "no", "n", "off", "none", "warn", "warning", "error", "version",
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        let Some(value) = assignment.value.known() else {
            continue;
        };
        let verdict = grammar::read(&value, &context.value_context(variable, true)).verdict;
        let off = verdict != Verdict::Accepted
            || OFF.iter().any(|it| it.eq_ignore_ascii_case(value.trim()));
        if variable.audience != Audience::Debug
            || variable.status != Status::Active
            || newer::is_newer(context, variable)
            || off
            || assignment.reach != Reach::Program
        {
            continue;
        }
        let name = &assignment.name;
        let message = if forces(name) {
            format!(
                "`{name}` takes a choice away from NCCL; where no fault needs it, it costs speed"
            )
        } else {
            format!("`{name}` is meant for finding faults; left on, it can cost speed or fill logs")
        };
        findings.push(
            Finding::info("RP501", &assignment.span, message)
                .about(name)
                .help("remove it when the fault is found"),
        );
    }
}

/// Whether a switch works around a fault (a transport turned off, an algorithm forced), so that
/// some machines need it for good.
fn forces(name: &str) -> bool {
    let ends = ["_DISABLE", "_ALGO", "_PROTO", "_DISABLED_P2P"];
    name.starts_with("NCCL_") && ends.iter().any(|it| name.ends_with(it))
}
