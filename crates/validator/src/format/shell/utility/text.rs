//! Utilities whose output follows from their arguments and input. Each gives `None` for options
//! and forms that are not followed.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

/// Most numbers that `seq` is followed for.
const MAX_NUMBERS: i64 = 4_096;

/// `seq`
pub(super) fn seq(arguments: &[&str], _input: Option<&str>) -> Option<String> {
    let mut separator = "\n".to_owned();
    let mut width = false;
    let mut rest = arguments;
    loop {
        match rest {
            ["-s", value, tail @ ..] => {
                separator = (*value).to_owned();
                rest = tail;
            }
            ["-w", tail @ ..] => {
                width = true;
                rest = tail;
            }
            ["--", tail @ ..] => rest = tail,
            [first, tail @ ..] => {
                let value = first
                    .strip_prefix("--separator=")
                    .or(first.strip_prefix("-s"));
                match value {
                    Some(value) => {
                        separator = value.to_owned();
                        rest = tail;
                    }
                    None => break,
                }
            }
            [] => break,
        }
    }
    if separator.contains('\\') {
        return None;
    }
    let numbers: Vec<i64> = rest
        .iter()
        .map(|text| text.parse().ok())
        .collect::<Option<_>>()?;
    let (from, step, to) = match numbers.as_slice() {
        [to] => (1, 1, *to),
        [from, to] => (*from, 1, *to),
        [from, step, to] if *step != 0 => (*from, *step, *to),
        _ => return None,
    };
    let count = to.checked_sub(from)?.checked_div(step)?;
    if (to - from != 0 && (to > from) != (step > 0)) || count < 0 {
        return Some(String::new());
    }
    if count > MAX_NUMBERS {
        return None;
    }
    let texts: Vec<String> = (0..=count)
        .map(|n| (from + n * step).to_string())
        .gathered();
    let digits = if width {
        texts.iter().map(String::len).max()?
    } else {
        0
    };
    if width && texts.iter().any(|text| text.starts_with('-')) {
        return None;
    }
    let texts: Vec<String> = texts
        .iter()
        .map(|text| format!("{text:0>digits$}"))
        .gathered();
    Some(texts.join(&separator) + "\n")
}

/// `basename`
pub(super) fn basename(arguments: &[&str], _input: Option<&str>) -> Option<String> {
    let (path, suffix) = match arguments {
        [path] => (path, ""),
        [path, suffix] => (path, *suffix),
        _ => return None,
    };
    if path.starts_with('-') || path.is_empty() {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() {
        return Some("/\n".into());
    }
    let name = trimmed.rsplit('/').next()?;
    let short = name
        .strip_suffix(suffix)
        .filter(|it| !it.is_empty())
        .unwrap_or(name);
    Some(format!("{short}\n"))
}

/// `dirname`
pub(super) fn dirname(arguments: &[&str], _input: Option<&str>) -> Option<String> {
    let [path] = arguments else {
        return None;
    };
    if path.starts_with('-') {
        return None;
    }
    let trimmed = path.trim_end_matches('/');
    let folder = match trimmed.rfind('/') {
        _ if trimmed.is_empty() && !path.is_empty() => "/",
        None => ".",
        Some(at) => match trimmed[..at].trim_end_matches('/') {
            "" => "/",
            folder => folder,
        },
    };
    Some(format!("{folder}\n"))
}

/// `rev`
pub(super) fn rev(arguments: &[&str], input: Option<&str>) -> Option<String> {
    if !arguments.is_empty() {
        return None;
    }
    Some(by_line(input?, |line| line.chars().rev().gathered()))
}

/// `tac`
pub(super) fn tac(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let input = input
        .filter(|input| arguments.is_empty() && (input.is_empty() || input.ends_with('\n')))?;
    Some(input.split_inclusive('\n').rev().gathered())
}

fn by_line(input: &str, change: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    for line in input.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                out.push_str(&change(line));
                out.push('\n');
            }
            None => out.push_str(&change(line)),
        }
    }
    out
}

/// `head -n N`, `head -N`
pub(super) fn head(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let count = line_count(arguments)?;
    Some(input?.split_inclusive('\n').take(count).gathered())
}

/// `tail -n N`, `tail -N`
pub(super) fn tail(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let count = line_count(arguments)?;
    let lines: Vec<&str> = input?.split_inclusive('\n').gathered();
    Some(lines[lines.len().saturating_sub(count)..].concat())
}

fn line_count(arguments: &[&str]) -> Option<usize> {
    let digits = match arguments {
        [] => "10",
        ["-n", count] => count,
        [one] => one.strip_prefix("-n").or(one.strip_prefix('-'))?,
        _ => return None,
    };
    digits
        .bytes()
        .all(|b| b.is_ascii_digit())
        .then(|| digits.parse().ok())?
}

/// `wc -l`, `wc -w`, `wc -c` on input.
pub(super) fn wc(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let input = input?;
    let count = match arguments {
        ["-l"] => input.matches('\n').count(),
        ["-w"] => input.split_ascii_whitespace().count(),
        ["-c"] => input.len(),
        _ => return None,
    };
    Some(format!("{count}\n"))
}

