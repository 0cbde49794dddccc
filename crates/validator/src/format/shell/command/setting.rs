//! `NAME=value` as an argument of a launcher.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::expand::Field;
use super::super::run::Shell;
use super::super::source::{HOLE, text_of};
use super::super::state::{Variable, Variables};
use super::super::syntax::name_length;
use crate::reading::{Assignment, Origin, Part, Reach, Span, Value};

/// Takes an argument apart: the name, where it stands, and the parts of the value.
pub(super) fn split(field: &Field) -> Option<(String, Span, Vec<Part>)> {
    split_parts(&field.parts)
}

/// Takes parts apart at the `=` behind a name.
pub(super) fn split_parts(parts: &[Part]) -> Option<(String, Span, Vec<Part>)> {
    let text = parts.first()?.text.as_deref()?;
    let length = name_length(text);
    if length == 0 || text.as_bytes().get(length) != Some(&b'=') {
        return None;
    }
    let first = &parts[0];
    let name_span = cut(first, 0, length).span;
    let mut value: Vec<Part> = Vec::new();
    if text.len() > length + 1 {
        value.push(cut(first, length + 1, text.len()));
    }
    value.add_all(parts[1..].iter().cloned());
    Some((text[..length].to_owned(), name_span, value))
}

/// Bytes `start..end` of a known part.
pub(in super::super) fn cut(part: &Part, start: usize, end: usize) -> Part {
    let text = part.text.as_deref().unwrap_or("");
    let span = if part.origin == Origin::Derived {
        part.span.clone()
    } else {
        part.span.start + start..part.span.start + end
    };
    Part {
        text: Some(text[start..end].to_owned()),
        span,
        origin: part.origin,
    }
}

/// The parts from byte `from` of their text on; `None` if that lies behind something unknown.
pub(super) fn tail(parts: &[Part], from: usize) -> Option<Vec<Part>> {
    let mut skip = from;
    let mut rest = Vec::new();
    for part in parts {
        match &part.text {
            Some(text) if skip >= text.len() => skip -= text.len(),
            Some(text) => {
                rest.push(cut(part, skip, text.len()));
                skip = 0;
            }
            None if skip == 0 => rest.push(part.clone()),
            None => return None,
        }
    }
    (skip == 0).then_some(rest)
}

/// The parts up to byte `end` of their text.
pub(super) fn head(parts: &[Part], end: usize) -> Vec<Part> {
    let mut left = end;
    let mut kept = Vec::new();
    for part in parts {
        match &part.text {
            Some(text) if left < text.len() => {
                if left > 0 {
                    kept.push(cut(part, 0, left));
                }
                break;
            }
            text => {
                left = left.saturating_sub(text.as_ref().map_or(HOLE.len_utf8(), String::len));
                kept.push(part.clone());
            }
        }
    }
    kept
}

/// The assignment that an argument makes.
pub(super) fn assignment(
    name: &str,
    name_span: Span,
    parts: Vec<Part>,
    field: &Field,
    reach: Reach,
) -> Assignment {
    let start = parts.first().map_or(field.span.end, |part| part.span.start);
    let end = parts.last().map_or(field.span.end, |part| part.span.end);
    Assignment {
        name: name.to_owned(),
        value: Value {
            span: start.min(end)..end.max(start),
            parts,
        },
        span: name_span.start.min(start)..end.max(name_span.end),
        name_span,
        reach,
    }
}

/// Puts what an argument sets into an environment under construction; `false` if it sets nothing.
pub(super) fn put(shell: &mut Shell, vars: &mut Variables, field: &Field) -> bool {
    let Some((name, name_span, parts)) = split(field) else {
        return false;
    };
    put_parts(shell, vars, &name, name_span, parts, field);
    true
}

/// Puts a setting into an environment under construction.
pub(super) fn put_parts(
    shell: &mut Shell,
    vars: &mut Variables,
    name: &str,
    name_span: Span,
    parts: Vec<Part>,
    field: &Field,
) {
    let text = text_of(&parts);
    let assignment = assignment(name, name_span, parts, field, Reach::Program);
    let place = shell.record_assignment(assignment, true);
    vars.put(name, Variable::exported(text, place.into_iter().gathered()));
}
