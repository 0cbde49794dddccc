//! The search index of one language, in pieces, so that a query loads only what it needs.
//!
//! `search.json` comes first. It holds what every query asks: the pages, the keys and words that
//! values are made of, and where the words lie.
//!
//! ```json
//! {"version":2,"stamp":"1f3a9c0b2d4e5f60","block":16,
//!  "pages":["variables/nccl/NCCL_DEBUG/",["recipes/oom/","Out of memory"]],
//!  "rank":"30","keys":[["max_split_size_mb",[4,7]]],"common":["the"],
//!  "strong":[["abort",16021]],"text":[["abi",16100],["nccl",15950]]}
//! ```
//!
//! `pages`: the address, and the title where it is not the address's last part. `rank`: a digit
//! for each page; of two equal results the higher one comes first. `keys`: what is written inside values, with the
//! pages that know it, the one to read first. `common`: words that say nothing, for too many pages have them. `strong`
//! and `text`: for each shard its first word and its size in bytes.
//!
//! `search/strong-0.json`, `search/text-1.json`: words with what they are found in, as
//! `page * 8 + place`, each number but the first as the difference from the one before. The place
//! is one of [`Place`]. Strong places are all but the running text.
//!
//! `search/cards-0.json`: for each page of a block, what a result shows of it: summary, headings
//! as pairs of anchor and text, symptoms, keys as triples of key, anchor and release.
//!
//! Whoever loads a piece adds `?` and `stamp` to its name, so that an old piece never meets a new
//! beginning.

mod cards;
mod keys;
mod shards;
mod tokens;
mod vocabulary;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;
use readpoint_catalog::{Audience, Depth, Status};
use readpoint_content::{Content, Front, Page, PageKind};
use serde::Serialize;

use self::cards::{BLOCK, Card};
use self::keys::Keys;
use self::shards::{Place, Shards};
pub(crate) use self::vocabulary::{Number, Vocabulary};
use crate::data;
use crate::text::Rendered;
use readpoint_content::fingerprint;

#[derive(Serialize)]
struct Core<'a> {
    version: u32,
    stamp: String,
    block: usize,
    pages: Vec<Named>,
    rank: String,
    keys: Vec<(&'a str, Vec<usize>)>,
    common: Vec<&'a str>,
    strong: Vec<(&'a str, usize)>,
    text: Vec<(&'a str, usize)>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Named {
    ByAddress(String),
    Titled(String, String),
}

/// Writes the index of all pages, as files by path; `texts` are their rendered texts, in the same
/// order, and `vocabulary` is the one of their language. The first file is the one to begin with.
pub(crate) fn files(
    content: &Content,
    texts: &[Arc<Rendered>],
    vocabulary: &mut Vocabulary,
) -> Vec<(String, String)> {
    let pages = &content.pages;
    let keys: Vec<_> = pages
        .par_iter()
        .zip(texts)
        .map(|(page, text)| keys::of(page, text))
        .collect();
    let common_headings = cards::common_headings(texts);
    let both = pages.iter().zip(texts).zip(&keys);
    let cards: Vec<_> = both
        .map(|((page, text), keys)| Card::new(page, text, keys, &common_headings))
        .collect();
    let words = words(&cards, texts, vocabulary);
    let found = Found::of(&words, vocabulary.len());
    let (strong, text) = rayon::join(
        || Shards::cut("strong", vocabulary.sorted(), &found.strong),
        || Shards::cut("text", vocabulary.sorted(), &found.text),
    );
    let common = vocabulary.sorted();
    let common = common.filter(|(_, number)| found.common[*number as usize]);
    let mut files = cards::files(&cards);
    files.extend(strong.files.iter().chain(&text.files).cloned());
    let all: Vec<_> = files.iter().map(|(_, text)| text.as_str()).collect();
    let core = Core {
        version: 2,
        stamp: format!("{:016x}", fingerprint(all.concat().as_bytes())),
        block: BLOCK,
        pages: pages.iter().map(named).collect(),
        rank: pages.iter().map(rank).collect(),
        keys: by_key(content, &keys),
        common: common.map(|(word, _)| word).collect(),
        strong: strong.starts,
        text: text.starts,
    };
    files.insert(0, (data::SEARCH.to_owned(), data::json(&core)));
    files
}

fn named(page: &Page) -> Named {
    match page.kind() {
        PageKind::Variable => Named::ByAddress(page.url()),
        _ => Named::Titled(page.url(), page.title()),
    }
}

/// What comes first where a query fits several pages equally: what people mean to set, and what
/// is described in full; what is no longer read comes last.
fn rank(page: &Page) -> char {
    match &page.front {
        Front::Variable(it) if it.status != Status::Active => '0',
        Front::Variable(it) => match (it.depth, it.audience) {
            (Depth::Full, Audience::User) => '3',
            (Depth::Full, _) => '2',
            (Depth::Brief, Audience::User) => '1',
            (Depth::Brief, _) => '0',
        },
        _ => '3',
    }
}

/// The words of a page by number.
struct Words<'a> {
    /// Those of all but the running text, each with its best place.
    strong: BTreeMap<Number, Place>,
    /// The different ones of the running text.
    text: &'a [Number],
}

/// The words of all pages; splitting is done side by side, and for a text only once.
fn words<'a>(
    cards: &[Card<'_>],
    texts: &'a [Arc<Rendered>],
    vocabulary: &mut Vocabulary,
) -> Vec<Words<'a>> {
    let both = cards.par_iter().zip(texts);
    let split: Vec<_> = both
        .map(|(card, text)| {
            let new = text.tokens.get().is_none();
            (strong(card), new.then(|| tokens::all(&text.words)))
        })
        .collect();
    let mut words = Vec::with_capacity(texts.len());
    for (text, (strong, new)) in texts.iter().zip(split) {
        let mut strong_numbers = BTreeMap::new();
        for (word, place) in strong {
            strong_numbers.insert(vocabulary.number(&word), place);
        }
        let new = new.unwrap_or_default();
        words.push(Words {
            strong: strong_numbers,
            text: text.tokens.get_or_init(|| {
                let numbers = new.iter().map(|word| vocabulary.number(word));
                numbers.collect()
            }),
        });
    }
    vocabulary.sort();
    words
}

