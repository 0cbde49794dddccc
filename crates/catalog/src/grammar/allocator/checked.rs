//! The parser of 2.8 and older, and of the CUDA part of 2.9: it insists on every separator and
//! reads integers with `std::stoi`.

use crate::Version;

use super::super::c_number::{stod, stoi, stoull};
use super::failure::{Cause, Failure, fail};
use super::keys::{self, Kind};
use super::tokens::Token;

/// Parses tokens as the release does. `loaded` is the backend that was chosen when the library
/// was loaded.
pub(super) fn parse(tokens: &[Token], torch: Version, loaded: &str) -> Result<(), Failure> {
    let parser = Parser { tokens, loaded };
    let mut at = 0;
    while at < tokens.len() {
        let Some(key) = keys::in_release(&tokens[at].text, torch) else {
            return fail(at, Cause::UnknownKey);
        };
        at = parser.value(key.kind, at)? + 1;
        if at < tokens.len() {
            parser.expect(at, ',')?;
            at += 1;
        }
    }
    Ok(())
}

/// The backend that the loader of 2.9 and older picks: options are cut at blanks and commas, so a
/// blank beside the colon hides the value from it.
pub(super) fn loaded_backend(value: &str) -> &'static str {
    value
        .split(|c: char| c == ',' || super::super::c_number::is_space(c))
        .find_map(|option| {
            let mut parts = option.split(':').filter(|part| !part.is_empty());
            let named = !option.starts_with(':') && parts.next() == Some("backend");
            match parts.next().filter(|_| named)? {
                "cudaMallocAsync" => Some("cudaMallocAsync"),
                "native" => Some("native"),
                _ => None,
            }
        })
        .unwrap_or("native")
}

struct Parser<'a> {
    tokens: &'a [Token],
    loaded: &'a str,
}

impl Parser<'_> {
    fn text(&self, at: usize) -> Option<&str> {
        self.tokens.get(at).map(|token| token.text.as_str())
    }

    fn expect(&self, at: usize, c: char) -> Result<(), Failure> {
        match self.text(at) {
            Some(text) if text.len() == 1 && text.starts_with(c) => Ok(()),
            Some(_) => fail(at, Cause::Expected(c)),
            None => fail(at, Cause::Ends),
        }
    }

    /// Reads `:` and a value after the key at `key`; gives the index of the value's last token.
    fn value(&self, kind: Kind, key: usize) -> Result<usize, Failure> {
        self.expect(key + 1, ':')?;
        let at = key + 2;
        let Some(text) = self.text(at) else {
            return fail(at, Cause::Ends);
        };
        if kind == Kind::Divisions && text == "[" {
            return self.list(at);
        }
        if kind == Kind::Backend && matches!(text, "native" | "cudaMallocAsync") {
            let same = text == self.loaded;
            return if same {
                Ok(at)
            } else {
                fail(at, Cause::BackendDiffers)
            };
        }
        if takes(kind, text) {
            Ok(at)
        } else {
            fail(at, Cause::Value)
        }
    }

    /// Reads a list that opens at `open`; a list that ends with the settings needs no bracket.
    fn list(&self, open: usize) -> Result<usize, Failure> {
        let mut at = open + 1;
        while let Some(interval) = self.text(at).filter(|text| *text != "]") {
            self.expect(at + 1, ':')?;
            let Some(divisions) = self.text(at + 2) else {
                return fail(at + 2, Cause::Ends);
            };
            if !integer(divisions).is_some_and(|it| it == 0 || it.is_power_of_two()) {
                return fail(at + 2, Cause::Value);
            }
            if interval != ">" && !stoull(interval).is_ok_and(u64::is_power_of_two) {
                return fail(at, Cause::Value);
            }
            at += 3;
            if self.text(at) != Some("]") {
                self.expect(at, ',')?;
                at += 1;
            }
        }
        Ok(at)
    }
}

/// `std::stoi` into an unsigned 64-bit number.
fn integer(text: &str) -> Option<u64> {
    stoi(text)
        .ok()
        .map(|value| i64::from(value).cast_unsigned())
}

/// Whether a single token is a value of the kind; kinds of later releases never get here.
fn takes(kind: Kind, text: &str) -> bool {
    match kind {
        Kind::Boolean => matches!(text, "True" | "False"),
        Kind::SplitSize => integer(text).is_some_and(|size| size > 20),
        Kind::Threshold => stod(text).is_ok_and(|(value, _)| value > 0.0 && value < 1.0),
        Kind::Threads => integer(text).is_some_and(|it| it.is_power_of_two() && it <= 128),
        Kind::Divisions => integer(text).is_some_and(u64::is_power_of_two),
        _ => false,
    }
}
