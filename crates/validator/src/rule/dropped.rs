//! RP310: taken away by a launcher that does not pass the environment on.

use super::{Context, Finding, Rule};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP310"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::Dropped) {
        let name = &assignment.name;
        let message =
            format!("the launcher does not pass `{name}` on, so the program does not see it");
        findings.push(
            Finding::warning("RP310", &assignment.span, message)
                .about(name)
                .help(format!(
                    "sudo: `sudo {name}=… command`; srun and sbatch: `--export=ALL,{name}=…`"
                )),
        );
    }
}
