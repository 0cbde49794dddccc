//! A site in one language. English stands at the root, the others under their code: `zh/`.
//!
//! Every edition has all pages; what is not translated is shown in English.

use std::sync::{Arc, Mutex, PoisonError};

use readpoint_content::{Content, ENGLISH, LANGUAGES, Language, Problem};

use crate::library::Library;
use crate::options::{Base, Options};
use crate::search::{self, Vocabulary};
use crate::text::Rendered;
use crate::texts::Texts;
use crate::words::Words;

/// Content in one language with its rendered texts.
pub(crate) struct Edition {
    /// Its language.
    pub(crate) language: Language,
    /// The words of the interface in it.
    pub(crate) words: Arc<Words>,
    /// Pages and catalogue, with what is translated in its place.
    pub(crate) content: Content,
    /// What its pages know of each other.
    pub(crate) library: Library,
    /// The rendered texts of its pages, in order.
    pub(crate) texts: Vec<Arc<Rendered>>,
    /// What the search index numbers their words by.
    pub(crate) vocabulary: Arc<Mutex<Vocabulary>>,
}

impl Edition {
    /// The English edition, and one for each language that anything is translated into.
    pub(crate) fn all(
        content: Content,
        texts: &mut Texts,
        options: &Options,
        problems: &mut Vec<Problem>,
    ) -> Vec<Self> {
        let translated: Vec<_> = LANGUAGES
            .iter()
            .filter(|it| {
                content
                    .translations
                    .get(it.code)
                    .is_some_and(|it| !it.pages.is_empty())
            })
            .map(|language| (*language, content.translated(language)))
            .collect();
        let mut editions: Vec<Self> = Vec::new();
        for (language, content) in std::iter::once((ENGLISH, content)).chain(translated) {
            let library = Library::new(&content);
            let originals = editions.first().map(|it| it.texts.as_slice());
            let words = Words::load(&options.site, &language, problems);
            let words = texts.words(&language, words);
            let voice = Voice {
                language: &language,
                words: &words,
                library: &library,
                base: &options.base,
            };
            let vocabulary = texts.vocabulary(&language);
            let texts = texts.render(voice, &content, originals);
            editions.push(Self {
                vocabulary,
                language,
                words,
                content,
                library,
                texts,
            });
        }
        editions
    }

    /// The files of its search index.
    pub(crate) fn search(&self) -> Vec<(String, String)> {
        let mut vocabulary = self
            .vocabulary
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        search::files(&self.content, &self.texts, &mut vocabulary)
    }
}

/// What the texts of one language have in common.
#[derive(Clone, Copy)]
pub(crate) struct Voice<'a> {
    /// The language.
    pub(crate) language: &'a Language,
    /// The words of the interface.
    pub(crate) words: &'a Arc<Words>,
    /// What pages know of each other.
    pub(crate) library: &'a Library,
    /// How pages name each other.
    pub(crate) base: &'a Base,
}

/// What stands before the addresses of an edition's pages: nothing, or `zh/`.
pub(crate) fn prefix(language: &Language) -> String {
    match language.code {
        "" => String::new(),
        code => format!("{code}/"),
    }
}

/// What a page puts before addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roots {
    /// Before those of pages of the same edition.
    pub(crate) pages: String,
    /// Before those of files, which all editions share.
    pub(crate) files: String,
}

impl Roots {
    /// Those of the page at `url`, an address within its edition.
    pub(crate) fn new(base: &Base, language: &Language, url: &str) -> Self {
        let prefix = prefix(language);
        let pages = match base {
            Base::Relative => base.root(url),
            Base::Path(path) => format!("{path}{prefix}"),
        };
        Self {
            pages,
            files: base.root(&format!("{prefix}{url}")),
        }
    }
}
