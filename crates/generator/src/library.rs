//! What pages know of each other: addresses, titles, and which name in a text is whose page.

use std::collections::{BTreeMap, BTreeSet};

use readpoint_catalog::Severity;
use readpoint_content::{Content, Page, PageKind, fingerprint};

use crate::context::{Link, Mentions};
use crate::html::plain;

/// Every page by its address, and the names that lead to it.
#[derive(Debug, Default)]
pub(crate) struct Library {
    /// Pages by address.
    links: BTreeMap<String, (PageKind, Link)>,
    /// Addresses by what front matter and prose call a page: `NCCL_DEBUG`, `RP201`,
    /// `recipes/oom`.
    names: BTreeMap<String, String>,
    /// Codes of the rules that find an error.
    errors: BTreeSet<String>,
}

impl Library {
    /// Registers every page.
    pub(crate) fn new(content: &Content) -> Self {
        let rules = content.catalog.rules.values();
        let errors = rules.filter(|it| it.severity == Severity::Error);
        let mut library = Self {
            errors: errors.map(|it| it.code.clone()).collect(),
            ..Self::default()
        };
        for page in &content.pages {
            let url = page.url();
            library.names.insert(page.name(), url.clone());
            library.links.insert(url.clone(), (page.kind(), link(page)));
        }
        library
    }

    /// The address that a name leads to.
    pub(crate) fn address(&self, name: &str) -> Option<&str> {
        self.names.get(name).map(String::as_str)
    }

    /// Whether what the rule of this code finds is an error.
    pub(crate) fn is_error(&self, code: &str) -> bool {
        self.errors.contains(code)
    }

    /// Whether a page stands at this address.
    pub(crate) fn has(&self, url: &str) -> bool {
        self.links.contains_key(url)
    }

    /// The page that a name leads to.
    pub(crate) fn link(&self, name: &str) -> Option<Link> {
        let (_, link) = self.links.get(self.address(name)?)?;
        Some(link.clone())
    }

    /// The pages that names lead to; names without a page were reported by the loader.
    pub(crate) fn links(&self, names: &[String]) -> Vec<Link> {
        names.iter().filter_map(|name| self.link(name)).collect()
    }

    /// A number that changes when a name or an address does.
    pub(crate) fn fingerprint(&self) -> u64 {
        let names = self.names.iter();
        let names: Vec<_> = names.map(|(name, url)| format!("{name} {url}")).collect();
        fingerprint(names.join("\n").as_bytes())
    }

    /// All pages of a kind, by address.
    pub(crate) fn of_kind(&self, kind: PageKind) -> impl Iterator<Item = &Link> {
        let links = self.links.values();
        links.filter_map(move |(it, link)| (*it == kind).then_some(link))
    }

    /// Pages as mentions by kind, leaving out `except`.
    pub(crate) fn mentions(&self, urls: &BTreeSet<String>, except: &BTreeSet<&str>) -> Mentions {
        let mut mentions = Mentions::default();
        for url in urls.iter().filter(|url| !except.contains(url.as_str())) {
            let Some((kind, link)) = self.links.get(url) else {
                continue;
            };
            let list = match kind {
                PageKind::Variable => &mut mentions.variables,
                PageKind::Symptom => &mut mentions.symptoms,
                PageKind::Recipe => &mut mentions.recipes,
                PageKind::Rule => &mut mentions.rules,
                PageKind::Guide | PageKind::Reader => &mut mentions.guides,
            };
            list.push(link.clone());
        }
        mentions
    }
}

/// A link to a page.
pub(crate) fn link(page: &Page) -> Link {
    Link {
        url: page.url(),
        title: page.title(),
        summary: plain(page.summary()),
    }
}
