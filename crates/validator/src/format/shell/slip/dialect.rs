//! Settings in the syntax of another shell: `set`, `setenv`, `$env:`.

use super::super::syntax::{Operation, SegmentKind, Simple, Word};
use super::{is_variable, slip};
use crate::reading::{Slip, SlipKind};
use readpoint_catalog::prelude::*;

/// `set NAME=value`, `set NAME value`, `set -gx NAME value`.
pub(super) fn set(words: &[Word], slips: &mut Vec<Slip>) {
    let Some(first) = words.get(1) else {
        return;
    };
    let text = first.literal_start().unwrap_or_default();
    let head = words[0].span.clone();
    let end = words.last().map_or(head.end, |word| word.span.end);
    if let Some((name, _)) = text.split_once('=').filter(|(name, _)| is_variable(name)) {
        let edits = vec![(head.clone(), "export".into())];
        slips.push(slip(
            SlipKind::WrongShell,
            name,
            head.start..first.span.end,
            edits,
        ));
        return;
    }
    let has_option = matches!(text.as_str(), "-x" | "-gx" | "-Ux" | "-xg");
    let at = if has_option { 2 } else { 1 };
    let is_pair = words.len() == 3 && text.contains('_');
    if !has_option && !is_pair {
        return;
    }
    let Some(name) = words
        .get(at)
        .and_then(Word::bare)
        .filter(|name| is_variable(name))
    else {
        return;
    };
    let mut edits = vec![(head.start..words[at].span.start, "export ".into())];
    match &words[at..] {
        [name, value] => edits.push((name.span.end..value.span.start, "=".into())),
        _ => edits.clear(),
    }
    slips.push(slip(SlipKind::WrongShell, &name, head.start..end, edits));
}

/// `setenv NAME value`
pub(super) fn setenv(simple: &Simple, slips: &mut Vec<Slip>) {
    let [head, name, value] = simple.words.as_slice() else {
        return;
    };
    if let Some(text) = name.bare().filter(|text| is_variable(text)) {
        let edits = vec![
            (head.span.clone(), "export".into()),
            (name.span.end..value.span.start, "=".into()),
        ];
        slips.push(slip(
            SlipKind::WrongShell,
            &text,
            simple.span.clone(),
            edits,
        ));
    }
}

/// `$NAME=value` and `${NAME}=value`, at the start of a command or behind `export`.
pub(super) fn expanded(simple: &Simple, slips: &mut Vec<Slip>) {
    let words = simple.words.as_slice();
    let word = match words {
        [first, second, ..] if first.bare().as_deref() == Some("export") => second,
        [first, ..] => first,
        [] => return,
    };
    let [variable, rest, ..] = word.segments.as_slice() else {
        return;
    };
    let (SegmentKind::Parameter(parameter), SegmentKind::Text(text, true)) =
        (&variable.kind, &rest.kind)
    else {
        return;
    };
    let plain = matches!(parameter.operation, Operation::Value) && parameter.index.is_none();
    let assigns = text.starts_with('=') && !text.starts_with("==");
    if !plain || !assigns || variable.quoted || rest.quoted || !is_variable(&parameter.name) {
        return;
    }
    let mut edits = Vec::new();
    if variable.span.len() == parameter.name.len() + 1 {
        let start = variable.span.start;
        let export = if words.len() == 1 { "export " } else { "" };
        edits.push((start..start + 1, export.to_owned()));
    }
    slips.push(slip(
        SlipKind::NameExpanded,
        &parameter.name,
        word.span.clone(),
        edits,
    ));
}

/// `$env:NAME="value"`
pub(super) fn powershell(simple: &Simple, slips: &mut Vec<Slip>) {
    let Some(first) = simple.words.first() else {
        return;
    };
    let [variable, rest, ..] = first.segments.as_slice() else {
        return;
    };
    let (SegmentKind::Parameter(parameter), SegmentKind::Text(text, _)) =
        (&variable.kind, &rest.kind)
    else {
        return;
    };
    let name = text.strip_prefix(':').unwrap_or("");
    let name = name.split('=').next().unwrap_or("");
    if parameter.name.eq_ignore_ascii_case("env") && is_variable(name) {
        slips.push(slip(
            SlipKind::WrongShell,
            name,
            simple.span.clone(),
            Vec::new(),
        ));
    }
}
