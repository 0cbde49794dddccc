//! What is wrong with the value of one key.

use crate::prelude::*;
use core::ops::Range;

use super::super::Fault;
use super::super::c_number::{self, NumberError, stod, stoi, stoull};
use super::draft::Draft;
use super::entries::{Entry, trimmed};
use super::keys::{Key, Kind, LARGE_SEGMENTS, UNCHECKED};
use super::unchecked::is_reserve;
use crate::{Gather, Gathered, Severity, Version};

/// What a value may depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The release.
    pub(super) torch: Version,
    /// Smallest split size in MiB.
    least_split: u64,
}

impl Context {
    /// Finds the smallest split size, which follows the size of a large segment.
    pub(super) fn new(torch: Version, entries: &[Entry]) -> Self {
        let chosen = entries
            .iter()
            .rev()
            .find(|it| it.key == "large_segment_size_mb");
        let chosen = chosen
            .and_then(|it| stoull(&it.value).ok())
            .filter(|size| *size > 10);
        let least_split = match chosen {
            Some(size) if torch >= LARGE_SEGMENTS => size,
            _ if torch >= UNCHECKED => 20,
            _ => 21,
        };
        Self { torch, least_split }
    }

    /// Reads an integer as the release does.
    fn integer(&self, text: &str) -> Result<u64, NumberError> {
        if self.torch >= UNCHECKED {
            return stoull(text);
        }
        stoi(text).map(|value| i64::from(value).cast_unsigned())
    }
}

/// Judges the value of an entry whose key is known.
pub(super) fn judge(text: &str, key: &Key, entry: &Entry, context: &Context) -> Vec<Draft> {
    if entry.value.is_empty() {
        let what = format!("`{}` has no value", key.name);
        let draft = Draft::error(Fault::Syntax, entry.range.clone(), what);
        return vec![draft.help(format!("write `{}:value`", key.name))];
    }
    match key.kind {
        Kind::Boolean => boolean(key, entry).into_iter().gathered(),
        Kind::SplitSize => size(key, entry, context.least_split, context)
            .into_iter()
            .gathered(),
        Kind::SegmentSize => size(key, entry, 11, context).into_iter().gathered(),
        Kind::PositiveSize => size(key, entry, 1, context).into_iter().gathered(),
        Kind::Size => size(key, entry, 0, context).into_iter().gathered(),
        Kind::Threshold => fraction(key, entry, false).into_iter().gathered(),
        Kind::Fraction => fraction(key, entry, true).into_iter().gathered(),
        Kind::Threads => threads(key, entry, context).into_iter().gathered(),
        Kind::Backend => backend(entry).into_iter().gathered(),
        Kind::Reserve => reserve(&entry.value, entry.value_range.clone())
            .into_iter()
            .gathered(),
        Kind::Divisions if entry.value.starts_with('[') => {
            list(text, entry, |part| interval(part, context))
        }
        Kind::Divisions => power(&entry.value, entry.value_range.clone(), false, context)
            .into_iter()
            .gathered(),
        Kind::ReserveByClass => list(text, entry, |part| {
            reserve(&part.second, part.second_range.clone())
        }),
    }
}

fn boolean(key: &Key, entry: &Entry) -> Option<Draft> {
    if matches!(entry.value.as_str(), "True" | "False") {
        return None;
    }
    let meant = match entry.value.to_ascii_lowercase().as_str() {
        "true" | "1" | "yes" | "on" | "t" | "y" => Some("True"),
        "false" | "0" | "no" | "off" | "f" | "n" => Some("False"),
        _ => None,
    };
    let what = format!(
        "`{}` takes `True` or `False`, spelled exactly so, not `{}`",
        key.name, entry.value
    );
    Some(Draft::error(Fault::NotBoolean, entry.value_range.clone(), what).maybe_edit(meant))
}

