//! What is wrong with each entry of the settings, in words that help to mend it.

use crate::prelude::*;
use core::ops::Range;

use super::super::Fault;
use super::draft::Draft;
use super::entries::{Entry, Separator, entries};
use super::keys::{self, KEYS, Key, Kind};
use super::values;
use crate::{Gather, Gathered, Severity, Version, nearest};

/// Everything wrong or worth saying, by position. With `complete` false the last entry is judged
/// only as far as it is certain.
pub(super) fn find(value: &str, torch: Version, complete: bool) -> Vec<Draft> {
    let entries = entries(value);
    let context = values::Context::new(torch, &entries);
    let mut drafts = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        let finished = complete || entry.ended;
        judge(value, &entries, index, finished, &context, &mut drafts);
    }
    drafts
}

fn judge(
    text: &str,
    entries: &[Entry],
    index: usize,
    finished: bool,
    context: &values::Context,
    drafts: &mut Vec<Draft>,
) {
    let entry = &entries[index];
    if entry.range.is_empty() {
        // Of commas in a row, the first one speaks for all.
        let told = index > 0 && entries[index - 1].range.is_empty();
        drafts.add_all(empty(text, entry, index).filter(|_| !told));
        return;
    }
    let Some(separator) = &entry.separator else {
        if finished {
            drafts.push(bare(entry, &entries[..index]));
        }
        return;
    };
    if separator.character != ':' {
        drafts.push(wrong_separator(separator));
    }
    let key = match keys::in_release(&entry.key, context.torch) {
        Some(key) => key,
        None => return drafts.push(unknown(entry, context.torch)),
    };
    if !finished {
        return;
    }
    match run_together(text, entry) {
        Some(draft) => drafts.push(draft),
        None => drafts.add_all(values::judge(text, key, entry, context)),
    }
}

/// An empty entry; after the last comma it does no harm.
fn empty(text: &str, entry: &Entry, index: usize) -> Option<Draft> {
    if !entry.ended {
        return None;
    }
    let comma = entry.range.end;
    let place = if index == 0 {
        "the settings begin with a comma"
    } else {
        "two commas follow each other"
    };
    let what = format!("{place}, and the second is taken for a key");
    let what = if index == 0 {
        format!("{place}, and it is taken for a key")
    } else {
        what
    };
    // All that follow: with one alone taken away, the next would stand in its place.
    let rest = &text[comma..];
    let more = rest.trim_start_matches(|c: char| c == ',' || c.is_whitespace());
    let run = &rest[..rest.len() - more.len()];
    let more = run.rfind(',').map_or(1, |last| last + 1);
    Some(
        Draft::error(Fault::Syntax, comma..comma + 1, what)
            .help("remove the comma")
            .edit(comma..comma + more, ""),
    )
}

fn wrong_separator(separator: &Separator) -> Draft {
    let what = format!(
        "`{}` stands between key and value where `:` belongs",
        separator.character
    );
    Draft::error(Fault::Syntax, separator.range.clone(), what)
        .help("write `key:value`")
        .edit(separator.range.clone(), ":")
}

