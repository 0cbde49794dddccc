//! The fish and csh front-ends against the shells of this machine: texts run with stub programs
//! that record what they see, in an empty folder, and no value may differ.
//!
//! `CASES=5000 SEED=7 cargo test … --test shells_differential` makes up more texts.

#[path = "shells_differential/csh.rs"]
mod csh;
#[path = "shells_differential/fish.rs"]
mod fish;
#[path = "shells_differential/maker.rs"]
mod maker;
#[path = "shells_differential/oracle.rs"]
mod oracle;

use oracle::{Outcome, Shell};
use readpoint_tests::needs;
use readpoint_tests::shell::{Comparison, Started, compare, differences};
use readpoint_validator::reading::Reading;
use readpoint_validator::{Kind, format};

/// Texts that are made up where nothing else is asked for.
const CASES: u64 = 150;

/// What the shells say of a text that they cannot parse; it is not followed how far they get.
const REFUSED: &[&str] = &[
    "Error while reading file",
    "Invalid null command",
    "Too many ('s",
];

/// A shell, and how texts for it are made.
struct Dialect {
    kind: Kind,
    program: &'static str,
    arguments: &'static [&'static str],
    text: fn(u64) -> String,
    /// What only the shell can decide: more than it starts may be shown.
    open: &'static [&'static str],
}

const FISH: Dialect = Dialect {
    kind: Kind::Fish,
    program: "fish",
    arguments: &["--no-config", "--private"],
    text: fish::text,
    open: &[
        "if ", "test ", "or ", "||", "false", "case", "not ", "while", "set -q", "set -e", "a?b",
    ],
};

const CSH: Dialect = Dialect {
    kind: Kind::Csh,
    program: "tcsh",
    arguments: &["-f"],
    text: csh::text,
    open: &["if (", "||", "switch", "while", "$AA:h", "`", "${AA}x)"],
};

/// What differs between the reading of a text and what the shell did with it; then the launches
/// that are known in full, and those that are not.
fn wrong(dialect: &Dialect, text: &str, outcome: &Outcome) -> (Vec<String>, usize, usize) {
    let reading = format::read(dialect.kind, text);
    let open = dialect.open.iter().any(|it| text.contains(it));
    let mut result = if open {
        loosely(&reading, &outcome.started)
    } else {
        compare(&reading, &outcome.started)
    };
    match &outcome.exported {
        Some(exported) => {
            let (wrong, _) = differences(&reading.exported, exported);
            let wrong = wrong.iter().map(|it| format!("at the end: {it}"));
            result.wrong.extend(wrong);
        }
        None if !open && !reading.exported.is_empty() => {
            let names: Vec<_> = reading.exported.keys().collect();
            let message = format!("the shell ended, yet {names:?} is exported");
            result.wrong.push(message);
        }
        None => {}
    }
    if result.extra > 0 {
        let launches: Vec<_> = reading.launches.iter().map(|it| &it.command).collect();
        let message = format!("{} launches too many of {launches:?}", result.extra);
        result.wrong.push(message);
    }
    (result.wrong, result.exact, result.unknown)
}

/// Compares where only the shell can decide what runs, and how often: each program that it started
/// must be like one of the reading's.
fn loosely(reading: &Reading, started: &[Started]) -> Comparison {
    let mut result = Comparison::default();
    for program in started {
        let same = reading.launches.iter();
        let same = same.filter(|it| it.command == program.command || it.command == "$");
        let best = same
            .map(|launch| differences(&launch.environment, &program.environment))
            .min_by_key(|(wrong, unknown)| (wrong.len(), *unknown));
        match best {
            Some((wrong, 0)) if wrong.is_empty() => result.exact += 1,
            Some((wrong, _)) if wrong.is_empty() => result.unknown += 1,
            Some((wrong, _)) => result.wrong.extend(wrong),
            None => result
                .wrong
                .push(format!("{} is not found", program.command)),
        }
    }
    result
}

fn check(dialect: &Dialect) -> anyhow::Result<()> {
    let found = needs::or_skip(oracle::find(dialect.program), dialect.program);
    let Some(program) = found else {
        return Ok(());
    };
    let shell = Shell::new(program, dialect.arguments)?;
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed: u64 = number("SEED").unwrap_or(1);
    let cases: u64 = number("CASES").unwrap_or(CASES);
    let (mut failures, mut exact, mut unknown) = (Vec::new(), 0, 0);
    for case in 0..cases {
        let text = (dialect.text)(seed.wrapping_mul(1_000_003).wrapping_add(case));
        let outcome = shell.run(&text)?;
        if REFUSED.iter().any(|it| outcome.errors.contains(it)) {
            continue;
        }
        let (wrong, known, open) = wrong(dialect, &text, &outcome);
        exact += known;
        unknown += open;
        if !wrong.is_empty() {
            let wrong = wrong.join("\n  ");
            failures.push(format!("{text}\n  {wrong}\n  {}", outcome.errors.trim()));
        }
    }
    let count = failures.len();
    failures.sort_by_key(String::len);
    failures.truncate(10);
    let shown = failures.join("\n\n");
    assert!(count == 0, "{count} texts differ\n\n{shown}");
    let all = exact + unknown;
    assert!(
        exact * 10 >= all * 4,
        "{exact} of {all} launches are known in full"
    );
    Ok(())
}

#[test]
fn fish_agrees() -> anyhow::Result<()> {
    check(&FISH)
}

#[test]
fn csh_agrees() -> anyhow::Result<()> {
    check(&CSH)
}
