//! Assigning arrays and their elements.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, Map};

use super::super::assign;
use super::super::source::{HOLE, known};
use super::super::sparse::Sparse;
use super::super::state::{Content, Variable};
use super::super::syntax::{SegmentKind, Word};
use super::Shell;

/// Most elements of an array that are followed.
const MAX_ELEMENTS: usize = 4_096;

impl Shell {
    pub(super) fn assign_array(&mut self, name: &str, old: Variable, words: &[Word], append: bool) {
        let mut variable = old;
        let mut list = match (&variable.content, append) {
            (Content::List(list), true) => list.clone(),
            (Content::Text(text), true) if !variable.maybe_unset => {
                [(0, text.clone())].into_iter().gathered()
            }
            (Content::Map(_), _) => {
                let map = self.associative(words, &variable, append);
                variable.content = map.map_or(Content::Text(HOLE.to_string()), Content::Map);
                variable.maybe_unset = false;
                self.vars.put(name, variable);
                return;
            }
            _ => Sparse::default(),
        };
        let known_start = !(append && variable.maybe_unset);
        variable.content = match self.elements(words, &mut list).filter(|()| known_start) {
            Some(()) => Content::List(list),
            None => Content::Text(HOLE.to_string()),
        };
        variable.maybe_unset = false;
        variable.places.clear();
        self.vars.put(name, variable);
    }

    /// Adds the elements of `(…)`; `None` if their number is not known.
    fn elements(&mut self, words: &[Word], list: &mut Sparse) -> Option<()> {
        let mut next = list.last().map_or(0, |last| last + 1);
        for word in words {
            if let Some((key, value)) = self.keyed(word) {
                let index = self.evaluate(&key)?;
                next = index.checked_add(1)?;
                list.insert(index, value);
                continue;
            }
            let fields = self.fields(core::slice::from_ref(word));
            if !fields.exact || list.len() + fields.list.len() > MAX_ELEMENTS {
                return None;
            }
            for field in &fields.list {
                list.insert(next, field.text());
                next = next.checked_add(1)?;
            }
        }
        Some(())
    }

    /// `[key]=value` inside `(…)`.
    fn keyed(&mut self, word: &Word) -> Option<(String, String)> {
        let mut named = word.clone();
        let first = named.segments.first_mut()?;
        let SegmentKind::Text(text, verbatim) = &mut first.kind else {
            return None;
        };
        if first.quoted || !text.starts_with('[') {
            return None;
        }
        // Read as an element of a variable with any name.
        text.insert(0, 'A');
        *verbatim = false;
        let assignment = assign::split(&named)?;
        let key = self.text(assignment.index.as_ref()?);
        let value = self.text(&assignment.value);
        Some((key, value))
    }

    fn associative(&mut self, words: &[Word], old: &Variable, append: bool) -> Option<Map<String>> {
        let mut map = match &old.content {
            Content::Map(map) if append => map.clone(),
            _ => Map::new(),
        };
        for word in words {
            let (key, value) = self.keyed(word)?;
            map.insert(known(&key)?.to_owned(), value);
        }
        Some(map)
    }

    pub(super) fn assign_element(
        &mut self,
        name: &str,
        old: Variable,
        key: &str,
        text: &str,
        append: bool,
    ) {
        let before = if append {
            self.element(&old, key).unwrap_or_default()
        } else {
            String::new()
        };
        let text = format!("{before}{text}");
        let mut variable = old;
        let content = match variable.content {
            Content::Map(mut map) => known(key).map(|key| {
                map.insert(key.to_owned(), text);
                Content::Map(map)
            }),
            content => self.evaluate(key).and_then(|index| {
                let mut list = match content {
                    Content::List(list) => list,
                    Content::Text(text) if !variable.maybe_unset => {
                        [(0, text)].into_iter().gathered()
                    }
                    _ => Sparse::default(),
                };
                let last = list.last().map_or(0, |last| last + 1);
                let index = if index < 0 { index + last } else { index };
                list.insert(index, text);
                (index >= 0 && list.len() <= MAX_ELEMENTS).then_some(Content::List(list))
            }),
        };
        variable.content = content.unwrap_or_else(|| Content::Text(HOLE.to_string()));
        variable.maybe_unset = false;
        self.vars.put(name, variable);
    }

    /// Assigns the result of arithmetic.
    pub(in super::super) fn assign_number(
        &mut self,
        name: &str,
        index: Option<&str>,
        text: String,
    ) {
        let name = self.resolve(name);
        let old = self.vars.get(&name);
        match index {
            Some(index) => self.assign_element(&name, old, index, &text, false),
            None => self.assign_silently(&name, text),
        }
    }
}
