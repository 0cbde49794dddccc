//! Renders readings and reports as lines that a person can review.

use std::fmt::Write as _;

use readpoint_validator::reading::{Environment, Reach, Reading, Span};
use readpoint_validator::{Diagnostic, Edit};

/// What a front-end understood: launches, what is exported, assignments that do not reach a
/// program, slips and facts.
#[must_use]
pub fn reading(text: &str, reading: &Reading) -> String {
    let mut out = String::new();
    for launch in &reading.launches {
        let _ = writeln!(
            out,
            "launch {}{}",
            launch.command,
            environment(&launch.environment)
        );
    }
    if !reading.exported.is_empty() {
        let _ = writeln!(out, "exported{}", environment(&reading.exported));
    }
    for assignment in &reading.assignments {
        if assignment.reach != Reach::Program {
            let value = assignment.value.known();
            let _ = writeln!(
                out,
                "reach {:?} {}={} {}",
                assignment.reach,
                assignment.name,
                shown(value.as_deref()),
                excerpt(text, &assignment.span)
            );
        }
    }
    for slip in &reading.slips {
        let name = slip.name.as_deref().unwrap_or("-");
        let _ = writeln!(
            out,
            "slip {:?} {name} {}",
            slip.kind,
            excerpt(text, &slip.span)
        );
        for (span, replacement) in &slip.edits {
            let _ = writeln!(
                out,
                "  edit {} -> {}",
                excerpt(text, span),
                quoted(replacement)
            );
        }
    }
    facts(text, reading, &mut out);
    out
}

fn facts(text: &str, reading: &Reading, out: &mut String) {
    if let Some((version, span)) = &reading.facts.torch {
        let _ = writeln!(out, "torch {version} {}", excerpt(text, span));
    }
    if reading.facts.windows {
        out.push_str("windows\n");
    }
    for grant in &reading.facts.grants {
        let _ = writeln!(
            out,
            "grant {:?} {} {}",
            grant.by,
            shown(grant.value.as_deref()),
            excerpt(text, &grant.span)
        );
    }
}

/// Findings with help and edits, in the report's order.
#[must_use]
pub fn findings<'a>(text: &str, diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> String {
    let mut out = String::new();
    for it in diagnostics {
        let severity = format!("{:?}", it.severity).to_lowercase();
        let name = it.variable.as_deref().unwrap_or("-");
        let place = excerpt(text, &(it.span.start..it.span.end));
        let _ = writeln!(out, "{severity} {} {name} {place}", it.code);
        let _ = writeln!(out, "  {}", it.message);
        if let Some(help) = &it.help {
            let _ = writeln!(out, "  help: {help}");
        }
        for Edit {
            start,
            end,
            text: new,
        } in &it.edits
        {
            let _ = writeln!(
                out,
                "  edit {} -> {}",
                excerpt(text, &(*start..*end)),
                quoted(new)
            );
        }
    }
    out
}

fn environment(environment: &Environment) -> String {
    environment
        .iter()
        .fold(String::new(), |mut out, (name, setting)| {
            let _ = write!(out, " {name}={}", shown(setting.value.as_deref()));
            out
        })
}

/// A value as one word: bare where that is clear, else quoted; `?` where it is not known.
fn shown(value: Option<&str>) -> String {
    match value {
        None => "?".to_owned(),
        Some(value)
            if !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c == '?') =>
        {
            value.to_owned()
        }
        Some(value) => quoted(value),
    }
}

fn quoted(text: &str) -> String {
    format!("{text:?}")
}

/// Line, column and text of a span: `3:8 "=0, 1"`.
fn excerpt(text: &str, span: &Span) -> String {
    let Some(piece) = text.get(span.clone()) else {
        return format!("BAD SPAN {span:?}");
    };
    let before = &text[..span.start];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    let column = before[start..].chars().count() + 1;
    format!("{line}:{column} {}", quoted(piece))
}
