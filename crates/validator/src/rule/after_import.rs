//! RP307: set in Python after torch is imported, for what is read while it is imported.

use readpoint_catalog::ReadWhen;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP307"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::AfterImport) {
        let read_when = context.variable(assignment).map(|it| it.read_when);
        let name = &assignment.name;
        let message = match read_when {
            Some(ReadWhen::Import) => {
                format!("`{name}` is set after torch was imported, which is when it is read")
            }
            Some(ReadWhen::ProcessStart) => format!(
                "`{name}` is set after torch was imported; it works only while nothing has used CUDA"
            ),
            _ => continue,
        };
        findings.push(
            Finding::warning("RP307", &assignment.span, message)
                .about(name)
                .help("set it before the first import of torch, or in the shell"),
        );
    }
}
