//! A YAML scalar: what it says, how it is written, and what type a reader gives it.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use readpoint_catalog::grammar::is_decimal;

use crate::format::mapped::{Mapped, backslash, no_escape};
use crate::reading::{Quoting, Span, Value};

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Written {
    /// Without quotes.
    Plain,
    /// In single quotes.
    Single,
    /// In double quotes.
    Double,
    /// `|` or `>`.
    Block,
}

/// The type of a scalar under the rules that YAML readers share (1.1 and 1.2 together: where one
/// of them sees a number or a boolean, it is one).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resolved {
    /// A string.
    Text,
    /// A number that is printed as it is written.
    Numeral,
    /// A number that is printed differently from how it is written (`8.0`, `1e3`, `010`).
    Number,
    /// A boolean.
    Boolean,
    /// Nothing, `~` or `null`.
    Null,
}

/// A scalar.
#[derive(Clone, Debug)]
pub(crate) struct Scalar {
    /// The text it stands for.
    pub(crate) mapped: Mapped,
    /// How it is written.
    pub(crate) written: Written,
    /// Where it stands, quotes included.
    pub(crate) span: Span,
    /// It holds a template expression, so its text is not known.
    pub(super) template: bool,
    as_string: bool,
}

impl Scalar {
    /// Finds out how `decoded` is written at `span`.
    pub(super) fn new(
        text: &str,
        decoded: &str,
        written: Written,
        as_string: bool,
        span: Span,
    ) -> Self {
        let span = match written {
            Written::Single | Written::Double => close_quote(text, span),
            _ => span,
        };
        let source = &text[span.clone()];
        let mapped = mapped(decoded, source, written, span.start);
        Self {
            mapped: mapped.unwrap_or_else(|| derived(decoded, &span)),
            written,
            span,
            template: false,
            as_string,
        }
    }

    /// The type that readers give it.
    pub(crate) fn resolved(&self) -> Resolved {
        if self.written != Written::Plain || self.as_string || self.template {
            return Resolved::Text;
        }
        resolve(&self.mapped.text)
    }

    /// As a value of a variable.
    pub(crate) fn value(&self) -> Value {
        if self.template {
            return Value::unknown(self.span.clone());
        }
        self.mapped.value(self.quoting(), self.span.clone())
    }

    /// A piece of its text as a scalar of its own, written in the same way.
    pub(crate) fn piece(&self, range: core::ops::Range<usize>) -> Self {
        Self {
            mapped: self.mapped.sub(&range),
            span: self.mapped.span(&range),
            ..self.clone()
        }
    }

    /// What may be written in place of its letters.
    pub(crate) fn quoting(&self) -> Quoting {
        match self.written {
            Written::Plain | Written::Block => Quoting::Plain,
            Written::Single | Written::Double => Quoting::Quoted,
        }
    }

    /// The edits that put it into quotes.
    pub(crate) fn quote(&self) -> Vec<(Span, String)> {
        if self.written != Written::Plain || self.template {
            return Vec::new();
        }
        let quote = |at| (at..at, "\"".to_owned());
        if self.span.is_empty() {
            return Vec::new();
        }
        vec![quote(self.span.start), quote(self.span.end)]
    }
}

/// The decoded text laid along what is written; `None` where they do not fit.
fn mapped(decoded: &str, source: &str, written: Written, start: usize) -> Option<Mapped> {
    let inner = || source.get(1..source.len().checked_sub(1)?);
    match written {
        Written::Plain => Mapped::align(decoded, source, start, no_escape),
        Written::Block => Mapped::align(decoded, source, start, no_escape),
        Written::Single => Mapped::align(decoded, inner()?, start + 1, doubled_quote),
        Written::Double => {
            let simple = Mapped::unescape(inner()?, start + 1, backslash);
            if simple.text == decoded {
                return Some(simple);
            }
            Mapped::align(decoded, inner()?, start + 1, backslash)
        }
    }
}

fn doubled_quote(text: &str) -> Option<(usize, String)> {
    text.starts_with("''").then(|| (2, "'".to_owned()))
}

fn derived(decoded: &str, span: &Span) -> Mapped {
    let mut mapped = Mapped::default();
    mapped.push_derived(decoded, span.clone());
    mapped
}

/// The parser counts what follows a closing quote (blanks, a comment) into the scalar.
fn close_quote(text: &str, span: Span) -> Span {
    let source = &text[span.clone()];
    let Some(quote) = source.chars().next() else {
        return span;
    };
    let mut escaped = false;
    let mut end = source.len();
    let mut chars = source.char_indices().skip(1).peekable();
    while let Some((at, c)) = chars.next() {
        if escaped {
            escaped = false;
        } else if c == '\\' && quote == '"' {
            escaped = true;
        } else if c == quote {
            if quote == '\'' && chars.next_if(|&(_, next)| next == quote).is_some() {
                continue;
            }
            end = at + 1;
            break;
        }
    }
    span.start..span.start + end
}

fn resolve(text: &str) -> Resolved {
    const BOOLEANS: &[&str] = &["true", "false", "yes", "no", "on", "off", "y", "n"];
    let lower = text.to_ascii_lowercase();
    let capital = text.starts_with(|c: char| c.is_ascii_uppercase());
    let cased = text == lower
        || text == text.to_ascii_uppercase()
        || capital && text.get(1..) == lower.get(1..);
    if text.is_empty() || text == "~" || (lower == "null" && cased) {
        return Resolved::Null;
    }
    if cased && BOOLEANS.contains(&lower.as_str()) {
        return Resolved::Boolean;
    }
    number(text).unwrap_or(Resolved::Text)
}

/// Whether plain text is a number, and whether it is printed as it is written.
fn number(text: &str) -> Option<Resolved> {
    let body = text.strip_prefix(['+', '-']).unwrap_or(text);
    let signed = text.starts_with('+');
    if body.starts_with("0x") || body.starts_with("0o") || body.starts_with("0b") {
        let radix = match body.as_bytes()[1] {
            b'x' => 16,
            b'o' => 8,
            _ => 2,
        };
        let digits = &body[2..];
        let all = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix) || c == '_');
        return all.then_some(Resolved::Number);
    }
    if [".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN"].contains(&body) {
        return Some(Resolved::Number);
    }
    if !body.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    if body.chars().all(|c| c.is_ascii_digit() || c == '_') {
        let plain = !signed && !body.contains('_') && (body == "0" || !body.starts_with('0'));
        return Some(if plain {
            Resolved::Numeral
        } else {
            Resolved::Number
        });
    }
    let digits: String = body.chars().filter(|&c| c != '_').gathered();
    is_decimal(&digits).then_some(if !signed && is_shortest(body) {
        Resolved::Numeral
    } else {
        Resolved::Number
    })
}

/// Whether a decimal number is written as every reader prints it: no zero to spare, and no more
/// digits than are exact.
fn is_shortest(text: &str) -> bool {
    const EXACT: usize = 15;
    text.split_once('.').is_some_and(|(whole, part)| {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let bare = whole == "0" && !part.starts_with("0000") || !whole.starts_with('0');
        let filled = !whole.is_empty() && !part.is_empty() && !part.ends_with('0');
        digits(whole) && digits(part) && bare && filled && whole.len() + part.len() <= EXACT
    })
}
