//! `nccl-algo`: algorithms or protocols from `words`, divided by commas, after an optional `^`;
//! entries for single functions (`allreduce:ring`) are divided by semicolons. An unknown word
//! makes communicator creation fail.

use std::ops::Range;

use super::build::{listed, meant};
use super::{Context, Fault, Finding, Reading, Verdict};

const FUNCTIONS: [&str; 5] = [
    "Broadcast",
    "Reduce",
    "AllGather",
    "ReduceScatter",
    "AllReduce",
];
const FAILS: &str = "creating a communicator fails with ncclInvalidUsage";

/// Reads the entries.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete {
        return Reading::accepted();
    }
    let mut findings = Vec::new();
    let mut start = 0;
    for (index, text) in value.split(';').enumerate() {
        if !text.is_empty() {
            entry(text, start, index, context, &mut findings);
        }
        start += text.len() + 1;
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Rejected
    };
    Reading { verdict, findings }
}

fn entry(
    text: &str,
    start: usize,
    index: usize,
    context: &Context<'_>,
    findings: &mut Vec<Finding>,
) {
    let whole = start..start + text.len();
    let (function, list) = match text.split_once(':') {
        Some((function, list)) if !list.is_empty() => (Some(function), list),
        _ => (None, text),
    };
    match function {
        None if index > 0 => {
            let message =
                format!("an entry after the first needs a function before a colon; {FAILS}");
            findings.push(
                Finding::error(Fault::Syntax, whole.clone(), message)
                    .help("write for example `allreduce:ring`"),
            );
        }
        Some(name) if !FUNCTIONS.iter().any(|it| it.eq_ignore_ascii_case(name)) => {
            let message = format!("`{name}` is no collective; {FAILS}");
            let names = FUNCTIONS.map(String::from);
            findings.push(
                Finding::error(Fault::UnknownWord, start..start + name.len(), message)
                    .help(format!("collectives: {}", listed(&FUNCTIONS)))
                    .maybe_write(meant(name, &names)),
            );
        }
        _ => {}
    }
    let skipped = text.len() - list.len() + usize::from(list.starts_with('^'));
    words(&text[skipped..], start + skipped, context, findings);
}

fn words(list: &str, start: usize, context: &Context<'_>, findings: &mut Vec<Finding>) {
    let known = &context.variable.grammar_options.words;
    for raw in list.split(',').filter(|raw| !raw.is_empty()) {
        if known.iter().any(|it| it.eq_ignore_ascii_case(raw)) {
            continue;
        }
        let at = start + (raw.as_ptr() as usize - list.as_ptr() as usize);
        let range: Range<usize> = at..at + raw.len();
        let message = format!("`{raw}` is none of the words that NCCL knows here; {FAILS}");
        findings.push(
            Finding::error(Fault::UnknownWord, range, message)
                .help(format!("known words: {}", listed(known)))
                .maybe_write(meant(raw, known)),
        );
    }
}
