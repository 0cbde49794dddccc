//! Markdown to HTML, for one page.
//!
//! While it renders, it collects what later steps want to know of the text: headings, links with
//! their places, which pages are mentioned, and the words. Nothing parses the text a second time.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::sync::OnceLock;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Tag, TagEnd, html};
use readpoint_content::{Example, Expectation, Page, Place, Problem, Test, markdown};

use crate::context::Heading;
use crate::diagram;
use crate::edition::Roots;
use crate::highlight::Highlighter;
use crate::html::escaped;
use crate::library::Library;
use crate::search::Number;
use crate::share;
use crate::words::Words;

/// What a screen reader says for the link at a heading.
const ANCHOR_LABEL: &str = "Link to “{heading}”";

/// How addresses begin that lead to another place than the site; no other scheme is passed on.
const ELSEWHERE: [&str; 3] = ["https://", "http://", "mailto:"];

/// What the text of a page needs from around it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surroundings<'a> {
    /// What to put before addresses.
    pub(crate) roots: &'a Roots,
    /// First part of the addresses of pages: nothing, or `zh/`.
    pub(crate) prefix: &'a str,
    /// The anchors of the headings, in order, where they are given: those of the original.
    pub(crate) anchors: Option<&'a [String]>,
    /// Names and addresses of all pages.
    pub(crate) library: &'a Library,
    /// The words of the interface.
    pub(crate) words: &'a Words,
    /// Numbers of the page's evidence by id.
    pub(crate) evidence: &'a HashMap<&'a str, usize>,
    /// The page's fenced blocks by their first byte in the file.
    pub(crate) examples: &'a HashMap<usize, &'a Example>,
    /// Blocks that are known already.
    pub(crate) highlighter: &'a Highlighter,
}

/// A rendered text and what was learned from it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rendered {
    /// Finished HTML.
    pub(crate) html: String,
    /// Headings in order.
    pub(crate) headings: Vec<Heading>,
    /// Links into the site.
    pub(crate) links: Vec<SiteLink>,
    /// Addresses of the pages that the text mentions.
    pub(crate) mentions: BTreeSet<String>,
    /// The text without code blocks, for search.
    pub(crate) words: String,
    /// Its different words, as the search index of its language numbers them; found when first
    /// asked for.
    pub(crate) tokens: OnceLock<Vec<Number>>,
    /// Code in the first cells of tables: what one writes.
    pub(crate) terms: Vec<Term>,
    /// Mistakes that only show while rendering.
    pub(crate) problems: Vec<Problem>,
}

/// Code in a table's first cell, and the number of the heading above it.
#[derive(Clone, Debug)]
pub(crate) struct Term {
    pub(crate) code: String,
    pub(crate) heading: Option<usize>,
}

/// A link into the site, as written.
#[derive(Clone, Debug)]
pub(crate) struct SiteLink {
    /// Relative to the base, or empty for the page itself.
    pub(crate) url: String,
    /// The anchor, if one is named.
    pub(crate) anchor: Option<String>,
    /// Where it is written.
    pub(crate) place: Place,
}

/// Renders the text of `page`.
pub(crate) fn render(page: &Page, around: Surroundings<'_>) -> Rendered {
    let mut writer = Writer {
        page,
        url: page.url(),
        around,
        events: Vec::new(),
        heading: None,
        code: None,
        link_depth: 0,
        cell: 0,
        ids: HashSet::new(),
        out: Rendered::default(),
    };
    for (event, span) in markdown::events(page.markdown()) {
        let base = page.body.start;
        writer.event(event, span.start + base..span.end + base);
    }
    let Writer {
        events, mut out, ..
    } = writer;
    html::push_html(&mut out.html, events.into_iter());
    out
}

/// A heading that is open.
struct OpenHeading {
    level: HeadingLevel,
    id: Option<String>,
    text: String,
    /// Where its opening tag goes in the events.
    slot: usize,
}

/// A code block that is open.
struct OpenCode {
    language: String,
    text: String,
    start: usize,
}

struct Writer<'a> {
    page: &'a Page,
    url: String,
    around: Surroundings<'a>,
    events: Vec<Event<'a>>,
    heading: Option<OpenHeading>,
    code: Option<OpenCode>,
    link_depth: usize,
    /// Cells begun in the table's row; 0 outside.
    cell: usize,
    /// Anchors given so far.
    ids: HashSet<String>,
    out: Rendered,
}

