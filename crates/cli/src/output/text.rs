//! Findings for people: source lines with carets, then one line that counts them.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use readpoint_catalog::Severity;
use readpoint_validator::{Diagnostic, Input};

use super::plural;
use crate::input::Source;

/// Renders one checked text.
///
/// The environment of a process has NUL where other texts have line ends; it is shown line by line.
pub(crate) fn render(input: &Input, source: &Source, colour: bool) -> String {
    let shown = Source {
        path: source.path.clone(),
        text: source.text.replace('\0', "\n"),
    };
    let renderer = if colour {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut out = String::new();
    for diagnostic in &input.diagnostics {
        out.push_str(&renderer.render(&groups(diagnostic, &shown)));
        out.push_str("\n\n");
    }
    out.push_str(&summary(input));
    out
}

fn groups<'a>(diagnostic: &'a Diagnostic, source: &'a Source) -> Vec<Group<'a>> {
    let span = diagnostic.span.start..diagnostic.span.end;
    let snippet = Snippet::source(source.text.as_str())
        .path(source.path.as_str())
        .annotation(AnnotationKind::Primary.span(span));
    let title = level(diagnostic.severity)
        .primary_title(&diagnostic.message)
        .id(&diagnostic.code);
    let mut group = Group::with_title(title).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    vec![group]
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    }
}

/// `train.sh: read as shell, 2 programs; 1 error, 0 warnings, 1 note`.
fn summary(input: &Input) -> String {
    let count = |severity| {
        input
            .diagnostics
            .iter()
            .filter(|it| it.severity == severity)
            .count()
    };
    format!(
        "{}: read as {}, {}; {}, {}, {}\n",
        input.path,
        input.kind,
        plural(input.launches.len(), "program"),
        plural(count(Severity::Error), "error"),
        plural(count(Severity::Warning), "warning"),
        plural(count(Severity::Info), "note"),
    )
}
