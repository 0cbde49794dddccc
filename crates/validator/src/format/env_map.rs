//! Environments in YAML: `NAME: value` maps and lists of `NAME=value`.

use super::mapped::Mapped;
use super::no_equals;
use super::session::{Session, assignment, is_name, looks_like_variable};
use super::yaml::{Resolved, Scalar, View};
use crate::reading::{Origin, Part, SlipKind, Span, Value};
use readpoint_catalog::prelude::*;

/// What a reader makes of scalars that are no strings, and of references.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reader {
    /// Truth values are refused.
    pub(crate) refuses_booleans: bool,
    /// What it makes of a list.
    pub(crate) lists: Lists,
    /// A name without a value is taken from outside; else it is empty.
    pub(crate) passes_through: bool,
    /// Turns a string into a value.
    pub(crate) text: fn(&Scalar, &Session) -> Value,
}

/// What a reader makes of a list where an environment can stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lists {
    /// It takes `NAME=value` and `NAME: value`.
    Any,
    /// It takes `NAME=value` alone.
    Pairs,
    /// It takes none.
    Refused,
}

/// A string is taken as it stands.
pub(crate) fn plain(scalar: &Scalar, _: &Session) -> Value {
    scalar.value()
}

impl Reader {
    /// Reads a map or a list into the session's environment.
    pub(crate) fn read(self, node: View<'_>, session: &mut Session) {
        for (key, value) in node.entries() {
            self.entry(key, value, session);
        }
        for item in node.items() {
            match item.scalar() {
                Some(scalar) if self.lists == Lists::Refused => refused_item(scalar, session),
                Some(scalar) => self.item(scalar, session),
                None => {
                    if item.get("name").is_some() && item.get("value").is_some() {
                        misnamed(item, session);
                    }
                    let named = |key: View<'_>| key.text().is_some_and(looks_like_variable);
                    for (key, value) in item.entries().into_iter().filter(|it| named(it.0)) {
                        if self.lists == Lists::Any {
                            self.entry(key, value, session);
                        } else {
                            refused_entry(key, value, self.lists == Lists::Pairs, session);
                        }
                    }
                }
            }
        }
    }

    /// `NAME: value`.
    pub(crate) fn entry(self, key: View<'_>, node: View<'_>, session: &mut Session) {
        let Some(name) = key.text().filter(|name| is_name(name)) else {
            return;
        };
        let value = match node.scalar() {
            Some(scalar) => self.value(name, scalar, session),
            None => Value::unknown(node.span()),
        };
        session.assign(assignment(name, key.span(), value));
    }

    fn value(self, name: &str, scalar: &Scalar, session: &mut Session) -> Value {
        let text = scalar.mapped.text.as_str();
        let span = scalar.span.clone();
        let refused = match scalar.resolved() {
            Resolved::Text => return (self.text)(scalar, session),
            Resolved::Numeral => return scalar.value(),
            Resolved::Null if self.passes_through => return Value::unknown(span),
            Resolved::Null => {
                return Value {
                    parts: Vec::new(),
                    span,
                };
            }
            Resolved::Boolean => self.refuses_booleans || !matches!(text, "true" | "false"),
            Resolved::Number => true,
        };
        if !refused {
            return scalar.value();
        }
        session.slip(
            SlipKind::NotString,
            Some(name),
            span.clone(),
            scalar.quote(),
        );
        let part = Part {
            text: printed(text),
            span: span.clone(),
            origin: Origin::Derived,
        };
        Value {
            parts: vec![part],
            span,
        }
    }

    /// `NAME=value` as one string. Quotes around the value are part of it.
    fn item(self, scalar: &Scalar, session: &mut Session) {
        let text = scalar.mapped.text.clone();
        let equals = text.find('=').unwrap_or(text.len());
        let name = text[..equals].trim();
        if !is_name(name) {
            return no_equals::mark(&scalar.mapped, session);
        }
        let name_span = scalar.mapped.span(&(0..name.len()));
        let from = (equals + 1).min(text.len());
        let value = if equals == text.len() {
            Value::unknown(name_span.clone())
        } else {
            let part = scalar.piece(from..text.len());
            (self.text)(&part, session)
        };
        let blank = text[..equals].len() - text[..equals].trim_end().len();
        if blank > 0 && equals < text.len() {
            // The blank is part of the name: another variable is set.
            mark_blanks(name, scalar, equals, session);
            session.record(assignment(name, name_span, value));
            return;
        }
        mark_quotes(name, &text[from..], &value.span, session);
        session.assign(assignment(name, name_span, value));
    }
}

