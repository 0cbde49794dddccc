//! A reader for TOML tables that takes typed fields one by one and reports every mistake in them:
//! wrong types, missing fields, bad words, and at the end the keys that nobody asked for.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use readpoint_catalog::nearest;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::value::{FromValue, Word, type_name};
use crate::{Place, Problem, SourceFile};

/// Where the problems of one file go.
#[derive(Clone, Debug)]
pub(crate) struct Sink {
    file: Arc<SourceFile>,
    problems: RefCell<Vec<Problem>>,
}

impl Sink {
    /// An empty one for `file`.
    pub(crate) fn new(file: Arc<SourceFile>) -> Self {
        Self {
            file,
            problems: RefCell::default(),
        }
    }

    /// The file it is for.
    pub(crate) fn file(&self) -> &Arc<SourceFile> {
        &self.file
    }

    /// A place in its file.
    pub(crate) fn place(&self, span: Range<usize>) -> Place {
        Place {
            file: Arc::clone(&self.file),
            span,
        }
    }

    /// Adds a problem at `span`, bytes of the whole file.
    pub(crate) fn report(
        &self,
        span: Range<usize>,
        message: impl Into<String>,
        help: Option<String>,
    ) {
        self.problems.borrow_mut().push(Problem {
            place: self.place(span),
            message: message.into(),
            help,
            also: None,
        });
    }

    /// Adds a problem that has a second place.
    pub(crate) fn report_pair(
        &self,
        span: Range<usize>,
        message: String,
        other: Place,
        label: &str,
    ) {
        self.problems.borrow_mut().push(Problem {
            place: self.place(span),
            message,
            help: None,
            also: Some((other, label.to_owned())),
        });
    }

    /// Whether nothing was reported.
    pub(crate) fn is_clean(&self) -> bool {
        self.problems.borrow().is_empty()
    }

    /// What was reported.
    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems.into_inner()
    }
}

/// A value with its bytes in the whole file.
pub(crate) type Located<T> = Spanned<T>;

/// Puts a field's value into its slot; a field with a mistake leaves the slot alone.
pub(crate) fn set<T>(slot: &mut T, value: Option<Located<T>>) {
    if let Some(value) = value {
        *slot = value.into_inner();
    }
}

/// One TOML table being read.
pub(crate) struct Fields<'a> {
    table: &'a DeTable<'a>,
    /// What to point at when a field is missing.
    span: Range<usize>,
    /// Where the TOML begins in the file.
    base: usize,
    asked: Vec<&'static str>,
    missing: Vec<&'static str>,
    sink: &'a Sink,
}

impl<'a> Fields<'a> {
    /// Starts reading `table`, whose TOML text begins at `base` in the file of `sink`; missing
    /// fields are reported at `span` of the file.
    pub(crate) fn new(
        table: &'a DeTable<'a>,
        span: Range<usize>,
        base: usize,
        sink: &'a Sink,
    ) -> Self {
        Self {
            table,
            span,
            base,
            asked: Vec::new(),
            missing: Vec::new(),
            sink,
        }
    }

    /// A field that must be there.
    pub(crate) fn required<T: FromValue>(&mut self, key: &'static str) -> Option<Located<T>> {
        if !self.table.contains_key(key) {
            self.asked.push(key);
            self.missing.push(key);
            return None;
        }
        self.optional(key)
    }

    /// A field that may be left out.
    pub(crate) fn optional<T: FromValue>(&mut self, key: &'static str) -> Option<Located<T>> {
        let value = self.take(key)?;
        self.convert(key, value)
    }

