//! `capabilities`: parts of the driver that a container gets, divided by commas, in small
//! letters.

use super::build::{consequence, listed, meant};
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

const WORDS: [&str; 8] = [
    "compute", "compat32", "graphics", "utility", "video", "display", "ngx", "all",
];

/// Reads the list; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = WORDS.map(String::from);
    let count = value.split(',').count();
    let mut findings = Vec::new();
    let mut start = 0;
    for (index, raw) in value.split(',').enumerate() {
        let range = start..start + raw.len();
        start += raw.len() + 1;
        let word = raw.trim();
        if !context.complete && index + 1 == count || word.is_empty() {
            continue;
        }
        if !WORDS.contains(&word) {
            let message = format!("`{word}` is no driver capability; {}", consequence(context));
            findings.push(
                Finding::error(Fault::UnknownWord, range, message)
                    .help(format!("capabilities: {}", listed(&WORDS)))
                    .maybe_write(meant(word, &words)),
            );
        } else if word != raw {
            let message = format!(
                "the blank beside `{word}` is cut off by one part of the toolkit and not by another"
            );
            findings
                .push(Finding::new(Severity::Warning, Fault::Risky, range, message).write(word));
        }
    }
    Reading::by_findings(findings, context)
}
