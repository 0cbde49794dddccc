//! What one page must fulfil beside the types of its fields.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use camino::Utf8Path;
use readpoint_catalog::grammar::{self, Verdict};
use readpoint_catalog::{Variable, Version, nearest};

use crate::example::{Example, Expectation};
use crate::fields::{Located, Sink};
use crate::markdown::Outline;
use crate::variable::Draft;

/// The headings of a rule page, all of them, in this order.
const RULE_HEADINGS: [&str; 6] = [
    "What it says",
    "Why it matters",
    "Bad",
    "Good",
    "Fix",
    "Sources",
];

impl Sink {
    /// Reports names that occur twice, at the second place and naming the first.
    pub(crate) fn report_repeated(&self, names: &[Located<String>], noun: &str) {
        let mut seen: BTreeMap<&str, Range<usize>> = BTreeMap::new();
        for name in names {
            let (text, span) = (name.get_ref().as_str(), name.span());
            let Some(first) = seen.insert(text, span.clone()) else {
                continue;
            };
            let message = format!("the {noun} `{text}` is there twice");
            self.report_pair(span, message, self.place(first), "first here");
        }
    }
}

/// The name of a file without `.md`.
pub(crate) fn stem(path: &Utf8Path) -> &str {
    path.file_stem().unwrap_or_default()
}

/// A variable's name and component against its file and folder.
pub(crate) fn address(draft: &Draft, path: &Utf8Path, sink: &Sink) {
    let name = &draft.variable.name;
    if !name.is_empty() && name != stem(path) {
        let message = format!("the name is `{name}`, but the file is `{}.md`", stem(path));
        sink.report(draft.name.clone(), message, None);
    }
    let folder = path.parent().and_then(Utf8Path::file_name);
    let folder = folder.unwrap_or_default();
    let component = &draft.variable.component;
    if !component.is_empty() && component != folder {
        let message = format!("the component is `{component}`, but the folder is `{folder}`");
        let help = Some("move the file, or change the component".to_owned());
        sink.report(draft.component.clone(), message, help);
    }
}

/// A rule's code: `RP` and three digits, and the same as the file's name.
pub(crate) fn code(code: &str, stem: &str, span: Range<usize>, sink: &Sink) {
    let digits = code.strip_prefix("RP").unwrap_or_default();
    let shaped = digits.len() == 3 && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !code.is_empty() && !shaped {
        let message = format!("`{code}` is not a code such as `RP201`");
        sink.report(span, message, None);
    } else if !code.is_empty() && code != stem {
        let message = format!("the code is `{code}`, but the file is `{stem}.md`");
        sink.report(span, message, None);
    }
}

/// Defaults must be values that the variable's own grammar takes as written.
pub(crate) fn defaults(draft: &Draft, torch: &[Version], sink: &Sink) {
    for value in &draft.defaults {
        let text = Some(value.get_ref().as_str());
        default(text, value.span(), &draft.variable, torch, sink);
    }
}

/// One default.
pub(crate) fn default(
    value: Option<&str>,
    span: Range<usize>,
    variable: &Variable,
    torch: &[Version],
    sink: &Sink,
) {
    let reading = |value: &str| Some((value.to_owned(), worst_reading(value, variable, torch)?));
    let Some((value, reading)) = value.and_then(reading) else {
        return;
    };
    let message = format!(
        "the grammar `{}` does not accept the default `{value}`",
        variable.grammar
    );
    let why = reading.findings.first().map(|it| it.message.clone());
    let why = why.unwrap_or_else(|| "the reader falls back to something else".to_owned());
    let help = format!("{why}; if no value means the same as not setting it, write \"unset\"");
    sink.report(span, message, Some(help));
}

/// How the newest release reads a value, if it does not take it.
fn worst_reading(value: &str, variable: &Variable, torch: &[Version]) -> Option<grammar::Reading> {
    let torch = torch.last().copied()?;
    let context = grammar::Context {
        variable,
        torch,
        complete: true,
    };
    let reading = grammar::read(value, &context);
    (reading.verdict != Verdict::Accepted).then_some(reading)
}

