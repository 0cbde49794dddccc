//! The one door: text in, report out.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Catalog, Gathered, Map, Version, sort_by};

use crate::reading::{Environment, Reading};
use crate::report::{Input, LaunchReport, REPORT_VERSION, Report};
use crate::rule::{self, Finding};
use crate::text::LineIndex;
use crate::{Diagnostic, Edit, Kind, detect, format, suppress};

/// What a caller may say about a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Where the text came from; helps detection and is repeated in the report.
    pub path: Option<String>,
    /// The kind, where the caller knows it.
    pub kind: Option<Kind>,
    /// The torch release to judge by; default: one named in the text, else the newest known.
    pub torch: Option<Version>,
}

/// Checks one text against a catalogue.
#[must_use]
pub fn check(text: &str, options: &Options, catalog: &Catalog) -> Report {
    let kind = options
        .kind
        .unwrap_or_else(|| detect::detect(options.path.as_deref(), text));
    let reading = format::read(kind, text);
    let named = reading.facts.torch.as_ref().map(|(version, _)| *version);
    let torch = options
        .torch
        .or(named)
        .unwrap_or_else(|| catalog.newest_torch());
    let context = rule::Context::new(text, &reading, catalog, torch);
    let input = Input {
        path: options.path.clone().unwrap_or_else(|| "-".to_owned()),
        kind,
        diagnostics: located(&context),
        launches: launches(text, &reading),
        exported: values(&reading.exported),
    };
    Report {
        version: REPORT_VERSION,
        torch,
        inputs: vec![input],
    }
}

/// Runs every rule, leaves out what the text suppresses, sorts the findings and drops repetitions (loops give them).
pub(crate) fn located(context: &rule::Context<'_>) -> Vec<Diagnostic> {
    let lines = LineIndex::new(context.text);
    let mut found: Vec<Diagnostic> = suppress::apply(context.text, rule::run(context))
        .into_iter()
        .map(|finding| diagnostic(finding, &lines))
        .gathered();
    let key = |it: &Diagnostic| (it.span.start, it.span.end);
    sort_by(&mut found, |a, b| {
        let place = key(a).cmp(&key(b));
        place.then_with(|| (&a.code, &a.message).cmp(&(&b.code, &b.message)))
    });
    found.dedup();
    found
}

fn diagnostic(finding: Finding, lines: &LineIndex<'_>) -> Diagnostic {
    Diagnostic {
        url: format!("rules/{}/", finding.code),
        code: finding.code.into_owned(),
        severity: finding.severity,
        variable: finding.variable,
        message: finding.message,
        help: finding.help,
        span: lines.locate(&finding.span),
        edits: finding
            .edits
            .into_iter()
            .map(|(span, text)| Edit {
                start: span.start,
                end: span.end,
                text,
            })
            .gathered(),
    }
}

fn launches(text: &str, reading: &Reading) -> Vec<LaunchReport> {
    let lines = LineIndex::new(text);
    reading
        .launches
        .iter()
        .map(|launch| LaunchReport {
            command: launch.command.clone(),
            environment: values(&launch.environment),
            span: lines.locate(&launch.span),
        })
        .gathered()
}

fn values(environment: &Environment) -> Map<Option<String>> {
    let values = environment.iter();
    values
        .map(|(name, setting)| (name.clone(), setting.value.clone()))
        .gathered()
}
