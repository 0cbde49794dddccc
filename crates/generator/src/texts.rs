//! Renders the texts of all pages, in parallel, and only those that a change could touch.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex};

use rayon::prelude::*;
use readpoint_content::{Content, Example, Front, Language, Page, SourceFile};

use crate::edition::{Roots, Voice, prefix};
use crate::evidence;
use crate::highlight::Highlighter;
use crate::search::Vocabulary;
use crate::text::{self, Rendered, Surroundings};
use crate::words::Words;

/// Rendered texts and highlighted blocks of earlier builds.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    highlighter: Highlighter,
    known: BTreeMap<&'static str, HashMap<String, Known>>,
    words: BTreeMap<&'static str, Arc<Words>>,
    vocabularies: BTreeMap<&'static str, Arc<Mutex<Vocabulary>>>,
}

/// A rendered text, and what it was made from.
#[derive(Clone, Debug)]
struct Known {
    source: Arc<SourceFile>,
    roots: Roots,
    names: u64,
    words: Arc<Words>,
    /// The original's anchors, where it is a translation.
    anchors: Option<Vec<String>>,
    text: Arc<Rendered>,
}

/// What a page's text needs to know of where it stands.
#[derive(Clone, Copy)]
struct Around<'a> {
    roots: &'a Roots,
    prefix: &'a str,
    voice: Voice<'a>,
    anchors: Option<&'a [String]>,
}

/// The anchors that a translated text takes from its original.
fn anchors(page: &Page, original: Option<&Arc<Rendered>>) -> Option<Vec<String>> {
    let translated = page.translated.is_some_and(|it| it.text);
    let headings = original.filter(|_| translated)?.headings.iter();
    Some(headings.map(|it| it.id.clone()).collect())
}

impl Texts {
    /// The words of a language: the ones of an earlier build where they say the same, so that texts
    /// of that build still hold.
    pub(crate) fn words(&mut self, language: &Language, words: Words) -> Arc<Words> {
        let earlier = self.words.get(language.code);
        let words = match earlier.filter(|it| it.same(&words)) {
            Some(earlier) => Arc::clone(earlier),
            None => Arc::new(words),
        };
        self.words.insert(language.code, Arc::clone(&words));
        words
    }

    /// The numbers of a language's words. Texts keep numbers, so this lives as long as they do.
    pub(crate) fn vocabulary(&mut self, language: &Language) -> Arc<Mutex<Vocabulary>> {
        Arc::clone(self.vocabularies.entry(language.code).or_default())
    }

    /// The rendered texts of `content.pages`, in their order. A translated text takes the anchors
    /// of its original, which stands at the same place in `originals`.
    pub(crate) fn render(
        &mut self,
        voice: Voice<'_>,
        content: &Content,
        originals: Option<&[Arc<Rendered>]>,
    ) -> Vec<Arc<Rendered>> {
        let language = voice.language;
        let names = voice.library.fingerprint();
        let prefix = prefix(language);
        let known = self.known.get(language.code);
        let examples = examples(content);
        let fresh: Vec<Known> = content
            .pages
            .par_iter()
            .enumerate()
            .map(|(at, page)| {
                let roots = Roots::new(voice.base, language, &page.url());
                let anchors = anchors(page, originals.and_then(|it| it.get(at)));
                let valid = |it: &&Known| {
                    it.names == names
                        && it.roots == roots
                        && Arc::ptr_eq(&it.words, voice.words)
                        && it.anchors == anchors
                        && it.source == page.source
                };
                let earlier = known.and_then(|known| known.get(page.path.as_str()));
                if let Some(known) = earlier.filter(valid) {
                    return known.clone();
                }
                let own = examples.get(page.url().as_str());
                let around = Around {
                    roots: &roots,
                    prefix: &prefix,
                    voice,
                    anchors: anchors.as_deref(),
                };
                let text = self.text(page, around, own);
                Known {
                    source: Arc::clone(&page.source),
                    roots,
                    names,
                    words: Arc::clone(voice.words),
                    anchors,
                    text: Arc::new(text),
                }
            })
            .collect();
        let texts = fresh.iter().map(|it| Arc::clone(&it.text)).collect();
        let paths = content.pages.iter().map(|page| page.path.to_string());
        let known = paths.zip(fresh).collect();
        self.known.insert(language.code, known);
        texts
    }

    fn text(
        &self,
        page: &Page,
        around: Around<'_>,
        examples: Option<&HashMap<usize, &Example>>,
    ) -> Rendered {
        let evidence = match &page.front {
            Front::Variable(variable) => evidence::numbers(variable),
            Front::Symptom(_)
            | Front::Recipe(_)
            | Front::Rule(_)
            | Front::Guide(_)
            | Front::Reader(_) => HashMap::new(),
        };
        text::render(
            page,
            Surroundings {
                roots: around.roots,
                prefix: around.prefix,
                library: around.voice.library,
                words: around.voice.words,
                anchors: around.anchors,
                evidence: &evidence,
                examples: examples.unwrap_or(&HashMap::new()),
                highlighter: &self.highlighter,
            },
        )
    }
}

/// Examples by page and first byte.
fn examples(content: &Content) -> HashMap<&str, HashMap<usize, &Example>> {
    let mut examples: HashMap<&str, HashMap<usize, &Example>> = HashMap::new();
    for example in &content.examples {
        let own = examples.entry(&example.url).or_default();
        own.insert(example.span.start, example);
    }
    examples
}
