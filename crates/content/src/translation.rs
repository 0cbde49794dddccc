//! Translations: the same pages in another language, under a folder of their own.
//!
//! `zh/recipes/oom.md` translates `recipes/oom.md`. Its front matter holds the words that differ
//! and `original`, the mark of the text that was translated; its Markdown, if it has any, stands
//! for the whole text of the page. What is not translated is shown in English. When an original
//! changes, the mark no longer fits and the translation is reported as old; it is still shown.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use readpoint_catalog::{Component, Variable, nearest};

use crate::example;
use crate::fields::{Fields, Located, Sink};
use crate::files::{self, PageFile};
use crate::markdown::{self, Outline};
use crate::{Article, Content, Example, Front, Page, Problem, SourceFile, front, settings};

/// A language that content can be translated into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Language {
    /// Folder of its translations, and the first part of its pages' addresses.
    pub code: &'static str,
    /// Tag for `lang` and `hreflang`.
    pub tag: &'static str,
    /// Its own name for itself.
    pub name: &'static str,
}

/// The language that originals are written in; its pages stand at the root.
pub const ENGLISH: Language = Language {
    code: "",
    tag: "en",
    name: "English",
};

/// The languages of translations.
pub const LANGUAGES: [Language; 1] = [Language {
    code: "zh",
    tag: "zh-Hans",
    name: "中文",
}];

/// How far a page is there in the language of its site.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Translated {
    /// Title and summary.
    pub words: bool,
    /// The text; where it is not, the English one is shown.
    pub text: bool,
    /// The original has changed since.
    pub old: bool,
}

/// A page's translation.
#[derive(Clone, Debug)]
pub struct Translation {
    /// The file.
    pub source: Arc<SourceFile>,
    /// Path under the content folder.
    pub path: Utf8PathBuf,
    /// Whether the original has changed since.
    pub old: bool,
    /// What `original` must say to fit the original as it is.
    pub fits: String,
    /// Bytes of the file that translate the page's text; none where only words are translated.
    text: Option<Range<usize>>,
    words: Words,
    /// What the words translate.
    original: Front,
    examples: Vec<Arc<Example>>,
}

/// Words of front matter.
#[derive(Clone, Debug, Default)]
struct Words {
    title: Option<String>,
    summary: Option<String>,
    symptoms: Vec<String>,
    default_note: Option<String>,
    instead: Option<String>,
    means: Vec<String>,
}

/// What the folder of a language holds.
#[derive(Clone, Debug, Default)]
pub struct Translations {
    /// Translated pages by the address of the original.
    pub pages: BTreeMap<String, Translation>,
    /// Titles and summaries of components.
    components: Vec<Component>,
}

impl Translations {
    /// Takes in those of a later folder; they replace earlier ones.
    pub(crate) fn add(&mut self, later: Self) {
        self.pages.extend(later.pages);
        let ids: Vec<_> = later.components.iter().map(|it| &it.id).collect();
        self.components.retain(|it| !ids.contains(&&it.id));
        self.components.extend(later.components);
    }
}

impl Content {
    /// The same content with what is translated in its place.
    #[must_use]
    pub fn translated(&self, language: &Language) -> Self {
        let mut content = self.clone();
        let none = Translations::default();
        let (mut texts, mut examples) = (BTreeSet::new(), Vec::new());
        let own = self.translations.get(language.code).unwrap_or(&none);
        for page in &mut content.pages {
            page.translated = Some(Translated::default());
            let Some(translation) = own.pages.get(&page.url()) else {
                continue;
            };
            translation.apply(page);
            if let Front::Variable(variable) = &page.front {
                let variables = &mut content.catalog.variables;
                variables.insert(variable.name.clone(), Variable::clone(variable));
            }
            if translation.text.is_some() {
                texts.insert(page.url());
                examples.extend(translation.examples.iter().cloned());
            }
        }
        content.examples.retain(|it| !texts.contains(&it.url));
        content.examples.extend(examples);
        for component in &own.components {
            let mut components = content.catalog.components.iter_mut();
            if let Some(slot) = components.find(|it| it.id == component.id) {
                *slot = component.clone();
            }
        }
        content
    }
}

