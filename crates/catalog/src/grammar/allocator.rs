//! `allocator`: the settings of the CUDA caching allocator, as each release of torch reads them.
//!
//! The verdict comes from the release's own parser, rebuilt token by token: [`checked`] for 2.8
//! and older, [`unchecked`] for 2.10 and newer, both for 2.9. What is said comes from a second
//! look at the settings as a person means them ([`faults`]). So a message explains a mistake even
//! where the parser trips much later, and the verdict stays the parser's.

mod checked;
mod draft;
mod entries;
mod failure;
mod faults;
mod keys;
mod tokens;
mod unchecked;
mod values;

use crate::prelude::*;
use core::ops::{Range, RangeInclusive};

use self::draft::Draft;
use self::failure::{Cause, Failure};
use self::keys::{GENERIC, UNCHECKED};
use self::tokens::{Token, dropping_blanks, dropping_spaces};
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gather, Gathered, Severity, Version, sort_by};

/// The newer name of the variable, which releases before 2.10 do not read for CUDA.
const NEWER_NAME: &str = "PYTORCH_ALLOC_CONF";
/// The name that AMD builds read. Builds for CUDA take its generic keys alone, from 2.10 on.
const HIP_NAME: &str = "PYTORCH_HIP_ALLOC_CONF";

/// Whether some release reads a key of this name.
#[must_use]
pub fn is_key(name: &str) -> bool {
    keys::known(name).is_some()
}

/// Every key, with the first release described that reads it.
pub(super) fn keys() -> Vec<(&'static str, Option<Version>)> {
    let since = |key: &keys::Key| (key.since > Version::new(2, 6, 0)).then_some(key.since);
    keys::KEYS
        .iter()
        .map(|key| (key.name, since(key)))
        .gathered()
}

/// When a parser gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    Import,
    /// At the first use, which at the latest comes when the process ends; an error there is an abort.
    End,
    FirstUse,
}

/// What the release's parsers do.
#[derive(Debug)]
enum Outcome {
    /// They take the settings, except for reserves they ignore.
    Taken { ignored: bool },
    /// The CUDA allocator does not look at the variable.
    NotRead,
    /// One of them gives up.
    Fails {
        when: When,
        cause: Cause,
        range: Range<usize>,
        text: String,
    },
}

/// Reads settings as the context's release of torch does.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete {
        return beginning(value, context.torch);
    }
    let outcome = run(value, context.torch, &context.variable.name);
    let mut drafts = faults::find(value, context.torch, true);
    match &outcome {
        Outcome::NotRead => drafts = not_read(value, context),
        Outcome::Taken { .. } => drafts.add_all(faults::conflicts(value, context.torch)),
        Outcome::Fails {
            cause, range, text, ..
        } => {
            if !drafts.iter().any(|draft| draft.severity == Severity::Error) {
                drafts.push(unexplained(*cause, range.clone(), text));
            }
        }
    }
    let place = |draft: &Draft| (draft.range.start, draft.range.end);
    sort_by(&mut drafts, |a, b| place(a).cmp(&place(b)));
    let findings = drafts
        .into_iter()
        .map(|draft| finish(draft, &outcome, context.torch))
        .gathered();
    let verdict = match outcome {
        Outcome::Taken { ignored: false } => Verdict::Accepted,
        Outcome::Taken { ignored: true } | Outcome::NotRead => Verdict::Ignored,
        Outcome::Fails { .. } => Verdict::Rejected,
    };
    Reading { verdict, findings }
}

/// Judges settings of which only the beginning is known.
fn beginning(value: &str, torch: Version) -> Reading {
    let drafts = faults::find(value, torch, false).into_iter();
    let certain = drafts.filter(|draft| draft.severity == Severity::Error);
    let findings: Vec<Finding> = certain
        .map(|draft| {
            finding(
                draft,
                Severity::Error,
                &format!("; torch {torch} does not take it"),
            )
        })
        .gathered();
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Rejected
    };
    Reading { verdict, findings }
}

/// Runs the parsers of a release in their order.
fn run(value: &str, torch: Version, name: &str) -> Outcome {
    let blanks = dropping_blanks(value);
    if torch >= UNCHECKED && name == HIP_NAME {
        return match unchecked::parse_generic(&blanks, torch) {
            Ok(()) => Outcome::Taken { ignored: false },
            Err(failure) => fails(When::FirstUse, failure, &blanks, value),
        };
    }
    if torch >= UNCHECKED {
        let loaded = match unchecked::load(&blanks) {
            Ok(loaded) => loaded,
            Err(failure) => return fails(When::Import, failure, &blanks, value),
        };
        return match unchecked::parse(&blanks, torch, loaded) {
            Ok(parsed) => Outcome::Taken {
                ignored: !parsed.ignored.is_empty(),
            },
            Err(failure) => fails(When::FirstUse, failure, &blanks, value),
        };
    }
    if torch >= GENERIC
        && let Err(failure) = unchecked::parse_generic(&blanks, torch)
    {
        return fails(When::End, failure, &blanks, value);
    }
    if matches!(name, NEWER_NAME | HIP_NAME) {
        return Outcome::NotRead;
    }
    let spaces = dropping_spaces(value);
    match checked::parse(&spaces, torch, checked::loaded_backend(value)) {
        Ok(()) => Outcome::Taken { ignored: false },
        Err(failure) => fails(When::FirstUse, failure, &spaces, value),
    }
}