/// Releases must come in their order: since, deprecated, removed.
pub(crate) fn releases(variable: &Variable, span: &Range<usize>, sink: &Sink) {
    let order = [
        ("since", &variable.since),
        ("deprecated", &variable.deprecated),
        ("removed", &variable.removed),
    ];
    let given: Vec<_> = order
        .iter()
        .filter_map(|(key, release)| release.as_ref().map(|release| (key, release)))
        .collect();
    for pair in given.windows(2) {
        let ((first, a), (second, b)) = (pair[0], pair[1]);
        if a.project == b.project && a.version > b.version {
            let message = format!("`{second}` ({b}) is before `{first}` ({a})");
            sink.report(span.clone(), message, None);
        }
    }
}

/// References `[@id]` must name evidence of the page; `base` is where the Markdown begins.
pub(crate) fn references(outline: &Outline<'_>, ids: &[Located<String>], base: usize, sink: &Sink) {
    for (id, span) in &outline.references {
        let known = || ids.iter().map(|id| id.get_ref().as_str());
        if known().any(|known| known == id) {
            continue;
        }
        let help = match nearest(id, known()) {
            Some(near) => format!("did you mean `[@{near}]`?"),
            None => "give a [[read_point]], [[source]] or [[claim]] this id".to_owned(),
        };
        let message = format!("no evidence of this page has the id `{id}`");
        sink.report(lift(span, base), message, Some(help));
    }
}

/// What no page may hold: HTML, half references, and a heading of the first level.
pub(crate) fn text(outline: &Outline<'_>, base: usize, sink: &Sink) {
    for span in &outline.malformed {
        let help = Some("a reference is one id: `[@id]`; several stand side by side".to_owned());
        let message = "this is no reference to evidence and is shown as it stands";
        sink.report(lift(span, base), message, help);
    }
    for span in &outline.html {
        let help = Some("write it as code, in backticks, or as Markdown".to_owned());
        let message = "HTML in a page is not passed on";
        sink.report(lift(span, base), message, help);
    }
    for (_, _, span) in outline.headings.iter().filter(|it| it.0 == 1) {
        let help = Some("begin with `##`".to_owned());
        let message = "the page's title comes from its front matter";
        sink.report(lift(span, base), message, help);
    }
}

/// A rule page must have exactly the fixed headings, in their order.
pub(crate) fn rule_headings(outline: &Outline<'_>, base: usize, sink: &Sink) {
    let found: Vec<_> = outline.headings.iter().filter(|it| it.0 == 2).collect();
    let mut expected = RULE_HEADINGS.iter();
    let help = || {
        Some(format!(
            "a rule page has, in order: {}",
            RULE_HEADINGS.join(", ")
        ))
    };
    for (_, text, span) in &found {
        let wanted = expected.next();
        if wanted.is_some_and(|wanted| wanted == text) {
            continue;
        }
        let message = match wanted {
            Some(wanted) => format!("`{text}` stands where `{wanted}` must be"),
            None => format!("`{text}` is one heading too many"),
        };
        sink.report(lift(span, base), message, help());
        return;
    }
    if let Some(wanted) = expected.next() {
        let message = format!("the heading `{wanted}` is missing");
        sink.report(base..base, message, help());
    }
}

/// A rule of a team must show itself: a text that it finds fault with, and one without fault.
pub(crate) fn team_examples(
    code: &str,
    examples: &[Arc<Example>],
    place: Range<usize>,
    sink: &Sink,
) {
    let expectations = examples
        .iter()
        .filter_map(|it| Some(&it.test.as_ref()?.expectation));
    let bad = |it: &Expectation| matches!(it, Expectation::Codes(codes) if codes.contains(code));
    let shown = [
        (
            "Bad",
            expectations.clone().any(bad),
            format!("```bash expect={code}"),
        ),
        (
            "Good",
            expectations.clone().any(|it| *it == Expectation::Clean),
            "```bash check".to_owned(),
        ),
    ];
    for (heading, _, fence) in shown.iter().filter(|it| !it.1) {
        let message = format!("no example under `## {heading}` shows what the rule does");
        let help = format!("give it a block that begins with {fence}");
        sink.report(place.clone(), message, Some(help));
    }
}

/// A range of the Markdown as a range of the file.
fn lift(span: &Range<usize>, base: usize) -> Range<usize> {
    span.start + base..span.end + base
}
