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

/// Compares launches, in any order: as many as can be are paired with one that nothing is wrong
/// with, those that are known in full first.
#[must_use]
pub fn compare(reading: &Reading, started: &[Started]) -> Comparison {
    let score = |ours: usize, theirs: usize| {
        let launch = &reading.launches[ours];
        let program = &started[theirs];
        let same = launch.command == program.command;
        same.then(|| differences(&launch.environment, &program.environment))
    };
    let fits = |most: usize| {
        move |ours: usize, theirs: usize| {
            score(ours, theirs).is_some_and(|(wrong, unknown)| wrong.is_empty() && unknown <= most)
        }
    };
    let mut pairs = vec![None; reading.launches.len()];
    for most in [0, usize::MAX] {
        for theirs in 0..started.len() {
            if !pairs.contains(&Some(theirs)) {
                let mut tried = vec![false; pairs.len()];
                pair(theirs, &fits(most), &mut pairs, &mut tried);
            }
        }
    }
    let mut result = Comparison::default();
    for (theirs, program) in started.iter().enumerate() {
        let free = |ours: &usize| pairs[*ours].is_none_or(|it| it == theirs);
        let mine = pairs.iter().position(|it| *it == Some(theirs));
        let nearest = (0..pairs.len())
            .filter(free)
            .filter_map(|ours| Some((ours, score(ours, theirs)?)))
            .min_by_key(|(_, (wrong, unknown))| (wrong.len(), *unknown));
        let Some(ours) = mine.or(nearest.map(|(ours, _)| ours)) else {
            let message = format!("{} is not found", program.command);
            result.wrong.push(message);
            continue;
        };
        pairs[ours] = Some(theirs);
        match score(ours, theirs).unwrap_or_default() {
            (wrong, _) if !wrong.is_empty() => result.wrong.extend(wrong),
            (_, 0) => result.exact += 1,
            _ => result.unknown += 1,
        }
    }
    result.extra = pairs.iter().filter(|it| it.is_none()).count();
    result
}

/// Finds a launch for a program, moving others to another one where need be; gives whether it did.
fn pair(
    theirs: usize,
    fits: &dyn Fn(usize, usize) -> bool,
    pairs: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for ours in 0..pairs.len() {
        if tried[ours] || !fits(ours, theirs) {
            continue;
        }
        tried[ours] = true;
        let free = match pairs[ours] {
            None => true,
            Some(other) => pair(other, fits, pairs, tried),
        };
        if free {
            pairs[ours] = Some(theirs);
            return true;
        }
    }
    false
}

/// What is wrong in an environment, and how many values are not known.
#[must_use]
pub fn differences(ours: &Environment, theirs: &BTreeMap<String, String>) -> (Vec<String>, usize) {
    let mut wrong = Vec::new();
    let mut unknown = 0;
    let names = ours
        .keys()
        .chain(theirs.keys().filter(|name| !ours.contains_key(name)));
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
