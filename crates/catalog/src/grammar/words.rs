//! `words`: one of the words in `words`, letter case and all if `case_sensitive`.

use super::build::{consequence, listed, meant};
use super::{Context, Fault, Finding, Reading};
use crate::prelude::*;
use crate::{OnInvalid, Severity};

/// Reads a word; the empty value is as wrong as any other, though nobody means anything by it.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let options = &context.variable.grammar_options;
    let fits = |word: &String| match (options.case_sensitive, context.complete) {
        (true, true) => word == value,
        (false, true) => word.eq_ignore_ascii_case(value),
        (_, false) => word
            .to_ascii_lowercase()
            .starts_with(&value.to_ascii_lowercase()),
    };
    if value.is_empty() && context.complete {
        return empty(context);
    }
    if options.words.iter().any(fits) {
        return Reading::accepted();
    }
    let message = format!(
        "`{value}` is none of the known words; {}",
        consequence(context)
    );
    let finding = Finding::error(Fault::UnknownWord, 0..value.len(), message)
        .help(format!("known words: {}", listed(&options.words)))
        .maybe_write(meant(value, &options.words).filter(|_| context.complete));
    Reading::by_findings(vec![finding], context)
}

fn empty(context: &Context<'_>) -> Reading {
    let message = format!("the empty value is no word; {}", consequence(context));
    let raises = matches!(
        context.variable.on_invalid,
        OnInvalid::Abort | OnInvalid::Exception
    );
    let (severity, fault) = if raises {
        (Severity::Error, Fault::UnknownWord)
    } else {
        (Severity::Info, Fault::NoEffect)
    };
    let finding = Finding::new(severity, fault, 0..0, message).help("unset it, or write a word");
    if raises {
        Reading::rejected(finding)
    } else {
        Reading::ignored(finding)
    }
}
