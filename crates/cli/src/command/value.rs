//! `readpoint value --jsonl`: one question a line in, one answer a line out, in order.

use std::io::BufRead;
use std::process::ExitCode;

use readpoint_catalog::{Catalog, Version};
use readpoint_validator::check_value;
use serde::Deserialize;
use serde_json::json;

use crate::arguments::Value;
use crate::{TROUBLE, embedded, output};

/// A line of input. Unknown fields are passed over, so a line may carry notes.
#[derive(Debug, Deserialize)]
struct Question {
    name: String,
    value: String,
    torch: Option<Version>,
}

/// Answers every line. A line that cannot be read, an empty one too, gets `{"error":…}`, and the
/// exit status is 2 in the end.
pub(crate) fn run(arguments: &Value) -> anyhow::Result<ExitCode> {
    let catalog = embedded::checks(&arguments.overlay)?;
    let mut status = ExitCode::SUCCESS;
    for (index, line) in std::io::stdin().lock().split(b'\n').enumerate() {
        let line = line?;
        let answer = answer(&line, &catalog).unwrap_or_else(|error| {
            status = ExitCode::from(TROUBLE);
            json!({"error": in_words(index + 1, &error)}).to_string()
        });
        output::print(&(answer + "\n"))?;
    }
    Ok(status)
}

/// What is wrong with a line. The reader of JSON counts lines from where it began, which is always
/// this one.
fn in_words(line: usize, error: &serde_json::Error) -> String {
    let column = error.column();
    let text = error.to_string();
    let place = format!(" at line {} column {column}", error.line());
    let text = text.strip_suffix(&place).unwrap_or(&text);
    format!("line {line}: {text} at column {column}")
}

fn answer(line: &[u8], catalog: &Catalog) -> serde_json::Result<String> {
    let question: Question = serde_json::from_slice(line)?;
    let report = check_value(&question.name, &question.value, question.torch, catalog);
    serde_json::to_string(&report)
}