impl<'a> Writer<'a> {
    fn event(&mut self, event: Event<'a>, span: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, span),
            Event::End(tag) => self.end(tag, &span),
            Event::Text(text) => match &mut self.code {
                Some(code) => code.text.push_str(&text),
                None => self.text(&text),
            },
            Event::Code(text) => self.inline_code(&text),
            // The loader reports HTML; what is left are comments, which are not published.
            Event::Html(_) | Event::InlineHtml(_) => {}
            other => {
                self.out.words.push(' ');
                self.events.push(other);
            }
        }
    }

    fn start(&mut self, tag: Tag<'a>, span: Range<usize>) {
        match tag {
            Tag::Heading { level, id, .. } => {
                self.heading = Some(OpenHeading {
                    level,
                    id: id.map(|id| id.to_string()),
                    text: String::new(),
                    slot: self.events.len(),
                });
                self.html(String::new());
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => first_word(&info),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some(OpenCode {
                    language,
                    text: String::new(),
                    start: span.start,
                });
            }
            Tag::Link { dest_url, .. } => {
                let opening = self.opening(&dest_url, &span);
                self.link_depth += 1;
                self.html(opening);
            }
            Tag::Image {
                link_type,
                dest_url,
                title,
                id,
            } => {
                let dest_url = self.picture(&dest_url, &span).into();
                self.events.push(Event::Start(Tag::Image {
                    link_type,
                    dest_url,
                    title,
                    id,
                }));
            }
            Tag::Table(_) => {
                self.html("<div class=\"table\" tabindex=\"0\">\n".to_owned());
                self.events.push(Event::Start(tag));
            }
            Tag::HtmlBlock => {}
            Tag::TableCell => {
                self.cell += 1;
                self.events.push(Event::Start(tag));
            }
            other => self.events.push(Event::Start(other)),
        }
    }

    fn end(&mut self, tag: TagEnd, span: &Range<usize>) {
        self.out.words.push(' ');
        match tag {
            TagEnd::Heading(_) => self.end_heading(span),
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::Link => {
                self.link_depth -= 1;
                self.html("</a>".to_owned());
            }
            TagEnd::Table => {
                self.events.push(Event::End(tag));
                self.html("</div>\n".to_owned());
            }
            TagEnd::HtmlBlock => {}
            TagEnd::TableRow | TagEnd::TableHead => {
                self.cell = 0;
                self.events.push(Event::End(tag));
            }
            other => self.events.push(Event::End(other)),
        }
    }

    fn html(&mut self, html: String) {
        self.events.push(Event::Html(html.into()));
    }

    /// Running text, with references to evidence as links.
    fn text(&mut self, text: &str) {
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
        }
        let mut done = 0;
        for (range, id) in markdown::references(text) {
            let Some(number) = self.around.evidence.get(id) else {
                continue;
            };
            self.plain(&text[done..range.start]);
            self.html(format!(
                "<a class=\"ref\" href=\"#ref-{id}\">[{number}]</a>"
            ));
            done = range.end;
        }
        self.plain(&text[done..]);
    }

    fn plain(&mut self, text: &str) {
        self.out.words.push_str(text);
        if !text.is_empty() {
            self.events.push(Event::Text(text.to_owned().into()));
        }
    }

    /// Code in a sentence: a link where it is the name of another page.
    fn inline_code(&mut self, text: &str) {
        self.out.words.push_str(text);
        if let Some(heading) = &mut self.heading {
            heading.text.push_str(text);
        }
        if self.cell == 1 {
            self.out.terms.push(Term {
                code: text.to_owned(),
                heading: self.out.headings.len().checked_sub(1),
            });
        }
        let code = format!("<code>{}</code>", escaped(text));
        let address = self.around.library.address(text);
        let html = match address.filter(|url| *url != self.url) {
            Some(url) => {
                self.out.mentions.insert(url.to_owned());
                if self.heading.is_some() || self.link_depth > 0 {
                    code
                } else {
                    let root = &self.around.roots.pages;
                    format!("<a class=\"name\" href=\"{root}{url}\">{code}</a>")
                }
            }
            None => code,
        };
        self.html(html);
    }

    fn end_heading(&mut self, span: &Range<usize>) {
        let Some(heading) = self.heading.take() else {
            return;
        };
        let level = heading.level;
        let text = heading.text.trim().to_owned();
        let given = self.around.anchors;
        let given = given.and_then(|it| it.get(self.out.headings.len()));
        let id = match given.cloned().or(heading.id) {
            Some(id) => self.fixed_anchor(id, span),
            None => self.anchor(&text),
        };
        self.events[heading.slot] = Event::Html(format!("<{level} id=\"{id}\">").into());
        let named = [("heading", escaped(&text))];
        let label = self.around.words.fill(ANCHOR_LABEL, named.into_iter());
        self.html(format!(
            "<a class=\"anchor\" href=\"#{id}\" aria-label=\"{label}\">#</a></{level}>\n"
        ));
        self.out.headings.push(Heading {
            level: level as u8,
            id,
            text,
        });
    }

    /// An anchor that the author fixed with `{#id}`.
    fn fixed_anchor(&mut self, mut id: String, span: &Range<usize>) -> String {
        let plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        if !id.chars().all(plain) {
            let message =
                format!("the anchor `#{id}` has more than letters, digits, `-`, `_`, `.`");
            self.problem(span.clone(), message);
            id = slug(&id);
        }
        if !self.ids.insert(id.clone()) {
            self.problem(span.clone(), format!("the anchor `#{id}` is there twice"));
        }
        id
    }

    /// An anchor made from a heading's text; repetitions are numbered.
    fn anchor(&mut self, text: &str) -> String {
        let stem = slug(text);
        let mut id = stem.clone();
        let mut count = 1;
        while !self.ids.insert(id.clone()) {
            count += 1;
            id = format!("{stem}-{count}");
        }
        id
    }

    fn end_code(&mut self) {
        let Some(code) = self.code.take() else {
            return;
        };
        if code.language == markdown::DIAGRAM {
            return self.diagram(&code);
        }
        let highlighted = self.around.highlighter.html(&code.language, &code.text);
        let language = escaped(&code.language);
        let example = self.around.examples.get(&code.start);
        let link = example.and_then(|example| self.try_link(example));
        let test = example.and_then(|example| example.test.as_ref());
        let verdict = test.and_then(|test| self.verdict(test));
        self.html(format!(
            "<div class=\"code\" data-language=\"{language}\">{}<pre tabindex=\"0\"><code>\
             {highlighted}</code></pre>{}</div>\n",
            verdict.unwrap_or_default(),
            link.unwrap_or_default()
        ));
    }

    /// What is wrong with an example that is shown because it is wrong.
    fn verdict(&self, test: &Test) -> Option<String> {
        let Expectation::Codes(codes) = &test.expectation else {
            return None;
        };
        let wrong = codes.iter().any(|code| self.around.library.is_error(code));
        let (class, words) = match (wrong, test.torch) {
            (true, None) => ("error", "Wrong"),
            (true, Some(_)) => ("error", "Wrong for torch {version}"),
            (false, None) => ("warning", "Risky"),
            (false, Some(_)) => ("warning", "Risky for torch {version}"),
        };
        let version = test.torch.map(|it| it.to_string()).unwrap_or_default();
        let words = self
            .around
            .words
            .fill(words, [("version", version)].into_iter());
        let codes: Vec<_> = codes.iter().map(|code| self.rule_link(code)).collect();
        Some(format!(
            "<p class=\"verdict\"><strong class=\"severity-{class}\">{words}</strong> {}</p>",
            codes.join(", ")
        ))
    }

    /// A rule's code, a link but on the rule's own page.
    fn rule_link(&self, code: &str) -> String {
        let address = self.around.library.address(code);
        match address.filter(|url| *url != self.url) {
            Some(url) => {
                let root = &self.around.roots.pages;
                format!("<a href=\"{root}{url}\">{code}</a>")
            }
            None => code.to_owned(),
        }
    }

    /// A block that is drawn.
    fn diagram(&mut self, code: &OpenCode) {
        match diagram::svg(&code.text) {
            Ok(svg) => self.html(svg),
            Err(message) => self.problem(code.start..code.start + 3, message),
        }
    }

    /// The link that opens a tested example in the playground.
    fn try_link(&self, example: &Example) -> Option<String> {
        let test = example.test.as_ref()?;
        let fragment = share::fragment(&example.text, test.kind, test.torch);
        let root = &self.around.roots.pages;
        Some(format!(
            "<a class=\"try\" href=\"{root}playground/#{fragment}\">{}</a>",
            self.around.words.say("Open in the playground")
        ))
    }

    /// The opening tag of a link; remembers where it leads.
    fn opening(&mut self, target: &str, span: &Range<usize>) -> String {
        let span = self.target_span(target, span);
        if ELSEWHERE.iter().any(|it| target.starts_with(it)) {
            let target = escaped(target);
            return format!("<a class=\"external\" rel=\"noopener\" href=\"{target}\">");
        }
        let (path, anchor) = match target.split_once('#') {
            Some((path, anchor)) => (path, Some(anchor.to_owned())),
            None => (target, None),
        };
        // What a script makes of the page, such as a filter, is no part of its address.
        let path = path.split('?').next().unwrap_or(path);
        let Some(url) = inside(path).or(path.is_empty().then_some("")) else {
            let message = format!("the link `{target}` does not begin with `/`, `#` or `https://`");
            self.problem(span, message);
            return "<a>".to_owned();
        };
        let own = path.is_empty();
        if !own && url != self.url {
            self.out.mentions.insert(url.to_owned());
        }
        let href = match own {
            true => target.to_owned(),
            false => format!("{}{}", self.root(url), &target[1..]),
        };
        self.out.links.push(SiteLink {
            url: self.site_address(if own { &self.url } else { url }),
            anchor,
            place: self.place(span),
        });
        format!("<a href=\"{}\">", escaped(&href))
    }

    /// The address of a picture, which is a file of the site; empty where it is none.
    fn picture(&mut self, target: &str, span: &Range<usize>) -> String {
        let span = self.target_span(target, span);
        let Some(url) = inside(target).filter(|it| is_file(it)) else {
            let message =
                format!("the picture `{target}` is no file of the site, as in `/icons/a.svg`");
            self.problem(span, message);
            return String::new();
        };
        self.out.links.push(SiteLink {
            url: url.to_owned(),
            anchor: None,
            place: self.place(span),
        });
        format!("{}{url}", self.around.roots.files)
    }

    /// What to put before an address within the edition: files are shared by all editions.
    fn root(&self, url: &str) -> &str {
        match is_file(url) {
            true => &self.around.roots.files,
            false => &self.around.roots.pages,
        }
    }

    /// An address within the edition as one within the site.
    fn site_address(&self, url: &str) -> String {
        match is_file(url) {
            true => url.to_owned(),
            false => format!("{}{url}", self.around.prefix),
        }
    }

    /// The target's own bytes within a link's.
    fn target_span(&self, target: &str, span: &Range<usize>) -> Range<usize> {
        let text = &self.page.source.text[span.clone()];
        match text.rfind(target) {
            Some(at) if !target.is_empty() => span.start + at..span.start + at + target.len(),
            _ => span.clone(),
        }
    }

    fn place(&self, span: Range<usize>) -> Place {
        Place {
            file: self.page.source.clone(),
            span,
        }
    }

    fn problem(&mut self, span: Range<usize>, message: String) {
        let place = self.place(span);
        self.out.problems.push(Problem {
            place,
            message,
            help: None,
            also: None,
        });
    }
}

/// The part of an address within the site after its first slash; none where it leads elsewhere, as
/// two slashes do.
fn inside(path: &str) -> Option<&str> {
    let url = path.strip_prefix('/')?;
    let leads_out = url.starts_with('/') || url.contains(['\\', '\t', '\n', '\r']);
    (!leads_out).then_some(url)
}

/// Whether an address is that of a file rather than of a page.
fn is_file(url: &str) -> bool {
    !url.is_empty() && !url.ends_with('/')
}

fn first_word(info: &str) -> String {
    let word = info.split_whitespace().next();
    word.unwrap_or_default().to_owned()
}

/// `What it says` → `what-it-says`.
fn slug(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && c != '_');
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        return "section".to_owned();
    }
    words.join("-")
}
