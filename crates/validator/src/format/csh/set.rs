//! csh's `setenv` and `set`.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::Csh;
use crate::format::dialect::{self, Word};
use crate::format::flow::Status;
use crate::format::session::{assignment, is_name, looks_like_variable};
use crate::reading::{SlipKind, Span, Value};

/// What a command sets: names, and whether programs see them.
pub(super) fn targets(words: &[Word]) -> Vec<(String, bool)> {
    let Some((first, rest)) = words.split_first() else {
        return Vec::new();
    };
    let name = |word: &Word| word.text().filter(|it| is_name(it));
    match first.text().unwrap_or_default().as_str() {
        "setenv" => rest
            .first()
            .and_then(name)
            .map(|it| (it, true))
            .into_iter()
            .gathered(),
        "unsetenv" => rest.iter().filter_map(name).map(|it| (it, true)).gathered(),
        "set" | "foreach" | "@" | "unset" => {
            let names = rest.iter().filter_map(|word| {
                let named = word.pair().map(|(name, ..)| name);
                named.or_else(|| name(word))
            });
            names.map(|it| (it, false)).gathered()
        }
        _ => Vec::new(),
    }
}

impl Csh<'_> {
    /// `setenv NAME value`.
    pub(super) fn setenv(&mut self, words: &[Word]) {
        self.flow.status = Status::Success;
        let Some((target, values)) = words.split_first() else {
            return;
        };
        if let Some((name, span, _)) = target.pair() {
            let edits = vec![(span.end..span.end + 1, " ".to_owned())];
            let whole = target.span.clone();
            self.flow.slip(SlipKind::WrongShell, &name, whole, edits);
            return self.fail();
        }
        let Some(name) = target.text() else {
            return;
        };
        if !is_name(&name) {
            return self.fail();
        }
        let end = target.span.end;
        let value = match values.first() {
            Some(word) => self.value(word),
            None => Value {
                parts: Vec::new(),
                span: end..end,
            },
        };
        let found = assignment(&name, target.span.clone(), value);
        if values.len() > 1 {
            // The shell refuses it, and ends the script.
            self.mark_cut(&name, values);
            self.flow.session.record(found);
            return self.fail();
        }
        self.flow.export(found);
    }

    fn mark_cut(&mut self, name: &str, values: &[Word]) {
        let [first, .., last] = values else { return };
        let whole = first.span.start..last.span.end;
        let quote = |at| (at..at, "\"".to_owned());
        let plain = values.iter().all(Word::is_bare) && on_one_line(values);
        let edits = if plain {
            vec![quote(whole.start), quote(whole.end)]
        } else {
            Vec::new()
        };
        self.flow.slip(SlipKind::ValueCut, name, whole, edits);
    }

    /// A value. What a reference outside of quotes stands for may be several words.
    fn value(&self, word: &Word) -> Value {
        let value = word.value(&|name| self.known(name));
        let split = |text: String| text.is_empty() || text.contains([' ', '\t', '*', '?', '[']);
        if word.has_open_reference() && value.known().is_none_or(split) {
            return Value::unknown(word.span.clone());
        }
        value
    }

    pub(super) fn unsetenv(&mut self, words: &[Word]) {
        self.flow.status = Status::Success;
        for word in words {
            match word.text() {
                Some(name) => self.flow.unset(&name),
                None => self.forget_all(0..self.commands.len()),
            }
        }
    }

    /// `set NAME=value`, `set NAME = value`, `set NAME = (…)`.
    pub(super) fn set(&mut self, words: &[Word]) {
        self.flow.status = Status::Success;
        let mut words = words;
        while let Some((first, rest)) = words.split_first() {
            if let Some((name, span, value)) = first.pair() {
                words = self.set_one(&name, span, Some(value), rest);
            } else if let Some(name) = first.text().filter(|it| is_name(it)) {
                let span = first.span.clone();
                let behind = rest.first().and_then(equals);
                words = match behind {
                    Some(value) => self.set_one(&name, span, value, &rest[1..]),
                    None => {
                        self.set_own(&name, Some(String::new()));
                        rest
                    }
                };
            } else {
                let name = first.text().unwrap_or_default();
                let base = name.split('[').next().unwrap_or_default();
                if is_name(base) {
                    self.set_own(base, None);
                    return;
                }
                words = rest;
            }
        }
    }

    /// One variable of a `set`; gives the words behind it. `glued`: what stands behind the `=`.
    fn set_one<'w>(
        &mut self,
        name: &str,
        span: Span,
        glued: Option<Word>,
        rest: &'w [Word],
    ) -> &'w [Word] {
        if let Some(word) = glued.filter(|word| !word.span.is_empty()) {
            let value = self.value(&word);
            self.keep(name, span, value);
            return rest;
        }
        match rest.first() {
            Some(word) if word.is("(") && dialect::in_parentheses(rest).is_none() => {
                self.fail();
                &[]
            }
            Some(word) if word.is("(") => {
                let inside = dialect::in_parentheses(rest).unwrap_or(1..rest.len());
                let whole = word.span.start..rest[inside.end.min(rest.len() - 1)].span.end;
                self.keep(name, span, Value::unknown(whole));
                &rest[(inside.end + 1).min(rest.len())..]
            }
            Some(word) => {
                let value = self.value(word);
                self.keep(name, span, value);
                &rest[1..]
            }
            None => {
                self.set_own(name, Some(String::new()));
                rest
            }
        }
    }

    /// A shell variable; one that is named like a variable of the environment is told about.
    fn keep(&mut self, name: &str, span: Span, value: Value) {
        if looks_like_variable(name) {
            self.flow.keep(assignment(name, span, value));
        } else {
            self.set_own(name, value.known());
        }
    }

    pub(super) fn unset(&mut self, words: &[Word]) {
        for name in words.iter().filter_map(Word::text) {
            if !self.flow.dead {
                self.flow.own.remove(&name);
            }
        }
    }

    /// `@ NAME = …`: computed when it runs.
    pub(super) fn computed(&mut self, words: &[Word]) {
        let name = words.first().and_then(Word::text).unwrap_or_default();
        let length = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let name = &name[..length.unwrap_or(name.len())];
        if is_name(name) {
            self.set_own(name, None);
        }
        self.flow.status = Status::Open;
    }

    /// `export NAME=value`, which csh does not know.
    pub(super) fn wrong_export(&mut self, words: &[Word]) {
        let rest = &words[1..];
        for (name, span, _) in rest.iter().filter_map(Word::pair) {
            let equals = span.end..span.end + 1;
            let edits = vec![
                (words[0].span.clone(), "setenv".to_owned()),
                (equals, " ".to_owned()),
            ];
            let edits = if rest.len() == 1 { edits } else { Vec::new() };
            let whole = words[0].span.start..span.end;
            self.flow.slip(SlipKind::WrongShell, &name, whole, edits);
        }
        self.flow.status = Status::Failure;
    }
}

/// What stands behind `=` where the word starts with it; the word behind it where nothing does.
fn equals(word: &Word) -> Option<Option<Word>> {
    if word.is("=") {
        return Some(None);
    }
    let starts = word.starts_with('=');
    starts.then(|| word.after(1))
}

/// Whether nothing but a blank stands between words.
fn on_one_line(words: &[Word]) -> bool {
    words
        .windows(2)
        .all(|pair| pair[0].span.end + 1 == pair[1].span.start)
}
