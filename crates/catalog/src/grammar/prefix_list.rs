//! Lists of device names as NCCL reads them: `^` (none of these) and `=` (exactly these) stand
//! once, before the whole list; names are divided by commas and taken letter for letter.

use crate::prelude::*;
use core::ops::Range;

use super::{Context, Fault, Finding, Reading, Verdict};
use crate::Gather;

/// Reads a list; `word` names what it lists, `judge` may object to a name.
pub(super) fn read(
    value: &str,
    context: &Context<'_>,
    word: &str,
    judge: impl Fn(&str, &Range<usize>) -> Option<Finding>,
) -> Reading {
    let rest = value.strip_prefix('^').unwrap_or(value);
    let list = rest.strip_prefix('=').unwrap_or(rest);
    let mut start = value.len() - list.len();
    let mut findings = Vec::new();
    let count = list.split(',').count();
    for (index, name) in list.split(',').enumerate() {
        let range = start..start + name.len();
        start += name.len() + 1;
        let unfinished = !context.complete && index + 1 == count;
        if name.is_empty() || unfinished {
            continue;
        }
        findings.add_all(shape(name, &range, word).or_else(|| judge(name, &range)));
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Ignored
    };
    Reading { verdict, findings }
}

/// Signs that are taken for part of a name.
fn shape(name: &str, range: &Range<usize>, word: &str) -> Option<Finding> {
    if name.starts_with(['^', '=']) {
        let message = format!(
            "`{}` counts only before the whole list; here it is part of the name `{name}`, which matches nothing",
            &name[..1]
        );
        let finding = Finding::error(Fault::Misread, range.clone(), message);
        return Some(
            finding
                .help("write it once, at the very start")
                .edit(range.start..range.start + 1, ""),
        );
    }
    if name.trim() != name {
        let message = format!(
            "blanks are taken for part of the {word} name `{name}`, which then matches nothing"
        );
        return Some(Finding::error(Fault::Misread, range.clone(), message).write(name.trim()));
    }
    if let Some(at) = name.find([' ', ';', '|']) {
        let sign = &name[at..=at];
        let message = format!(
            "`{sign}` does not divide names; `{name}` is taken for one {word}, which matches nothing"
        );
        let finding =
            Finding::error(Fault::Syntax, range.clone(), message).help("divide names by commas");
        return Some(finding.edit(range.start + at..range.start + at + 1, ","));
    }
    if let Some(at) = name.find('*') {
        let message = format!(
            "`*` is taken letter for letter in `{name}`; a name alone already matches all that begin with it"
        );
        let finding =
            Finding::error(Fault::Misread, range.clone(), message).help("leave the `*` out");
        return Some(finding.edit(range.start + at..range.start + at + 1, ""));
    }
    None
}
