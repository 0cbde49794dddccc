//! What is written inside values and has a place on a page: allocator keys, log names, words that
//! a variable takes.
//!
//! Names and releases come from the grammar, words from the front matter, places from the tables
//! of the text, whose first cells show what one writes.

use std::collections::BTreeMap;

use readpoint_catalog::{Variable, grammar};
use readpoint_content::{Front, Page};

use crate::text::Rendered;

/// A word that more pages take (`true`, `INFO`) leads to none of them.
pub(crate) const MOST_PAGES: usize = 6;
/// Anchor of the section on values, which full pages have.
const VALUES: &str = "values";

/// Where a key is described, and since when it is read.
#[derive(Clone, Debug, Default)]
pub(crate) struct At {
    /// Anchor on the page; may be empty.
    pub(crate) anchor: String,
    /// First torch release that reads it; empty where it is older than all that are told apart.
    pub(crate) since: String,
    /// Whether a table has an entry for the key itself.
    pub(crate) described: bool,
}

/// The keys of a page.
pub(crate) type Keys = BTreeMap<String, At>;

/// The keys of a page; none where it is no variable's.
pub(crate) fn of(page: &Page, text: &Rendered) -> Keys {
    let Front::Variable(variable) = &page.front else {
        return Keys::new();
    };
    let mut keys = known(variable);
    let named = text.terms.iter().flat_map(|term| {
        let both = [head(&term.code), word(&term.code)].into_iter().flatten();
        both.map(move |key| (term, key))
    });
    for (term, key) in named {
        let anchor = term.heading.and_then(|at| text.headings.get(at));
        let anchor = anchor.map(|it| it.id.clone()).unwrap_or_default();
        let at = keys.entry(key.to_owned()).or_default();
        // The table of keys says more of a key than the first example that has it.
        let described = term.code == key;
        if at.anchor.is_empty() || (described && !at.described) {
            at.anchor = anchor;
            at.described = described;
        }
    }
    let has_values = text.headings.iter().any(|it| it.id == VALUES);
    for at in keys
        .values_mut()
        .filter(|at| has_values && at.anchor.is_empty())
    {
        VALUES.clone_into(&mut at.anchor);
    }
    keys
}

/// What grammar and front matter know.
fn known(variable: &Variable) -> Keys {
    let words = variable.grammar_options.words.iter();
    let words = words.filter_map(|word| Some((head(word)?.to_owned(), At::default())));
    let mut keys: Keys = words.collect();
    for (key, since) in grammar::keys(&variable.grammar) {
        let at = keys.entry(key.to_owned()).or_default();
        at.since = since.map(|it| it.to_string()).unwrap_or_default();
    }
    keys
}

/// The key at the beginning of a setting: `max_split_size_mb` of `max_split_size_mb:128`. None
/// where there is nothing to search by, and for assignments of variables.
fn head(code: &str) -> Option<&str> {
    let end = code.find([':', '=', ',', ' ', '[']).unwrap_or(code.len());
    let key = code[..end].trim_start_matches(['+', '-', '^', '.']);
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
    let letters = key.chars().filter(|c| c.is_ascii_alphabetic()).count();
    let number = key.starts_with(|c: char| c.is_ascii_digit());
    let fits = letters >= 3 && key.len() <= 40 && !number && !code.contains('=');
    (fits && key.chars().all(plain)).then_some(key)
}

/// The word behind a setting's key: `cudaMallocAsync` of `backend:cudaMallocAsync`.
fn word(code: &str) -> Option<&str> {
    let (_, word) = code.split_once(':')?;
    let plain = word.chars().all(|c| c.is_ascii_alphanumeric());
    (plain && word.len() > 5).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::head;

    #[test]
    fn settings_are_found_by_their_key() {
        let cases = [
            ("max_split_size_mb:128", Some("max_split_size_mb")),
            ("+dynamo,-aot", Some("dynamo")),
            ("^ib0", None),
            ("1", None),
            ("0x1f2e", None),
            ("NAME=value", None),
            ("cudaMallocAsync", Some("cudaMallocAsync")),
        ];
        for (code, key) in cases {
            assert_eq!(head(code), key, "{code}");
        }
    }
}
