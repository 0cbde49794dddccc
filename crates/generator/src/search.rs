//! The search index: `search.json`, small enough to be loaded when somebody begins to type.
//!
//! ```json
//! {"version":1,
//!  "pages":[{"u":"variables/nccl/NCCL_DEBUG/","s":"one sentence",
//!            "y":["what people search for"]},
//!           {"u":"recipes/oom/","t":"Out of memory","s":"one sentence","h":[["fork","After a fork"]]}],
//!  "words":{"abort":[3,9,12]}}
//! ```
//!
//! `pages`: address, title, summary, symptoms, and headings as pairs of anchor and text. The
//! address begins with the kind (`variables`, `recipes`, `rules`, `guides`, `readers`); its last part is the
//! title where none is given. `words`: for each lower-case word the numbers of the
//! pages whose text has it. Words of title, summary, symptoms and headings are not repeated there,
//! nor names of other pages, nor words that many pages have; of what remains each page gives its
//! rarest ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use readpoint_content::{Content, Front, Page, PageKind};
use serde::Serialize;

use crate::context::Heading;
use crate::html::plain;
use crate::text::Rendered;

/// How many words of its text a page is found by, besides title, summary, symptoms and headings:
/// articles are about many things, the others about the one in their title.
const WORDS: [(PageKind, usize); 5] = [
    (PageKind::Recipe, 60),
    (PageKind::Guide, 60),
    (PageKind::Reader, 30),
    (PageKind::Variable, 12),
    (PageKind::Rule, 12),
];
/// Headings that every page of a kind has say nothing about one of them.
const COMMON_HEADING: usize = 10;

#[derive(Serialize)]
struct Index<'a> {
    version: u32,
    pages: Vec<Entry<'a>>,
    words: BTreeMap<&'a str, Vec<usize>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    #[serde(rename = "u")]
    url: String,
    #[serde(rename = "t", skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(rename = "s")]
    summary: String,
    #[serde(rename = "y", skip_serializing_if = "<[String]>::is_empty")]
    symptoms: &'a [String],
    #[serde(rename = "h", skip_serializing_if = "Vec::is_empty")]
    headings: Vec<(&'a str, &'a str)>,
    /// How many words of the text go into the index.
    #[serde(skip)]
    words: usize,
}

/// Writes the index of all pages; `texts` are their rendered texts, in the same order.
pub(crate) fn index(content: &Content, texts: &[Arc<Rendered>]) -> String {
    let common = common_headings(texts);
    let pages = content.pages.iter().zip(texts);
    let entries: Vec<_> = pages
        .map(|(page, text)| entry(page, text, &common))
        .collect();
    let lower: Vec<_> = texts.iter().map(|text| text.words.to_lowercase()).collect();
    let index = Index {
        version: 1,
        words: words(&entries, &lower),
        pages: entries,
    };
    // Strings and numbers: serde_json has nothing to refuse here.
    serde_json::to_string(&index).unwrap_or_default()
}

fn common_headings(texts: &[Arc<Rendered>]) -> BTreeSet<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for heading in texts.iter().flat_map(|text| &text.headings) {
        *counts.entry(&heading.text).or_default() += 1;
    }
    let common = counts
        .into_iter()
        .filter(|&(_, count)| count > COMMON_HEADING);
    common.map(|(text, _)| text).collect()
}

fn entry<'a>(page: &'a Page, text: &'a Rendered, common: &BTreeSet<&str>) -> Entry<'a> {
    let symptoms = match &page.front {
        Front::Variable(variable) => variable.symptoms.as_slice(),
        Front::Recipe(article) | Front::Guide(article) => article.symptoms.as_slice(),
        Front::Reader(reader) => reader.article.symptoms.as_slice(),
        Front::Rule(_) => &[],
    };
    let says_something = |heading: &&Heading| !common.contains(heading.text.as_str());
    let headings = text.headings.iter().filter(says_something);
    let words = WORDS.iter().find(|(kind, _)| *kind == page.kind());
    Entry {
        url: page.url(),
        title: (page.kind() != PageKind::Variable).then(|| page.title()),
        summary: plain(page.summary()),
        symptoms,
        headings: headings
            .map(|it| (it.id.as_str(), it.text.as_str()))
            .collect(),
        words: words.map_or(0, |&(_, count)| count),
    }
}

/// Words of texts, each with the numbers of the pages that have it.
fn words<'a>(entries: &[Entry<'_>], texts: &'a [String]) -> BTreeMap<&'a str, Vec<usize>> {
    let own: Vec<BTreeSet<&str>> = texts.iter().map(|text| split(text).collect()).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for word in own.iter().flatten() {
        *counts.entry(word).or_default() += 1;
    }
    let most = (entries.len() / 4).max(4);
    let names = entries.iter().filter_map(|it| it.url.rsplit('/').nth(1));
    let names: BTreeSet<_> = names.map(str::to_lowercase).collect();
    let mut index: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (number, (entry, own)) in entries.iter().zip(&own).enumerate() {
        let shown = shown(entry);
        let told: BTreeSet<&str> = split(&shown).collect();
        let rare = |word: &&&'a str| {
            !told.contains(**word) && !names.contains(**word) && counts[**word] <= most
        };
        let fresh = own.iter().filter(rare);
        let mut fresh: Vec<_> = fresh.map(|&word| (counts[word], word)).collect();
        fresh.sort_unstable();
        for (_, word) in fresh.into_iter().take(entry.words) {
            index.entry(word).or_default().push(number);
        }
    }
    index
}

/// What the entry itself already says, in lower case.
fn shown(entry: &Entry<'_>) -> String {
    let headings = entry.headings.iter().map(|&(_, text)| text);
    let symptoms = entry.symptoms.iter().map(String::as_str);
    let title = entry.title.as_deref().unwrap_or(&entry.url);
    let parts = [title, entry.summary.as_str()].into_iter();
    let parts: Vec<_> = parts.chain(symptoms).chain(headings).collect();
    parts.join(" ").to_lowercase()
}

/// Words worth finding: three letters and more, and not beginning with a digit.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| {
        let long = (3..=40).contains(&word.chars().count());
        long && !word.starts_with(|c: char| c.is_ascii_digit())
    })
}