/// `cut -d X -f LIST`
pub(super) fn cut(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let mut delimiter = '\t';
    let mut list = None;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (option, value) = argument.split_at_checked(2)?;
        let value = if value.is_empty() {
            rest.next()?
        } else {
            value
        };
        match option {
            "-d" => {
                let mut letters = value.chars();
                delimiter = letters.next()?;
                if letters.next().is_some() {
                    return None;
                }
            }
            "-f" => list = Some(value.to_owned()),
            _ => return None,
        }
    }
    let ranges = ranges(&list?)?;
    Some(by_line(input?, |line| {
        if !line.contains(delimiter) {
            return line.to_owned();
        }
        let wanted = |index: usize| ranges.iter().any(|range| range.contains(&index));
        let fields = line.split(delimiter).enumerate();
        let kept: Vec<&str> = fields
            .filter(|(i, _)| wanted(i + 1))
            .map(|(_, it)| it)
            .gathered();
        kept.join(&delimiter.to_string())
    }))
}

/// `1,3-5,7-`
fn ranges(list: &str) -> Option<Vec<core::ops::RangeInclusive<usize>>> {
    let number = |text: &str, otherwise: usize| match text {
        "" => Some(otherwise),
        text => text.parse().ok(),
    };
    list.split(',')
        .map(|item| match item.split_once('-') {
            Some((from, to)) => Some(number(from, 1)?..=number(to, usize::MAX)?),
            None => item.parse().ok().map(|n: usize| n..=n),
        })
        .collect()
}

/// `paste -s -d X` on input.
pub(super) fn paste(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let mut serial = false;
    let mut delimiter = "\t".to_owned();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match *argument {
            "-" => {}
            "-s" => serial = true,
            "-d" => delimiter = (*rest.next()?).to_owned(),
            "-sd" => {
                serial = true;
                delimiter = (*rest.next()?).to_owned();
            }
            other => {
                let glued = other.strip_prefix("-sd");
                serial |= glued.is_some();
                delimiter = glued.or(other.strip_prefix("-d"))?.to_owned();
            }
        }
    }
    if !serial || delimiter.chars().count() != 1 || delimiter == "\\" {
        return None;
    }
    let input = input?;
    let lines: Vec<&str> = input
        .strip_suffix('\n')
        .unwrap_or(input)
        .split('\n')
        .gathered();
    Some(lines.join(&delimiter) + "\n")
}

/// `tr SET SET`, `tr -d SET`, `tr -s SET`
pub(super) fn tr(arguments: &[&str], input: Option<&str>) -> Option<String> {
    let input = input?;
    match arguments {
        ["-d", set] => {
            let set = letters(set)?;
            Some(input.chars().filter(|c| !set.contains(c)).gathered())
        }
        ["-s", set] => {
            let set = letters(set)?;
            let mut out = String::new();
            for c in input.chars() {
                if !(set.contains(&c) && out.ends_with(c)) {
                    out.push(c);
                }
            }
            Some(out)
        }
        [from, to] if !from.starts_with('-') || from.len() == 1 => {
            let (from, to) = (letters(from)?, letters(to)?);
            let last = *to.last()?;
            let change = |c: char| match from.iter().rposition(|it| *it == c) {
                Some(at) => to.get(at).copied().unwrap_or(last),
                None => c,
            };
            Some(input.chars().map(change).gathered())
        }
        _ => None,
    }
}

/// The letters of a set: single ones, ranges, a few escapes and classes.
fn letters(set: &str) -> Option<Vec<char>> {
    const CLASSES: &[(&str, char, char)] = &[
        ("[:digit:]", '0', '9'),
        ("[:lower:]", 'a', 'z'),
        ("[:upper:]", 'A', 'Z'),
    ];
    if let Some((_, from, to)) = CLASSES.iter().find(|(name, ..)| *name == set) {
        return Some((*from..=*to).gathered());
    }
    if set == "[:space:]" {
        return Some(" \t\n\r\u{b}\u{c}".chars().gathered());
    }
    if set.contains("[:") || set.contains("[=") || set.contains("*]") {
        return None;
    }
    let mut plain = Vec::new();
    let mut rest = set.chars();
    while let Some(c) = rest.next() {
        plain.push(match c {
            '\\' => match rest.next()? {
                'n' => '\n',
                't' => '\t',
                '\\' => '\\',
                _ => return None,
            },
            other => other,
        });
    }
    let mut out = Vec::new();
    let mut at = 0;
    while at < plain.len() {
        if plain.get(at + 1) == Some(&'-') && at + 2 < plain.len() {
            if plain[at] > plain[at + 2] {
                return None;
            }
            out.add_all(plain[at]..=plain[at + 2]);
            at += 3;
        } else {
            out.push(plain[at]);
            at += 1;
        }
    }
    Some(out)
}
