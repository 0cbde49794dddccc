//! Renders the texts of all pages, in parallel, and only those that a change could touch.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use camino::Utf8PathBuf;
use rayon::prelude::*;
use readpoint_content::{Content, Example, Front, Page, SourceFile};

use crate::evidence;
use crate::highlight::Highlighter;
use crate::library::Library;
use crate::options::Base;
use crate::text::{self, Rendered, Surroundings};

/// Rendered texts and highlighted blocks of earlier builds.
#[derive(Debug, Default)]
pub(crate) struct Texts {
    highlighter: Highlighter,
    known: BTreeMap<Utf8PathBuf, Known>,
}

/// A rendered text, and what it was made from.
#[derive(Clone, Debug)]
struct Known {
    source: Arc<SourceFile>,
    root: String,
    names: u64,
    text: Arc<Rendered>,
}

impl Texts {
    /// The rendered texts of `content.pages`, in their order.
    pub(crate) fn render(
        &mut self,
        content: &Content,
        library: &Library,
        base: &Base,
    ) -> Vec<Arc<Rendered>> {
        let names = library.fingerprint();
        let examples = examples(content);
        let fresh: Vec<Known> = content
            .pages
            .par_iter()
            .map(|page| {
                let root = base.root(&page.url());
                let valid =
                    |it: &&Known| it.names == names && it.root == root && it.source == page.source;
                if let Some(known) = self.known.get(&page.path).filter(valid) {
                    return known.clone();
                }
                let own = examples.get(page.url().as_str());
                let text = self.text(page, &root, library, own);
                Known {
                    source: Arc::clone(&page.source),
                    root,
                    names,
                    text: Arc::new(text),
                }
            })
            .collect();
        let texts = fresh.iter().map(|it| Arc::clone(&it.text)).collect();
        let paths = content.pages.iter().map(|page| page.path.clone());
        self.known = paths.zip(fresh).collect();
        texts
    }

    fn text(
        &self,
        page: &Page,
        root: &str,
        library: &Library,
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
                root,
                library,
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