impl Translation {
    fn apply(&self, page: &mut Page) {
        let fits = page.summary() == self.original.summary();
        page.translated = Some(Translated {
            words: self.words.summary.is_some() && fits,
            text: self.text.is_some(),
            old: self.old,
        });
        self.words.apply(&mut page.front, &self.original);
        if let Some(text) = &self.text {
            page.source = Arc::clone(&self.source);
            page.body = text.clone();
        }
    }
}

impl Words {
    /// Puts the words in the place of those of `original`.
    fn apply(&self, front: &mut Front, original: &Front) {
        match front {
            Front::Variable(variable) => {
                if let Front::Variable(original) = original {
                    self.apply_to_variable(Arc::make_mut(variable), original);
                }
            }
            Front::Rule(rule) => {
                put(&mut rule.name, &self.title);
                put(&mut rule.summary, &self.summary);
            }
            Front::Reader(reader) => {
                self.apply_to_article(&mut reader.article);
                for (value, means) in reader.values.iter_mut().zip(&self.means) {
                    value.means.clone_from(means);
                }
            }
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
                self.apply_to_article(article)
            }
        }
    }

    /// What an override has changed since is not what was translated, and stays.
    fn apply_to_variable(&self, variable: &mut Variable, original: &Variable) {
        put_list(&mut variable.symptoms, &self.symptoms);
        if variable.summary == original.summary {
            put(&mut variable.summary, &self.summary);
        }
        if variable.default_note == original.default_note {
            put_some(&mut variable.default_note, &self.default_note);
        }
        if variable.instead == original.instead {
            put_some(&mut variable.instead, &self.instead);
        }
    }

    fn apply_to_article(&self, article: &mut Article) {
        put(&mut article.title, &self.title);
        put(&mut article.summary, &self.summary);
        put_list(&mut article.symptoms, &self.symptoms);
    }
}

fn put(slot: &mut String, text: &Option<String>) {
    if let Some(text) = text {
        slot.clone_from(text);
    }
}

fn put_some(slot: &mut Option<String>, text: &Option<String>) {
    if slot.is_some() && text.is_some() {
        slot.clone_from(text);
    }
}

fn put_list(slot: &mut [String], texts: &[String]) {
    if slot.len() == texts.len() {
        slot.clone_from_slice(texts);
    }
}

/// What the folder of a language was found to hold.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The translations.
    pub(crate) translations: Translations,
    /// Mistakes.
    pub(crate) problems: Vec<Problem>,
    /// Translations of originals that changed.
    pub(crate) notices: Vec<Problem>,
}

/// What a file says, and what that was understood from.
#[derive(Debug)]
pub(crate) struct Understood {
    source: Arc<SourceFile>,
    original: Page,
    translation: Option<Translation>,
    problems: Vec<Problem>,
    notices: Vec<Problem>,
}

impl Understood {
    fn new(file: &PageFile, original: &Page) -> Self {
        let sink = Sink::new(Arc::clone(&file.source));
        let mut notices = Vec::new();
        let translation = read(file, original, &sink, &mut notices);
        Self {
            source: Arc::clone(&file.source),
            original: original.clone(),
            translation,
            problems: sink.into_problems(),
            notices,
        }
    }

    fn fits(&self, file: &PageFile, original: &Page) -> bool {
        self.source == file.source
            && self.original.source == original.source
            && self.original.front == original.front
    }
}

