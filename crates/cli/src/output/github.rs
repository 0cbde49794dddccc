//! GitHub Actions annotations: one workflow command per finding.

use std::fmt::Write;

use readpoint_catalog::Severity;
use readpoint_validator::{Diagnostic, Report};

/// Renders a whole report.
pub(crate) fn render(report: &Report) -> String {
    let mut out = String::new();
    for input in &report.inputs {
        for diagnostic in &input.diagnostics {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{}", command(&input.path, diagnostic));
        }
    }
    out
}

fn command(path: &str, diagnostic: &Diagnostic) -> String {
    let level = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "notice",
    };
    let help = diagnostic
        .help
        .as_deref()
        .map(|it| format!("\n{it}"))
        .unwrap_or_default();
    format!(
        "::{level} file={},line={},col={},title={}::{}",
        property(path),
        diagnostic.span.line,
        diagnostic.span.column,
        property(&diagnostic.code),
        data(&format!("{}{help}", diagnostic.message)),
    )
}

/// Escapes the text after `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes the value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
