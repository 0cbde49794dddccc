//! The words of the interface in another language.
//!
//! Templates write English: `{{ t(text="Recipes") }}`, `{{ t(text="{n} names", n=3) }}`. The file
//! `site/words/<code>.toml` gives the translation of each text under `[words]`, with the same
//! places in braces. A text without a translation is shown in English, and the build tells which.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};

use camino::Utf8Path;
use readpoint_content::{Language, Problem};
use serde::Deserialize;

/// Folder of `site/` that holds the words, which are not published.
pub(crate) const FOLDER: &str = "words";

/// The words of one language.
#[derive(Debug, Default)]
pub(crate) struct Words {
    /// None for English, whose words stand in the templates.
    known: Option<BTreeMap<String, String>>,
    missing: Mutex<BTreeSet<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    words: BTreeMap<String, String>,
}

impl Words {
    /// Reads the words of a language; English has none.
    pub(crate) fn load(site: &Utf8Path, language: &Language, problems: &mut Vec<Problem>) -> Self {
        if language.code.is_empty() {
            return Self::default();
        }
        let path = site.join(FOLDER).join(format!("{}.toml", language.code));
        let words = match std::fs::read_to_string(&path) {
            Ok(text) => toml::from_str::<File>(&text)
                .map(|file| file.words)
                .map_err(|error| error.to_string()),
            Err(error) => Err(format!("cannot be read: {error}")),
        };
        let known = words.unwrap_or_else(|message| {
            problems.push(Problem::of_file(path, message));
            BTreeMap::new()
        });
        Self {
            known: Some(known),
            missing: Mutex::default(),
        }
    }

    /// Whether both have the same translations.
    pub(crate) fn same(&self, other: &Self) -> bool {
        self.known == other.known
    }

    /// A text in this language, before its places are filled.
    pub(crate) fn say<'a>(&'a self, text: &'a str) -> &'a str {
        let Some(known) = &self.known else {
            return text;
        };
        if let Some(found) = known.get(text) {
            return found;
        }
        if text.chars().any(char::is_alphabetic) {
            let missing = self.missing.lock();
            let mut missing = missing.unwrap_or_else(PoisonError::into_inner);
            missing.insert(text.to_owned());
        }
        text
    }

    /// A text with its places filled: `{name}` becomes the value of that name.
    pub(crate) fn fill<'v>(
        &self,
        text: &str,
        values: impl Iterator<Item = (&'v str, String)>,
    ) -> String {
        values.fold(self.say(text).to_owned(), |text, (name, value)| {
            text.replace(&format!("{{{name}}}"), &value)
        })
    }

    /// One notice that names the texts that were asked for and have no translation.
    pub(crate) fn notice(&self, site: &Utf8Path, language: &Language) -> Option<Problem> {
        let missing = self.missing.lock();
        let missing = missing.unwrap_or_else(PoisonError::into_inner);
        let first = missing.iter().next()?;
        let path = site.join(FOLDER).join(format!("{}.toml", language.code));
        let message = match missing.len() {
            1 => format!("no translation of `{first}`"),
            count => format!("no translation of {count} texts, among them `{first}`"),
        };
        let mut notice = Problem::of_file(path, message);
        let all: Vec<_> = missing
            .iter()
            .map(|text| format!("{text:?} = \"\""))
            .collect();
        notice.help = Some(format!("add to `[words]`:\n{}", all.join("\n")));
        Some(notice)
    }
}
