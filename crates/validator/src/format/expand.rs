//! `$NAME`, `${NAME}` and `${NAME:-default}` in texts that are no shell.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, sort_by_number};

use super::mapped::Mapped;
use super::session::is_name;
use crate::limits::Parts;
use crate::reading::{Environment, Origin, Part, Quoting};

/// What a name that the text does not set stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unset {
    /// It may be set outside of the text.
    Unknown,
    /// Nothing.
    Empty,
}

/// A reference found in a text.
#[derive(Clone, Debug)]
pub(crate) struct Reference<'t> {
    /// The bytes of the reference.
    pub(crate) range: Range<usize>,
    /// The name.
    pub(crate) name: &'t str,
    /// What stands between the operator and the brace.
    pub(crate) default: Option<(&'t str, &'t str)>,
}

/// Expands `${NAME}` and takes `$NAME` for something that readers disagree about.
pub(crate) fn braced(
    mapped: &Mapped,
    quoting: Quoting,
    environment: &Environment,
    unset: Unset,
) -> Vec<Part> {
    let resolve = |reference: &Reference<'_>| {
        let in_braces = mapped.text[reference.range.clone()].starts_with("${");
        // Readers disagree about a default where the variable is there and empty.
        let empty = environment
            .get(reference.name)
            .is_some_and(|it| it.value.as_deref() == Some(""));
        let certain = in_braces && !(empty && reference.default.is_some());
        certain
            .then(|| resolve(reference, environment, unset))
            .flatten()
    };
    expand(mapped, quoting, &references(&mapped.text), &resolve)
}

/// What a reference stands for, where that is known.
pub(crate) fn resolve(
    reference: &Reference<'_>,
    environment: &Environment,
    unset: Unset,
) -> Option<String> {
    let setting = environment.get(reference.name);
    let known = match setting {
        Some(setting) => setting.value.clone()?,
        None if unset == Unset::Empty => String::new(),
        None => return None,
    };
    let is_set = setting.is_some();
    let plain = |text: &str| (!text.contains('$')).then(|| text.to_owned());
    match reference.default {
        None => Some(known),
        Some((":-", _)) if !known.is_empty() => Some(known),
        Some((":-", default)) => plain(default),
        Some(("-", _)) if is_set => Some(known),
        Some(("-", default)) => plain(default),
        Some((":+", _)) if known.is_empty() => Some(String::new()),
        Some((":+", other)) => plain(other),
        Some(("+", _)) if !is_set => Some(String::new()),
        Some(("+", other)) => plain(other),
        Some(_) => None,
    }
}

/// The parts of a text with its references replaced.
pub(crate) fn expand(
    mapped: &Mapped,
    quoting: Quoting,
    references: &[Reference<'_>],
    resolve: &dyn Fn(&Reference<'_>) -> Option<String>,
) -> Vec<Part> {
    let mut parts = Parts::default();
    let mut at = 0;
    for reference in references {
        if parts.is_full() {
            break;
        }
        parts.extend(mapped.parts(&(at..reference.range.start), quoting));
        parts.push(Part {
            text: resolve(reference),
            span: mapped.span(&reference.range),
            origin: Origin::Derived,
        });
        at = reference.range.end;
    }
    parts.extend(mapped.parts(&(at..mapped.text.len()), quoting));
    parts.finish()
}

/// The references of a text; a `$` before anything else is a plain character.
pub(crate) fn references(text: &str) -> Vec<Reference<'_>> {
    let mut found = Vec::new();
    let braces = braces(text);
    let mut at = 0;
    while let Some(dollar) = text[at..].find('$').map(|offset| at + offset) {
        let reference = reference(text, dollar, &braces);
        at = reference.as_ref().map_or(dollar + 1, |it| it.range.end);
        found.add_all(reference);
    }
    found
}

fn reference<'t>(text: &'t str, dollar: usize, braces: &[(usize, usize)]) -> Option<Reference<'t>> {
    let rest = &text[dollar + 1..];
    if let Some(inner) = rest.strip_prefix('{') {
        let found = braces.binary_search_by_key(&(dollar + 1), |pair| pair.0);
        let close = braces[found.ok()?].1 - (dollar + 2);
        let body = &inner[..close];
        let name = &body[..name_length(body)];
        let tail = &body[name.len()..];
        let operator = ["", ":-", "-", ":+", "+", ":?", "?"]
            .into_iter()
            .filter(|operator| tail.starts_with(operator))
            .max_by_key(|operator| operator.len())
            .filter(|operator| !operator.is_empty());
        return (is_name(name)).then(|| Reference {
            range: dollar..dollar + close + 3,
            name,
            default: match operator {
                Some(operator) => Some((operator, &tail[operator.len()..])),
                None if tail.is_empty() => None,
                None => Some(("", tail)),
            },
        });
    }
    let name = &rest[..name_length(rest)];
    is_name(name).then(|| Reference {
        range: dollar..dollar + 1 + name.len(),
        name,
        default: None,
    })
}

/// The braces of a text that close on their line, sorted by where they open: they nest in
/// defaults.
fn braces(text: &str) -> Vec<(usize, usize)> {
    let (mut open, mut pairs) = (Vec::new(), Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'{' => open.push(at),
            b'}' => pairs.add_all(open.pop().map(|from| (from, at))),
            b'\n' => open.clear(),
            _ => {}
        }
    }
    sort_by_number(&mut pairs, |pair| pair.0);
    pairs
}

fn name_length(text: &str) -> usize {
    text.find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
        .unwrap_or(text.len())
}
