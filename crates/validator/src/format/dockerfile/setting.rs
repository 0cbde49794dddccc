//! `ENV` and `ARG`.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::logical::Instruction;
use super::stage::BuildArgument;
use super::{Builder, words};
use crate::format::expand::Reference;
use crate::format::no_equals;
use crate::format::session::{assignment, is_name};
use crate::reading::{Assignment, Quoting, Reach, SlipKind, Span};

/// `ENV NAME=value …` and the old `ENV NAME value`.
pub(super) fn env(builder: &mut Builder, instruction: &Instruction) {
    let line = &instruction.rest;
    let words = words::split(&line.text, builder.escape);
    let Some(first) = words.first() else { return };
    if !line.text[first.clone()].contains('=') {
        if line.text[first.clone()].ends_with(':') {
            no_equals::mark(line, &mut builder.session);
        }
        legacy(builder, instruction, first.clone());
        return;
    }
    let (pairs, stray) = match words.iter().position(|it| is_stray(&line.text[it.clone()])) {
        Some(at) => words.split_at(at),
        None => (words.as_slice(), [].as_slice()),
    };
    let found: Vec<Assignment> = pairs
        .iter()
        .filter_map(|word| pair(builder, instruction, word))
        .gathered();
    let last = found
        .last()
        .map(|it| (it.name.clone(), it.value.span.clone()));
    put(builder, found);
    if let (Some((name, value)), Some(word)) = (last, stray.first()) {
        mark_stray(builder, instruction, &name, &value, word.start);
    }
}

/// A word that cannot be a setting: the builder stops there.
fn is_stray(word: &str) -> bool {
    word.starts_with('#') || !word.contains('=')
}

/// Reads `NAME=value`.
fn pair(builder: &Builder, instruction: &Instruction, word: &Range<usize>) -> Option<Assignment> {
    let line = &instruction.rest;
    let equals = word.start + line.text[word.clone()].find('=')?;
    let name = &line.text[word.start..equals];
    let resolve = |reference: &Reference<'_>| builder.stage.resolve(reference);
    let value = words::value(line, &(equals + 1..word.end), builder.escape, &resolve);
    is_name(name).then(|| assignment(name, line.span(&(word.start..equals)), value))
}

/// Puts assignments into the image's environment. All of one instruction see what was before it.
fn put(builder: &mut Builder, found: Vec<Assignment>) {
    let derived = |it: &Assignment| it.value.parts.iter().any(is_reference);
    if found.iter().any(derived) {
        builder.session.mark_seen();
        keep_arguments(builder, &found);
    }
    builder.session.environment = core::mem::take(&mut builder.stage.environment);
    for it in found {
        builder.session.assign(it);
    }
    builder.stage.environment = core::mem::take(&mut builder.session.environment);
}

fn is_reference(part: &crate::reading::Part) -> bool {
    part.origin == crate::reading::Origin::Derived
}

/// A build argument that an `ENV` of the same name takes up does reach the image.
fn keep_arguments(builder: &mut Builder, found: &[Assignment]) {
    for it in found {
        let argument = builder.stage.arguments.get(&it.name);
        let index = argument.and_then(|argument| argument.assignment);
        let kept = index.and_then(|index| builder.session.reading.assignments.get_mut(index));
        if let Some(kept) = kept {
            kept.reach = Reach::Program;
        }
    }
}

/// `ENV NAME value`: the rest of the line is the value, a comment too.
fn legacy(builder: &mut Builder, instruction: &Instruction, first: Range<usize>) {
    let line = &instruction.rest;
    let name = line.text[first.clone()].to_owned();
    let gap = line.text[first.end..].len() - line.text[first.end..].trim_start().len();
    let range = first.end + gap..line.text.len();
    if !is_name(&name) || range.is_empty() {
        return;
    }
    let resolve = |reference: &Reference<'_>| builder.stage.resolve(reference);
    let value = words::value(line, &range, builder.escape, &resolve);
    let name_span = line.span(&first);
    let written = &line.text[range.clone()];
    if let Some(rest) = written.strip_prefix('=') {
        let blank = rest.len() - rest.trim_start().len();
        let spaces = line.span(&(first.end..range.start + 1 + blank));
        let edits = vec![(spaces.clone(), "=".to_owned())];
        builder
            .session
            .slip(SlipKind::SpacesAroundEquals, Some(&name), spaces, edits);
    } else if let Some(at) = written.find(" #") {
        let comment = line.span(&(range.start + at + 1..range.end));
        let from = range.start + written[..at].trim_end().len();
        let gap = line.span(&(from..range.end));
        let edits = move_comment(instruction, gap, &written[at + 1..]);
        builder
            .session
            .slip(SlipKind::PartOfValue, Some(&name), comment, edits);
    }
    put(builder, vec![assignment(&name, name_span, value)]);
}

/// Marks what the builder takes for another setting and refuses: a comment, or the rest of a
/// value that has blanks.
fn mark_stray(
    builder: &mut Builder,
    instruction: &Instruction,
    name: &str,
    value: &Span,
    stray: usize,
) {
    let line = &instruction.rest;
    let rest = line.span(&(stray..line.text.len()));
    if line.text[stray..].starts_with('#') {
        let edits = move_comment(instruction, value.end..rest.end, &line.text[stray..]);
        builder
            .session
            .slip(SlipKind::PartOfValue, Some(name), rest, edits);
        return;
    }
    if value.is_empty() {
        let gap = value.end..rest.start;
        let edits = vec![(gap.clone(), String::new())];
        builder
            .session
            .slip(SlipKind::SpacesAroundEquals, Some(name), gap, edits);
        return;
    }
    let whole = value.start..rest.end;
    // On one line, what stands at the end of the source is the end of the joined line.
    let from = line.text.len().saturating_sub(whole.len());
    let all = line.text.get(from..).unwrap_or_default();
    let plain = instruction.single_line && Quoting::Quoted.admits(all);
    let quote = |at| (at..at, "\"".to_owned());
    let edits = if plain {
        vec![quote(whole.start), quote(whole.end)]
    } else {
        Vec::new()
    };
    builder
        .session
        .slip(SlipKind::ValueCut, Some(name), whole, edits);
}

/// Edits that give a comment its own line.
fn move_comment(instruction: &Instruction, gap: Span, comment: &str) -> Vec<(Span, String)> {
    if !instruction.single_line {
        return Vec::new();
    }
    let own_line = format!("{comment}\n");
    vec![
        (instruction.start..instruction.start, own_line),
        (gap, String::new()),
    ]
}

/// `ARG NAME` and `ARG NAME=default`.
pub(super) fn arg(builder: &mut Builder, instruction: &Instruction) {
    let line = &instruction.rest;
    for word in words::split(&line.text, builder.escape) {
        let text = &line.text[word.clone()];
        if text.starts_with('#') {
            return;
        }
        let name = text.split('=').next().unwrap_or(text).to_owned();
        let argument = match pair(builder, instruction, &word) {
            Some(mut found) => {
                found.reach = Reach::BuildOnly;
                BuildArgument {
                    default: found.value.known(),
                    assignment: builder.session.record(found),
                }
            }
            None => BuildArgument {
                default: builder.global.get(&name).cloned().flatten(),
                assignment: None,
            },
        };
        if is_name(&name) {
            builder.stage.arguments.insert(name, argument);
        }
    }
}
