//! SARIF 2.1.0, for code hosts and editors.

use readpoint_catalog::{Catalog, Severity};
use readpoint_validator::{Diagnostic, Edit, LineIndex, Report};
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Renders a whole report; `texts` are the checked texts in the order of its inputs.
pub(crate) fn render(report: &Report, texts: &[&str], catalog: &Catalog) -> String {
    let results: Vec<Value> = report
        .inputs
        .iter()
        .zip(texts)
        .flat_map(|(input, text)| {
            let lines = LineIndex::new(text);
            let results = input.diagnostics.iter();
            results
                .map(|it| result(it, &input.path, &lines))
                .collect::<Vec<_>>()
        })
        .collect();
    let rules: Vec<Value> = catalog
        .rules
        .values()
        .map(|rule| {
            json!({
                "id": rule.code,
                "name": rule.name,
                "shortDescription": {"text": rule.summary},
                "defaultConfiguration": {"level": level(rule.severity)},
            })
        })
        .collect();
    let log = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "readpoint",
                "version": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

fn result(diagnostic: &Diagnostic, path: &str, lines: &LineIndex<'_>) -> Value {
    let message = match &diagnostic.help {
        Some(help) => format!("{}; {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let span = &diagnostic.span;
    let mut result = json!({
        "ruleId": diagnostic.code,
        "level": level(diagnostic.severity),
        "message": {"text": message},
        "locations": [{"physicalLocation": {
            "artifactLocation": {"uri": uri(path)},
            "region": region(lines, span.start, span.end),
        }}],
    });
    if !diagnostic.edits.is_empty() {
        result["fixes"] = json!([fix(diagnostic, path, lines)]);
    }
    result
}

fn fix(diagnostic: &Diagnostic, path: &str, lines: &LineIndex<'_>) -> Value {
    let replacement = |edit: &Edit| {
        json!({
            "deletedRegion": region(lines, edit.start, edit.end),
            "insertedContent": {"text": edit.text},
        })
    };
    json!({
        "description": {"text": diagnostic.help.as_deref().unwrap_or(&diagnostic.message)},
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(path)},
            "replacements": diagnostic.edits.iter().map(replacement).collect::<Vec<_>>(),
        }],
    })
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// Lines and columns from 1, the end column after the last character.
fn region(lines: &LineIndex<'_>, start: usize, end: usize) -> Value {
    let (first, last) = (lines.locate(&(start..end)), lines.locate(&(end..end)));
    json!({
        "startLine": first.line, "startColumn": first.column,
        "endLine": last.line, "endColumn": last.column,
    })
}

/// A path as a relative URI reference.
fn uri(path: &str) -> String {
    let keep = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().fold(String::new(), |mut uri, byte| {
        if keep(byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
        uri
    })
}
