//! The process environment and copies of it.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::token::Class;
use super::{Reader, literal};
use crate::format::session::{assignment, is_name, looks_like_variable};
use crate::reading::{Environment, Reach, Setting};

impl Reader<'_> {
    /// `os.environ[key] = value`.
    pub(super) fn set(&mut self, key: &Range<usize>, value: &Range<usize>, reach: Reach) {
        let Some(name) = self.known_text(key) else {
            self.forget_all();
            return;
        };
        if !is_name(&name) {
            return;
        }
        let value = self.value(&name, value);
        let mut found = assignment(&name, self.key_span(key), value);
        found.reach = reach;
        if found.value.parts.iter().any(|part| part.text.is_none()) {
            self.session.mark_seen();
        }
        self.changes(&name);
        self.session.assign(found);
    }

    /// Where a key's name stands, without quotes.
    pub(super) fn key_span(&self, key: &Range<usize>) -> crate::reading::Span {
        let span = self.code.span(key);
        let written = &self.code.text[span.clone()];
        let quoted = written.len() > 2 && written.starts_with(['"', '\'']);
        let plain = quoted && written.ends_with(['"', '\'']);
        if plain {
            span.start + 1..span.end - 1
        } else {
            span
        }
    }

    /// `del os.environ[key]`.
    pub(super) fn unset(&mut self, key: &Range<usize>) {
        match self.known_text(key) {
            Some(name) => {
                self.changes(&name);
                self.session.mark_seen();
                self.session.environment.remove(&name);
            }
            None => self.forget_all(),
        }
    }

    /// Something may have changed any variable.
    pub(super) fn forget_all(&mut self) {
        let mut names: Vec<String> = self.session.environment.keys().cloned().gathered();
        names.add_all(self.literal_names());
        let span = 0..0;
        if !self.session.spend(names.len(), &span) {
            return;
        }
        self.session.mark_seen();
        for name in names {
            self.changes(&name);
            let setting = Setting {
                value: None,
                assignment: None,
            };
            self.session.environment.insert(name, setting);
        }
    }

    /// The strings of the text that look like variables: any of them may be set under a name that
    /// is not known.
    fn literal_names(&mut self) -> Vec<String> {
        let code = self.code;
        let texts = code.tokens.iter().filter(|it| it.class == Class::Text);
        let found = self.strings.get_or_insert_with(|| {
            let bodies = texts.map(|it| literal::parse(code.text, &it.span).body);
            let names = bodies.filter(|body| body.contains('_') && looks_like_variable(body));
            names.map(str::to_owned).gathered()
        });
        found.iter().cloned().gathered()
    }

    /// The names that are set, with values that cannot be known.
    pub(super) fn unknown_environment(&self) -> Environment {
        let unknown = |name: &String| {
            let setting = Setting {
                value: None,
                assignment: None,
            };
            (name.clone(), setting)
        };
        self.session.environment.keys().map(unknown).gathered()
    }

    /// An expression that makes an environment: a copy, a merge, a mapping, a name of one.
    pub(super) fn copied_environment(&mut self, range: &Range<usize>) -> Option<Environment> {
        let code = self.code;
        let span = code.span(range);
        if !self.session.spend(1, &span) {
            return None;
        }
        let sides = code.split(range, "|");
        if sides.len() > 1 {
            let mut environment = Environment::new();
            for side in sides {
                environment.add_all(self.copied_environment(&side)?);
            }
            return Some(environment);
        }
        let (name, after) = self.dotted(range.start, range.end);
        let called = code.word(after) == "(" && code.inside(after).end + 1 == range.end;
        let inside = code.inside(after);
        match name.as_str() {
            "os.environ" if after == range.end => self.session.copy(&span),
            "os.environ.copy" if called => self.session.copy(&span),
            "dict" | "copy.copy" | "copy.deepcopy" if called => self.dict_call(&inside),
            _ if range.len() == 1 => self.copies.get(code.word(range.start)).cloned(),
            _ if code.word(range.start) == "{" => self.merged_mapping(range),
            _ => None,
        }
    }

    /// `dict(os.environ, A="1")`.
    fn dict_call(&mut self, inside: &Range<usize>) -> Option<Environment> {
        let mut pieces = self.code.split(inside, ",").into_iter();
        let mut environment = self.copied_environment(&pieces.next()?)?;
        for piece in pieces.filter(|it| it.len() > 2) {
            let key = piece.start..piece.start + 1;
            let name = self.code.word(piece.start).to_owned();
            let span = self.code.span(&key);
            self.add(&mut environment, &name, span, &(piece.start + 2..piece.end));
        }
        Some(environment)
    }

    /// `{**os.environ, "A": "1"}`; a mapping without `**` is an environment only where one is
    /// asked for.
    fn merged_mapping(&mut self, range: &Range<usize>) -> Option<Environment> {
        let code = self.code;
        let mut environment = Environment::new();
        let asked = self.used_mappings.contains(range.start);
        let pieces = code.split(&code.inside(range.start), ",");
        let spreads = pieces.iter().any(|piece| code.word(piece.start) == "**");
        if !asked && !spreads {
            return None;
        }
        for piece in pieces {
            if code.word(piece.start) == "**" {
                let inner = self.copied_environment(&(piece.start + 1..piece.end));
                environment.add_all(inner.unwrap_or_else(|| self.unknown_environment()));
                continue;
            }
            let sides = code.split(&piece, ":");
            let [key, value] = sides.as_slice() else {
                continue;
            };
            if let Some(name) = self.known_text(key).filter(|name| is_name(name)) {
                let span = self.key_span(key);
                self.add(&mut environment, &name, span, value);
            }
        }
        Some(environment)
    }

    /// Records an assignment into a copy.
    pub(super) fn add(
        &mut self,
        environment: &mut Environment,
        name: &str,
        name_span: crate::reading::Span,
        value: &Range<usize>,
    ) {
        let value = self.value(name, value);
        let index = self.session.record(assignment(name, name_span, value));
        environment.insert(name.to_owned(), self.session.setting(index));
    }

    /// `copy[key] = value`; gives whether the name is a copy.
    pub(super) fn set_in_copy(
        &mut self,
        copy: &str,
        key: &Range<usize>,
        value: &Range<usize>,
    ) -> bool {
        let Some(mut environment) = self.copies.remove(copy) else {
            return false;
        };
        if let Some(name) = self.known_text(key).filter(|name| is_name(name)) {
            let span = self.key_span(key);
            self.add(&mut environment, &name, span, value);
            if self.in_branch()
                && let Some(setting) = environment.get_mut(&name)
            {
                setting.value = None;
            }
        }
        self.copies.insert(copy.to_owned(), environment);
        true
    }
}