fn size(key: &Key, entry: &Entry, least: u64, context: &Context) -> Option<Draft> {
    let (value, range) = (&entry.value, entry.value_range.clone());
    let read = match context.integer(value) {
        Ok(read) => read,
        Err(NumberError::NotNumber) => {
            let what = format!("`{}` needs a whole number of MiB, not `{value}`", key.name);
            return Some(Draft::error(Fault::NotNumber, range, what));
        }
        Err(NumberError::TooLarge) => {
            let what = format!("`{value}` is more than the reader's integer holds");
            let draft = Draft::error(Fault::OutOfRange, range, what);
            return Some(draft.help("write fewer digits, or leave the option out"));
        }
    };
    let number = c_number::integer(value, 10)?;
    let rest = &value[number.end..];
    if read < least {
        let but = if rest.is_empty() {
            String::new()
        } else {
            format!(", and `{value}` is read as {read}")
        };
        let what = format!("`{}` must be at least {least} (MiB){but}", key.name);
        let draft = Draft::error(Fault::OutOfRange, range, what);
        return Some(draft.help(format!("write a number of MiB from {least} up")));
    }
    if number.negative {
        let what = format!("`{value}` wraps around to a number so large that there is no limit");
        return Some(Draft::soft(Fault::Misread, Severity::Info, range, what));
    }
    let mebibytes = matches!(rest.to_ascii_lowercase().as_str(), "m" | "mb" | "mib");
    let harmless = mebibytes || rest.starts_with('.');
    let severity = if harmless {
        Severity::Info
    } else {
        Severity::Warning
    };
    let what = format!("`{value}` is read as {read} MiB; what follows the digits is not looked at");
    (!rest.is_empty()).then(|| {
        let plain = read.to_string();
        let draft = Draft::soft(Fault::Misread, severity, range, what);
        draft.maybe_edit(mebibytes.then_some(plain.as_str()))
    })
}

fn fraction(key: &Key, entry: &Entry, ends_included: bool) -> Option<Draft> {
    let (value, range) = (&entry.value, entry.value_range.clone());
    let bounds = if ends_included {
        "from 0 to 1"
    } else {
        "above 0 and below 1"
    };
    let (read, end) = match stod(value) {
        Ok(read) => read,
        Err(error) => {
            let what = format!("`{}` needs a number {bounds}, not `{value}`", key.name);
            let fault = if error == NumberError::NotNumber {
                Fault::NotNumber
            } else {
                Fault::OutOfRange
            };
            return Some(Draft::error(fault, range, what));
        }
    };
    let written = value[..end].trim();
    let inside = read > 0.0 && read < 1.0 || ends_included && (0.0..=1.0).contains(&read);
    if !inside {
        let what = format!("`{}` must be {bounds}, not `{value}`", key.name);
        let draft = Draft::error(Fault::OutOfRange, range, what);
        let is_percent =
            read > 1.0 && read < 100.0 && !written.contains(|c: char| c.is_ascii_alphabetic());
        return Some(if is_percent {
            draft.help(format!(
                "for {written} percent write `{}`",
                percent(written)
            ))
        } else {
            draft.help(format!("write a number {bounds}, such as `0.8`"))
        });
    }
    let what = format!("`{value}` is read as {written}; what follows the number is not looked at");
    (end < value.len()).then(|| Draft::soft(Fault::Misread, Severity::Warning, range, what))
}

/// A hundredth of a number above 1 and below 100, as one writes it.
fn percent(number: &str) -> String {
    let number = number.trim_start_matches(['+', '0']);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let all = format!("{whole:0>2}{fraction}");
    format!("0.{}", all.trim_end_matches('0'))
}

fn threads(key: &Key, entry: &Entry, context: &Context) -> Option<Draft> {
    let read = context.integer(&entry.value);
    if read.is_ok_and(|read| read.is_power_of_two() && read <= 128) {
        return None;
    }
    let what = format!(
        "`{}` must be a power of two up to 128, not `{}`",
        key.name, entry.value
    );
    let fault = if read == Err(NumberError::NotNumber) {
        Fault::NotNumber
    } else {
        Fault::OutOfRange
    };
    let draft = Draft::error(fault, entry.value_range.clone(), what);
    Some(draft.help("write 1, 2, 4, 8, 16, 32, 64 or 128"))
}

