//! RP401: both names of the allocator settings, of which one hides the other.

use readpoint_catalog::Version;
use readpoint_catalog::prelude::*;

use super::view::views;
use super::{Context, Finding, Rule};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP401"],
    check,
};

const OLD: &str = "PYTORCH_CUDA_ALLOC_CONF";
const NEW: &str = "PYTORCH_ALLOC_CONF";
/// From here on the new name is read for CUDA too, after the old one.
const BOTH_READ: Version = Version::new(2, 10, 0);

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    if context.torch < BOTH_READ {
        return;
    }
    for view in views(context) {
        if !view.sets(OLD) || !view.sets(NEW) {
            continue;
        }
        let span = view.span(NEW);
        let finding = match (view.value(OLD), view.value(NEW)) {
            (Some(old), Some(new)) if old == new => {
                let message = format!("`{OLD}` says the same and is the one that is read");
                Finding::info("RP401", &span, message)
            }
            (Some(""), _) => {
                let message = format!("`{OLD}` is set, and even empty it hides all of `{NEW}`");
                Finding::error("RP401", &span, message)
            }
            _ => {
                let message = format!("`{OLD}` is set too and wins; nothing of `{NEW}` is used");
                Finding::warning("RP401", &span, message)
            }
        };
        findings.push(finding.about(NEW).help("set one of the two names"));
    }
}