/// Reads the folder of a language under `root`. `pages` are all pages that can be translated;
/// `kept` holds what was understood the last time, by path.
pub(crate) fn load(
    root: &Utf8Path,
    language: &Language,
    pages: &[&Page],
    kept: &mut HashMap<String, Arc<Understood>>,
) -> Found {
    let folder = root.join(language.code);
    let mut found = Found::default();
    if !folder.is_dir() {
        return found;
    }
    let path = folder.join(settings::FILE);
    if path.exists() {
        found.translations.components = components(&path, &mut found.problems);
    }
    let originals: HashMap<_, _> = pages
        .iter()
        .map(|page| (page.path.as_str(), *page))
        .collect();
    let files = files::pages(&folder, &mut found.problems);
    let understood = files.par_iter().map(|file| {
        let original = originals.get(file.path.as_str())?;
        let earlier = kept
            .get(file.path.as_str())
            .filter(|it| it.fits(file, original));
        let fresh = || Arc::new(Understood::new(file, original));
        Some(earlier.map_or_else(fresh, Arc::clone))
    });
    let understood: Vec<_> = understood.collect();
    for (file, understood) in files.iter().zip(&understood) {
        match understood {
            Some(understood) => found.take(understood),
            None => {
                let sink = Sink::new(Arc::clone(&file.source));
                report_stray(file, originals.keys().copied(), &sink);
                found.problems.extend(sink.into_problems());
            }
        }
    }
    let paths = files.into_iter().map(|file| file.path.into_string());
    let known = paths.zip(understood);
    *kept = known.filter_map(|(path, it)| Some((path, it?))).collect();
    found
}

impl Found {
    fn take(&mut self, understood: &Understood) {
        if let Some(translation) = &understood.translation {
            let url = understood.original.url();
            self.translations.pages.insert(url, translation.clone());
        }
        self.problems.extend(understood.problems.iter().cloned());
        self.notices.extend(understood.notices.iter().cloned());
    }
}

fn components(path: &Utf8Path, problems: &mut Vec<Problem>) -> Vec<Component> {
    match files::read(path) {
        Ok(file) => {
            let sink = Sink::new(file);
            let settings = settings::read(&sink);
            problems.extend(sink.into_problems());
            settings.components
        }
        Err(problem) => {
            problems.push(problem);
            Vec::new()
        }
    }
}

fn report_stray<'a>(file: &PageFile, known: impl Iterator<Item = &'a str>, sink: &Sink) {
    let near = nearest(file.path.as_str(), known);
    let help = near.map(|near| format!("did you mean `{near}`?"));
    sink.report(0..0, "this translates a page that does not exist", help);
}

fn read(
    file: &PageFile,
    original: &Page,
    sink: &Sink,
    notices: &mut Vec<Problem>,
) -> Option<Translation> {
    let parts = front::split(sink)?;
    let table = front::parse(sink, parts.front.clone())?;
    let opening = 0..parts.front.start.min(3);
    let mut fields = Fields::new(table.get_ref(), opening.clone(), parts.front.start, sink);
    let mark: Option<Located<String>> = fields.optional("original");
    let words = words(&mut fields, original);
    fields.finish();
    let body = sink.file().text[parts.body.clone()].trim();
    let text = (!body.is_empty()).then(|| parts.body.clone());
    let examples = text.as_ref().map(|text| same_text(text, original, sink));
    let fits = mark_of(original, text.is_some());
    let old = match &mark {
        Some(mark) if *mark.get_ref() == fits => false,
        Some(mark) => {
            notices.push(old_translation(sink, mark.span(), &fits));
            true
        }
        None => {
            let help = format!("if it translates the page as it is, write `original = \"{fits}\"`");
            sink.report(opening, "`original` is missing", Some(help));
            true
        }
    };
    Some(Translation {
        source: Arc::clone(&file.source),
        path: file.path.clone(),
        old,
        fits,
        text,
        words,
        original: original.front.clone(),
        examples: examples.unwrap_or_default(),
    })
}

fn old_translation(sink: &Sink, span: Range<usize>, fits: &str) -> Problem {
    Problem {
        place: sink.place(span),
        message: "the original has changed since it was translated".to_owned(),
        help: Some(format!(
            "translate what changed, then write `original = \"{fits}\"`"
        )),
        also: None,
    }
}

