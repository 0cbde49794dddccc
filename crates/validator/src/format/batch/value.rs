//! What a batch value is worth: `%NAME%`, `%%i`, `^x`, `!NAME!`.

use super::Batch;
use crate::format::lines::Line;
use crate::format::mapped::Mapped;
use crate::format::session::is_name;
use crate::limits::Parts;
use crate::reading::{Origin, Part, Quoting, Value};
use readpoint_catalog::prelude::*;

/// What stands at a sign: how long it is, and what it gives; `None`: not known.
type Found = (usize, Option<String>);

impl Batch<'_> {
    /// A value with its references replaced. A whole line or block is replaced before it runs,
    /// so `%NAME%` is what NAME was before it.
    pub(super) fn value(&self, value: Line<'_>, quoting: Quoting) -> Value {
        let mapped = Mapped::verbatim(value.text, value.start);
        let mut parts = Parts::default();
        let (mut at, mut from) = (0, 0);
        let mut quoted = quoting == Quoting::Quoted;
        while let Some(c) = value.text[at..].chars().next() {
            let rest = &value.text[at..];
            let found = match c {
                '%' => Some(self.percent(rest)),
                '^' if !quoted => Some(caret(rest)),
                '!' if self.delayed => Some(self.delayed(rest)),
                _ => None,
            };
            quoted ^= c == '"';
            let Some((length, text)) = found else {
                at += c.len_utf8();
                continue;
            };
            parts.extend(mapped.parts(&(from..at), quoting));
            let span = mapped.span(&(at..at + length));
            let origin = Origin::Derived;
            parts.push(Part { text, span, origin });
            at += length;
            from = at;
        }
        parts.extend(mapped.parts(&(from..value.text.len()), quoting));
        let span = value.span();
        let parts = parts.finish();
        Value { parts, span }
    }

    /// What a text is, where all of it is known.
    pub(super) fn text(&self, text: &str) -> Option<String> {
        let line = Line { text, start: 0 };
        self.value(line, Quoting::Bare).known()
    }

    fn percent(&self, rest: &str) -> Found {
        let inner = &rest[1..];
        if let Some(doubled) = inner.strip_prefix('%') {
            let tilde = usize::from(doubled.starts_with('~'));
            let letter = doubled[tilde..].chars().next();
            let variable = letter.and_then(|it| self.flow.own.get(&format!("%{it}")));
            return match (letter, variable) {
                (Some(letter), Some(setting)) => {
                    (2 + tilde + letter.len_utf8(), setting.value.clone())
                }
                (Some(letter), None) if letter.is_ascii_alphabetic() || tilde > 0 => {
                    (2 + tilde, None)
                }
                _ => (2, Some("%".to_owned())),
            };
        }
        if inner.starts_with(|c: char| c.is_ascii_digit() || c == '*') {
            return (2, None);
        }
        if inner.starts_with('~') {
            let digit = inner.bytes().take(16).position(|c| c.is_ascii_digit());
            return (digit.map_or(2, |at| at + 2), None);
        }
        let Some(close) = inner.find('%').filter(|close| *close > 0) else {
            return (1, None);
        };
        let name = &inner[..close];
        (close + 2, self.before(name))
    }

    /// `!NAME!`: what NAME is when the command runs.
    fn delayed(&self, rest: &str) -> Found {
        let Some(close) = rest[1..].find('!') else {
            return (1, None);
        };
        let name = &rest[1..=close];
        let value = is_name(name).then(|| self.flow.known(&self.canonical(name)));
        (close + 2, value.flatten())
    }

    /// What a variable was before the line or block began.
    fn before(&self, name: &str) -> Option<String> {
        let name = self.canonical(name);
        match self.changed.get(&name) {
            Some(value) => value.clone(),
            None => self.flow.session.known(&name),
        }
    }

    /// The name as it was written first: Windows does not tell upper from lower case.
    pub(super) fn canonical(&self, name: &str) -> String {
        let known = self.names.get(&name.to_ascii_uppercase());
        known.cloned().unwrap_or_else(|| name.to_owned())
    }
}

/// `^x` is `x`; at a line end it joins the lines.
fn caret(rest: &str) -> Found {
    let ends = ["^\r\n", "^\n"];
    if let Some(end) = ends.iter().find(|end| rest.starts_with(**end)) {
        return (end.len(), Some(String::new()));
    }
    let next = rest[1..].chars().next();
    let length = 1 + next.map_or(0, char::len_utf8);
    (length, Some(next.map(String::from).unwrap_or_default()))
}