    /// A word out of a fixed list that must be there.
    pub(crate) fn required_word<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
    ) -> Option<Located<T>> {
        let word = self.required::<Word<T>>(key)?;
        Some(Located::new(word.span(), word.into_inner().0))
    }

    /// A text that may be left out, without its place.
    pub(crate) fn text(&mut self, key: &'static str) -> Option<String> {
        self.optional(key).map(Located::into_inner)
    }

    /// A list of texts, without their places.
    pub(crate) fn texts(&mut self, key: &'static str) -> Vec<String> {
        let list = self.list(key);
        list.into_iter().map(Located::into_inner).collect()
    }

    /// Whether a field is there.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// The names of all fields that are there.
    pub(crate) fn keys(&self) -> Vec<String> {
        let keys = self.table.keys();
        keys.map(|key| key.get_ref().to_string()).collect()
    }

    /// Where a field's value stands; where it is missing, the table's own place.
    pub(crate) fn span_of(&self, key: &str) -> Range<usize> {
        let value = self.table.get(key);
        value.map_or_else(|| self.span.clone(), |value| self.locate(value.span()))
    }

    /// A list of values, empty where it is left out.
    pub(crate) fn list<T: FromValue>(&mut self, key: &'static str) -> Vec<Located<T>> {
        let Some(value) = self.take(key) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.mismatch(key, value, "a list");
            return Vec::new();
        };
        let convert = |item| self.convert(key, item);
        items.iter().filter_map(convert).collect()
    }

    /// A list that must be there and hold something.
    pub(crate) fn required_list<T: FromValue>(&mut self, key: &'static str) -> Vec<Located<T>> {
        let value = self.table.get(key);
        let empty =
            |it: &Spanned<DeValue<'_>>| it.get_ref().as_array().is_some_and(|it| it.is_empty());
        if value.is_none_or(empty) {
            self.missing.push(key);
        }
        self.list(key)
    }

    /// Reports a mistake at `span` of the file.
    pub(crate) fn report(&self, span: Range<usize>, message: String, help: Option<String>) {
        self.sink.report(span, message, help);
    }

    /// Reports a mistake of the whole table.
    pub(crate) fn fault(&self, message: &str, help: &str) {
        self.report(self.span.clone(), message.to_owned(), Some(help.to_owned()));
    }

    /// A list of tables (`[[key]]`), empty where it is left out.
    pub(crate) fn tables(&mut self, key: &'static str) -> Vec<Fields<'a>> {
        let Some(value) = self.take(key) else {
            return Vec::new();
        };
        let DeValue::Array(items) = value.get_ref() else {
            self.mismatch(
                key,
                value,
                &format!("a list of tables, written `[[{key}]]`"),
            );
            return Vec::new();
        };
        let nested = |item| self.nested(key, item);
        items.iter().filter_map(nested).collect()
    }

    /// A table (`[key]`).
    pub(crate) fn table(&mut self, key: &'static str) -> Option<Fields<'a>> {
        let value = self.take(key)?;
        self.nested(key, value)
    }

    /// Every key of a table whose keys are free, with its value.
    pub(crate) fn pairs<T: FromValue>(&self) -> Vec<(String, T)> {
        let convert = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let key: &std::borrow::Cow<'_, str> = key.get_ref();
            Some((key.to_string(), self.convert(key, value)?.into_inner()))
        };
        self.table.iter().filter_map(convert).collect()
    }

    /// As [`pairs`](Self::pairs), with places.
    pub(crate) fn located_pairs<T: FromValue>(&self) -> Vec<(Located<String>, Located<T>)> {
        let convert = |(key, value): (&Spanned<_>, &Spanned<DeValue<'_>>)| {
            let name: &std::borrow::Cow<'_, str> = key.get_ref();
            let value = self.convert(name, value)?;
            Some((
                Located::new(self.locate(key.span()), name.to_string()),
                value,
            ))
        };
        self.table.iter().filter_map(convert).collect()
    }

    /// Reports what is missing, and the keys that were never asked for.
    pub(crate) fn finish(self) {
        if !self.missing.is_empty() {
            let names: Vec<_> = self.missing.iter().map(|key| format!("`{key}`")).collect();
            let verb = if names.len() == 1 { "is" } else { "are" };
            let message = format!("{} {verb} missing", names.join(", "));
            self.sink.report(self.span.clone(), message, None);
        }
        for key in self.table.keys() {
            let name = key.get_ref().as_ref();
            if self.asked.contains(&name) {
                continue;
            }
            let help = match nearest(name, self.asked.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("known keys here: {}", self.asked.join(", ")),
            };
            let message = format!("`{name}` is not a known key");
            self.sink
                .report(self.locate(key.span()), message, Some(help));
        }
    }

    fn take(&mut self, key: &'static str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.asked.push(key);
        self.table.get(key)
    }

    fn nested(&self, key: &str, value: &'a Spanned<DeValue<'a>>) -> Option<Fields<'a>> {
        let DeValue::Table(table) = value.get_ref() else {
            self.mismatch(key, value, "a table");
            return None;
        };
        let span = self.locate(value.span());
        Some(Fields::new(table, span, self.base, self.sink))
    }

    fn convert<T: FromValue>(&self, key: &str, value: &Spanned<DeValue<'_>>) -> Option<Located<T>> {
        let span = self.locate(value.span());
        match T::from_value(value.get_ref()) {
            Ok(found) => Some(Located::new(span, found)),
            Err(fault) => {
                let message = format!("`{key}` {}", fault.message);
                self.sink.report(span, message, fault.help);
                None
            }
        }
    }

    fn mismatch(&self, key: &str, value: &Spanned<DeValue<'_>>, wanted: &str) {
        let message = format!(
            "`{key}` must be {wanted}, but this is {}",
            type_name(value.get_ref())
        );
        self.sink.report(self.locate(value.span()), message, None);
    }

    fn locate(&self, span: Range<usize>) -> Range<usize> {
        span.start + self.base..span.end + self.base
    }
}
