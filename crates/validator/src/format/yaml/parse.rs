//! Builds the tree from the parser's events.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput, Tag};

use super::scalar::{Scalar, Written};
use super::{Content, Id, Node, Yaml, flow};
use crate::reading::Span;

/// Nesting beyond this is left out.
const DEPTH: usize = 200;

/// Every n-th character's byte offset is kept.
const STRIDE: usize = 64;

/// Parses as much as can be parsed. Template expressions (`{{ … }}`) are taken for plain words.
/// A flow collection whose end stands no further in than its key is put on one line.
pub(crate) fn parse(text: &str) -> Yaml {
    let plain = without_templates(text);
    let templates = matches!(plain, Cow::Owned(_)).then_some(text);
    let yaml = parse_plain(templates, &plain);
    let Some(broken) = yaml.broken_from else {
        return yaml;
    };
    let joined = flow::on_one_line(&plain).map(|it| parse_plain(templates, &it));
    let better = |it: &Yaml| it.broken_from.is_none_or(|at| at > broken);
    joined.filter(better).unwrap_or(yaml)
}

/// Parses a text whose template expressions are masked, where `templates` holds any.
fn parse_plain(templates: Option<&str>, plain: &str) -> Yaml {
    let mut builder = Builder {
        text: plain,
        templates,
        offsets: Offsets::new(plain),
        yaml: Yaml::default(),
        open: Vec::new(),
        anchors: Vec::new(),
        reached: 0,
        rest_from: None,
    };
    let mut parser = Parser::new_from_str(plain);
    builder.run(&mut parser);
    builder.yaml
}

/// Byte offsets of characters.
struct Offsets<'t> {
    text: &'t str,
    marks: Option<Vec<usize>>,
}

impl<'t> Offsets<'t> {
    fn new(text: &'t str) -> Self {
        let marks = || text.char_indices().step_by(STRIDE).map(|(at, _)| at);
        Self {
            text,
            marks: (!text.is_ascii()).then(|| marks().gathered()),
        }
    }

    fn byte(&self, character: usize) -> usize {
        let Some(marks) = &self.marks else {
            return character.min(self.text.len());
        };
        let Some(&mark) = marks.get(character / STRIDE) else {
            return self.text.len();
        };
        let rest = &self.text[mark..];
        rest.char_indices()
            .nth(character % STRIDE)
            .map_or(self.text.len(), |(at, _)| mark + at)
    }
}

/// A collection whose end has not come yet.
struct Open {
    id: Id,
    children: Vec<Id>,
}

struct Builder<'t> {
    text: &'t str,
    /// The text before template expressions were masked, where there are any.
    templates: Option<&'t str>,
    offsets: Offsets<'t>,
    yaml: Yaml,
    open: Vec<Open>,
    anchors: Vec<Option<Id>>,
    /// Start of the last event.
    reached: usize,
    /// Where the rest begins, if that is before the last event.
    rest_from: Option<usize>,
}

