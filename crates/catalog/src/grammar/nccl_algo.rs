//! `nccl-algo`: algorithms or protocols from `words`, divided by commas, after an optional `^`;
//! entries for single functions (`allreduce:ring`) are divided by semicolons. An unknown word
//! makes communicator creation fail. Before NCCL 2.24.3 (`parseList` in `src/graph/tuning.cc`) there
//! is one list for all functions, and a word that it does not know is dropped.

use crate::prelude::*;
use core::ops::Range;

use super::build::{listed, meant};
use super::nccl_wheel::nccl;
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gathered, Severity, Version};

/// The first NCCL with lists for single functions, which refuses unknown words.
const FOR_FUNCTIONS: Version = Version::new(2, 24, 3);

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
    if nccl(context.torch) < FOR_FUNCTIONS {
        return one_list(value, context);
    }
    let mut findings = Vec::new();
    let mut start = 0;
    for (index, text) in value.split(';').enumerate() {
        if !text.is_empty() {
            entry(text, start, index, context, &mut findings);
        }
        start += text.len() + 1;
    }
    let fails = |it: &Finding| it.severity == Severity::Error;
    let verdict = if findings.iter().any(fails) {
        Verdict::Rejected
    } else {
        Verdict::Accepted
    };
    Reading { verdict, findings }
}

/// Reads the one list of older releases, the only one of which that a wheel brings is without PAT.
fn one_list(value: &str, context: &Context<'_>) -> Reading {
    let words = &context.variable.grammar_options.words;
    let known: Vec<String> = words.iter().filter(|it| *it != "PAT").cloned().gathered();
    let list = value.strip_prefix('^').unwrap_or(value);
    let mut findings = Vec::new();
    for raw in list.split(',').filter(|raw| !raw.is_empty()) {
        if known.iter().any(|it| it.eq_ignore_ascii_case(raw)) {
            continue;
        }
        let at = offset(value, raw);
        let message = format!(
            "`{raw}` is none of the words that NCCL {} knows, which drops it without a word",
            nccl(context.torch)
        );
        findings.push(
            Finding::error(Fault::UnknownWord, at..at + raw.len(), message)
                .help(format!("known words: {}", listed(&known)))
                .maybe_write(meant(raw, &known)),
        );
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Ignored
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
    // `strtok`: colons side by side are one, and what follows a third part is not looked at.
    let mut parts = text.split(':').filter(|part| !part.is_empty());
    let (function, list) = match (parts.next(), parts.next()) {
        (Some(function), Some(list)) => (Some(function), list),
        (Some(list), None) => (None, list),
        (None, _) => {
            let message = "a colon alone ends the process when NCCL reads it".to_owned();
            findings.push(
                Finding::error(Fault::Syntax, whole, message)
                    .help("write for example `allreduce:ring`"),
            );
            return;
        }
    };
    if let Some(rest) = parts.next() {
        let at = start + offset(text, rest);
        let message = format!("`{rest}` stands behind a second colon and is not looked at");
        findings.push(
            Finding::new(
                Severity::Warning,
                Fault::Misread,
                at..start + text.len(),
                message,
            )
            .help("divide entries by `;`"),
        );
    }
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
            let at = start + offset(text, name);
            findings.push(
                Finding::error(Fault::UnknownWord, at..at + name.len(), message)
                    .help(format!("collectives: {}", listed(&FUNCTIONS)))
                    .maybe_write(meant(name, &names)),
            );
        }
        _ => {}
    }
    let skipped = usize::from(list.starts_with('^'));
    let at = start + offset(text, list) + skipped;
    words(&list[skipped..], at, context, findings);
}

/// Where a piece of a text begins in it.
fn offset(text: &str, piece: &str) -> usize {
    piece.as_ptr() as usize - text.as_ptr() as usize
}

fn words(list: &str, start: usize, context: &Context<'_>, findings: &mut Vec<Finding>) {
    let known = &context.variable.grammar_options.words;
    for raw in list.split(',').filter(|raw| !raw.is_empty()) {
        if known.iter().any(|it| it.eq_ignore_ascii_case(raw)) {
            continue;
        }
        let at = start + offset(list, raw);
        let range: Range<usize> = at..at + raw.len();
        let message = format!("`{raw}` is none of the words that NCCL knows here; {FAILS}");
        findings.push(
            Finding::error(Fault::UnknownWord, range, message)
                .help(format!("known words: {}", listed(known)))
                .maybe_write(meant(raw, known)),
        );
    }
}
