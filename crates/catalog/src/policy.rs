//! Rules that a team writes as data: what its variables must, may and must not be.

use crate::prelude::*;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Gathered, ParseReleaseError, Severity, Version};

/// A rule of a team. It says one thing about each of its variables, to each program that it is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TeamRule {
    /// `TEAM001`; its page is `rules/TEAM001/`.
    pub code: String,
    /// How bad a finding is.
    pub severity: Severity,
    /// Who answers questions about it.
    pub owner: String,
    /// Names of the variables it is about.
    pub variables: Vec<String>,
    /// Each must be set.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub require: bool,
    /// None may be one of these values; with an empty list, none may be set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forbid: Option<Vec<String>>,
    /// Each that is set must be one of these values; empty: any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allow_only: Vec<String>,
    /// Each that is set must be this value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
    /// Why it is this value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Numbers below this one are too small.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warn_below: Option<i64>,
    /// Numbers above this one are too large.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warn_above: Option<i64>,
    /// Kinds of text that it is for; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<String>,
    /// Torch releases that it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub torch: Option<VersionRange>,
    /// Programs that it is for, with `*` for any characters; empty: all.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub programs: Vec<String>,
    /// What a finding says, in place of what follows from the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The way out, in place of what follows from the rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl TeamRule {
    /// A rule that asks for nothing yet.
    #[must_use]
    pub fn named(code: &str) -> Self {
        Self {
            code: code.to_owned(),
            severity: Severity::Warning,
            owner: String::new(),
            variables: Vec::new(),
            require: false,
            forbid: None,
            allow_only: Vec::new(),
            pin: None,
            why: None,
            warn_below: None,
            warn_above: None,
            kinds: Vec::new(),
            torch: None,
            programs: Vec::new(),
            message: None,
            help: None,
        }
    }

    /// Whether a program is one that the rule is for; `words` are its name and its arguments.
    pub fn is_for<'w>(&self, mut words: impl Iterator<Item = &'w str>) -> bool {
        let named = |word: &str| {
            let name = word.rsplit('/').next().unwrap_or(word);
            let programs = self.programs.iter();
            programs
                .clone()
                .any(|it| matches(it, word) || matches(it, name))
        };
        self.programs.is_empty() || words.any(named)
    }
}

/// Whether a word is as a pattern says, in which `*` stands for any characters.
fn matches(pattern: &str, word: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == word;
    };
    let (middle, last) = after.rsplit_once('*').unwrap_or(("", after));
    let Some(mut rest) = word.strip_prefix(before) else {
        return false;
    };
    for piece in middle.split('*') {
        match rest.split_once(piece).filter(|_| !piece.is_empty()) {
            Some((_, after)) => rest = after,
            None if piece.is_empty() => {}
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// Versions between bounds: `>= 2.6, < 2.12`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VersionRange(Vec<(Bound, Version)>);

/// How a version stands to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    AtLeast,
    AtMost,
    Above,
    Below,
    Exactly,
}

/// The signs of bounds; one that begins like another stands before it.
const BOUNDS: [(&str, Bound); 5] = [
    (">=", Bound::AtLeast),
    ("<=", Bound::AtMost),
    (">", Bound::Above),
    ("<", Bound::Below),
    ("==", Bound::Exactly),
];

impl VersionRange {
    /// Whether a version lies between the bounds.
    #[must_use]
    pub fn contains(&self, version: Version) -> bool {
        self.0.iter().all(|&(bound, limit)| match bound {
            Bound::AtLeast => version >= limit,
            Bound::AtMost => version <= limit,
            Bound::Above => version > limit,
            Bound::Below => version < limit,
            Bound::Exactly => version == limit,
        })
    }
}

impl FromStr for VersionRange {
    type Err = ParseReleaseError;

    /// Reads bounds between commas; a version without a sign is that version alone.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut bounds = Vec::new();
        for part in text.split(',') {
            let part = part.trim();
            let signed = BOUNDS
                .iter()
                .find_map(|&(sign, bound)| Some((bound, part.strip_prefix(sign)?)));
            let (bound, version) = signed.unwrap_or((Bound::Exactly, part));
            bounds.push((bound, version.parse()?));
        }
        Ok(Self(bounds))
    }
}

impl fmt::Display for VersionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |bound: Bound| BOUNDS.iter().find(|it| it.1 == bound).map_or("", |it| it.0);
        let bounds = self.0.iter();
        let texts: Vec<String> = bounds
            .map(|(bound, version)| format!("{} {version}", sign(*bound)))
            .gathered();
        f.write_str(&texts.join(", "))
    }
}

impl TryFrom<String> for VersionRange {
    type Error = ParseReleaseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<VersionRange> for String {
    fn from(range: VersionRange) -> Self {
        range.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_words() {
        for (pattern, word, expected) in [
            ("torchrun", "torchrun", true),
            ("torchrun", "torchrun2", false),
            ("python*", "python3.12", true),
            ("*run", "torchrun", true),
            ("*run", "runner", false),
            ("a*b*c", "a--b--c", true),
            ("a*b*c", "a--c--b", false),
            ("*", "", true),
            ("a*a", "a", false),
            ("**x", "yx", true),
        ] {
            assert_eq!(matches(pattern, word), expected, "{pattern} on {word}");
        }
    }

    #[test]
    fn ranges_say_which_versions_they_hold() {
        let range: VersionRange = ">=2.6, <2.12".parse().expect("a range");
        assert_eq!(range.to_string(), ">= 2.6.0, < 2.12.0");
        for (version, expected) in [
            ("2.5.9", false),
            ("2.6", true),
            ("2.11.3", true),
            ("2.12", false),
        ] {
            let version = version.parse().expect("a version");
            assert_eq!(range.contains(version), expected, "{version}");
        }
        let one: VersionRange = "2.9.1".parse().expect("a range");
        assert!(one.contains(Version::new(2, 9, 1)) && !one.contains(Version::new(2, 9, 2)));
        for wrong in ["", ">=", "new", "2.6 - 2.9", ">= 2.6,"] {
            assert!(wrong.parse::<VersionRange>().is_err(), "{wrong}");
        }
    }
}
