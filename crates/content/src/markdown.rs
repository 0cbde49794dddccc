//! The Markdown of the house, and what the loader must know of a page's text: headings, fenced
//! blocks, references to evidence, and HTML, which is not passed on.

use std::ops::Range;

use pulldown_cmark::{
    CodeBlockKind, CowStr, Event, OffsetIter, Options, Parser, Tag, TagEnd, TextMergeWithOffset,
};

/// Language of fenced blocks that are drawn; their words are translated, those of others are not.
pub const DIAGRAM: &str = "diagram";

/// The parser that loader and generator share, with the byte range of each event.
pub type Events<'a> = TextMergeWithOffset<'a, OffsetIter<'a>>;

/// Parses Markdown: CommonMark with tables, footnotes and `{#id}` on headings.
#[must_use]
pub fn events(markdown: &str) -> Events<'_> {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_HEADING_ATTRIBUTES;
    TextMergeWithOffset::new(Parser::new_ext(markdown, options).into_offset_iter())
}

/// The references `[@id]` in a piece of text: the bytes of each with brackets, and the id.
pub fn references(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.match_indices("[@").filter_map(move |(start, _)| {
        let rest = &text[start + 2..];
        let length = rest.find(|c: char| !(c.is_ascii_alphanumeric() || ".-_".contains(c)))?;
        let closed = rest[length..].starts_with(']') && length > 0;
        closed.then(|| (start..start + length + 3, &rest[..length]))
    })
}

/// What the loader needs of a page's text; all ranges are bytes of the Markdown.
#[derive(Debug, Default)]
pub(crate) struct Outline<'a> {
    /// Level, text and place of each heading.
    pub(crate) headings: Vec<(u8, String, Range<usize>)>,
    /// Fenced blocks.
    pub(crate) fences: Vec<Fence<'a>>,
    /// Ids of evidence, without `[@` and `]`.
    pub(crate) references: Vec<(String, Range<usize>)>,
    /// What begins like a reference and is none.
    pub(crate) malformed: Vec<Range<usize>>,
    /// HTML in the text.
    pub(crate) html: Vec<Range<usize>>,
}

/// A fenced block.
#[derive(Debug)]
pub(crate) struct Fence<'a> {
    /// What stands after the opening fence.
    pub(crate) info: CowStr<'a>,
    /// The lines inside.
    pub(crate) text: String,
    /// The whole block with its fences.
    pub(crate) span: Range<usize>,
}

/// Walks over a page's text once.
pub(crate) fn outline(markdown: &str) -> Outline<'_> {
    let mut outline = Outline::default();
    let mut events = events(markdown);
    while let Some((event, span)) = events.next() {
        let span = trimmed(markdown, span);
        match event {
            Event::Start(Tag::Heading { level, .. }) => {
                outline.refer(markdown, &span);
                let text = plain(&mut events);
                outline.headings.push((level as u8, text, span));
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let text = plain(&mut events);
                outline.fences.push(Fence { info, text, span });
            }
            Event::Text(_) => outline.refer(markdown, &span),
            Event::Start(Tag::HtmlBlock) | Event::InlineHtml(_)
                if !markdown[span.clone()].trim_start().starts_with("<!--") =>
            {
                outline.html.push(span);
            }
            _ => {}
        }
    }
    outline
}

impl Outline<'_> {
    /// Keeps the references in a piece of the Markdown.
    fn refer(&mut self, markdown: &str, span: &Range<usize>) {
        let text = &markdown[span.clone()];
        let mut found = references(text).peekable();
        for (start, opening) in text.match_indices("[@") {
            let place = |range: Range<usize>| span.start + range.start..span.start + range.end;
            match found.next_if(|(range, _)| range.start == start) {
                Some((range, id)) => self.references.push((id.to_owned(), place(range))),
                None => self.malformed.push(place(start..start + opening.len())),
            }
        }
    }
}

/// A range without the line ends that blocks carry after them.
fn trimmed(markdown: &str, span: Range<usize>) -> Range<usize> {
    let length = markdown[span.clone()].trim_end().len();
    span.start..span.start + length
}

/// The text up to the end of the element that was just opened (headings and code do not nest).
fn plain(events: &mut Events<'_>) -> String {
    let mut text = String::new();
    for (event, _) in events {
        match event {
            Event::Text(piece) | Event::Code(piece) => text.push_str(&piece),
            Event::End(TagEnd::Heading(_) | TagEnd::CodeBlock) => break,
            _ => {}
        }
    }
    text
}