impl Builder<'_> {
    fn run(&mut self, parser: &mut Parser<'_, StrInput<'_>>) {
        while let Some(event) = parser.next_event() {
            let Ok((event, span)) = event else {
                self.give_up();
                return;
            };
            let span = self.offsets.byte(span.start.index())..self.offsets.byte(span.end.index());
            self.reached = span.start;
            self.event(event, span);
            if self.open.len() > DEPTH {
                self.give_up();
                return;
            }
        }
    }

    /// Keeps what is there and notes where the rest begins: the line after the last event's.
    fn give_up(&mut self) {
        self.drop_unfinished();
        while !self.open.is_empty() {
            self.close(self.reached);
        }
        let rest = &self.text[self.reached..];
        let line = rest.find('\n').map_or(rest.len(), |at| at + 1);
        self.yaml.broken_from = Some(self.rest_from.unwrap_or(self.reached + line));
    }

    /// Takes back a small mapping that is cut off (an entry of a list), so that the rest of the
    /// text starts with it.
    fn drop_unfinished(&mut self) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let node = &self.yaml.nodes[open.id];
        let cut_off = matches!(node.content, Content::Map(_)) && open.children.len() % 2 == 1;
        if cut_off && open.children.len() <= 3 {
            let line = self.text[..node.span.start].rfind('\n');
            self.rest_from = Some(line.map_or(0, |at| at + 1));
            open.children.clear();
        }
    }

    fn event(&mut self, event: Event<'_>, span: Span) {
        match event {
            Event::Scalar(text, style, anchor, tag) => self.scalar(&text, style, anchor, tag, span),
            Event::Alias(anchor) => {
                let target = self.anchors.get(anchor).copied().flatten();
                let empty = || Content::List(Vec::new());
                self.add(target.map_or_else(empty, Content::Alias), span, 0);
            }
            Event::SequenceStart(anchor, _) => self.start(Content::List(Vec::new()), span, anchor),
            Event::MappingStart(anchor, _) => self.start(Content::Map(Vec::new()), span, anchor),
            Event::SequenceEnd | Event::MappingEnd => self.close(span.end),
            _ => {}
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<Cow<'_, Tag>>,
        span: Span,
    ) {
        let written = match style {
            ScalarStyle::Plain => Written::Plain,
            ScalarStyle::SingleQuoted => Written::Single,
            ScalarStyle::DoubleQuoted => Written::Double,
            ScalarStyle::Literal | ScalarStyle::Folded => Written::Block,
        };
        let as_string = tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
        let mut scalar = Scalar::new(self.text, text, written, as_string, span);
        scalar.template = self
            .templates
            .is_some_and(|original| original[scalar.span.clone()].contains("{{"));
        let span = scalar.span.clone();
        self.add(Content::Scalar(scalar), span, anchor);
    }

    fn start(&mut self, content: Content, span: Span, anchor: usize) {
        let id = self.add(content, span, anchor);
        self.open.push(Open {
            id,
            children: Vec::new(),
        });
    }

    fn close(&mut self, end: usize) {
        let Some(Open { id, children }) = self.open.pop() else {
            return;
        };
        let last = children.last().map(|&id| self.yaml.nodes[id].span.end);
        let flow = self.text[..end].ends_with(['}', ']']);
        let node = &mut self.yaml.nodes[id];
        let end = if flow { end } else { last.unwrap_or(end) };
        node.span.end = node.span.end.max(end);
        match &mut node.content {
            Content::List(items) => *items = children,
            Content::Map(pairs) => {
                let pair = |pair: &[Id]| (pair[0], pair[1]);
                *pairs = children.chunks_exact(2).map(pair).gathered();
            }
            _ => {}
        }
    }

    /// Adds a node to the collection that is open, or as the root of a document.
    fn add(&mut self, content: Content, span: Span, anchor: usize) -> Id {
        let id = self.yaml.nodes.len();
        self.yaml.nodes.push(Node { span, content });
        if anchor != 0 {
            let end = self.anchors.len().max(anchor + 1);
            self.anchors.resize(end, None);
            self.anchors[anchor] = Some(id);
        }
        match self.open.last_mut() {
            Some(open) => open.children.push(id),
            None => self.yaml.documents.push(id),
        }
        id
    }
}

/// The text with template expressions replaced by words of the same length, and lines that hold
/// nothing else replaced by blanks.
fn without_templates(text: &str) -> Cow<'_, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let body = line.trim();
        if body.starts_with("{{") && body.ends_with("}}") && !body.contains(": ") {
            plain.push_str(&masked(line, ' '));
        } else {
            plain.push_str(&mask_expressions(line));
        }
    }
    Cow::Owned(plain)
}

/// Replaces each `{{ … }}` of a line.
fn mask_expressions(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(start) = rest.find("{{") {
        let Some(length) = rest[start..].find("}}") else {
            break;
        };
        let end = start + length + 2;
        plain.push_str(&rest[..start]);
        plain.push_str(&masked(&rest[start..end], 'x'));
        rest = &rest[end..];
    }
    plain.push_str(rest);
    plain
}

/// As many bytes as `text` has, so that positions stay; line ends are kept.
fn masked(text: &str, with: char) -> String {
    let mask = |byte| match byte {
        b'\n' => '\n',
        b'\r' => '\r',
        _ => with,
    };
    text.bytes().map(mask).gathered()
}
