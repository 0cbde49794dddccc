//! Findings for people: source lines with carets, then one line that counts them.

use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use readpoint_catalog::Severity;
use readpoint_validator::{Diagnostic, Input};

use super::{plain, plural};
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
    let lines = around(&source.text, &span);
    let snippet = Snippet::source(&source.text[lines.clone()])
        .line_start(diagnostic.span.line)
        .path(source.path.as_str())
        .annotation(AnnotationKind::Primary.span(span.start - lines.start..span.end - lines.start));
    let title = level(diagnostic.severity)
        .primary_title(&diagnostic.message)
        .id(&diagnostic.code);
    let mut group = Group::with_title(title).element(snippet);
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    vec![group]
}

/// The lines that a span touches: what is shown of a text, however long it is.
fn around(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text[..span.start].rfind('\n').map_or(0, |at| at + 1);
    let last = span.end.saturating_sub(usize::from(span.end > span.start));
    let last = text.floor_char_boundary(last);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    start..end.max(span.end)
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
        plain(&input.path),
        input.kind,
        plural(input.launches.len(), "program"),
        plural(count(Severity::Error), "error"),
        plural(count(Severity::Warning), "warning"),
        plural(count(Severity::Info), "note"),
    )
}
