//! Markdown with typed TOML front matter in; pages, catalogue and author diagnostics out.
//!
//! The path of a content folder, [`load`]: `readpoint.toml` gives components and releases; every
//! page is read by itself (`front` splits it, `fields` takes the typed front
//! matter, [`markdown`] looks over the text, `example` takes the fenced blocks); then
//! the names that pages use for each other are checked, and what has no mistake becomes
//! [`Content`]. Every mistake of every file is reported in one run, as a [`Problem`] with its
//! place; none of them hides another page.

mod article;
mod branding;
mod check;
mod claim;
mod draft;
mod example;
mod fields;
mod files;
mod front;
mod full;
mod load;
mod loader;
pub mod markdown;
mod names;
mod overrides;
mod page;
mod problem;
mod reader;
mod reference;
mod settings;
mod slug;
mod team;
mod translation;
mod trial;
mod value;
mod variable;

pub use branding::Branding;
pub use example::{Example, Expectation, Test};
pub use load::{Content, Loaded, branding, load, load_all};
pub use loader::Loader;
pub use overrides::{Changed, Override};
pub use page::{Article, Front, Page, PageKind, Reader, ReaderValue};
pub use problem::{Place, Problem, SourceFile, render, render_notices};
pub use translation::{
    ENGLISH, LANGUAGES, Language, Translated, Translation, Translations, fingerprint,
};