/// An entry without anything that could divide key from value.
fn bare(entry: &Entry, before: &[Entry]) -> Draft {
    let range = entry.range.clone();
    if matches!(entry.key.as_str(), "cudaMallocAsync" | "native") {
        let what = format!(
            "`{}` is a value of `backend`, not a setting of its own",
            entry.key
        );
        return Draft::error(Fault::Syntax, range.clone(), what)
            .help(format!("write `backend:{}`", entry.key))
            .edit(range.start..range.start, "backend:");
    }
    if keys::known(&entry.key).is_some() {
        let what = format!("`{}` has no value", entry.key);
        return Draft::error(Fault::Syntax, range, what)
            .help(format!("write `{}:value`", entry.key));
    }
    let previous = before
        .last()
        .filter(|it| it.value.chars().all(|c| c.is_ascii_digit()));
    let fraction = previous.filter(|it| {
        keys::known(&it.key).is_some_and(|key| matches!(key.kind, Kind::Threshold | Kind::Fraction))
    });
    if let Some(previous) = fraction.filter(|_| entry.key.chars().all(|c| c.is_ascii_digit())) {
        let what = format!("a comma divides settings, so `{}` stands alone", entry.key);
        return Draft::error(Fault::Syntax, range, what).help(format!(
            "write the decimal point as `{}.{}`",
            previous.value, entry.key
        ));
    }
    let what = format!("`{}` is not a setting of the form `key:value`", entry.key);
    let draft = Draft::error(Fault::Syntax, range, what);
    match likely(&entry.key) {
        Some(key) => draft.help(format!("`{key}` is the nearest key; write `{key}:value`")),
        None => draft.help("write `key:value`, with commas between settings"),
    }
}

/// A key that this release does not read.
fn unknown(entry: &Entry, torch: Version) -> Draft {
    let range = entry.key_range.clone();
    if let Some(key) = keys::known(&entry.key) {
        let what = format!(
            "torch {torch} does not know the key `{}`, which came with torch {}",
            key.name, key.since
        );
        return Draft::error(Fault::KeyNotInRelease, range, what)
            .help(format!("remove it, or use torch {} or newer", key.since));
    }
    let what = format!("no release of torch knows the key `{}`", entry.key);
    let draft = Draft::error(Fault::UnknownKey, range.clone(), what);
    if entry.key == "expandable_segments_handle_type" {
        return draft.help("remove it: the handle type is chosen by torch, though one of its own messages names this key");
    }
    let unquoted = entry.key.trim_matches(['"', '\'']);
    match likely(unquoted) {
        Some(name) if unquoted.len() < entry.key.len() => draft.help(format!(
            "quotes are part of the value here; write `{name}` without them"
        )),
        Some(name) if keys::in_release(name, torch).is_some() => {
            draft.help(format!("write `{name}`")).edit(range, name)
        }
        Some(name) => draft.help(format!(
            "`{name}` is near, but torch {torch} does not know it either"
        )),
        None => draft.help(format!(
            "keys of torch {torch}: {}",
            names(torch).join(", ")
        )),
    }
}

/// Names that this release reads, without the spellings for another vendor.
fn names(torch: Version) -> Vec<&'static str> {
    let keys = KEYS
        .iter()
        .filter(|key| key.since <= torch && !key.name.contains("_hip"));
    keys.map(|key| key.name).gathered()
}

/// The key that was probably meant.
fn likely(written: &str) -> Option<&'static str> {
    let plain = written.to_ascii_lowercase().replace('-', "_");
    let name = |key: &'static Key| key.name;
    let exact = |text: &str| keys::known(text).map(name);
    exact(&plain)
        .or_else(|| exact(&format!("{plain}_mb")))
        .or_else(|| {
            let short = matches!(plain.as_str(), "gc_threshold" | "garbage_collect_threshold");
            short.then_some("garbage_collection_threshold")
        })
        .or_else(|| nearest(&plain, KEYS.iter().map(|key| key.name)))
}

/// More settings inside the value: a separator other than the comma, or none.
fn run_together(text: &str, entry: &Entry) -> Option<Draft> {
    let raw = &text[entry.value_range.clone()];
    if raw.starts_with('[') {
        return None;
    }
    let second = raw.find([':', '='])?;
    let Some(first) = gap(&raw[..second]) else {
        let at = entry.value_range.start + second;
        let what = format!(
            "a second `{}` follows in the setting of `{}`",
            &raw[second..=second],
            entry.key
        );
        let draft = Draft::error(Fault::Syntax, at..at + 1, what);
        return Some(draft.help("put a comma between settings"));
    };
    let what = match first.separator {
        "" => format!(
            "before `{}` stands a blank, which is dropped, where a comma belongs",
            first.name
        ),
        other => format!(
            "before `{}` stands `{other}` where a comma belongs",
            first.name
        ),
    };
    let place = |gap: &Gap<'_>| {
        entry.value_range.start + gap.range.start..entry.value_range.start + gap.range.end
    };
    let mut draft =
        Draft::error(Fault::Syntax, place(&first), what).help("put a comma between settings");
    for (at, _) in raw.match_indices([':', '=']) {
        let known = gap(&raw[..at]).filter(|gap| likely(gap.name).is_some());
        draft = known
            .iter()
            .fold(draft, |draft, gap| draft.edit(place(gap), ","));
    }
    Some(draft)
}