/// The words that a page of this kind has; lists must be as long as those of the original.
fn words(fields: &mut Fields<'_>, original: &Page) -> Words {
    let mut words = Words {
        summary: fields.text("summary"),
        ..Words::default()
    };
    match &original.front {
        Front::Variable(variable) => {
            words.symptoms = same_length(fields, "symptoms", variable.symptoms.len());
            words.default_note = fields.text("default_note");
            words.instead = fields.text("instead");
        }
        Front::Rule(_) => words.title = fields.text("name"),
        Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
            words.title = fields.text("title");
            words.symptoms = same_length(fields, "symptoms", article.symptoms.len());
        }
        Front::Reader(reader) => {
            words.title = fields.text("title");
            words.symptoms = same_length(fields, "symptoms", reader.article.symptoms.len());
            words.means = same_length(fields, "means", reader.values.len());
        }
    }
    words
}

fn same_length(fields: &mut Fields<'_>, key: &'static str, length: usize) -> Vec<String> {
    let texts = fields.texts(key);
    if !texts.is_empty() && texts.len() != length {
        let message = format!(
            "`{key}` has {} texts, the original has {length}",
            texts.len()
        );
        fields.report(fields.span_of(key), message, None);
    }
    texts
}

/// A translated text must have the headings and fenced blocks of the original, in their order:
/// anchors and tests are those of the original.
fn same_text(text: &Range<usize>, original: &Page, sink: &Sink) -> Vec<Arc<Example>> {
    let markdown = &sink.file().text[text.clone()];
    let own = markdown::outline(markdown);
    let theirs = markdown::outline(original.markdown());
    same_headings(&own, &theirs, text, sink);
    for (block, other) in own.fences.iter().zip(&theirs.fences) {
        let drawn = block.info.starts_with(markdown::DIAGRAM);
        if block.info != other.info || (block.text != other.text && !drawn) {
            let span = block.span.start + text.start..block.span.end + text.start;
            let help = "examples are tested once, in the original; copy the block".to_owned();
            sink.report(span, "this block differs from the original's", Some(help));
        }
    }
    if own.fences.len() != theirs.fences.len() {
        let message = format!(
            "the text has {} fenced blocks, the original has {}",
            own.fences.len(),
            theirs.fences.len()
        );
        sink.report(0..0, message, None);
    }
    let url = original.url();
    let fences = own.fences.iter();
    fences
        .map(|fence| example::read(fence, text.start, &url, sink, &mut Vec::new()))
        .map(Arc::new)
        .collect()
}

fn same_headings(own: &Outline<'_>, theirs: &Outline<'_>, text: &Range<usize>, sink: &Sink) {
    let levels = |it: &Outline<'_>| -> Vec<u8> { it.headings.iter().map(|&(it, ..)| it).collect() };
    let (mine, wanted) = (levels(own), levels(theirs));
    if mine == wanted {
        return;
    }
    let at = mine
        .iter()
        .zip(&wanted)
        .position(|(mine, wanted)| mine != wanted);
    let at = at.unwrap_or(mine.len().min(wanted.len()));
    let span = own.headings.get(at).map_or(0..0, |(_, _, span)| {
        span.start + text.start..span.end + text.start
    });
    let there = theirs.headings.get(at);
    let help = there.map(|(_, text, _)| format!("the original has `{text}` here"));
    sink.report(span, "the headings are not those of the original", help);
}

/// A short mark of what a translation was made from: the words, and the text where it is
/// translated too.
#[must_use]
pub(crate) fn mark_of(page: &Page, with_text: bool) -> String {
    let mut parts = vec![page.title(), page.summary().to_owned()];
    match &page.front {
        Front::Variable(variable) => {
            parts.extend(variable.symptoms.iter().cloned());
            parts.extend(variable.default_note.clone());
            parts.extend(variable.instead.clone());
        }
        Front::Rule(_) => {}
        Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
            parts.extend(article.symptoms.iter().cloned());
        }
        Front::Reader(reader) => {
            parts.extend(reader.article.symptoms.iter().cloned());
            parts.extend(reader.values.iter().map(|it| it.means.clone()));
        }
    }
    if with_text {
        parts.push(page.markdown().to_owned());
    }
    format!("{:016x}", fingerprint(parts.join("\n").as_bytes()))
}

/// FNV-1a: a short number that changes with the bytes; equal on every machine.
#[must_use]
pub fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
