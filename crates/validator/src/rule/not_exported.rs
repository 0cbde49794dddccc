//! RP301: a shell variable that no program gets to see.

use super::{Context, Finding, Rule};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP301"],
    check,
};

/// Names that a session usually has in its environment already, so that a bare assignment
/// changes what programs see.
const INHERITED: &[&str] = &["PATH", "HOME", "USER", "SHELL", "LANG"];
/// Names that many sessions have in their environment already.
const OFTEN_INHERITED: &[&str] = &["LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "TMPDIR"];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::ShellOnly) {
        let name = assignment.name.as_str();
        if context.uses(name) || INHERITED.contains(&name) {
            continue;
        }
        let finding = if OFTEN_INHERITED.contains(&name) {
            let message = format!(
                "`{name}` is not exported; programs see it only if it was in the environment before"
            );
            Finding::warning("RP301", &assignment.span, message)
        } else {
            let message =
                format!("`{name}` is a shell variable here, so no program that is started sees it");
            Finding::error("RP301", &assignment.span, message)
        };
        findings.push(finding.about(name).help(format!(
            "write `export {name}=…`, or put it before the command"
        )));
    }
}
