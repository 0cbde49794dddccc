//! The rest of a YAML text that the parser gave up on, line by line.

use super::lines::{Line, lines};
use super::session::{Session, assignment, looks_like_variable};
use super::yaml::Yaml;
use crate::reading::{Quoting, SlipKind, Span, Value};
use readpoint_catalog::prelude::*;

/// Reads what follows the place where `yaml` is broken, and says so.
pub(crate) fn rest(text: &str, yaml: &Yaml, session: &mut Session) {
    let Some(from) = yaml.broken_from else { return };
    let line = &text[from..];
    let indent = line.len() - line.trim_start().len();
    let end = line[indent..].find('\n').unwrap_or(line.len() - indent);
    let span = from + indent..from + indent + end;
    session.slip(SlipKind::Unparsed, None, span, Vec::new());
    let mut name: Option<(&str, Span)> = None;
    for line in lines(text).filter(|line| line.start >= from) {
        let line = line.trimmed();
        let line = match line.text.strip_prefix("- ") {
            Some(_) => line.from(2).trimmed(),
            None => line,
        };
        if let Some(value) = after(line, "name:") {
            name = Some((value.text, value.span()));
        } else if let (Some(value), Some((name, span))) = (after(line, "value:"), name.take()) {
            session.assign(assignment(name, span, scalar(value)));
        } else {
            pair(line, session);
        }
    }
}

/// What stands after a key.
fn after<'t>(line: Line<'t>, key: &str) -> Option<Line<'t>> {
    line.text.strip_prefix(key)?;
    Some(line.from(key.len()).trimmed())
}

/// `NAME: value` or `NAME=value`.
fn pair(line: Line<'_>, session: &mut Session) {
    let Some(at) = line.text.find([':', '=']) else {
        return;
    };
    let name = line.to(at);
    if !looks_like_variable(name.text) {
        return;
    }
    let value = line.from(at + 1);
    let value = if line.text[at..].starts_with(':') {
        scalar(value.trimmed())
    } else {
        Value::verbatim(value.text, value.span(), Quoting::Line)
    };
    session.assign(assignment(name.text, name.span(), value));
}

/// A scalar on one line.
fn scalar(written: Line<'_>) -> Value {
    let text = written.text;
    for quote in ['"', '\''] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|rest| rest.split_once(quote));
        if let Some((inner, _)) = inner {
            let span = written.start..written.start + inner.len() + 2;
            if inner.contains('\\') {
                return Value::unknown(span);
            }
            let mut value = Value::verbatim(inner, span.start + 1..span.end - 1, Quoting::Quoted);
            value.span = span;
            return value;
        }
    }
    if text.is_empty() || text.starts_with(['|', '>', '&', '*', '{', '[', '"', '\'', '$']) {
        return Value::unknown(written.span());
    }
    let end = text.find(" #").unwrap_or(text.len());
    let plain = written.to(end);
    let plain = plain.to(plain.text.trim_end().len());
    Value::verbatim(plain.text, plain.span(), Quoting::Plain)
}
