//! RP308: set in Python after CUDA has started, when driver and allocator have read it.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{ReadWhen, Severity};

use super::{Context, Finding, Rule};
use crate::reading::Reach;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP308"],
    check,
};

/// Components whose libraries start together with CUDA.
const WITH_CUDA: &[&str] = &["cuda", "torch-memory", "torch-cuda", "cublas", "cudnn"];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::AfterCuda) {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        let severity = match variable.read_when {
            ReadWhen::Import | ReadWhen::ProcessStart => Severity::Error,
            ReadWhen::FirstUse if WITH_CUDA.contains(&variable.component.as_str()) => {
                Severity::Warning
            }
            _ => continue,
        };
        let name = &assignment.name;
        let message = format!(
            "`{name}` is set after CUDA has started; it was read then, and this has no effect"
        );
        findings.push(
            Finding::new("RP308", severity, &assignment.span, message)
                .about(name)
                .help("set it before the first import of torch, or in the shell"),
        );
    }
}
