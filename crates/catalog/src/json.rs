//! A reader of JSON for the engine: small in a browser, and a value that nobody asks for is only
//! stepped over.
//!
//! The serde of a structure is code of its own for every field, and brings tables for printing and
//! reading floating-point numbers along, which a playground would load for a catalogue of words.

use crate::prelude::*;
use alloc::borrow::Cow;
use core::ops::Range;

/// How deep values may nest.
const DEPTH: usize = 128;

/// Reads one JSON text from its start to its end. Every function gives `None` where the text does
/// not go on as asked.
#[derive(Clone, Debug)]
pub struct JsonReader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> JsonReader<'t> {
    /// A reader at the start of a text.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            depth: 0,
        }
    }

    /// Succeeds where nothing but blanks is left.
    pub fn end(&mut self) -> Option<()> {
        self.blanks();
        (self.at == self.text.len()).then_some(())
    }

    /// A string.
    pub fn string(&mut self) -> Option<Cow<'t, str>> {
        let inside = self.quoted()?;
        let controls = inside.bytes().any(|byte| byte < b' ');
        decoded(inside).filter(|_| !controls)
    }

    /// The place of a string's inside in the text, its escapes not decoded.
    pub fn inside(&mut self) -> Option<Range<usize>> {
        let inside = self.quoted()?;
        let end = self.at - 1;
        Some(end - inside.len()..end)
    }

    /// A string or `null`.
    pub fn string_or_null(&mut self) -> Option<Option<Cow<'t, str>>> {
        match self.skip()? {
            "null" => Some(None),
            value => Self::new(value).string().map(Some),
        }
    }

    /// `true` or `false`.
    pub fn boolean(&mut self) -> Option<bool> {
        match self.bare()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// A whole number.
    pub fn integer(&mut self) -> Option<i64> {
        self.bare()?.parse().ok()
    }

    /// A list; `item` reads each of its values.
    pub fn list(&mut self, item: &mut dyn FnMut(&mut Self) -> Option<()>) -> Option<()> {
        self.open(b'[')?;
        if self.closes(b']') {
            return Some(());
        }
        loop {
            item(self)?;
            if self.closes(b']') {
                return Some(());
            }
            self.token(b',')?;
        }
    }

    /// An object; `entry` is given each key and reads its value.
    pub fn object(&mut self, entry: &mut dyn FnMut(&str, &mut Self) -> Option<()>) -> Option<()> {
        self.open(b'{')?;
        if self.closes(b'}') {
            return Some(());
        }
        loop {
            let key = self.string()?;
            self.token(b':')?;
            entry(&key, self)?;
            if self.closes(b'}') {
                return Some(());
            }
            self.token(b',')?;
        }
    }

    /// An object, as it is written: up to the bracket that closes it, the rest not checked.
    pub fn object_text(&mut self) -> Option<&'t str> {
        self.blanks();
        let (start, mut depth) = (self.at, 0_usize);
        loop {
            match self.byte()? {
                b'"' => {
                    self.quoted()?;
                    continue;
                }
                b'{' => depth += 1,
                b'}' => depth = depth.checked_sub(1)?,
                _ if depth == 0 => return None,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return Some(&self.text[start..self.at]);
            }
        }
    }

    /// Any value, as it is written.
    pub fn skip(&mut self) -> Option<&'t str> {
        self.blanks();
        let start = self.at;
        match self.byte()? {
            b'"' => drop(self.string()?),
            b'[' => self.list(&mut |it| it.skip().map(drop))?,
            b'{' => self.object(&mut |_, it| it.skip().map(drop))?,
            _ => {
                let word = self.bare()?;
                if !matches!(word, "true" | "false" | "null") && !is_number(word) {
                    return None;
                }
            }
        }
        Some(&self.text[start..self.at])
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn blanks(&mut self) {
        while matches!(self.byte(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn token(&mut self, token: u8) -> Option<()> {
        self.blanks();
        (self.byte()? == token).then(|| self.at += 1)
    }

    fn open(&mut self, bracket: u8) -> Option<()> {
        self.token(bracket)?;
        self.depth += 1;
        (self.depth <= DEPTH).then_some(())
    }

    fn closes(&mut self, bracket: u8) -> bool {
        let closed = self.token(bracket).is_some();
        self.depth -= usize::from(closed);
        closed
    }

    /// The inside of a string, neither checked nor decoded.
    fn quoted(&mut self) -> Option<&'t str> {
        self.token(b'"')?;
        let start = self.at;
        loop {
            // Found by machine words: a byte at a time is slow where a browser has just started.
            let inside = &self.text[self.at..];
            let inside = &inside[..inside.find('"')?];
            self.at += inside.len() + 1;
            let escapes = inside.len() - inside.trim_end_matches('\\').len();
            if escapes.is_multiple_of(2) {
                return Some(&self.text[start..self.at - 1]);
            }
        }
    }

    /// Letters, digits and the signs of a number.
    fn bare(&mut self) -> Option<&'t str> {
        self.blanks();
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"+-.".contains(c));
        let word = &rest[..end.unwrap_or(rest.len())];
        self.at += word.len();
        (!word.is_empty()).then_some(word)
    }
}

