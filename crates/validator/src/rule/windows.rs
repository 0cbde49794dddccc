//! RP502: a setting that Windows builds do not support.

use super::{Context, Finding, Rule};
use crate::reading::Value;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP502"],
    check,
};

/// A setting that Windows builds ignore.
struct Unsupported {
    names: &'static [&'static str],
    /// What the value must contain.
    value: &'static str,
    message: &'static str,
    help: &'static str,
}

const UNSUPPORTED: &[Unsupported] = &[Unsupported {
    names: &["PYTORCH_CUDA_ALLOC_CONF", "PYTORCH_ALLOC_CONF"],
    value: "expandable_segments:True",
    message: "torch builds for Windows do not support `expandable_segments`; it is ignored with a warning",
    help: "leave it out on Windows; `max_split_size_mb` and `garbage_collection_threshold` work there",
}];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    if !context.reading.facts.windows {
        return;
    }
    for assignment in &context.reading.assignments {
        for it in UNSUPPORTED {
            let named = it
                .names
                .contains(&assignment.name.to_ascii_uppercase().as_str());
            let Some(at) = position(&assignment.value, it.value).filter(|_| named) else {
                continue;
            };
            let span = assignment.value.locate(&at);
            findings.push(
                Finding::warning("RP502", &span, it.message.to_owned())
                    .about(&assignment.name)
                    .help(it.help),
            );
        }
    }
}

fn position(value: &Value, part: &str) -> Option<core::ops::Range<usize>> {
    let start = value.beginning().find(part)?;
    Some(start..start + part.len())
}