fn fails(when: When, failure: Failure, tokens: &[Token], value: &str) -> Outcome {
    let token = tokens.get(failure.token);
    Outcome::Fails {
        when,
        cause: failure.cause,
        range: token.map_or(value.len()..value.len(), |token| token.range.clone()),
        text: token.map_or_else(String::new, |token| token.text.clone()),
    }
}

/// A text with its invisible signs written out. The tables of `escape_debug` would be a hundredth of
/// the engine.
fn shown(text: &str) -> String {
    const INVISIBLE: [RangeInclusive<char>; 7] = [
        '\u{80}'..='\u{a0}',
        '\u{ad}'..='\u{ad}',
        '\u{2000}'..='\u{200f}',
        '\u{2028}'..='\u{202f}',
        '\u{205f}'..='\u{206f}',
        '\u{3000}'..='\u{3000}',
        '\u{feff}'..='\u{feff}',
    ];
    let mut out = String::new();
    for c in text.chars() {
        match c.is_ascii() || INVISIBLE.iter().any(|it| it.contains(&c)) {
            true => c.escape_default().for_each(|it| out.push(it)),
            false => out.push(c),
        }
    }
    out
}

/// Words for a failure that no fault of an entry explains.
fn unexplained(cause: Cause, range: Range<usize>, text: &str) -> Draft {
    let what = match cause {
        Cause::Ends => "the settings end where a value is still needed".to_owned(),
        Cause::Unclosed => "the list has no closing `]`".to_owned(),
        Cause::Expected(c) => format!("`{}` stands where `{c}` is needed", shown(text)),
        Cause::UnknownKey => format!(
            "`{}` is taken for a key, and there is no such key",
            shown(text)
        ),
        Cause::Value => format!("`{}` is not a value that its key takes", shown(text)),
        Cause::BackendDiffers => format!(
            "`backend` is chosen when the library is loaded, and that does not see `{text}` here"
        ),
    };
    let fault = if cause == Cause::UnknownKey {
        Fault::UnknownKey
    } else {
        Fault::Syntax
    };
    Draft::error(fault, range, what)
        .help("write `key:value`, with commas between settings and no other signs")
}

/// What to say where the CUDA allocator does not read the variable.
fn not_read(value: &str, context: &Context<'_>) -> Vec<Draft> {
    let (name, torch) = (&context.variable.name, context.torch);
    if torch < GENERIC || value.trim().is_empty() {
        return Vec::new();
    }
    let what = format!("torch {torch} checks `{name}` but takes no CUDA setting from it");
    let draft = Draft::soft(Fault::NoEffect, Severity::Warning, 0..value.len(), what);
    vec![draft.help("set `PYTORCH_CUDA_ALLOC_CONF`, or use torch 2.10.0 or newer")]
}

/// Adds the consequence to what is wrong.
fn finish(draft: Draft, outcome: &Outcome, torch: Version) -> Finding {
    let hard = draft.severity == Severity::Error && draft.fault != Fault::Misread;
    match outcome {
        Outcome::Fails {
            when: When::Import, ..
        } if hard => finding(
            draft,
            Severity::Error,
            &format!("; torch {torch} aborts at `import torch`"),
        ),
        Outcome::Fails {
            when: When::End, ..
        } if hard => {
            let end = format!("; torch {torch} aborts when the process ends, if not before");
            finding(draft, Severity::Error, &end)
        }
        Outcome::Fails { .. } if hard => {
            let end = format!("; torch {torch} raises an error when CUDA memory is first used");
            finding(draft, Severity::Error, &end)
        }
        Outcome::Taken { .. } if hard => {
            let end = format!("; torch {torch} takes it all the same, other releases do not");
            finding(draft, Severity::Warning, &end)
        }
        _ => {
            let severity = draft.severity;
            finding(draft, severity, "")
        }
    }
}

fn finding(draft: Draft, severity: Severity, end: &str) -> Finding {
    Finding {
        fault: draft.fault,
        severity,
        message: draft.what + end,
        help: draft.help,
        range: draft.range,
        edits: draft.edits,
    }
}
