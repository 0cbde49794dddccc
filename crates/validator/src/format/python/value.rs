//! What an expression is worth, as far as its text says.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use super::Reader;
use super::literal;
use super::token::Class;
use crate::limits::{MAX_VALUE, Parts};
use crate::reading::{Origin, Part, SlipKind, Value};

/// Parentheses are looked into this deep.
const DEPTH: usize = 50;

/// An expression's worth.
#[derive(Clone, Debug)]
pub(super) enum Worth {
    /// A string, known in part at least.
    Text(Vec<Part>),
    /// A number, and how it prints where that is known.
    Number(Option<String>),
    /// Certainly no string: a truth value, a list, a tuple; and how it prints where that is known.
    Other(Option<String>),
    /// Not known.
    Unknown,
}

impl Worth {
    /// How many bytes of text it holds.
    pub(super) fn size(&self) -> usize {
        let of_part = |part: &Part| part.text.as_ref().map_or(0, String::len) + size_of::<Part>();
        match self {
            Self::Text(parts) => parts.iter().map(of_part).sum(),
            Self::Other(Some(text)) => text.len(),
            _ => 0,
        }
    }
}

impl Reader<'_> {
    /// An expression's worth.
    pub(super) fn worth(&self, range: &Range<usize>) -> Worth {
        self.worth_within(range, DEPTH)
    }

    fn worth_within(&self, range: &Range<usize>, depth: usize) -> Worth {
        const CHOICES: &[&str] = &["if", "or", "and", "not", "lambda", "in", "is", "await"];
        if range.is_empty() || depth == 0 {
            return Worth::Unknown;
        }
        let code = self.code;
        if code.word(range.start) == "(" && code.inside(range.start).end + 1 == range.end {
            return self.worth_within(&code.inside(range.start), depth - 1);
        }
        if code.split(range, ",").len() > 1 || code.word(range.end - 1) == "," {
            return Worth::Other(None);
        }
        if code.outer(range).any(|at| CHOICES.contains(&code.word(at))) {
            return Worth::Unknown;
        }
        let terms = code.split(range, "+");
        if terms.len() > 1 {
            return self.sum(&terms, depth);
        }
        self.term(range, depth)
    }

    /// `a + b`: a string where any of the terms is one.
    fn sum(&self, terms: &[Range<usize>], depth: usize) -> Worth {
        let mut is_text = false;
        let mut parts = Parts::default();
        for term in terms {
            match self.worth_within(term, depth - 1) {
                Worth::Text(more) => {
                    is_text = true;
                    parts.extend(more);
                }
                _ => parts.push(self.unknown(term)),
            }
            if is_text && parts.is_full() {
                break;
            }
        }
        if is_text {
            Worth::Text(parts.finish())
        } else {
            Worth::Unknown
        }
    }

    fn term(&self, range: &Range<usize>, depth: usize) -> Worth {
        let code = self.code;
        let class = code.tokens[range.start].class;
        let word = code.word(range.start);
        if class == Class::Text {
            return self.text_term(range);
        }
        if class == Class::Number && range.len() == 1 {
            return Worth::Number(Some(word.replace('_', "")));
        }
        if word == "-" && range.len() == 2 && code.tokens[range.start + 1].class == Class::Number {
            return Worth::Number(Some(format!("-{}", code.word(range.start + 1))));
        }
        if matches!(word, "[" | "{") && code.inside(range.start).end + 1 == range.end {
            let list = (word == "[").then(|| self.list(&code.inside(range.start), depth));
            return Worth::Other(list.flatten());
        }
        if range.len() == 1 && class == Class::Name {
            return match word {
                "True" | "False" | "None" => Worth::Other(Some(word.to_owned())),
                _ => self.bound(word),
            };
        }
        self.call_or_lookup(range, depth)
    }

    /// How a list prints.
    fn list(&self, inside: &Range<usize>, depth: usize) -> Option<String> {
        let mut text = "[".to_owned();
        for item in self.code.split(inside, ",") {
            let worth = self.worth_within(&item, depth - 1);
            let quote = if matches!(worth, Worth::Text(_)) {
                "'"
            } else {
                ""
            };
            let item = self.printed(worth)?;
            if item.contains(['\'', '\\', '\n']) || text.len() > MAX_VALUE {
                return None;
            }
            let comma = if text.len() > 1 { ", " } else { "" };
            text = [&text, comma, quote, &item, quote].concat();
        }
        text.push(']');
        Some(text)
    }

    /// String literals next to each other, perhaps formatted.
    fn text_term(&self, range: &Range<usize>) -> Worth {
        let code = self.code;
        let is_text = |at: &usize| code.tokens[*at].class == Class::Text;
        let literals = range.clone().take_while(is_text).count();
        let mut parts = Parts::default();
        for at in range.start..range.start + literals {
            let literal = literal::parse(code.text, &code.tokens[at].span);
            parts.extend(literal.parts(&|expression| self.in_braces(expression)));
        }
        let parts = parts.finish();
        let rest = range.start + literals;
        if rest == range.end {
            return Worth::Text(parts);
        }
        let open = match code.word(rest) {
            "%" => '%',
            "." if code.word(rest + 1) == "format" => '{',
            _ => return Worth::Unknown,
        };
        Worth::Text(cut_at(parts, open, self.unknown(&(rest..range.end))))
    }

    /// What a name in an f-string stands for.
    fn in_braces(&self, expression: &str) -> Option<String> {
        let worth = self.bound(expression);
        self.printed(worth)
    }

    /// How a value prints.
    fn printed(&self, worth: Worth) -> Option<String> {
        match worth {
            Worth::Text(parts) => parts.iter().map(|part| part.text.as_deref()).collect(),
            Worth::Number(text) => text.filter(|text| is_plain_number(text)),
            Worth::Other(text) => text,
            Worth::Unknown => None,
        }
    }

    /// `str(…)`, `os.environ[…]`, `os.getenv(…)` and numbers made by a call.
    fn call_or_lookup(&self, range: &Range<usize>, depth: usize) -> Worth {
        const NUMBERS: &[&str] = &["int", "len", "float", "bool", "os.cpu_count"];
        let code = self.code;
        let (name, open) = self.dotted(range.start, range.end);
        let whole = matches!(code.word(open), "(" | "[") && code.inside(open).end + 1 == range.end;
        if !whole {
            return Worth::Unknown;
        }
        let inside = code.inside(open);
        match (name.as_str(), code.word(open)) {
            ("str", "(") => {
                let printed = self.printed(self.worth_within(&inside, depth - 1));
                Worth::Text(vec![self.derived(printed, range)])
            }
            ("os.environ", "[") => self.lookup(&inside, range),
            ("os.environ.get" | "os.getenv", "(") => {
                let key = code.split(&inside, ",").into_iter().next();
                key.map_or(Worth::Unknown, |key| self.lookup(&key, range))
            }
            (name, "(") if NUMBERS.contains(&name) => Worth::Number(None),
            _ => Worth::Unknown,
        }
    }

    /// The value of a variable that the text has set before.
    fn lookup(&self, key: &Range<usize>, whole: &Range<usize>) -> Worth {
        let setting = self
            .known_text(key)
            .and_then(|name| self.session.environment.get(&name));
        match setting {
            Some(setting) => Worth::Text(vec![self.derived(setting.value.clone(), whole)]),
            None => Worth::Text(vec![self.derived(None, whole)]),
        }
    }

    /// The text of an expression, where it is a string that is known.
    pub(super) fn known_text(&self, range: &Range<usize>) -> Option<String> {
        match self.worth(range) {
            Worth::Text(parts) => parts.iter().map(|part| part.text.as_deref()).collect(),
            _ => None,
        }
    }

    /// An expression as a variable's value; notes one that is certainly no string.
    pub(super) fn value(&mut self, name: &str, range: &Range<usize>) -> Value {
        let span = self.code.span(range);
        let parts = match self.worth(range) {
            Worth::Text(parts) => parts,
            Worth::Unknown => vec![self.unknown(range)],
            Worth::Number(text) => {
                let literal = self.code.tokens[range.end - 1].class == Class::Number;
                let quote = |at| (at..at, "\"".to_owned());
                let plain = literal && text.as_deref().is_some_and(is_plain_number);
                let edits = if plain {
                    vec![quote(span.start), quote(span.end)]
                } else {
                    Vec::new()
                };
                self.session
                    .slip(SlipKind::NotPythonString, Some(name), span.clone(), edits);
                vec![self.derived(text, range)]
            }
            Worth::Other(_) => {
                self.session.slip(
                    SlipKind::NotPythonString,
                    Some(name),
                    span.clone(),
                    Vec::new(),
                );
                vec![self.unknown(range)]
            }
        };
        Value { parts, span }
    }

    fn derived(&self, text: Option<String>, range: &Range<usize>) -> Part {
        Part {
            text,
            span: self.code.span(range),
            origin: Origin::Derived,
        }
    }

    fn unknown(&self, range: &Range<usize>) -> Part {
        self.derived(None, range)
    }
}

/// A number that prints as it is written.
fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let whole = digits.chars().all(|c| c.is_ascii_digit());
    let decimal = digits.split_once('.').is_some_and(|(whole, part)| {
        let all = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
        all(whole) && all(part) && (part == "0" || !part.ends_with('0')) && part.len() < 15
    });
    !digits.is_empty() && (whole && (digits == "0" || !digits.starts_with('0')) || decimal)
}

/// The parts up to the first placeholder, then something that is not known.
fn cut_at(parts: Vec<Part>, open: char, unknown: Part) -> Vec<Part> {
    let mut kept = Vec::new();
    for mut part in parts {
        let at = part.text.as_deref().and_then(|text| text.find(open));
        if let (Some(at), Some(text)) = (at, &mut part.text) {
            text.truncate(at);
            if part.origin != Origin::Derived {
                part.span.end = part.span.start + at;
            }
            kept.push(part);
            break;
        }
        kept.push(part);
    }
    kept.push(unknown);
    kept
}
