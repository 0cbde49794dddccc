//! `setx NAME value` of Windows, in batch and PowerShell text: the value is for sessions that
//! start later.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::lines::Line;
use super::session::{assignment, is_name};
use super::words;
use crate::reading::{Assignment, Quoting, Span, Value};

/// What a `setx` says.
pub(crate) enum Found {
    Right(Assignment),
    /// `setx NAME=value`, which it refuses.
    Wrong {
        name: String,
        span: Span,
        edits: Vec<(Span, String)>,
    },
}

/// Reads what stands behind `setx`; `bare` gives what a word without quotes is worth.
pub(crate) fn read(rest: Line<'_>, bare: &dyn Fn(Line<'_>) -> Value) -> Option<Found> {
    let ranges = words::ranges(&rest.text.replace('\\', "/"));
    let ranges: Vec<_> = ranges
        .into_iter()
        .filter(|range| !is_option(&rest.text[range.clone()]))
        .gathered();
    let first = ranges.first()?;
    let name = rest.to(first.end).from(first.start);
    if let Some(equals) = name.text.find('=').filter(|at| is_name(&name.text[..*at])) {
        let at = name.start + equals;
        return Some(Found::Wrong {
            name: name.text[..equals].to_owned(),
            span: name.span(),
            edits: vec![(at..at + 1, " ".to_owned())],
        });
    }
    let second = ranges.get(1).filter(|_| is_name(name.text))?;
    let written = rest.to(second.end).from(second.start);
    let value = unquoted(bare(written), written);
    Some(Found::Right(assignment(name.text, name.span(), value)))
}

/// `/m`: for all users.
fn is_option(word: &str) -> bool {
    word.starts_with('/') && word.len() <= 2
}

/// A value without the quotes around it.
fn unquoted(value: Value, written: Line<'_>) -> Value {
    let quote = ['"', '\'']
        .into_iter()
        .find(|it| written.text.starts_with(*it));
    let inner = quote.and_then(|quote| {
        let inner = written.text.strip_prefix(quote)?;
        inner.strip_suffix(quote)
    });
    let Some(inner) = inner else {
        return value;
    };
    if value.parts.len() != 1 || value.known().is_none() {
        return Value::unknown(value.span);
    }
    let start = written.start + 1;
    let whole = value.span.clone();
    let mut value = Value::verbatim(inner, start..start + inner.len(), Quoting::Quoted);
    value.span = whole;
    value
}
