//! What a result shows of a page, in blocks of neighbours.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use readpoint_content::{Front, Page};
use serde::Serialize;

use super::keys::Keys;
use crate::data;
use crate::html::plain;
use crate::text::Rendered;

/// Pages of one file.
pub(crate) const BLOCK: usize = 16;
/// Headings that every page of a kind has say nothing about one of them.
const COMMON_HEADING: usize = 10;

/// What a result shows of one page.
#[derive(Debug, Serialize)]
pub(crate) struct Card<'a> {
    /// One sentence.
    #[serde(rename = "s")]
    pub(crate) summary: String,
    /// Anchor and text of each heading that says something.
    #[serde(rename = "h", skip_serializing_if = "Vec::is_empty")]
    pub(crate) headings: Vec<(&'a str, &'a str)>,
    /// What a reader sees who needs the page.
    #[serde(rename = "y", skip_serializing_if = "<[String]>::is_empty")]
    pub(crate) symptoms: &'a [String],
    /// Key, anchor, and the first torch release that reads it; both may be empty.
    #[serde(rename = "k", skip_serializing_if = "Vec::is_empty")]
    pub(crate) keys: Vec<(&'a str, &'a str, &'a str)>,
}

impl<'a> Card<'a> {
    /// The card of a page; `common` are headings to leave out.
    pub(crate) fn new(
        page: &'a Page,
        text: &'a Rendered,
        keys: &'a Keys,
        common: &BTreeSet<&str>,
    ) -> Self {
        let symptoms = match &page.front {
            Front::Variable(variable) => variable.symptoms.as_slice(),
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
                article.symptoms.as_slice()
            }
            Front::Reader(reader) => reader.article.symptoms.as_slice(),
            Front::Rule(_) => &[],
        };
        let headings = text.headings.iter();
        let headings = headings.filter(|heading| !common.contains(heading.text.as_str()));
        let headings = headings.map(|it| (it.id.as_str(), it.text.as_str()));
        let keys = keys.iter();
        let keys = keys.map(|(key, at)| (key.as_str(), at.anchor.as_str(), at.since.as_str()));
        Self {
            summary: plain(page.summary()),
            headings: headings.collect(),
            symptoms,
            keys: keys.collect(),
        }
    }
}

/// The files of all cards, in order.
pub(crate) fn files(cards: &[Card<'_>]) -> Vec<(String, String)> {
    let blocks = cards.chunks(BLOCK).enumerate();
    let file = |(number, block)| (format!("search/cards-{number}.json"), data::json(&block));
    blocks.map(file).collect()
}

/// Headings that stand on many pages.
pub(crate) fn common_headings(texts: &[Arc<Rendered>]) -> BTreeSet<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for heading in texts.iter().flat_map(|text| &text.headings) {
        *counts.entry(&heading.text).or_default() += 1;
    }
    let common = counts
        .into_iter()
        .filter(|&(_, count)| count > COMMON_HEADING);
    common.map(|(text, _)| text).collect()
}
