//! `arch-list`: GPU architectures for CUDA extensions, as `torch.utils.cpp_extension` expands and
//! checks them in each release.

use crate::prelude::*;
use core::ops::Range;

use super::{Context, Fault, Finding, Reading, Verdict};
use crate::Version;

/// Architectures, the first release that knows each, and the last if it was dropped.
#[rustfmt::skip]
const ARCHITECTURES: &[(&str, u32, u32)] = &[
    ("3.5", 0, 99), ("3.7", 0, 99), ("5.0", 0, 99), ("5.2", 0, 99), ("5.3", 0, 99), ("6.0", 0, 99),
    ("6.1", 0, 99), ("6.2", 0, 99), ("7.0", 0, 99), ("7.2", 0, 99), ("7.5", 0, 99), ("8.0", 0, 99),
    ("8.6", 0, 99), ("8.7", 0, 99), ("8.9", 0, 99), ("9.0", 0, 99), ("9.0a", 0, 99), ("10.0", 0, 99),
    ("10.0a", 7, 99), ("10.1", 7, 8), ("10.1a", 7, 8), ("10.3", 8, 99), ("10.3a", 8, 99),
    ("10.7", 14, 99), ("10.7a", 14, 99), ("11.0", 9, 99), ("11.0a", 9, 99), ("12.0", 7, 99),
    ("12.0a", 7, 99), ("12.1", 8, 99), ("12.1a", 8, 99),
];

/// Names, what each stands for, and the first release that knows it. Longer names come first.
#[rustfmt::skip]
const NAMES: &[(&str, &str, u32)] = &[
    ("Kepler+Tesla", "3.7", 0), ("Kepler", "3.5+PTX", 0), ("Maxwell+Tegra", "5.3", 0),
    ("Maxwell", "5.0;5.2+PTX", 0), ("Pascal", "6.0;6.1+PTX", 0), ("Volta+Tegra", "7.2", 0),
    ("Volta", "7.0+PTX", 0), ("Turing", "7.5+PTX", 0), ("Ampere+Tegra", "8.7", 0),
    ("Ampere", "8.0;8.6+PTX", 0), ("Ada", "8.9+PTX", 0), ("Hopper", "9.0+PTX", 0),
    ("Blackwell+Tegra", "11.0", 9), ("Blackwell+Tegra", "10.1", 7), ("Blackwell", "10.0+PTX", 0), ("Rubin", "10.7+PTX", 14),
];

/// Reads the list; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let native = value == "native" && context.torch.minor >= 9;
    if value.is_empty() || native {
        return Reading::accepted();
    }
    let mut findings = Vec::new();
    let mut start = 0;
    let count = value.split([' ', ';']).count();
    for (index, entry) in value.split([' ', ';']).enumerate() {
        let range = start..start + entry.len();
        start += entry.len() + 1;
        let unfinished = !context.complete && index + 1 == count;
        if !unfinished
            && !expanded(entry, context.torch)
                .split(';')
                .all(|it| is_known(it, context.torch))
        {
            findings.push(unknown(entry, range, index, context.torch));
        }
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Rejected
    };
    Reading { verdict, findings }
}

fn expanded(entry: &str, torch: Version) -> String {
    let known = NAMES.iter().filter(|name| name.2 <= torch.minor);
    known.fold(entry.to_owned(), |text, (name, meaning, _)| {
        text.replace(name, meaning)
    })
}

fn is_known(entry: &str, torch: Version) -> bool {
    let plain = entry.strip_suffix("+PTX").unwrap_or(entry);
    ARCHITECTURES
        .iter()
        .any(|&(name, since, until)| name == plain && (since..=until).contains(&torch.minor))
}

/// Says what an entry is and, where that is certain, what it should be.
fn unknown(entry: &str, range: Range<usize>, index: usize, torch: Version) -> Finding {
    let raises = "building an extension raises a ValueError";
    if entry.is_empty() {
        let message = format!("a separator too many leaves an empty entry; {raises}");
        let separator = if index == 0 {
            0..1
        } else {
            range.start - 1..range.start
        };
        return Finding::error(Fault::Syntax, separator.clone(), message)
            .help("divide entries by one `;`")
            .edit(separator, "");
    }
    let divided = entry.contains([',', '\u{ff1b}', '|', '\t', '\n']);
    if divided {
        let message = format!(
            "entries are divided by `;` or a blank, so `{entry}` is taken for one; {raises}"
        );
        let mended = entry.replace([',', '\u{ff1b}', '|', '\t', '\n'], ";");
        let sound = mended.split(';').all(|it| is_known(it, torch));
        return Finding::error(Fault::Syntax, range, message)
            .help("divide entries by `;`")
            .maybe_write(sound.then_some(mended.as_str()));
    }
    let message = format!("torch {torch} knows no architecture `{entry}`; {raises}");
    let meant = dotted(entry, torch);
    let finding = Finding::error(Fault::UnknownWord, range, message)
        .help("write compute capabilities such as `8.0;9.0+PTX`");
    finding.maybe_write(meant.as_deref())
}

/// The entry in the form that torch reads: `sm_80` as `8.0`, `8` as `8.0`, names in their case.
fn dotted(entry: &str, torch: Version) -> Option<String> {
    let lower = entry.trim_matches(['"', '\'']).to_ascii_lowercase();
    let (plain, ptx) = lower
        .strip_suffix("+ptx")
        .map_or((lower.as_str(), ""), |it| (it, "+PTX"));
    let number = plain
        .trim_start_matches("sm_")
        .trim_start_matches("compute_")
        .trim_start_matches("sm");
    let digits = number.trim_end_matches('a');
    let letter = &number[digits.len()..];
    let with_dot = match digits.len() {
        1 => format!("{digits}.0{letter}{ptx}"),
        2 | 3 if !digits.contains('.') => {
            let (major, minor) = digits.split_at_checked(digits.len() - 1)?;
            format!("{major}.{minor}{letter}{ptx}")
        }
        _ => format!("{number}{ptx}"),
    };
    let named = NAMES
        .iter()
        .find(|name| name.0.eq_ignore_ascii_case(entry) && name.0 != entry)
        .filter(|name| name.2 <= torch.minor)
        .map(|name| name.0.to_owned());
    Some(with_dot).filter(|it| is_known(it, torch)).or(named)
}
