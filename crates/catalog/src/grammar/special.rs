//! Values that a page's front matter names one by one or by their form, each with what the reader
//! does with it ([`SpecialValue`]): what no grammar can know, as data. They come before the grammar.
//!
//! A form is written as a small part of regular expressions and stands for the whole value:
//! characters, `.`, classes such as `[a-z_]` and `[^,]`, each with `*`, `+` or `?` behind it, and
//! `(?i)` before all where letter case does not count. A special character stands in a class, `^` also by itself.
//! Before that may stand what the first number of the value is to be: `(>4095)`, above this number, or `(>)`, above
//! the number that follows it.

use crate::prelude::*;

use super::nccl_wheel;
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gathered, Release, Severity, SpecialValue};

/// What the front matter says about a value, if it does.
pub(super) fn read(value: &str, context: &Context<'_>) -> Option<Reading> {
    let special = &context.variable.grammar_options.special;
    let of_release = |it: &SpecialValue| {
        it.since.as_ref().is_none_or(|it| reached(it, context))
            && !it.before.as_ref().is_some_and(|it| reached(it, context))
    };
    let fits =
        |it: &&SpecialValue| of_release(it) && it.values.iter().any(|form| matches(form, value));
    let found = special.iter().filter(|_| context.complete).find(fits)?;
    Some(Reading {
        verdict: found.verdict,
        findings: found
            .says
            .iter()
            .map(|says| finding(value, found, says))
            .gathered(),
    })
}

/// Whether the judged torch, or the NCCL of its wheel, is a release or a later one.
fn reached(release: &Release, context: &Context<'_>) -> bool {
    nccl_wheel::reached(release, context.torch) == Some(true)
}

fn finding(value: &str, special: &SpecialValue, says: &str) -> Finding {
    let (severity, fault) = match special.verdict {
        Verdict::Accepted => (Severity::Info, Fault::Risky),
        Verdict::Ignored => (Severity::Error, Fault::Misread),
        Verdict::Rejected => (Severity::Error, Fault::Syntax),
    };
    let shown = if value.is_empty() {
        "the empty value".to_owned()
    } else {
        format!("`{value}`")
    };
    Finding {
        help: special.help.clone(),
        ..Finding::new(
            special.severity.unwrap_or(severity),
            fault,
            0..value.len(),
            format!("{shown} {says}"),
        )
    }
}

/// One place of a form: the characters it takes, and whether it may take none or many.
struct Place<'a> {
    class: &'a str,
    optional: bool,
    repeated: bool,
}

impl Place<'_> {
    fn takes(&self, c: char) -> bool {
        let inner = self
            .class
            .strip_prefix('[')
            .and_then(|it| it.strip_suffix(']'));
        let Some(inner) = inner else {
            return self.class == "." || self.class.starts_with(c);
        };
        match inner.strip_prefix('^') {
            Some(others) => !holds(others, c),
            None => holds(inner, c),
        }
    }
}

/// Whether a class, without its brackets, has a character.
fn holds(class: &str, c: char) -> bool {
    let mut rest = class.chars();
    while let Some(first) = rest.next() {
        let last = rest
            .clone()
            .nth(1)
            .filter(|_| rest.as_str().starts_with('-'));
        if (first..=last.unwrap_or(first)).contains(&c) {
            return true;
        }
        if last.is_some() {
            rest.nth(1);
        }
    }
    false
}

/// The places of a form.
fn places(mut form: &str) -> Vec<Place<'_>> {
    let mut places = Vec::new();
    while let Some(first) = form.chars().next() {
        let bracket = form.find(']').filter(|_| first == '[');
        let (class, rest) = form.split_at(bracket.map_or(first.len_utf8(), |it| it + 1));
        let sign = rest
            .chars()
            .next()
            .filter(|it| matches!(it, '*' | '+' | '?'));
        places.push(Place {
            class,
            optional: matches!(sign, Some('*' | '?')),
            repeated: matches!(sign, Some('*' | '+')),
        });
        form = &rest[usize::from(sign.is_some())..];
    }
    places
}