/// What divides two settings where no comma does.
struct Gap<'a> {
    range: Range<usize>,
    separator: &'a str,
    name: &'a str,
}

/// The gap before the last word of a text, if that word is meant for a key.
fn gap(before: &str) -> Option<Gap<'_>> {
    let before = before.trim_end();
    let last = before.rfind(|c: char| c.is_whitespace() || ";|:=".contains(c))?;
    let width = before[last..].chars().next().map_or(1, char::len_utf8);
    let start = before[..last].trim_end_matches([' ', ';']).len();
    let separator = before[last..last + width].trim();
    let gap = Gap {
        range: start..last + width,
        separator,
        name: before[last + width..].trim(),
    };
    Some(gap).filter(|gap| !matches!(separator, ":" | "=") && likely(gap.name).is_some())
}

/// Settings that work, but not together or not as it seems.
pub(super) fn conflicts(value: &str, torch: Version) -> Vec<Draft> {
    let entries: Vec<Entry> = entries(value)
        .into_iter()
        .filter(|it| !it.range.is_empty())
        .gathered();
    let last = |name: &str| entries.iter().rev().find(|it| it.key == name);
    let mut drafts = Vec::new();
    for (index, entry) in entries.iter().enumerate() {
        if let Some(later) = entries[index + 1..]
            .iter()
            .find(|later| later.key == entry.key)
        {
            // Lists of the one are merged, and the first of the other counts.
            let counts = match entry.key.as_str() {
                "roundup_power2_divisions" | "backend" => "",
                _ => "; the last one counts",
            };
            let what = format!("`{}` is given twice{counts}", entry.key);
            let same = later.value == entry.value;
            let severity = if same {
                Severity::Info
            } else {
                Severity::Warning
            };
            drafts.push(
                Draft::soft(Fault::NoEffect, severity, entry.range.clone(), what)
                    .help("keep one of them"),
            );
        }
    }
    let expandable = last("expandable_segments").is_some_and(|it| it.value == "True");
    if let Some(split) = last("max_split_size_mb").filter(|_| expandable) {
        let what = "with `expandable_segments:True`, `max_split_size_mb` only keeps smaller requests away from free blocks above that size".to_owned();
        drafts.push(
            Draft::soft(
                Fault::NoEffect,
                Severity::Warning,
                split.range.clone(),
                what,
            )
            .help("keep one of the two"),
        );
    }
    if last("backend").is_some_and(|it| it.value == "cudaMallocAsync") {
        drafts.add_all(
            entries
                .iter()
                .filter(|it| native_only(&it.key, torch))
                .map(without_effect),
        );
    }
    drafts
}

/// Whether a key only steers the native allocator; pinned memory has an allocator of its own.
fn native_only(name: &str, torch: Version) -> bool {
    let spared =
        name.starts_with("pinned_") || matches!(name, "backend" | "per_process_memory_fraction");
    keys::in_release(name, torch).is_some() && !spared
}

fn without_effect(entry: &Entry) -> Draft {
    let what = format!(
        "`{}` has no effect with `backend:cudaMallocAsync`",
        entry.key
    );
    Draft::soft(
        Fault::NoEffect,
        Severity::Warning,
        entry.range.clone(),
        what,
    )
    .help("remove it, or use `backend:native`")
}
