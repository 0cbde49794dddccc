//! `set`, in its three forms, and what is written wrong in it.

use super::Batch;
use crate::format::flow::Status;
use crate::format::lines::Line;
use crate::format::mapped::Mapped;
use crate::format::no_equals;
use crate::format::session::{assignment, is_name};
use crate::reading::{Quoting, SlipKind, Value};
use readpoint_catalog::prelude::*;

impl Batch<'_> {
    /// `set NAME=value` and `set "NAME=value"`.
    pub(super) fn set(&mut self, rest: Line<'_>) {
        self.flow.status = Status::Success;
        let trimmed = rest.from(rest.text.len() - rest.text.trim_start().len());
        let flag = trimmed
            .text
            .get(..2)
            .unwrap_or_default()
            .to_ascii_lowercase();
        match flag.as_str() {
            "/a" => return self.computed(trimmed.from(2).trimmed()),
            "/p" => return self.typed(trimmed.from(2).trimmed()),
            _ => {}
        }
        let quoted = trimmed
            .text
            .strip_prefix('"')
            .map(|inner| inner.rfind('"').unwrap_or(inner.len()));
        let pair = match quoted {
            Some(length) => trimmed.to(length + 1).from(1),
            None => trimmed,
        };
        let Some(equals) = pair.text.find('=') else {
            // `set NAME value` shows the variables whose names begin like that.
            let word = Mapped::verbatim(pair.text.trim_end(), pair.start);
            return no_equals::mark(&word, &mut self.flow.session);
        };
        let name = pair.to(equals).trimmed();
        if !is_name(name.text) {
            return self.single_quotes(name, pair);
        }
        let value = pair.from(equals + 1);
        let blank = name.end() < pair.start + equals;
        if blank {
            self.mark_blank(name, pair, equals, value);
        } else if quoted.is_none() {
            self.mark_quotes(name.text, value);
        }
        let quoting = match quoted {
            Some(_) => Quoting::Quoted,
            None => Quoting::Line,
        };
        self.put(name, value, quoting, blank);
    }

    fn put(&mut self, name: Line<'_>, value: Line<'_>, quoting: Quoting, blank: bool) {
        let found = self.value(value, quoting);
        let found = assignment(name.text, name.span(), found);
        if blank {
            // The blank is part of the name: another variable is set.
            self.flow.session.record(found);
            return;
        }
        let known = self.named(name.text);
        if !self.flow.dead {
            self.note_change(&known);
        }
        if value.text.is_empty() {
            return self.flow.unset(&known);
        }
        let mut found = found;
        found.name = known;
        self.flow.export(found);
    }

    fn mark_blank(&mut self, name: Line<'_>, pair: Line<'_>, equals: usize, value: Line<'_>) {
        let blank = name.end()..pair.start + equals;
        let lead = value.text.len() - value.text.trim_start().len();
        let edits = vec![
            (blank.clone(), String::new()),
            (value.start..value.start + lead, String::new()),
        ];
        self.flow
            .slip(SlipKind::SpacesAroundEquals, name.text, blank, edits);
    }

    /// `set 'NAME=value'`: the quote becomes part of the name.
    fn single_quotes(&mut self, name: Line<'_>, pair: Line<'_>) {
        let Some(meant) = name.text.strip_prefix('\'').filter(|it| is_name(it)) else {
            return;
        };
        let written = pair.trimmed();
        let inner = written.text.len() > 1 && written.text.ends_with('\'');
        let double = |at: usize| (at..at + 1, "\"".to_owned());
        let edits = if inner && !written.text.contains('"') {
            vec![double(written.start), double(written.end() - 1)]
        } else {
            Vec::new()
        };
        self.flow
            .slip(SlipKind::WrongShell, meant, written.span(), edits);
    }

    /// `set /p NAME=prompt`: what is typed.
    fn typed(&mut self, rest: Line<'_>) {
        let rest = rest.from(usize::from(rest.text.starts_with('"')));
        let Some(equals) = rest.text.find('=') else {
            return;
        };
        let name = rest.to(equals).trimmed();
        if is_name(name.text) {
            self.unknown(name, rest.from(equals + 1));
        }
    }

    /// `set /a NAME=…, OTHER+=…`: only known when it runs, but for a plain number.
    fn computed(&mut self, rest: Line<'_>) {
        let rest = rest.from(usize::from(rest.text.starts_with('"')));
        let mut at = 0;
        for piece in rest.text.split(',') {
            let whole = rest.to(at + piece.len()).from(at);
            at += piece.len() + 1;
            let Some(equals) = whole.text.find('=') else {
                continue;
            };
            let target = whole.to(equals);
            let name = target
                .text
                .trim_end_matches(|c: char| "+-*/%&^|<> \t".contains(c));
            let name = target.to(name.len()).trimmed();
            if !is_name(name.text) {
                continue;
            }
            let value = whole.from(equals + 1).trimmed();
            let value = value.to(value.text.trim_end_matches('"').len());
            let plain = target.text.trim_end() == target.to(name.end() - target.start).text
                && is_plain_number(value.text);
            if plain {
                self.put(name, value, Quoting::Bare, false);
            } else {
                self.unknown(name, value);
            }
        }
    }

    fn unknown(&mut self, name: Line<'_>, value: Line<'_>) {
        let known = self.named(name.text);
        if !self.flow.dead {
            self.note_change(&known);
        }
        let found = Value::unknown(value.span());
        self.flow.export(assignment(&known, name.span(), found));
        self.flow.status = Status::Open;
    }

    /// Quotes around a value are part of it, and so is what follows them.
    fn mark_quotes(&mut self, name: &str, value: Line<'_>) {
        let written = value.text.trim_end();
        let Some(inner) = written.strip_prefix('"') else {
            return;
        };
        let Some(close) = inner.find('"') else { return };
        let start = value.start;
        let span = start..start + written.len();
        let remove = |at: usize| (at..at + 1, String::new());
        let whole = close + 2 == written.len();
        let edits = if whole {
            vec![remove(start), remove(span.end - 1)]
        } else {
            Vec::new()
        };
        self.flow.slip(SlipKind::PartOfValue, name, span, edits);
    }
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.bytes().all(|it| it.is_ascii_digit());
    digits && (text == "0" || !text.is_empty() && !text.starts_with('0'))
}
