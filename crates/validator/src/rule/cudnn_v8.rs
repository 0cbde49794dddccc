//! RP403: the cuDNN v8 interface is switched off and watched at the same time.

use super::view::views;
use super::{Context, Finding, Rule};
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP403"],
    check,
};

const DISABLED: &str = "TORCH_CUDNN_V8_API_DISABLED";
/// Settings of the interface that is off.
const OF_V8: &[&str] = &[
    "TORCH_CUDNN_V8_API_DEBUG",
    "TORCH_CUDNN_V8_API_LRU_CACHE_LIMIT",
    "TORCH_CUDNN_USE_HEURISTIC_MODE_B",
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        if view.value(DISABLED) != Some("1") {
            continue;
        }
        for name in OF_V8
            .iter()
            .filter(|name| view.is_on(name) || is_limit(name, &view))
        {
            let message = format!(
                "`{DISABLED}=1` switches the v8 interface off, so `{name}` has nothing to act on"
            );
            findings.push(
                Finding::warning("RP403", &view.span(name), message)
                    .about(name)
                    .help(format!(
                        "drop `{DISABLED}` to see what the v8 interface does"
                    )),
            );
        }
    }
}

/// Whether this is the cache limit, which acts by being set.
fn is_limit(name: &str, view: &super::view::View<'_>) -> bool {
    name.ends_with("_LIMIT") && view.sets(name)
}
