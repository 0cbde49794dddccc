//! The shell front-end against the bash of this machine: texts run with stub programs that record
//! what they see, in an empty folder, and no value may differ.
//!
//! `CASES=20000 SEED=7 cargo test … --test bash_differential` makes up more texts.

#[path = "bash_differential/generate.rs"]
mod generate;
#[path = "bash_differential/oracle.rs"]
mod oracle;

use std::path::Path;

use oracle::{Bash, Outcome};
use readpoint_tests::shell::{compare, differences};
use readpoint_validator::reading::Reading;
use readpoint_validator::{Kind, format};

/// Texts that are made up where nothing else is asked for.
const CASES: u64 = 120;

/// Names a variable that no text sets: what depends on it may be more than bash shows.
const OUTSIDE: &str = "OUTSIDE";

/// What the comparison of many texts adds up to.
#[derive(Debug, Default)]
struct Tally {
    exact: usize,
    unknown: usize,
    failures: Vec<String>,
}

impl Tally {
    fn add(&mut self, text: &str, outcome: &Outcome) {
        let reading = format::read(Kind::Shell, text);
        if text.contains(OUTSIDE) {
            return self.add_loosely(text, &reading, outcome);
        }
        let mut result = compare(&reading, &outcome.started);
        match &outcome.exported {
            Some(exported) => result
                .wrong
                .extend(differences(&reading.exported, exported).0),
            None if !reading.exported.is_empty() => {
                let names: Vec<_> = reading.exported.keys().collect();
                result
                    .wrong
                    .push(format!("the shell ended, yet {names:?} is exported"));
            }
            None => {}
        }
        if result.extra > 0 {
            result.wrong.push(format!(
                "{} launches too many of {:?}",
                result.extra, reading.launches
            ));
        }
        self.exact += result.exact;
        self.unknown += result.unknown;
        if !result.wrong.is_empty() {
            self.failures.push(format!(
                "{text}\n  {}\n  bash: {}",
                result.wrong.join("\n  "),
                outcome.errors.trim()
            ));
        }
    }

    /// What depends on the outside may be one way or the other: nothing may contradict.
    fn add_loosely(&mut self, text: &str, reading: &Reading, outcome: &Outcome) {
        for program in &outcome.started {
            let fits = reading.launches.iter().any(|launch| {
                launch.command == program.command
                    && differences(&launch.environment, &program.environment)
                        .0
                        .is_empty()
            });
            if !fits {
                self.failures.push(format!(
                    "{text}\n  nothing fits {program:?}: {:?}",
                    reading.launches
                ));
            }
        }
    }

    fn check(&self, known_of_ten: usize) {
        let shown = self.failures.iter().take(20).cloned().collect::<Vec<_>>();
        let count = self.failures.len();
        assert!(count == 0, "{count} texts differ\n\n{}", shown.join("\n\n"));
        let all = self.exact + self.unknown;
        let enough = self.exact * 10 >= all * known_of_ten;
        assert!(enough, "{} of {all} launches are known in full", self.exact);
    }
}

/// The bash of this machine, or a line that says why nothing was compared.
fn bash() -> anyhow::Result<Option<Bash>> {
    let found = Bash::find()?;
    if found.is_none() {
        eprintln!("no bash 5 on this machine: the comparison is left out");
    }
    Ok(found)
}

/// Texts written by hand for the corners of bash.
#[test]
fn written_texts() -> anyhow::Result<()> {
    let Some(bash) = bash()? else {
        return Ok(());
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("shell/corners.txt");
    let mut tally = Tally::default();
    for text in std::fs::read_to_string(path)?.split("\n---\n") {
        let text = text.strip_suffix('\n').unwrap_or(text);
        tally.add(text, &bash.run(text)?);
    }
    tally.check(9);
    Ok(())
}

/// Texts made up from the grammar of the shell.
#[test]
fn generated_texts() -> anyhow::Result<()> {
    let Some(bash) = bash()? else {
        return Ok(());
    };
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed: u64 = number("SEED").unwrap_or(1);
    let cases: u64 = number("CASES").unwrap_or(CASES);
    let mut tally = Tally::default();
    for case in 0..cases {
        let text = generate::text(seed.wrapping_mul(1_000_003).wrapping_add(case));
        tally.add(&text, &bash.run(&text)?);
    }
    tally.check(8);
    Ok(())
}