/// The words of a card, each with the best place where it stands.
fn strong(card: &Card<'_>) -> BTreeMap<String, Place> {
    let mut found: BTreeMap<String, Place> = BTreeMap::new();
    let mut add = |text: &str, place: Place| {
        tokens::split(text, |word| match found.get_mut(word) {
            Some(best) => *best = place.max(*best),
            None => drop(found.insert(word.to_owned(), place)),
        });
    };
    add(&card.summary, Place::Summary);
    for (_, heading) in &card.headings {
        add(heading, Place::Heading);
    }
    for (key, _, _) in &card.keys {
        add(key, Place::Value);
    }
    for symptom in card.symptoms {
        add(symptom, Place::Symptom);
    }
    found
}

/// What the index says of each word, by its number.
struct Found {
    /// Where it stands outside running text.
    strong: Vec<Vec<usize>>,
    /// Where it stands in running text alone; nothing where it is common.
    text: Vec<Vec<usize>>,
    /// Whether a quarter of all pages have it.
    common: Vec<bool>,
}

impl Found {
    fn of(words: &[Words<'_>], known: usize) -> Self {
        let mut found = Self {
            strong: vec![Vec::new(); known],
            text: vec![Vec::new(); known],
            common: Vec::new(),
        };
        for (page, Words { strong, text }) in words.iter().enumerate() {
            for (&number, &place) in strong {
                found.strong[number as usize].push(shards::found(page, place));
            }
            for &number in text.iter().filter(|it| !strong.contains_key(it)) {
                found.text[number as usize].push(shards::found(page, Place::Text));
            }
        }
        let most = (words.len() / 4).max(4);
        for (strong, text) in found.strong.iter().zip(&mut found.text) {
            let common = strong.len() + text.len() > most;
            if common {
                text.clear();
            }
            found.common.push(common);
        }
        found
    }
}

/// The keys that lead somewhere, each with its pages, those that describe it first; a variable's
/// name leads to the variable.
fn by_key<'k>(content: &Content, keys: &'k [Keys]) -> Vec<(&'k str, Vec<usize>)> {
    let mut pages: BTreeMap<&str, Vec<(bool, usize)>> = BTreeMap::new();
    for (page, keys) in keys.iter().enumerate() {
        for (key, at) in keys {
            pages.entry(key).or_default().push((!at.described, page));
        }
    }
    let telling = |key: &str, pages: &[(bool, usize)]| {
        pages.len() <= keys::MOST_PAGES && content.catalog.variables.get(key).is_none()
    };
    let mut found = Vec::new();
    for (key, mut pages) in pages {
        if telling(key, &pages) {
            pages.sort_unstable();
            found.push((key, pages.into_iter().map(|(_, page)| page).collect()));
        }
    }
    found
}
