//! Splits a page into its front matter and its Markdown.

use std::ops::Range;

use toml::Spanned;
use toml::de::DeTable;

use crate::fields::Sink;

/// The line that opens and closes front matter.
const FENCE: &str = "+++";

/// The two parts of a page, as bytes of the file.
#[derive(Debug)]
pub(crate) struct Parts {
    /// The TOML between the fences.
    pub(crate) front: Range<usize>,
    /// The Markdown after them.
    pub(crate) body: Range<usize>,
}

/// Finds the parts of the sink's file; reports missing fences.
pub(crate) fn split(sink: &Sink) -> Option<Parts> {
    let text = &sink.file().text;
    let mut lines = lines(text);
    let first = lines.next().unwrap_or(0..0);
    if text[first.clone()].trim_end() != FENCE {
        let help = Some(format!("begin the file with a line `{FENCE}`"));
        sink.report(first, "the page has no front matter", help);
        return None;
    }
    let Some(close) = lines.find(|line| text[line.clone()].trim_end() == FENCE) else {
        let help = Some(format!(
            "write a line `{FENCE}` between front matter and text"
        ));
        sink.report(0..FENCE.len(), "the front matter is not closed", help);
        return None;
    };
    Some(Parts {
        front: first.end..close.start,
        body: close.end..text.len(),
    })
}

/// The lines of a text with their ends.
fn lines(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..*at)
    })
}

/// Parses TOML that stands at `span` of the sink's file; reports every syntax error.
pub(crate) fn parse(sink: &Sink, span: Range<usize>) -> Option<Spanned<DeTable<'_>>> {
    let toml = &sink.file().text[span.clone()];
    let (table, errors) = DeTable::parse_recoverable(toml);
    for error in &errors {
        let at = error.span().unwrap_or(0..0);
        let place = at.start + span.start..at.end + span.start;
        sink.report(place, format!("TOML: {}", error.message()), None);
    }
    errors.is_empty().then_some(table)
}