/// Whether a value has a form, in time that grows with the value alone.
fn matches(form: &str, value: &str) -> bool {
    let (limit, form) = limit_and_form(form);
    if limit.is_some_and(|it| !is_above(value, it)) {
        return false;
    }
    if let Some(form) = form.strip_prefix("(?i)") {
        return matches(&form.to_ascii_lowercase(), &value.to_ascii_lowercase());
    }
    let places = places(form);
    // Bit n: the value so far is taken by the first n places.
    let pass = |mut at: u64| {
        for (index, place) in places.iter().enumerate() {
            at |= u64::from(place.optional && at >> index & 1 == 1) << (index + 1);
        }
        at
    };
    let mut at = pass(1);
    for c in value.chars() {
        let mut next = 0;
        for (index, place) in places.iter().enumerate().filter(|(_, it)| it.takes(c)) {
            next |= (at & 1 << index) << 1;
            if place.repeated {
                next |= at & 2 << index;
            }
        }
        at = pass(next);
    }
    at >> places.len() & 1 == 1
}

/// What the first number is to be above, if anything, and the form itself.
fn limit_and_form(form: &str) -> (Option<&str>, &str) {
    let limited = form.strip_prefix("(>").and_then(|it| it.split_once(')'));
    limited.map_or((None, form), |(limit, form)| (Some(limit), form))
}

/// Whether the first number of a value is above a number, or above the second if that is empty.
fn is_above(value: &str, limit: &str) -> bool {
    let mut numbers = value
        .split(|c: char| !c.is_ascii_digit())
        .filter(|it| !it.is_empty())
        .map(|it| it.trim_start_matches('0'));
    let first = numbers.next();
    let other = match limit {
        "" => numbers.next(),
        limit => Some(limit),
    };
    let above = |(first, other): (&str, &str)| {
        let longer = first.len().cmp(&other.len());
        longer.then(first.cmp(other)).is_gt()
    };
    first.zip(other).is_some_and(above)
}

/// Whether a form can be read: fewer than 63 places, each class closed, no sign without a place.
#[must_use]
pub fn is_form(form: &str) -> bool {
    let (limit, form) = limit_and_form(form);
    let form = form.strip_prefix("(?i)").unwrap_or(form);
    let places = places(form);
    let sound = |it: &Place<'_>| match it.class.strip_prefix('[') {
        Some(inner) => inner.len() > 1 && inner.ends_with(']'),
        None => !"]*+?()|\\${}".contains(it.class),
    };
    places.len() < 63
        && places.iter().all(sound)
        && limit.is_none_or(|it| !it.starts_with('0') && it.chars().all(|c| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::{is_form, matches};

    #[test]
    fn a_form_is_the_whole_value() {
        for (form, fitting, others) in [
            ("", &[""] as &[_], &["a"] as &[_]),
            ("C2C", &["C2C"], &["C2", "C2CC", "c2c"]),
            ("[0-9]+[.][0-9]*", &["1.", "12.50"], &[".5", "1", "1.x"]),
            ("-?[1-9][0-9]*", &["7", "-70"], &["0", "--7", "-"]),
            ("PORT.+", &["PORTS"], &["PORT"]),
            ("^?all", &["^all", "all"], &["al"]),
            ("[^,]*", &["", "a b"], &["a,b"]),
            ("(?i)[a-c]+[-_]", &["aBC_", "C-"], &["d_", "a"]),
            ("a*a*a*b", &["b", "aaab"], &["aaa"]),
            (
                "(>9)[0-9]+",
                &["10", "0012", "100000000000000000000"],
                &["9", "009", "", "10x"],
            ),
            (
                "(>)[0-9]+:[0-9]+",
                &["10:9", "123:0122"],
                &["9:10", "3:3", "3", "10-9"],
            ),
            ("(>1)(?i)[0-9]+k", &["2K", "2k"], &["1K", "2"]),
        ] {
            for value in fitting {
                assert!(matches(form, value), "{form} {value}");
            }
            for value in others {
                assert!(!matches(form, value), "{form} {value}");
            }
        }
    }

    #[test]
    fn a_form_that_cannot_be_read_is_known() {
        for form in [
            "",
            "a+",
            "[ab]?",
            "(?i)yes",
            "[*]",
            "(>7)(?i)[0-9]+k",
            "(>).*",
        ] {
            assert!(is_form(form), "{form}");
        }
        for form in [
            "[ab", "a]", "*", "a|b", "(ab)", "a++", "[]", "(>a)b", "(>1b",
        ] {
            assert!(!is_form(form), "{form}");
        }
        assert!(!is_form(&"a".repeat(63)));
    }
}
