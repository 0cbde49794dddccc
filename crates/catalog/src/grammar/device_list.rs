//! `device-list`: the GPUs that CUDA shows to a process. The first entry that cannot be read cuts
//! the list; an entry given twice leaves no device at all; nothing is ever reported.

use crate::prelude::*;
use core::ops::Range;

use super::build::pieces;
use super::c_number::{Integer, integer};
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gathered, Set, Severity, sort_by};

/// Reads the list. Empty and `-1` hide every device, on purpose.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let text = value.trim();
    if text.is_empty() || matches!(text, "-1" | "NoDevFiles") {
        return Reading::accepted();
    }
    let count = value.split(',').count();
    let entries: Vec<(&str, Range<usize>)> = pieces(value, |c| c == ',').gathered();
    let kind = ["GPU-", "MIG-"]
        .into_iter()
        .find(|prefix| value.starts_with(prefix));
    let mut findings = Vec::new();
    let mut read = Vec::new();
    for (index, (entry, range)) in entries.iter().enumerate() {
        let unfinished = !context.complete && index + 1 == count && may_become(entry);
        let bad = match kind {
            _ if unfinished => None,
            Some(prefix) => uuid(raw(value, range), range, prefix),
            None => number(entry, range, index),
        };
        match bad {
            Some(_) if *entry == "-1" && index + 1 == count => {}
            Some(_) if entry.is_empty() && index + 1 == count => findings.push(trailing(range)),
            Some(finding) => {
                findings.push(finding);
                break;
            }
            None if unfinished => {}
            None => read.push((entry.parse().map_err(|_| *entry), index)),
        }
    }
    if let Some(again) = repeated(read, &entries) {
        let before = |it: &&Finding| it.range.start <= again.range.start;
        let at = findings.iter().take_while(before).count();
        findings.insert(at, again);
    }
    if let Some(list) = unbracketed(text).filter(|_| context.complete) {
        let message = "brackets are no part of the list; no device is visible".to_owned();
        findings = vec![Finding::error(Fault::Syntax, 0..value.len(), message).write(&list)];
    }
    let wrong = findings.iter().any(|it| it.severity == Severity::Error);
    let raises = kind.is_none() && torch_raises(entries.iter().map(|(entry, _)| *entry));
    let verdict = match wrong {
        true if raises => Verdict::Rejected,
        true => Verdict::Ignored,
        false => Verdict::Accepted,
    };
    Reading { verdict, findings }
}

/// The list of numbers inside brackets.
fn unbracketed(text: &str) -> Option<String> {
    let pairs = [('[', ']'), ('(', ')'), ('{', '}')];
    let inner = pairs
        .iter()
        .find_map(|(open, close)| text.strip_prefix(*open)?.strip_suffix(*close))?;
    let entries: Vec<&str> = inner.split(',').map(str::trim).gathered();
    let digits = |it: &&str| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit());
    entries.iter().all(digits).then(|| entries.join(","))
}

/// Whether torch's own reader meets a sign alone before it ends the list: it takes leading digits
/// of an entry for the whole, and stops at a repetition and at what has none.
fn torch_raises<'a>(entries: impl Iterator<Item = &'a str>) -> bool {
    let mut seen = Set::new();
    for entry in entries {
        if sign_alone(entry) {
            return true;
        }
        let Some(number) = integer(entry, 10).map(Integer::value).filter(|&it| it >= 0) else {
            return false;
        };
        if !seen.insert(i64::try_from(number).unwrap_or(i64::MAX).to_string()) {
            return false;
        }
    }
    false
}

/// Whether an entry has a sign and no digit after it, for which torch's own reader raises.
fn sign_alone(entry: &str) -> bool {
    entry
        .strip_prefix(['+', '-'])
        .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether what follows can still make a device of the beginning of an entry.
fn may_become(entry: &str) -> bool {
    let digits = entry.strip_prefix('+').unwrap_or(entry);
    let uuid = |prefix: &str| prefix.starts_with(entry) || entry.starts_with(prefix);
    digits.chars().all(|c| c.is_ascii_digit()) || uuid("GPU-") || uuid("MIG-")
}

/// An entry with the blanks around it, which count in a list of UUIDs.
fn raw<'a>(value: &'a str, range: &Range<usize>) -> &'a str {
    let start = value[..range.start].rfind(',').map_or(0, |at| at + 1);
    let end = value[range.end..]
        .find(',')
        .map_or(value.len(), |at| range.end + at);
    &value[start..end]
}

/// A device as it is compared with others: its number, or what is written where that is none.
type Device<'a> = Result<i128, &'a str>;

fn trailing(range: &Range<usize>) -> Finding {
    let message = "nothing follows the last comma; the devices before it are visible".to_owned();
    Finding::new(Severity::Info, Fault::Syntax, range.clone(), message).help("leave the comma out")
}

