//! References in makefiles: `$(NAME)`, `${NAME}`, `$$`, `$@`.

use readpoint_catalog::Map;
use readpoint_catalog::prelude::*;

use super::super::source::Source;
use crate::format::lines::Line;
use crate::reading::{Origin, Part, Quoting};

/// The values of make's variables; `None`: not known.
type Values = Map<Option<String>>;

/// A value with its references replaced.
pub(super) fn expand(value: Line<'_>, values: &Values) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut at = 0;
    while let Some(found) = value.text[at..].find('$') {
        let dollar = at + found;
        push(&mut parts, value, at, dollar);
        let (text, length) = reference(&value.text[dollar + 1..], values);
        at = (dollar + 1 + length).min(value.text.len());
        parts.push(Part {
            text,
            span: value.start + dollar..value.start + at,
            origin: Origin::Derived,
        });
    }
    push(&mut parts, value, at, value.text.len());
    parts
}

fn push(parts: &mut Vec<Part>, line: Line<'_>, start: usize, end: usize) {
    if start < end {
        parts.push(Part {
            text: Some(line.text[start..end].to_owned()),
            span: line.start + start..line.start + end,
            origin: Origin::Verbatim(Quoting::Bare),
        });
    }
}

/// What stands behind `$`: its text, and how many bytes it takes.
fn reference(behind: &str, values: &Values) -> (Option<String>, usize) {
    let close = match behind.chars().next() {
        None => return (Some(String::new()), 0),
        Some('$') => return (Some("$".to_owned()), 1),
        Some('(') => ')',
        Some('{') => '}',
        Some(letter) => {
            let name = letter.to_string();
            return (values.get(&name).cloned().flatten(), letter.len_utf8());
        }
    };
    let open = &behind[..1];
    let mut depth = 0_usize;
    for (at, letter) in behind.char_indices() {
        depth += usize::from(behind[at..].starts_with(open));
        if letter == close {
            depth -= 1;
            if depth == 0 {
                let name = &behind[1..at];
                return (values.get(name).cloned().flatten(), at + 1);
            }
        }
    }
    (None, behind.len())
}

/// The shell text of a recipe's line, with the lines that continue it.
pub(super) fn command(lines: &[Line<'_>], values: &Values) -> Source {
    let mut source = Source::from_parts(&[]);
    for (index, line) in lines.iter().enumerate() {
        let prefix = line.text.len()
            - line
                .text
                .trim_start_matches(['@', '-', '+', ' ', '\t'])
                .len();
        let line = if index == 0 { line.from(prefix) } else { *line };
        if index > 0 {
            source.push_glue("\n");
        }
        for part in expand(line, values) {
            source.push(&part);
        }
    }
    source
}
