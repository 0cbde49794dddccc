//! What a builder keeps of its last build, and what of it still holds.
//!
//! A page is made from its own text, from the pages that mention it, and from what all pages
//! share: front matter, templates, words, records, options. All of that is compared, not guessed.
//! Where what is shared is the same, a page whose text is the same is the same; where it is not,
//! every page is made anew.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use readpoint_content::Content;
use readpoint_evidence::Evidence;

use crate::edition::Edition;
use crate::making::Pages;
use crate::options::Base;
use crate::output::Files;
use crate::scans::ScanRow;
use crate::templates::{Sources, Templates};
use crate::text::Rendered;
use crate::views::Mentioned;
use crate::words::Words;

/// The last build; empty before the first.
#[derive(Default)]
pub(crate) struct Earlier {
    /// What all its pages shared.
    pub(crate) around: Option<Around>,
    /// Its editions by the code of their language.
    pub(crate) editions: BTreeMap<&'static str, Made>,
    /// Its finished pages by address.
    pub(crate) pages: Pages,
    /// The paths of its other files.
    pub(crate) files: BTreeSet<String>,
    /// Addresses of pages that were left out for their mistakes.
    pub(crate) left_out: BTreeSet<String>,
    /// Whether every link led somewhere.
    pub(crate) sound: bool,
}

impl Earlier {
    /// Takes its editions out, if its pages shared the same.
    pub(crate) fn editions_under(&mut self, around: &Around) -> BTreeMap<&'static str, Made> {
        let editions = std::mem::take(&mut self.editions);
        match self.around.take().as_ref() == Some(around) {
            true => editions,
            false => BTreeMap::new(),
        }
    }

    /// Pages with content of their own.
    pub(crate) fn content_pages(&self) -> usize {
        let editions = self.editions.values();
        editions.map(|it| it.content.pages.len()).sum()
    }
}

/// What the pages of all editions share, besides content.
#[derive(PartialEq)]
pub(crate) struct Around {
    /// How pages name each other.
    pub(crate) base: Base,
    /// Where the site stands.
    pub(crate) origin: Option<String>,
    /// Whether there is a playground.
    pub(crate) engine: bool,
    /// Codes of the languages.
    pub(crate) languages: Vec<&'static str>,
    /// Published paths by logical path.
    pub(crate) names: BTreeMap<String, String>,
    /// The templates as they are written.
    pub(crate) templates: Sources,
    /// What runs have shown.
    pub(crate) records: Evidence,
    /// What was searched for reads.
    pub(crate) scans: Vec<ScanRow>,
}

/// An edition that was made.
pub(crate) struct Made {
    /// Its content.
    pub(crate) content: Content,
    /// Its words, with those that were found missing.
    pub(crate) words: Arc<Words>,
    /// The templates with those words.
    pub(crate) templates: Templates,
    /// The rendered texts of its pages, in order.
    pub(crate) texts: Vec<Arc<Rendered>>,
    /// Who mentions whom.
    pub(crate) mentioned: Mentioned,
    /// Files that no text has a part in.
    pub(crate) still: Files,
    /// The search index.
    pub(crate) search: Files,
    /// The pages as Markdown.
    pub(crate) markdown: Files,
    /// The addresses of its pages: those of content in its order, then all others.
    pub(crate) urls: Vec<String>,
}

impl Made {
    /// Whether everything but the texts is as it was.
    pub(crate) fn holds(&self, edition: &Edition) -> bool {
        self.words.same(&edition.words) && same_but_texts(&self.content, &edition.content)
    }

    /// Whether all texts are as they were.
    pub(crate) fn has_all(&self, texts: &[Arc<Rendered>]) -> bool {
        let mut numbered = texts.iter().enumerate();
        numbered.all(|(number, text)| self.has(number, text))
    }

    /// Whether the text of the page with this number is as it was.
    pub(crate) fn has(&self, number: usize, text: &Arc<Rendered>) -> bool {
        self.texts
            .get(number)
            .is_some_and(|it| Arc::ptr_eq(it, text))
    }
}

/// Whether two contents say the same outside the Markdown of their pages.
fn same_but_texts(a: &Content, b: &Content) -> bool {
    let mut pages = a.pages.iter().zip(&b.pages);
    a.pages.len() == b.pages.len()
        && a.branding == b.branding
        && a.overrides == b.overrides
        && pages.all(|(a, b)| {
            a.path.as_str() == b.path.as_str()
                && a.front == b.front
                && a.translated == b.translated
                && a.edit == b.edit
        })
        && a.catalog == b.catalog
        && tested(a).eq(tested(b))
}

/// The addresses of the pages of all tested examples.
fn tested(content: &Content) -> impl Iterator<Item = &str> {
    let examples = content.examples.iter();
    let tested = examples.filter(|it| it.test.is_some());
    tested.map(|it| it.url.as_str())
}
