//! Mistakes of authors as values: where, what is wrong, and the way out.

use std::ops::Range;
use std::sync::Arc;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use camino::Utf8PathBuf;

/// A file that was read, kept for the problems in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path as the caller can open it.
    pub path: Utf8PathBuf,
    /// The whole text; empty where it could not be read.
    pub text: String,
}

/// A range of bytes in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub file: Arc<SourceFile>,
    /// Bytes of [`SourceFile::text`].
    pub span: Range<usize>,
}

impl Place {
    /// Line and column of the start; both count from 1, columns in characters.
    #[must_use]
    pub fn line_column(&self) -> (usize, usize) {
        let start = self.span.start.min(self.file.text.len());
        let before = self.file.text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        (line, before[line_start..].chars().count() + 1)
    }
}

/// One mistake in content, templates or links.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where it is.
    pub place: Place,
    /// One sentence without a full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// A second place that belongs to it, with its label: the other of two equal names.
    pub also: Option<(Place, String)>,
}

impl Problem {
    /// A problem of a file as a whole: one that cannot be read, or stands where it should not.
    #[must_use]
    pub fn of_file(path: impl Into<Utf8PathBuf>, message: impl Into<String>) -> Self {
        let file = SourceFile {
            path: path.into(),
            text: String::new(),
        };
        Self {
            place: Place {
                file: Arc::new(file),
                span: 0..0,
            },
            message: message.into(),
            help: None,
            also: None,
        }
    }

    /// The order of a report: by file, then position.
    pub(crate) fn key(&self) -> (&str, usize, &str) {
        let path = self.place.file.path.as_str();
        (path, self.place.span.start, &self.message)
    }
}

/// Writes problems as a compiler does: message, `file:line:column`, source line, caret, help.
#[must_use]
pub fn render(problems: &[Problem], color: bool) -> String {
    render_as(Level::ERROR, problems, color)
}

/// Writes notices, which stop no build, in the same form.
#[must_use]
pub fn render_notices(notices: &[Problem], color: bool) -> String {
    render_as(Level::WARNING, notices, color)
}

fn render_as(level: Level<'static>, problems: &[Problem], color: bool) -> String {
    let renderer = if color {
        Renderer::styled()
    } else {
        Renderer::plain()
    };
    let mut text = String::new();
    for problem in problems {
        text.push_str(&renderer.render(&report(&level, problem)));
        text.push_str("\n\n");
    }
    text
}

fn report<'p>(level: &Level<'static>, problem: &'p Problem) -> Vec<Group<'p>> {
    let title = level.clone().primary_title(problem.message.as_str());
    let mut groups = Vec::new();
    if problem.place.file.text.is_empty() {
        groups.push(title.element(Origin::path(problem.place.file.path.as_str())));
    } else {
        groups.push(title.element(snippet(&problem.place)));
    }
    if let Some((place, label)) = &problem.also {
        let title = Level::NOTE.secondary_title(label.as_str());
        groups.push(title.element(snippet(place)));
    }
    if let Some(help) = &problem.help {
        groups.push(Group::with_title(
            Level::HELP.secondary_title(help.as_str()),
        ));
    }
    groups
}

fn snippet(place: &Place) -> Snippet<'_, Annotation<'_>> {
    Snippet::source(place.file.text.as_str())
        .path(place.file.path.as_str())
        .annotation(AnnotationKind::Primary.span(place.span.clone()))
}
