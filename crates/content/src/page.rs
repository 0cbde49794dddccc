//! Pages as the rest of the program sees them.

use std::ops::Range;
use std::sync::Arc;

use camino::Utf8PathBuf;
use readpoint_catalog::grammar::Verdict;
use readpoint_catalog::{RuleInfo, Variable};

use crate::{SourceFile, Translated};

/// The kinds of page; each has its folder under `content/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PageKind {
    /// `variables/<component>/<NAME>.md`
    Variable,
    /// `symptoms/<slug>.md`
    Symptom,
    /// `recipes/<slug>.md`
    Recipe,
    /// `rules/<CODE>.md`
    Rule,
    /// `guides/<slug>.md`
    Guide,
    /// `readers/<slug>.md`
    Reader,
}

impl PageKind {
    /// Every kind.
    pub const ALL: [Self; 6] = [
        Self::Variable,
        Self::Symptom,
        Self::Recipe,
        Self::Rule,
        Self::Guide,
        Self::Reader,
    ];

    /// Its folder, and the first part of its pages' addresses.
    #[must_use]
    pub const fn folder(self) -> &'static str {
        match self {
            Self::Variable => "variables",
            Self::Symptom => "symptoms",
            Self::Recipe => "recipes",
            Self::Rule => "rules",
            Self::Guide => "guides",
            Self::Reader => "readers",
        }
    }
}

/// A page that loaded without a mistake.
#[derive(Clone, Debug)]
pub struct Page {
    /// The whole file, and where it lies.
    pub source: Arc<SourceFile>,
    /// Path under the content folder.
    pub path: Utf8PathBuf,
    /// Bytes of the file that are Markdown.
    pub body: Range<usize>,
    /// What the front matter says.
    pub front: Front,
    /// How far it is translated; none for an original.
    pub translated: Option<Translated>,
    /// Where its file is edited, where the folder it came from says so.
    pub edit: Option<String>,
}

impl Page {
    /// Its kind.
    #[must_use]
    pub fn kind(&self) -> PageKind {
        match self.front {
            Front::Variable(_) => PageKind::Variable,
            Front::Symptom(_) => PageKind::Symptom,
            Front::Recipe(_) => PageKind::Recipe,
            Front::Rule(_) => PageKind::Rule,
            Front::Guide(_) => PageKind::Guide,
            Front::Reader(_) => PageKind::Reader,
        }
    }

    /// Its Markdown.
    #[must_use]
    pub fn markdown(&self) -> &str {
        &self.source.text[self.body.clone()]
    }

    /// Its address relative to the site's base: `recipes/oom/`.
    #[must_use]
    pub fn url(&self) -> String {
        match &self.front {
            Front::Variable(variable) => variable.url(),
            Front::Rule(rule) => format!("rules/{}/", rule.code),
            Front::Symptom(article) => format!("symptoms/{}/", article.slug),
            Front::Recipe(article) => format!("recipes/{}/", article.slug),
            Front::Guide(article) => format!("guides/{}/", article.slug),
            Front::Reader(reader) => format!("readers/{}/", reader.article.slug),
        }
    }

    /// What front matter and prose call it: `NCCL_DEBUG`, `RP201`, `recipes/oom`.
    #[must_use]
    pub fn name(&self) -> String {
        match &self.front {
            Front::Variable(variable) => variable.name.clone(),
            Front::Rule(rule) => rule.code.clone(),
            Front::Symptom(article) => format!("symptoms/{}", article.slug),
            Front::Recipe(article) => format!("recipes/{}", article.slug),
            Front::Guide(article) => format!("guides/{}", article.slug),
            Front::Reader(reader) => format!("readers/{}", reader.article.slug),
        }
    }

    /// Its title: the variable's name, the rule's code and name, or the article's title.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.front {
            Front::Variable(variable) => variable.name.clone(),
            Front::Rule(rule) => format!("{}: {}", rule.code, rule.name),
            Front::Symptom(article) | Front::Recipe(article) | Front::Guide(article) => {
                article.title.clone()
            }
            Front::Reader(reader) => reader.article.title.clone(),
        }
    }

    /// Its one-sentence summary, in Markdown.
    #[must_use]
    pub fn summary(&self) -> &str {
        self.front.summary()
    }
}

/// Front matter by kind of page.
#[derive(Clone, Debug, PartialEq)]
pub enum Front {
    /// A variable.
    Variable(Arc<Variable>),
    /// What one sees, and the way to its cause.
    Symptom(Article),
    /// A recipe.
    Recipe(Article),
    /// A rule.
    Rule(RuleInfo),
    /// A guide.
    Guide(Article),
    /// A shared reader.
    Reader(Reader),
}

impl Front {
    /// Its one-sentence summary, in Markdown.
    #[must_use]
    pub fn summary(&self) -> &str {
        match self {
            Self::Variable(variable) => &variable.summary,
            Self::Rule(rule) => &rule.summary,
            Self::Symptom(article) | Self::Recipe(article) | Self::Guide(article) => {
                &article.summary
            }
            Self::Reader(reader) => &reader.article.summary,
        }
    }

    /// The name that `readpoint explain` takes: a variable's name or a code.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self {
            Self::Variable(variable) => Some(&variable.name),
            Self::Rule(rule) => Some(&rule.code),
            Self::Symptom(_) | Self::Recipe(_) | Self::Guide(_) | Self::Reader(_) => None,
        }
    }
}

/// Front matter of a page on one way of reading a value that many variables share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// Title, summary and so on.
    pub article: Article,
    /// The value grammars that read this way.
    pub grammars: Vec<String>,
    /// What common values do; the loader has asked the grammar whether the verdicts are true.
    pub values: Vec<ReaderValue>,
}

/// What a shared reader does with one value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderValue {
    /// The value as written; may be empty.
    pub value: String,
    /// Whether the reader takes it.
    pub verdict: Verdict,
    /// What comes of it, in Markdown.
    pub means: String,
}

/// Front matter of a symptom, a recipe or a guide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Article {
    /// The file's name without `.md`.
    pub slug: String,
    /// Title.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Place in the index; equal numbers go by slug.
    pub order: i64,
    /// What a reader sees who needs it.
    pub symptoms: Vec<String>,
    /// Names of the variables it is about.
    pub variables: Vec<String>,
    /// Other pages: `recipes/oom`, a variable's name, or a code.
    pub related: Vec<String>,
}