/// Marks the variables of a map or list that stands where nobody looks for it.
pub(crate) fn unknown_place(node: View<'_>, session: &mut Session) {
    let keys = node.pairs().map(|(key, _)| key);
    for place in keys.chain(node.items()) {
        let text = place.text().unwrap_or_default();
        let name = text.split('=').next().unwrap_or_default();
        if looks_like_variable(name) {
            let span = place.span();
            session.slip(SlipKind::UnknownPlace, Some(name), span, Vec::new());
        }
    }
}

/// An entry that names its variable by another key than `name`, such as `key: NAME`.
pub(crate) fn misnamed(entry: View<'_>, session: &mut Session) {
    for (_, value) in entry.pairs() {
        if let Some(name) = value
            .text()
            .filter(|it| it.contains('_') && looks_like_variable(it))
        {
            let span = value.span();
            session.slip(SlipKind::UnknownPlace, Some(name), span, Vec::new());
        }
    }
}

/// Marks blanks beside the `=` of a list entry.
fn mark_blanks(name: &str, scalar: &Scalar, equals: usize, session: &mut Session) {
    let text = &scalar.mapped.text;
    let start = text[..equals].trim_end().len();
    let end = text.len() - text[equals + 1..].trim_start().len();
    let exact = scalar.mapped.exact(&(start..end));
    let edits = exact.map(|span| vec![(span, "=".to_owned())]);
    let span = scalar.mapped.span(&(start..end));
    session.slip(
        SlipKind::SpacesAroundEquals,
        Some(name),
        span,
        edits.unwrap_or_default(),
    );
}

/// `NAME=value` in a list that the reader refuses.
pub(crate) fn refused_item(scalar: &Scalar, session: &mut Session) {
    let name = scalar.mapped.text.split('=').next().unwrap_or_default();
    if looks_like_variable(name) {
        let span = scalar.span.clone();
        session.slip(SlipKind::WrongForm, Some(name), span, Vec::new());
    }
}

/// `NAME: value` where the reader refuses it. `mends`: it would take `NAME=value` there.
pub(crate) fn refused_entry(key: View<'_>, value: View<'_>, mends: bool, session: &mut Session) {
    let name = key.text().unwrap_or_default();
    let span = key.span().start..value.span().end.max(key.span().end);
    let gap = key.span().end..value.span().start;
    let plain = value
        .scalar()
        .is_some_and(|it| it.mapped.text.len() == it.span.len());
    let edits = if mends && plain && !gap.is_empty() {
        vec![(gap, "=".to_owned())]
    } else {
        Vec::new()
    };
    session.slip(SlipKind::WrongForm, Some(name), span, edits);
    if let Some(scalar) = value.scalar() {
        session.record(assignment(name, key.span(), scalar.value()));
    }
}

/// Marks quotes that a list entry takes into the value.
fn mark_quotes(name: &str, value: &str, span: &Span, session: &mut Session) {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let Some(quote) = quote.filter(|quote| value.len() > 1 && value.ends_with(*quote)) else {
        return;
    };
    let inner = &value[1..value.len() - 1];
    let exact = span.len() == value.len() && !inner.is_empty();
    let plain = exact && crate::reading::Quoting::Plain.admits(inner);
    let remove = |at: usize| (at..at + 1, String::new());
    let edits = if plain && quote != '\\' {
        vec![remove(span.start), remove(span.end - 1)]
    } else {
        Vec::new()
    };
    session.slip(SlipKind::PartOfValue, Some(name), span.clone(), edits);
}

/// How a number is printed after a YAML reader had it, where all readers agree: without zeros in
/// front and at the end. What is too long to be exact, or printed with an exponent, is not known.
fn printed(text: &str) -> Option<String> {
    const EXACT: usize = 15;
    let (whole, part) = text.split_once('.').filter(|_| text.len() > 1)?;
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
    let known = digits(whole) && digits(part) && whole.len() <= 6;
    let exact = whole.len() + part.len() <= EXACT;
    let small = whole.is_empty() && part.starts_with("0000");
    (known && exact && !small).then(|| {
        let whole = if whole.is_empty() { "0" } else { whole };
        let point = if part.is_empty() { "" } else { "." };
        format!("{whole}{point}{part}")
    })
}

/// A scalar's text as a whole, for reading it as something else.
pub(crate) fn whole(node: View<'_>) -> Option<&Mapped> {
    node.scalar().map(|scalar| &scalar.mapped)
}
