//! `nccl-level`: how far apart two devices may be, by one of the `words` in capital letters, or
//! by a number of the old kind.

use super::build::{listed, meant};
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads the level; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = &context.variable.grammar_options.words;
    let fits = |word: &String| {
        if context.complete {
            word == value
        } else {
            word.starts_with(value)
        }
    };
    if value.is_empty() || words.iter().any(fits) {
        return Reading::accepted();
    }
    let range = 0..value.len();
    if value.starts_with(|c: char| c.is_ascii_digit()) {
        let message =
            format!("`{value}` is a level of the old, numbered kind, which NCCL still translates");
        return Reading::noted(
            Finding::new(Severity::Info, Fault::Risky, range, message)
                .help(format!("names say more: {}", listed(words))),
        );
    }
    let message = format!(
        "`{value}` is no level, which are written in capital letters; NCCL ignores it without a word"
    );
    let finding = Finding::error(Fault::UnknownWord, range, message)
        .help(format!("levels: {}", listed(words)));
    Reading::ignored(finding.maybe_write(meant(value, words).filter(|_| context.complete)))
}
