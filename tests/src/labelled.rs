//! Launch texts that practitioners wrote, labelled by hand: `cases/launch-texts.jsonl`.

use readpoint_catalog::{Severity, Version};
use readpoint_validator::{Diagnostic, Kind, Options, check};
use serde_json::Value;

use crate::content::{catalog, root};

/// One labelled text.
#[derive(Clone, Debug)]
pub struct Labelled {
    /// Name for messages.
    pub id: String,
    /// The text.
    pub text: String,
    /// What somebody said about it: `ok`, `info`, `warning` or `error`.
    pub verdict: String,
    /// The variables that the problems concern.
    pub variables: Vec<String>,
    /// How it is checked.
    pub options: Options,
}

impl Labelled {
    /// What the validator says.
    #[must_use]
    pub fn diagnostics(&self) -> Vec<Diagnostic> {
        let report = check(&self.text, &self.options, catalog());
        report
            .inputs
            .into_iter()
            .flat_map(|it| it.diagnostics)
            .collect()
    }

    /// Whether a finding above info names one of the variables.
    #[must_use]
    pub fn is_named(&self, diagnostics: &[Diagnostic]) -> bool {
        diagnostics
            .iter()
            .filter(|it| it.severity > Severity::Info)
            .any(|it| {
                self.variables.iter().any(|name| {
                    it.variable.as_ref() == Some(name) || it.message.contains(name.as_str())
                })
            })
    }
}

/// Reads the labelled texts.
#[must_use]
pub fn load() -> Vec<Labelled> {
    let path = root().join("tests/cases/launch-texts.jsonl");
    let lines = std::fs::read_to_string(path).unwrap_or_default();
    lines.lines().filter_map(labelled).collect()
}

fn labelled(line: &str) -> Option<Labelled> {
    let it: Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| it[key].as_str().unwrap_or_default().to_owned();
    let problems = it["problems"].as_array()?;
    let name = |problem: &Value| problem["variable"].as_str().map(str::to_owned);
    Some(Labelled {
        id: text("id"),
        text: text("text"),
        verdict: text("verdict"),
        variables: problems.iter().filter_map(name).collect(),
        options: Options {
            path: None,
            kind: kind(&text("kind")),
            torch: torch(&text("version")),
        },
    })
}

/// The label's kind, where the validator has it; other labels leave it to detection.
fn kind(label: &str) -> Option<Kind> {
    match label {
        "k8s" => Some(Kind::Kubernetes),
        other => other.parse().ok(),
    }
}

/// A torch release such as `torch 2.9.1+cu128`; `torch 2.x` and other projects' are left out, as
/// is what is older than any release that the catalogue tells apart.
fn torch(label: &str) -> Option<Version> {
    let version: Version = label.strip_prefix("torch ")?.parse().ok()?;
    let oldest = *catalog().torch.first()?;
    (version >= oldest).then_some(version)
}
