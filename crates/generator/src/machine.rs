//! Pages for programs that read text: each page of content as Markdown beside its HTML, and
//! `llms.txt`, which lists them.
//!
//! `variables/nccl/NCCL_DEBUG.md` is what `variables/nccl/NCCL_DEBUG/` says: the facts as a list,
//! the author's text, and what it refers to as footnotes. Links into the site are relative and lead
//! to the other Markdown pages where there is one.

use readpoint_catalog::Variable;
use readpoint_content::{Content, Front, Page, PageKind, markdown};
use readpoint_evidence::Evidence as Records;

use crate::data;
use crate::evidence;
use crate::library::Library;
use crate::options::Base;

/// Address of the list of all Markdown pages.
pub(crate) const LIST: &str = "llms.txt";

/// The kinds of page in the order of the list, with their titles there.
const SECTIONS: [(PageKind, &str); 6] = [
    (PageKind::Symptom, "Symptoms"),
    (PageKind::Recipe, "Recipes"),
    (PageKind::Guide, "Guides"),
    (PageKind::Reader, "How values are read"),
    (PageKind::Rule, "Rules of the checker"),
    (PageKind::Variable, "Variables"),
];

/// Where the Markdown of a page lies: its address with `.md` for the last slash.
pub(crate) fn address(url: &str) -> String {
    format!("{}.md", url.trim_end_matches('/'))
}

/// A page of content as Markdown.
pub(crate) fn page(page: &Page, library: &Library, records: &Records, base: &Base) -> String {
    let root = base.root(&address(&page.url()));
    let mut text = format!("# {}\n\n{}\n", page.title(), page.summary());
    if let Front::Variable(variable) = &page.front {
        text.push_str(&facts(variable));
    }
    let body = page.markdown().trim();
    if !body.is_empty() {
        text.push('\n');
        text.push_str(&linked(&footnoted(body), &root, library));
        text.push('\n');
    }
    if let Front::Variable(variable) = &page.front {
        text.push_str(&notes(variable, records));
    }
    text
}

/// What the facts box of a variable's page says, by the words of its front matter.
fn facts(variable: &Variable) -> String {
    let version =
        |release: &Option<readpoint_catalog::Release>| release.as_ref().map(ToString::to_string);
    let note = variable
        .default_note
        .as_ref()
        .map(|note| format!(" ({note})"));
    let default = variable.default.as_deref().unwrap_or("unset");
    let rows = [
        ("component", Some(variable.component.clone())),
        (
            "default",
            Some(format!("`{default}`{}", note.unwrap_or_default())),
        ),
        ("value", Some(variable.grammar.clone())),
        ("read_when", Some(data::word(&variable.read_when))),
        ("on_invalid", Some(data::word(&variable.on_invalid))),
        ("audience", Some(data::word(&variable.audience))),
        ("status", Some(data::word(&variable.status))),
        ("since", version(&variable.since)),
        ("deprecated", version(&variable.deprecated)),
        ("removed", version(&variable.removed)),
        ("replaced_by", variable.replaced_by.clone()),
        ("overrides", named(&variable.overrides)),
        ("overridden_by", named(&variable.overridden_by)),
    ];
    let mut text = "\n".to_owned();
    for (name, value) in rows {
        if let Some(value) = value {
            text.push_str(&format!("- {name}: {value}\n"));
        }
    }
    for fact in &variable.facts {
        let read = fact.read_when.as_ref();
        let wrong = fact.on_invalid.as_ref();
        let said = [
            read.map(|it| format!("read_when {}", data::word(it))),
            wrong.map(|it| format!("on_invalid {}", data::word(it))),
        ];
        let said: Vec<_> = said.into_iter().flatten().collect();
        text.push_str(&format!("- {}: {}\n", fact.when(), said.join(", ")));
    }
    text
}

fn named(names: &[String]) -> Option<String> {
    (!names.is_empty()).then(|| names.join(", "))
}

/// References to evidence as footnotes.
fn footnoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for (range, id) in markdown::references(text) {
        out.push_str(&text[done..range.start]);
        out.push_str(&format!("[^{id}]"));
        done = range.end;
    }
    out.push_str(&text[done..]);
    out
}

/// Links from the site's root as relative ones; those to pages of content lead to their Markdown.
fn linked(text: &str, root: &str, library: &Library) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split("](/");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let end = part.find([')', '#', ' ']).unwrap_or(part.len());
        let (url, rest) = part.split_at(end);
        let own = library.has(url);
        let target = if own { address(url) } else { url.to_owned() };
        out.push_str(&format!("]({root}{target}{rest}"));
    }
    out
}

/// The evidence of a variable as footnotes; items without an id as a list.
fn notes(variable: &Variable, records: &Records) -> String {
    let list = evidence::list(variable, records);
    if list.is_empty() {
        return String::new();
    }
    let mut text = "\n## How we know\n\n".to_owned();
    for item in list {
        let mark = match item.id.as_str() {
            "" => "-".to_owned(),
            id => format!("[^{id}]:"),
        };
        let place = [item.repository.as_str(), &item.release, &item.place];
        let place: Vec<_> = place.into_iter().filter(|part| !part.is_empty()).collect();
        let address = item.url.map(|url| format!(" <{url}>")).unwrap_or_default();
        text.push_str(&format!(
            "{mark} {} {} ({}){address}\n",
            stripped(&item.title_html),
            place.join(" "),
            item.level_text
        ));
    }
    text
}

/// HTML of one sentence as Markdown: it holds nothing but escapes and `<code>`.
fn stripped(html: &str) -> String {
    html.replace("<code>", "`")
        .replace("</code>", "`")
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&amp;", "&")
}

/// `llms.txt`: what the site is, and each Markdown page with one sentence; `prefix` stands before
/// every address.
pub(crate) fn list(content: &Content, prefix: &str) -> String {
    let mut text = "# Readpoint\n\n> The verified reference for the environment variables of PyTorch \
        on CUDA: what each means, takes and defaults to, when and where it is read, and what a wrong \
        value does, by release, with evidence.\n\n"
        .to_owned();
    text.push_str(&format!(
        "Every page is there as Markdown. All facts as JSON: [variables]({prefix}api/v1/variables.json), \
         [rules]({prefix}api/v1/rules.json), [schema]({prefix}api/v1/variables.schema.json).\n"
    ));
    for (kind, title) in SECTIONS {
        let pages = content.pages.iter().filter(|page| page.kind() == kind);
        let lines = pages.map(|page| {
            let url = address(&page.url());
            format!("- [{}]({prefix}{url}): {}\n", page.title(), page.summary())
        });
        text.push_str(&format!("\n## {title}\n\n{}", lines.collect::<String>()));
    }
    text
}
