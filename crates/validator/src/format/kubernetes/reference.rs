//! `$(NAME)` in values, commands and arguments.

use crate::format::expand::{Reference, expand};
use crate::format::session::Session;
use crate::format::yaml::Scalar;
use crate::reading::Value;
use readpoint_catalog::prelude::*;

/// A scalar with its references resolved as the kubelet does: names that the container has
/// already are replaced, others stay as they are, `$$` is a `$`.
pub(super) fn resolved(scalar: &Scalar, session: &Session, open: bool) -> Value {
    let plain = scalar.value();
    if !scalar.mapped.text.contains('$') || plain.known().is_none() {
        return plain;
    }
    let references = references(&scalar.mapped.text);
    let resolve = |reference: &Reference<'_>| known(reference, &scalar.mapped.text, session, open);
    Value {
        parts: expand(&scalar.mapped, scalar.quoting(), &references, &resolve),
        span: plain.span,
    }
}

/// What a reference stands for. A name that the text does not set stays as written, unless a
/// source outside of the text (`open`) may set it.
fn known(reference: &Reference<'_>, text: &str, session: &Session, open: bool) -> Option<String> {
    let written = &text[reference.range.clone()];
    if reference.name.is_empty() {
        return Some(written[1..].to_owned());
    }
    match session.environment.get(reference.name) {
        Some(setting) => setting.value.clone(),
        None if open => None,
        None => Some(written.to_owned()),
    }
}

/// References and escaped dollars (those with an empty name).
fn references(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let mut at = 0;
    // Once no parenthesis closes, none further on does.
    let mut closed = true;
    while let Some(dollar) = text[at..].find('$').map(|offset| at + offset) {
        let rest = &text[dollar + 1..];
        let opens = rest.starts_with('(') && closed;
        let close = opens.then(|| rest.find(')')).flatten();
        closed &= !opens || close.is_some();
        let (length, name) = match close {
            Some(close) => (close + 2, &rest[1..close]),
            None if rest.starts_with('$') => (2, ""),
            None => {
                at = dollar + 1;
                continue;
            }
        };
        at = dollar + length;
        found.push(Reference {
            range: dollar..at,
            name,
            default: None,
        });
    }
    found
}
