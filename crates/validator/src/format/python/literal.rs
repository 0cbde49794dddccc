//! String literals: where they end and what they contribute to a value.

use crate::format::mapped::{Escape, Mapped, backslash, no_escape};
use crate::limits::Parts;
use crate::reading::{Origin, Part, Quoting, Span};
use readpoint_catalog::prelude::*;

/// A string literal taken apart.
#[derive(Debug)]
pub(super) struct Literal<'t> {
    /// What stands between the quotes.
    pub(super) body: &'t str,
    /// Where the body starts.
    pub(super) start: usize,
    /// It may hold expressions in braces.
    pub(super) formatted: bool,
    /// Backslashes are plain characters.
    raw: bool,
}

/// The length of the string literal that `rest` starts with, if it starts with one.
pub(super) fn length(rest: &str) -> Option<usize> {
    let prefix = prefix_length(rest)?;
    let quoted = &rest[prefix..];
    let quote = &quoted[..1];
    let triple = quote.repeat(3);
    let (mark, many_lines) = if quoted.starts_with(&triple) {
        (triple.as_str(), true)
    } else {
        (quote, false)
    };
    let mut escaped = false;
    let mut skip_until = mark.len();
    for (at, c) in quoted.char_indices() {
        if at < skip_until {
            continue;
        }
        if escaped {
            escaped = false;
        } else if c == '\\' {
            escaped = true;
        } else if quoted[at..].starts_with(mark) {
            return Some(prefix + at + mark.len());
        } else if c == '\n' && !many_lines {
            return Some(prefix + at);
        }
        skip_until = at + c.len_utf8();
    }
    Some(rest.len())
}

/// The length of the letters before a quote; `None` where no literal starts.
fn prefix_length(rest: &str) -> Option<usize> {
    let is_prefix = |c: &char| "rRbBuUfF".contains(*c);
    let prefix = rest.chars().take_while(is_prefix).count();
    let quote = rest[prefix..].starts_with(['"', '\'']);
    (quote && prefix <= 2).then_some(prefix)
}

/// Takes a literal apart.
pub(super) fn parse<'t>(text: &'t str, span: &Span) -> Literal<'t> {
    let source = &text[span.clone()];
    let prefix = prefix_length(source).unwrap_or(0);
    let letters = source[..prefix].to_ascii_lowercase();
    let quoted = &source[prefix..];
    let quote = quoted.chars().next().unwrap_or('"');
    let triple = quote.to_string().repeat(3);
    let width = if quoted.starts_with(&triple) { 3 } else { 1 };
    let inner = &quoted[width.min(quoted.len())..];
    let mark = &triple[..width];
    let body = inner.strip_suffix(mark).unwrap_or(inner);
    Literal {
        body,
        start: span.start + prefix + width.min(quoted.len()),
        formatted: letters.contains('f'),
        raw: letters.contains('r'),
    }
}

impl Literal<'_> {
    fn escape(&self) -> Escape {
        if self.raw { no_escape } else { backslash }
    }

    /// The decoded text of a literal without expressions.
    pub(super) fn mapped(&self) -> Mapped {
        Mapped::unescape(self.body, self.start, self.escape())
    }

    /// Its parts; `resolve` says what the expression in a pair of braces stands for.
    pub(super) fn parts(&self, resolve: &dyn Fn(&str) -> Option<String>) -> Vec<Part> {
        if !self.formatted {
            let mapped = self.mapped();
            return mapped.parts(&(0..mapped.text.len()), Quoting::Quoted);
        }
        let mut parts = Parts::default();
        let mut at = 0;
        while at < self.body.len() && !parts.is_full() {
            let rest = &self.body[at..];
            let plain = rest.find(['{', '}']).unwrap_or(rest.len());
            self.push_plain(at, plain, &mut parts);
            at += plain;
            let rest = &self.body[at..];
            if rest.starts_with("{{") || rest.starts_with("}}") {
                parts.push(self.derived(Some(rest[..1].to_owned()), at, 2));
                at += 2;
            } else if rest.starts_with('{') {
                let length = expression_length(rest);
                let inner = rest[1..length].trim_end_matches('}').trim();
                parts.push(self.derived(resolve(inner), at, length));
                at += length;
            } else if !rest.is_empty() {
                parts.push(self.derived(Some(rest[..1].to_owned()), at, 1));
                at += 1;
            }
        }
        parts.finish()
    }

    fn push_plain(&self, at: usize, length: usize, parts: &mut Parts) {
        let source = &self.body[at..at + length];
        let mapped = Mapped::unescape(source, self.start + at, self.escape());
        parts.extend(mapped.parts(&(0..mapped.text.len()), Quoting::Quoted));
    }

    fn derived(&self, text: Option<String>, at: usize, length: usize) -> Part {
        Part {
            text,
            span: self.start + at..self.start + at + length,
            origin: Origin::Derived,
        }
    }
}

/// The length of `{…}`, inner braces included.
fn expression_length(text: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 1 => return at + 1,
            '}' => depth -= 1,
            _ => {}
        }
    }
    text.len()
}
