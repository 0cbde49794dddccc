//! The allocator settings against what real releases of torch did with them.
//!
//! `values/allocator/settings.jsonl` and `import.jsonl` are recordings. With `READPOINT_TORCH` set
//! to a Python interpreter that has torch, thousands of generated settings are put to that torch
//! as well; `values/README.md` says how.

use std::io::Write;
use std::process::{Command, Stdio};

use readpoint_catalog::Version;
use readpoint_catalog::grammar::{Reading, Verdict};
use readpoint_tests::values;
use serde_json::Value;

#[path = "allocator/generate.rs"]
mod generate;

const NAME: &str = "PYTORCH_CUDA_ALLOC_CONF";

fn read(value: &str, torch: Version) -> Reading {
    values::read(
        &values::variable(NAME, "allocator", "{}"),
        value,
        torch,
        true,
    )
}

fn recorded(file: &str) -> anyhow::Result<Vec<Value>> {
    let path = format!("{}/values/allocator/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path)?;
    Ok(text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn version(text: &str) -> anyhow::Result<Version> {
    text.parse().map_err(|error| anyhow::anyhow!("{error}"))
}

/// Whether the findings say that `python -c "import torch"` ends in an abort.
fn aborts(reading: &Reading) -> bool {
    let findings = &reading.findings;
    findings.iter().any(|it| it.message.contains("aborts "))
}

#[test]
fn recorded_settings() -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    for case in recorded("settings.jsonl")? {
        let value = case["value"].as_str().unwrap_or_default();
        for (torch, real) in case["verdicts"].as_object().into_iter().flatten() {
            let reading = read(value, version(torch)?);
            if (reading.verdict == Verdict::Rejected) == (real["ok"] == true) {
                wrong.push(format!(
                    "{torch} {value:?}: {:?}, torch: {real}",
                    reading.verdict
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn recorded_imports() -> anyhow::Result<()> {
    let mut wrong = Vec::new();
    for case in recorded("import.jsonl")? {
        let value = case["value"].as_str().unwrap_or_default();
        for (torch, status) in case["exit_status_of_import_torch"]
            .as_object()
            .into_iter()
            .flatten()
        {
            let reading = read(value, version(torch)?);
            if aborts(&reading) == (status == 0) {
                wrong.push(format!("{torch} {value:?}: status {status}, {reading:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    Ok(())
}

#[test]
fn generated_settings_have_sound_findings() {
    let mut wrong = Vec::new();
    let variable = values::variable(NAME, "allocator", "{}");
    for torch in [(6, 0), (9, 1), (10, 0), (11, 0), (15, 0)] {
        let torch = Version::new(2, torch.0, torch.1);
        for value in generate::settings(2000, u64::from(torch.minor)) {
            let reading = values::read(&variable, &value, torch, true);
            let defects = values::defects(&variable, &value, torch, &reading);
            wrong.extend(
                defects
                    .into_iter()
                    .map(|it| format!("{torch} {value:?}: {it}")),
            );
            let _ = values::read(&variable, &value, torch, false);
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Puts values to the real torch of an interpreter; gives its version, then `[ok, warned, message]`
/// for each value.
fn ask(interpreter: &str, values: &[String]) -> anyhow::Result<(Version, Vec<Value>)> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/oracle/allocator.py");
    let mut child = Command::new(interpreter)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = child
        .stdin
        .take()
        .ok_or_else(|| anyhow::anyhow!("no standard input"))?;
    input.write_all(serde_json::to_string(values)?.as_bytes())?;
    drop(input);
    let output = child.wait_with_output()?;
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    let torch = version(answer["torch"].as_str().unwrap_or_default())?;
    Ok((
        torch,
        answer["answers"].as_array().cloned().unwrap_or_default(),
    ))
}

#[test]
fn real_torch_agrees() -> anyhow::Result<()> {
    let Ok(interpreter) = std::env::var("READPOINT_TORCH") else {
        return Ok(());
    };
    let number = |name: &str, default: u64| {
        std::env::var(name)
            .ok()
            .and_then(|text| text.parse().ok())
            .unwrap_or(default)
    };
    let settings = generate::settings(
        number("READPOINT_COUNT", 20_000),
        number("READPOINT_SEED", 1),
    );
    let (torch, answers) = ask(&interpreter, &settings)?;
    assert_eq!(
        answers.len(),
        settings.len(),
        "torch {torch} did not answer every value"
    );
    let mut wrong = Vec::new();
    for (value, real) in settings.iter().zip(&answers) {
        let reading = read(value, torch);
        let verdict = reading.verdict;
        let expected = match (real[0] == true, real[1] == true) {
            (false, _) => Verdict::Rejected,
            (true, true) => Verdict::Ignored,
            (true, false) => Verdict::Accepted,
        };
        // The settings call of 2.9 leaves out the part that only `import torch` runs.
        let only_import = torch.minor == 9 && aborts(&reading);
        if verdict != expected && !only_import {
            wrong.push(format!("{value:?}: {verdict:?}, torch {torch}: {real}"));
        }
    }
    eprintln!(
        "torch {torch}: {} values, {} differences",
        settings.len(),
        wrong.len()
    );
    assert!(
        wrong.is_empty(),
        "{}",
        wrong[..wrong.len().min(40)].join("\n")
    );
    Ok(())
}
