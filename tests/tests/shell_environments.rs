//! What programs see in shell texts that were run in real bash.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use readpoint_tests::shell::{Started, compare, differences};
use readpoint_validator::{Kind, format};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
struct Case {
    id: String,
    text: String,
    launches: Vec<Program>,
    exported: Option<BTreeMap<String, String>>,
}

#[derive(Debug, Deserialize)]
struct Program {
    command: String,
    environment: BTreeMap<String, String>,
}

fn cases() -> anyhow::Result<Vec<Case>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("shell/environments.jsonl");
    let text = std::fs::read_to_string(path)?;
    let parsed = text
        .lines()
        .map(|line| serde_json::from_str(line).context(line.to_owned()));
    parsed.collect()
}

/// No value differs from what bash did, and nine launches of ten are known in full.
#[test]
fn values_are_those_of_bash() -> anyhow::Result<()> {
    let (mut exact, mut unknown) = (0, 0);
    let mut wrong = Vec::new();
    for case in cases()? {
        let reading = format::read(Kind::Shell, &case.text);
        let started = case.launches.into_iter().map(|program| Started {
            command: program.command,
            environment: program.environment,
        });
        let mut result = compare(&reading, &started.collect::<Vec<_>>());
        if let Some(exported) = &case.exported {
            result
                .wrong
                .extend(differences(&reading.exported, exported).0);
        }
        exact += result.exact;
        unknown += result.unknown;
        wrong.extend(result.wrong.iter().map(|it| format!("{}: {it}", case.id)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let all = exact + unknown;
    assert!(
        exact * 10 >= all * 9,
        "{exact} of {all} launches are known in full"
    );
    Ok(())
}

/// A text that ends the shell leaves nothing to inherit.
#[test]
fn nothing_is_exported_behind_the_end() -> anyhow::Result<()> {
    for case in cases()?.iter().filter(|case| case.exported.is_none()) {
        let exported = format::read(Kind::Shell, &case.text).exported;
        assert!(exported.is_empty(), "{}: {exported:?}", case.id);
    }
    Ok(())
}