/// Whether a word is a number as JSON writes it.
fn is_number(word: &str) -> bool {
    let (number, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let digits = |it: &str| !it.is_empty() && it.bytes().all(|byte| byte.is_ascii_digit());
    digits(exponent)
        && digits(fraction)
        && digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
}

/// The inside of a string with its escapes decoded.
fn decoded(inside: &str) -> Option<Cow<'_, str>> {
    if !inside.contains('\\') {
        return Some(Cow::Borrowed(inside));
    }
    let (mut text, mut rest) = (String::new(), inside);
    while let Some((before, after)) = rest.split_once('\\') {
        let (sign, length) = escape(after)?;
        text.push_str(before);
        text.push(sign);
        rest = after.get(length..)?;
    }
    text.push_str(rest);
    Some(Cow::Owned(text))
}

/// What stands for an escape, and how long it is without its backslash.
fn escape(text: &str) -> Option<(char, usize)> {
    let sign = match text.bytes().next()? {
        b'u' => return unicode(text),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        sign @ (b'"' | b'/' | b'\\') => char::from(sign),
        _ => return None,
    };
    Some((sign, 1))
}

/// `uXXXX`, or two of them for a character beyond them.
fn unicode(text: &str) -> Option<(char, usize)> {
    let first = unit(text)?;
    if !(0xD800..0xDC00).contains(&first) {
        return Some((char::from_u32(first)?, 5));
    }
    let second = unit(text[5..].strip_prefix('\\')?)?;
    let low = second.checked_sub(0xDC00).filter(|low| *low < 0x400)?;
    let sign = char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + low)?;
    Some((sign, 11))
}

fn unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('u')?.get(..4)?;
    let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| hexadecimal)
}

#[cfg(test)]
mod tests {
    use super::JsonReader;

    /// Whether the reader and serde_json agree that a text is JSON.
    #[track_caller]
    fn agree(text: &str) {
        let mut reader = JsonReader::new(text);
        let ours = reader.skip().and_then(|_| reader.end()).is_some();
        let theirs = serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
        assert_eq!(ours, theirs, "{text}");
    }

    #[test]
    fn what_is_json_agrees_with_serde() {
        for text in [
            "",
            " ",
            "{}",
            "[]",
            "[1,]",
            "[1 2]",
            "{\"a\":1}",
            "{\"a\" 1}",
            "{\"a\":1,}",
            "{a:1}",
            "null",
            "nul",
            "tru",
            "true",
            "-",
            "-1",
            "+1",
            "01",
            "1.",
            "1.5",
            ".5",
            "1e5",
            "1e",
            "1E+5",
            "1e5.5",
            "--1",
            "1-1",
            "\"a",
            "\"a\\\"",
            "\"\n\"",
            "{}{}",
            "[[[]]]",
            "]",
            "{\"a\":[{}]}",
        ] {
            agree(text);
        }
        agree(&"[".repeat(200));
    }

    #[test]
    fn strings_agree_with_serde() {
        for text in [
            r#""plain""#,
            r#""a\"b""#,
            r#""\\\\n""#,
            r#""\u00e9\u4e2d""#,
            r#""\ud83d\ude00!""#,
            r#""\ud83d""#,
            r#""\ud83dx""#,
            r#""\udc00""#,
            r#""\u+123""#,
            r#""\q""#,
            r#""\b\f\t\/é""#,
        ] {
            let ours = JsonReader::new(text).string().map(|it| it.into_owned());
            assert_eq!(ours, serde_json::from_str(text).ok(), "{text}");
        }
    }
}