/// One finding for all devices that are given more than once, at the first repetition.
fn repeated(
    mut read: Vec<(Device<'_>, usize)>,
    entries: &[(&str, Range<usize>)],
) -> Option<Finding> {
    sort_by(&mut read, Ord::cmp);
    let again = |of: &[(Device<'_>, usize)]| (of.len() > 1).then(|| (of[1].1, of.len()));
    let groups = read.chunk_by(|a, b| a.0 == b.0).filter_map(again);
    let repeats: Vec<(usize, usize)> = groups.gathered();
    let &(first, times) = repeats.iter().min()?;
    let (entry, range) = &entries[first];
    let given = match (repeats.len() - 1, times) {
        (0, 2) => format!("device `{entry}` is given twice"),
        (0, times) => format!("device `{entry}` is given {times} times"),
        (1, _) => format!("device `{entry}` and another one are given more than once"),
        (others, _) => format!("device `{entry}` and {others} others are given more than once"),
    };
    let message = format!("{given}, which leaves no device visible at all");
    Some(Finding::error(Fault::Misread, range.clone(), message).help("name each device once"))
}

/// An entry of a list that begins with a UUID.
fn uuid(entry: &str, range: &Range<usize>, prefix: &str) -> Option<Finding> {
    if entry.starts_with(prefix) && !entry.contains(char::is_whitespace) {
        return None;
    }
    if entry.trim().starts_with(prefix) {
        let message =
            format!("blanks count as part of `{entry}` in a list of UUIDs, so it names no device");
        let finding = Finding::error(Fault::Misread, range.clone(), message);
        return Some(finding.help("divide UUIDs by a comma alone"));
    }
    let message = format!(
        "`{entry}` does not begin with `{prefix}` like the first entry, so the list ends before it"
    );
    Some(
        Finding::error(Fault::Misread, range.clone(), message)
            .help("use UUIDs of one kind, or numbers only"),
    )
}

/// An entry of a list of numbers.
fn number(entry: &str, range: &Range<usize>, index: usize) -> Option<Finding> {
    let digits = entry.strip_prefix('+').unwrap_or(entry);
    let zero = entry.strip_prefix('-').unwrap_or(digits);
    let minus_zero = zero.chars().all(|c| c == '0');
    let plain = digits.chars().all(|c| c.is_ascii_digit());
    if !digits.is_empty() && !zero.is_empty() && (plain || minus_zero) {
        return None;
    }
    if sign_alone(entry) {
        let message = format!(
            "`{entry}` is a sign without a number; `torch.cuda.device_count()` raises a ValueError"
        );
        return Some(
            Finding::error(Fault::Syntax, range.clone(), message)
                .help("write device numbers divided by commas, or `-1` for none"),
        );
    }
    let seen = match index {
        0 => "no device is visible",
        1 => "only the first device is visible",
        _ => "only the devices before it are visible",
    };
    let (what, meant) = explain(entry);
    let leading: String = digits.chars().take_while(char::is_ascii_digit).gathered();
    // What torch's own reader does with digits and a tail; the driver does not say what it does.
    let (fault, message) = if !leading.is_empty() {
        let message = format!("{what}; only {leading} is read of it, and nothing is reported");
        (Fault::Misread, message)
    } else if meant.is_some() {
        (Fault::Syntax, format!("{what}; {seen}"))
    } else {
        (Fault::UnknownWord, format!("{what}; {seen}"))
    };
    let finding = Finding::error(fault, range.clone(), message);
    let finding = finding.help("write device numbers or UUIDs divided by commas, such as `0,1`");
    Some(finding.maybe_write(meant.as_deref()))
}

/// What an entry that is no number looks like, and what was certainly meant.
fn explain(entry: &str) -> (String, Option<String>) {
    let lower = entry.to_ascii_lowercase();
    let digits = |text: &str| {
        !text.is_empty() && text.len() <= 3 && text.chars().all(|c| c.is_ascii_digit())
    };
    let torch_name = lower
        .strip_prefix("cuda:")
        .or_else(|| lower.strip_prefix("gpu:"))
        .or_else(|| lower.strip_prefix("gpu"));
    if let Some(number) = torch_name.filter(|it| digits(it)) {
        return (
            format!("`{entry}` is torch's name for a device, not a number that CUDA reads"),
            Some(number.to_owned()),
        );
    }
    if let Some((first, last)) = entry
        .split_once('-')
        .filter(|(a, b)| digits(a) && digits(b))
    {
        let ends = (
            first.parse::<u16>().unwrap_or(0),
            last.parse::<u16>().unwrap_or(0),
        );
        let list: Vec<String> = (ends.0..=ends.1)
            .take(64)
            .map(|it| it.to_string())
            .gathered();
        let list = (list.len() > 1).then(|| list.join(","));
        return (
            format!("`{entry}` is a range, and CUDA knows no ranges"),
            list,
        );
    }
    let bare = entry.trim_matches(['[', ']', '(', ')', '{', '}', '"', '\'', ' ']);
    let parts: Vec<&str> = bare
        .split([' ', ';', '|', '\t'])
        .filter(|part| !part.is_empty())
        .gathered();
    let listed =
        (!parts.is_empty() && parts.iter().all(|part| digits(part))).then(|| parts.join(","));
    match lower.as_str() {
        "" => ("an entry is empty and ends the list".to_owned(), None),
        "all" | "none" | "void" => (
            format!("`{entry}` is a word for `NVIDIA_VISIBLE_DEVICES`; CUDA reads device numbers"),
            None,
        ),
        _ if entry.starts_with('-') => (format!("`{entry}` ends the list"), None),
        _ => (format!("`{entry}` is not a device number"), listed),
    }
}
