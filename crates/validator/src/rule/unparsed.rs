//! RP901: a part of the text that could not be read, so that findings may be missing.

use super::{Context, Finding, Rule};
use crate::reading::SlipKind;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP901"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for slip in &context.reading.slips {
        if slip.kind == SlipKind::Unparsed {
            let message = format!(
                "this could not be read as {}, so findings may be missing here",
                context.reading.kind
            );
            findings.push(
                Finding::info("RP901", &slip.span, message)
                    .help("choose another kind of text if this one is wrong"),
            );
        }
    }
}
