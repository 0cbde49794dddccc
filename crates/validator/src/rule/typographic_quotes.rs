//! RP214: typographic quotes around a value, which are letters to every reader but PowerShell.

use super::{Context, Finding, Rule};
use crate::Kind;
use crate::reading::{Assignment, Span};
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP214"],
    check,
};

const QUOTES: &[char] = &['\u{2018}', '\u{2019}', '\u{201c}', '\u{201d}', '\u{201e}'];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    if context.reading.kind == Kind::Powershell {
        return;
    }
    for assignment in &context.reading.assignments {
        let name = &assignment.name;
        let beginning = assignment.value.beginning();
        let stands = |text: &str| text.starts_with(QUOTES) || text.ends_with(QUOTES);
        if !stands(&beginning) || !context.is_real(name) {
            continue;
        }
        let message =
            format!("typographic quotes are letters like others; they become part of `{name}`");
        findings.push(
            Finding::error("RP214", &assignment.value.span, message)
                .about(name)
                .edits(edits(assignment, &beginning))
                .help("write plain quotes, or none"),
        );
    }
}

/// Takes a pair of quotes away where what they hold needs none.
fn edits(assignment: &Assignment, value: &str) -> Vec<(Span, String)> {
    let inner = value.trim_matches(QUOTES);
    let start = value.len() - value.trim_start_matches(QUOTES).len();
    let end = start + inner.len();
    let pair = value.starts_with(QUOTES) && value.ends_with(QUOTES) && !inner.is_empty();
    let plain = inner
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || ",._:/-".contains(c));
    let known = assignment.value.known().is_some();
    if !(pair && plain && known) {
        return Vec::new();
    }
    let first = assignment.value.edit(&(0..start), "");
    let last = assignment.value.edit(&(end..value.len()), "");
    first
        .zip(last)
        .map_or(Vec::new(), |(first, last)| vec![first, last])
}
