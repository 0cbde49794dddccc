//! `export` and relatives, which take names: what else stands behind them.

use super::super::super::no_equals;
use super::super::assign;
use super::super::command::{is_program, is_runner};
use super::super::syntax::{Word, is_name};
use super::{cut, is_variable, slip, spaces};
use crate::reading::{Slip, SlipKind};
use readpoint_catalog::prelude::*;

/// `export NAME = value`, `export NAME= value`, `export NAME=a, b`, `export NAME value`.
pub(super) fn export(arguments: &[Word], slips: &mut Vec<Slip>) {
    let before = slips.len();
    spaces(arguments, slips);
    if slips.len() > before {
        return;
    }
    for pair in arguments.windows(2) {
        if let Some(assignment) = assign::split(&pair[0]) {
            cut::gap(&assignment, &pair[1..], slips);
        }
    }
    for word in arguments.iter().filter(|it| it.bare().is_some()) {
        let text = word.bare().unwrap_or_default();
        if let Some((name, sign, kind)) = no_equals::find(&text) {
            let start = word.span.start;
            let exact = word.span.len() == text.len();
            let edit = (start + sign.start..start + sign.end, "=".to_owned());
            let edits = if exact { vec![edit] } else { Vec::new() };
            slips.push(slip(kind, name, word.span.clone(), edits));
        }
    }
    program(arguments, slips);
    let [name, value] = arguments else {
        return;
    };
    let names = name.bare().filter(|name| is_variable(name));
    let is_value =
        value.literal().is_none_or(|text| !is_name(&text)) && assign::split(value).is_none();
    if let Some(name) = names.filter(|_| is_value) {
        let gap = arguments[0].span.end..value.span.start;
        let span = arguments[0].span.start..value.span.end;
        slips.push(slip(
            SlipKind::WrongShell,
            &name,
            span,
            vec![(gap, "=".into())],
        ));
    }
}

/// `export NAME=value program …`: the shell takes the program for one more name.
pub(super) fn program(arguments: &[Word], slips: &mut Vec<Slip>) {
    let is_option = |word: &&Word| word.bare().is_some_and(|it| it.starts_with('-'));
    let options = arguments.iter().take_while(is_option).count();
    let arguments = &arguments[options..];
    let settings = arguments.iter().map_while(assign::split);
    let Some((count, last)) = settings.enumerate().last() else {
        return;
    };
    let behind = &arguments[count + 1..];
    let Some(name) = behind.first().and_then(Word::bare) else {
        return;
    };
    let cannot_be_names = behind.iter().any(|word| !can_be_name(word));
    let starts = is_runner(&name) || (is_program(&name) && cannot_be_names);
    if !starts || !is_variable(&last.name) || slips.iter().any(|it| it.span.end > last.span.start) {
        return;
    }
    let gap = last.span.end..behind[0].span.start;
    let end = behind[behind.len() - 1].span.end;
    slips.push(slip(
        SlipKind::ProgramAsName,
        &last.name,
        last.span.start..end,
        vec![(gap, " && ".into())],
    ));
}

/// Whether `export` can take a word: a name, an assignment, an option, or something not known.
fn can_be_name(word: &Word) -> bool {
    let text = word.literal();
    assign::split(word).is_some() || text.is_none_or(|it| is_name(&it))
}