fn backend(entry: &Entry) -> Option<Draft> {
    let names = ["native", "cudaMallocAsync"];
    if names.contains(&entry.value.as_str()) {
        return None;
    }
    let meant = names
        .into_iter()
        .find(|name| name.eq_ignore_ascii_case(&entry.value));
    let what = format!(
        "`backend` takes `native` or `cudaMallocAsync`, not `{}`",
        entry.value
    );
    Some(Draft::error(Fault::UnknownWord, entry.value_range.clone(), what).maybe_edit(meant))
}

/// A reserve that is not one is the only value that is ignored with a warning.
fn reserve(value: &str, range: Range<usize>) -> Option<Draft> {
    if is_reserve(value) {
        return None;
    }
    let what = format!(
        "`{value}` is neither a positive fraction such as `0.5` nor a size such as `40G`; torch warns and keeps its default"
    );
    Some(
        Draft::soft(Fault::Misread, Severity::Error, range, what)
            .help("write a fraction of the GPU's memory, or GiB with `G`"),
    )
}

fn power(value: &str, range: Range<usize>, zero: bool, context: &Context) -> Option<Draft> {
    let read = context.integer(value);
    if read.is_ok_and(|read| read.is_power_of_two() || zero && read == 0) {
        return None;
    }
    let or = if zero { ", or 0" } else { "" };
    let what = format!("divisions must be a power of two{or}, not `{value}`");
    let fault = if read == Err(NumberError::NotNumber) {
        Fault::NotNumber
    } else {
        Fault::OutOfRange
    };
    Some(Draft::error(fault, range, what).help("write a power of two such as 4 or 8"))
}

/// One `first:second` of a list.
struct Pair {
    first: String,
    first_range: Range<usize>,
    second: String,
    second_range: Range<usize>,
}

fn interval(pair: &Pair, context: &Context) -> Option<Draft> {
    let read = stoull(&pair.first);
    if pair.first != ">" && !read.is_ok_and(u64::is_power_of_two) {
        let what = format!(
            "an interval must be a power of two in MiB or `>`, not `{}`",
            pair.first
        );
        let fault = if read == Err(NumberError::NotNumber) {
            Fault::NotNumber
        } else {
            Fault::OutOfRange
        };
        let draft = Draft::error(fault, pair.first_range.clone(), what);
        return Some(draft.help("write a power of two such as 256, or `>` for all that is larger"));
    }
    power(&pair.second, pair.second_range.clone(), true, context)
}

/// Judges a list: its bracket, the shape of its pairs, and each pair.
fn list(text: &str, entry: &Entry, pair: impl Fn(&Pair) -> Option<Draft>) -> Vec<Draft> {
    let range = entry.value_range.clone();
    let Some(inner) = entry.value.strip_prefix('[') else {
        let what = format!("`{}` takes a list such as `[class:0.5]`", entry.key);
        return vec![Draft::error(Fault::Syntax, range, what)];
    };
    if !inner.ends_with(']') {
        let what = "the list has no closing `]`".to_owned();
        return vec![Draft::error(Fault::Syntax, range, what).help("close it with `]`")];
    }
    let mut drafts = Vec::new();
    let mut start = range.start + 1;
    for piece in text[start..range.end - 1].split(',') {
        let whole = trimmed(text, start..start + piece.len());
        start += piece.len() + 1;
        match split(text, whole.clone()) {
            Some(found) => drafts.add_all(pair(&found)),
            None if whole.is_empty() => {}
            None => {
                let what = format!(
                    "`{}` in the list is not of the form `size:divisions`",
                    &text[whole.clone()]
                );
                drafts.push(Draft::error(Fault::Syntax, whole, what));
            }
        }
    }
    drafts
}

fn split(text: &str, whole: Range<usize>) -> Option<Pair> {
    let colon = whole.start + text[whole.clone()].find(':')?;
    let (first_range, second_range) = (
        trimmed(text, whole.start..colon),
        trimmed(text, colon + 1..whole.end),
    );
    let word = |range: &Range<usize>| {
        text[range.clone()]
            .chars()
            .filter(|c| !c.is_whitespace())
            .gathered()
    };
    let (first, second): (String, String) = (word(&first_range), word(&second_range));
    (!first.is_empty() && !second.is_empty()).then_some(Pair {
        first,
        first_range,
        second,
        second_range,
    })
}
