//! RP402: one switch forbids TF32 and another asks for it.

use super::view::views;
use super::{Context, Finding, Rule};
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP402"],
    check,
};

const FORBIDS: &str = "NVIDIA_TF32_OVERRIDE";
const ASKS: &str = "TORCH_ALLOW_TF32_CUBLAS_OVERRIDE";

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        let contradiction = match (view.value(FORBIDS), view.value(ASKS)) {
            (Some("0"), Some("1")) => "forbids TF32 in cuBLAS and cuDNN",
            (Some("1"), Some("0")) => "forces TF32 on in cuBLAS and cuDNN",
            _ => continue,
        };
        let value = view.value(FORBIDS).unwrap_or_default();
        let message = format!("`{FORBIDS}={value}` {contradiction}, whatever `{ASKS}` says");
        findings.push(
            Finding::warning("RP402", &view.span(ASKS), message)
                .about(ASKS)
                .help("keep the one that you mean"),
        );
    }
}
