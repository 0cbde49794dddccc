//! Comparing what the shell front-end understands with what bash did.

use std::collections::BTreeMap;

use readpoint_validator::reading::{Environment, Reading};

/// Names that every session has, whatever the text says.
const EVERYWHERE: &[&str] = &[
    "HOME", "IFS", "LANG", "LC_ALL", "LOGNAME", "OLDPWD", "PATH", "PWD", "SHELL", "SHLVL", "TERM",
    "USER", "_",
];

/// A program that bash started, with all that it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Started {
    /// Its name.
    pub command: String,
    /// Its environment.
    pub environment: BTreeMap<String, String>,
}

/// How a reading compares with what bash did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Launches with every value known and right.
    pub exact: usize,
    /// Launches with a value that is not known, and none wrong.
    pub unknown: usize,
    /// What is wrong, in words.
    pub wrong: Vec<String>,
    /// Launches that bash did not have.
    pub extra: usize,
}

/// Compares launches, in any order.
#[must_use]
pub fn compare(reading: &Reading, started: &[Started]) -> Comparison {
    let mut result = Comparison::default();
    let mut left: Vec<_> = reading.launches.iter().collect();
    for program in started {
        let score = |environment: &Environment| differences(environment, &program.environment);
        let best = left
            .iter()
            .enumerate()
            .filter(|(_, launch)| launch.command == program.command)
            .min_by_key(|(_, launch)| {
                let (wrong, unknown) = score(&launch.environment);
                (wrong.len(), unknown)
            })
            .map(|(index, _)| index);
        let Some(index) = best else {
            result
                .wrong
                .push(format!("{} is not found", program.command));
            continue;
        };
        match score(&left.remove(index).environment) {
            (wrong, _) if !wrong.is_empty() => result.wrong.extend(wrong),
            (_, 0) => result.exact += 1,
            _ => result.unknown += 1,
        }
    }
    result.extra = left.len();
    result
}

/// What is wrong in an environment, and how many values are not known.
#[must_use]
pub fn differences(ours: &Environment, theirs: &BTreeMap<String, String>) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut unknown = 0;
    let names = ours
        .keys()
        .chain(theirs.keys().filter(|name| !ours.contains_key(*name)));
    let told =
        |name: &&String| !EVERYWHERE.contains(&name.as_str()) && !name.starts_with("BASH_FUNC_");
    for name in names.filter(told) {
        match (
            ours.get(name).map(|setting| &setting.value),
            theirs.get(name),
        ) {
            (Some(None), _) => unknown += 1,
            (Some(Some(ours)), Some(theirs)) if ours == theirs => {}
            (ours, theirs) => wrong.push(format!("{name}: read {ours:?}, bash has {theirs:?}")),
        }
    }
    (wrong, unknown)
}
