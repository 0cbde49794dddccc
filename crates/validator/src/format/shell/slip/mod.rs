//! Places where shell text does not do what its shape suggests.

mod broken;
mod cut;
mod declared;
mod dialect;
mod dollar;
mod letters;

pub(super) use broken::line as broken_line;
pub(super) use cut::between;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::assign;
use super::syntax::{Assign, SegmentKind, Simple, Word, is_name};
use crate::reading::{Slip, SlipKind, Span};

/// Looks at one command.
pub(super) fn simple(simple: &Simple, slips: &mut Vec<Slip>) {
    let words: Vec<Option<String>> = simple.words.iter().map(Word::literal).gathered();
    let first = words.first().and_then(Option::as_deref).unwrap_or("");
    let arguments = simple.words.get(1..).unwrap_or_default();
    match first {
        "export" => {
            declared::export(arguments, slips);
            dialect::expanded(simple, slips);
        }
        "set" => dialect::set(&simple.words, slips),
        "setenv" | "setx" => dialect::setenv(simple, slips),
        "declare" | "typeset" | "readonly" | "local" => {
            spaces(arguments, slips);
            declared::program(arguments, slips);
        }
        _ => {
            dialect::powershell(simple, slips);
            dialect::expanded(simple, slips);
            spaces(&simple.words, slips);
            cut::prefix(simple, slips);
        }
    }
    for assignment in assignments(simple) {
        dollar::missing(&assignment, slips);
        cut::by_redirect(&assignment, &simple.redirects, slips);
    }
    dollar::missing_argument(&simple.words, slips);
    letters::look_alike(simple, slips);
}

/// The assignments of a command: those in front, and the arguments of `export` and relatives.
fn assignments(simple: &Simple) -> Vec<Assign> {
    let declares = simple.words.first().and_then(Word::literal);
    let declares = declares.is_some_and(|name| super::builtin::is_declaration(&name));
    let arguments = simple.words.iter().skip(1).filter(|_| declares);
    let arguments = arguments.filter_map(assign::split);
    simple.assigns.iter().cloned().chain(arguments).gathered()
}

fn slip(kind: SlipKind, name: &str, span: Span, edits: Vec<(Span, String)>) -> Slip {
    Slip {
        kind,
        name: Some(name.to_owned()),
        span,
        edits,
    }
}

/// Whether a word looks like a variable that one would set.
fn is_variable(name: &str) -> bool {
    is_name(name) && name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase())
}

/// `NAME = value`, `NAME =value` at the start of `words`.
fn spaces(words: &[Word], slips: &mut Vec<Slip>) {
    for (index, pair) in words.windows(2).enumerate() {
        let (Some(name), Some(sign)) = (pair[0].bare(), pair[1].literal_start()) else {
            continue;
        };
        if !is_variable(&name) || !sign.starts_with('=') || sign.starts_with("==") {
            continue;
        }
        let gap = pair[0].span.end..pair[1].span.start;
        let alone = pair[1].bare().as_deref() == Some("=");
        let value = if alone {
            words.get(index + 2)
        } else {
            Some(&pair[1])
        };
        let mut edits = vec![(gap, String::new())];
        if alone && let Some(value) = value {
            edits.push((pair[1].span.end..value.span.start, String::new()));
        }
        let end = value.map_or(pair[1].span.end, |value| value.span.end);
        slips.push(slip(
            SlipKind::SpacesAroundEquals,
            &name,
            pair[0].span.start..end,
            edits,
        ));
        return;
    }
}

impl Word {
    /// The unquoted or quoted text that the word begins with.
    fn literal_start(&self) -> Option<String> {
        let first = self.segments.first()?;
        match &first.kind {
            SegmentKind::Text(text, _) => Some(text.clone()),
            _ => None,
        }
    }
}
