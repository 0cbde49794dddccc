//! What a PowerShell expression is worth.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::Shell;
use super::pieces::{plain_quote, quoted_length};
use crate::format::lines::Line;
use crate::format::mapped::Mapped;
use crate::reading::{Origin, Part, Quoting, SlipKind, Span, Value};

impl Shell<'_> {
    /// What an expression is worth.
    pub(super) fn value(&mut self, name: &str, written: Line<'_>) -> Value {
        let text = written.text;
        let span = written.span();
        let first = text.chars().next().and_then(plain_quote);
        if let Some(quote) = first {
            let last = text.chars().next_back().and_then(plain_quote);
            let closed = text.chars().count() > 1 && last == Some(quote);
            if quoted_length(text) != text.len() || !closed {
                return Value::unknown(span);
            }
            let width = |c: Option<char>| c.map_or(0, char::len_utf8);
            let end = text.len() - width(text.chars().next_back());
            let inner = written.to(end).from(width(text.chars().next()));
            let parts = self.quoted(inner, quote);
            return Value { parts, span };
        }
        if let Some(text) = printed(text) {
            if text.contains(' ') {
                let edit = |at| (at..at, "\"".to_owned());
                let edits = vec![edit(span.start), edit(span.end)];
                self.flow
                    .slip(SlipKind::ListJoined, name, span.clone(), edits);
            }
            return derived(Some(text), span);
        }
        if let Some(text) = self.simple(text) {
            return derived(Some(text), span);
        }
        let word = text.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_cmdlet(text);
        if word && Quoting::Bare.admits(text) {
            let edit = |at| (at..at, "\"".to_owned());
            let edits = vec![edit(span.start), edit(span.end)];
            self.flow
                .slip(SlipKind::WrongShell, name, span.clone(), edits);
            // The word is run as a command, and what it prints would be the value.
        }
        Value::unknown(span)
    }

    /// `$true`, `$NAME`, `$env:NAME`, where that is known.
    fn simple(&self, text: &str) -> Option<String> {
        match text.to_ascii_lowercase().as_str() {
            "$true" => return Some("True".to_owned()),
            "$false" => return Some("False".to_owned()),
            _ => {}
        }
        let (length, value) = self.reference(text)?;
        value.filter(|_| length == text.len())
    }

    /// The inside of a string; references are replaced in double quotes.
    fn quoted(&self, inner: Line<'_>, quote: char) -> Vec<Part> {
        if quote == '\'' {
            let mapped = Mapped::unescape(inner.text, inner.start, doubled_single);
            return mapped.parts(&(0..mapped.text.len()), Quoting::Quoted);
        }
        let mapped = Mapped::verbatim(inner.text, inner.start);
        let mut parts = Vec::new();
        let (mut at, mut from) = (0, 0);
        while let Some(offset) = inner.text[at..].find(['$', '`', '"']) {
            at += offset;
            let rest = &inner.text[at..];
            let found = match &rest[..1] {
                "$" => self.reference(rest),
                "`" => Some(escaped(rest)),
                _ => Some((rest.len().min(2), Some("\"".to_owned()))),
            };
            let Some((length, text)) = found else {
                at += 1;
                continue;
            };
            parts.add_all(mapped.parts(&(from..at), Quoting::Quoted));
            let span = mapped.span(&(at..at + length));
            let origin = Origin::Derived;
            parts.push(Part { text, span, origin });
            at += length;
            from = at;
        }
        parts.add_all(mapped.parts(&(from..inner.text.len()), Quoting::Quoted));
        parts
    }

    /// What a text that starts with `$` refers to: its length, and what it gives.
    fn reference(&self, rest: &str) -> Option<(usize, Option<String>)> {
        let body = rest.strip_prefix('$')?;
        if body.starts_with('(') {
            let length = body.find(')').map_or(rest.len(), |at| at + 2);
            return Some((length, None));
        }
        let braced = body.starts_with('{');
        let body = &body[usize::from(braced)..];
        let drive = body
            .get(..4)
            .is_some_and(|it| it.eq_ignore_ascii_case("env:"));
        let name = &body[if drive { 4 } else { 0 }..];
        let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let name = &name[..end.unwrap_or(name.len())];
        let close = if braced { 1 } else { 0 };
        let length = 1 + close + if drive { 4 } else { 0 } + name.len() + close;
        let closed = !braced || rest[..length.min(rest.len())].ends_with('}');
        if name.is_empty() || !closed {
            return (!rest[1..].is_empty() && !rest[1..].starts_with([' ', '"', ';']))
                .then_some((1, None));
        }
        // `$env:A:B` and `$a:b` name something else.
        let goes_on = rest[length..].starts_with(':') && !braced && !drive;
        let value = if drive {
            self.flow.session.known(&self.canonical(name))
        } else {
            let own = self.flow.own.get(&name.to_ascii_lowercase());
            own.and_then(|it| it.value.clone())
        };
        Some((length, value.filter(|_| !goes_on)))
    }
}

/// `Verb-Noun`.
fn is_cmdlet(text: &str) -> bool {
    let capital = |text: &str| text.starts_with(|c: char| c.is_ascii_uppercase());
    let parts = text.split_once('-');
    parts.is_some_and(|(verb, noun)| capital(verb) && capital(noun))
}

/// How numbers print: a list with blanks between.
fn printed(text: &str) -> Option<String> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).gathered();
    let whole = |text: &&str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit())
            && (text.len() == 1 || !text.starts_with('0'))
    };
    numbers.iter().all(whole).then(|| numbers.join(" "))
}

fn derived(text: Option<String>, span: Span) -> Value {
    let part = Part {
        text,
        span: span.clone(),
        origin: Origin::Derived,
    };
    Value {
        parts: vec![part],
        span,
    }
}

fn doubled_single(text: &str) -> Option<(usize, String)> {
    text.starts_with("''").then(|| (2, "'".to_owned()))
}

/// A letter behind a backtick.
fn escaped(rest: &str) -> (usize, Option<String>) {
    let next = rest[1..].chars().next();
    let known = next.filter(|c| !c.is_ascii_alphanumeric());
    let length = 1 + next.map_or(0, char::len_utf8);
    (length, known.map(String::from))
}
