//! The parser of 2.10 and newer, and of the generic part of 2.9: it counts tokens and does not
//! look at the separators, so it fails only where tokens run out or a value is wrong.

use crate::Version;
use crate::prelude::*;

use super::super::c_number::{stod, stoull, stream_number};
use super::failure::{Cause, Failure, fail};
use super::keys::{self, Kind, LARGE_SEGMENTS, Part, UNCHECKED};
use super::tokens::Token;

/// Size of a large segment in MiB where nothing else is set.
const LARGE_SEGMENT: u64 = 20;

/// What a run of the parser leaves behind.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    /// Tokens with a reserve that is ignored with a warning.
    pub(super) ignored: Vec<usize>,
}

/// What the loader does at `import torch`: it walks over the keys up to the first `backend`.
/// Gives the backend it picks.
pub(super) fn load(tokens: &[Token]) -> Result<&'static str, Failure> {
    let walk = Walk::new(tokens);
    let mut at = 0;
    while at < tokens.len() {
        if tokens[at].text == "backend" {
            let value = walk.text(at + 2)?;
            return Ok(if value == "cudaMallocAsync" {
                "cudaMallocAsync"
            } else {
                "native"
            });
        }
        at = walk.skip(at)? + 2;
    }
    Ok("native")
}

/// The generic part alone. That of 2.9 skips keys it does not know, later ones those of CUDA.
pub(super) fn parse_generic(tokens: &[Token], torch: Version) -> Result<(), Failure> {
    Walk::sized(tokens, torch)?
        .part(Part::Generic, torch, "native")
        .map(|_| ())
}

/// Both parts, generic first, as the first use of CUDA memory runs them.
pub(super) fn parse(tokens: &[Token], torch: Version, loaded: &str) -> Result<Parsed, Failure> {
    let walk = Walk::sized(tokens, torch)?;
    walk.part(Part::Generic, torch, loaded)?;
    walk.part(Part::Cuda, torch, loaded)
}

struct Walk<'a> {
    tokens: &'a [Token],
    large_segment: u64,
}

impl<'a> Walk<'a> {
    fn new(tokens: &'a [Token]) -> Self {
        Self {
            tokens,
            large_segment: LARGE_SEGMENT,
        }
    }

    /// A walk that knows the size of large segments, which bounds other sizes.
    fn sized(tokens: &'a [Token], torch: Version) -> Result<Self, Failure> {
        let mut walk = Self::new(tokens);
        if torch >= LARGE_SEGMENTS {
            walk.large_segment = walk.find_large_segment()?;
        }
        Ok(walk)
    }

    fn text(&self, at: usize) -> Result<&'a str, Failure> {
        match self.tokens.get(at) {
            Some(token) => Ok(&token.text),
            None => fail(at, Cause::Ends),
        }
    }

    /// Passes over the value of the key at `key`; gives the index of its last token.
    fn skip(&self, key: usize) -> Result<usize, Failure> {
        let value = key + 2;
        if self.text(key + 1).and_then(|_| self.text(value))? != "[" {
            return Ok(value);
        }
        let closing = self.tokens[value..]
            .iter()
            .position(|token| token.text == "]");
        closing.map_or_else(|| fail(value, Cause::Unclosed), |offset| Ok(value + offset))
    }

    /// The large segment size is looked for first, at every token, value or key.
    fn find_large_segment(&self) -> Result<u64, Failure> {
        let mut size = LARGE_SEGMENT;
        let mut at = 0;
        while at < self.tokens.len() {
            if self.tokens[at].text == "large_segment_size_mb" {
                self.text(at + 1)?;
                at += 2;
                size = match stoull(self.text(at)?) {
                    Ok(size) if size > 10 => size.min(u64::MAX >> 20),
                    _ => return fail(at, Cause::Value),
                };
            }
            at += 1;
        }
        Ok(size)
    }

    /// One loop over the settings; keys of the other part are passed over.
    fn part(&self, part: Part, torch: Version, loaded: &str) -> Result<Parsed, Failure> {
        let mut parsed = Parsed::default();
        let mut at = 0;
        while at < self.tokens.len() {
            let key = keys::in_release(&self.tokens[at].text, torch);
            let last = match key {
                Some(key) if key.part == part && key.kind != Kind::SegmentSize => {
                    self.value(key.kind, at, loaded, &mut parsed)?
                }
                None if torch >= UNCHECKED => return fail(at, Cause::UnknownKey),
                _ => self.skip(at)?,
            };
            at = last + 2;
        }
        Ok(parsed)
    }

    /// Reads the value of the key at `key`; gives the index of its last token.
    fn value(
        &self,
        kind: Kind,
        key: usize,
        loaded: &str,
        parsed: &mut Parsed,
    ) -> Result<usize, Failure> {
        self.text(key + 1)?;
        let at = key + 2;
        let text = self.text(at)?;
        match kind {
            Kind::Divisions if text == "[" => return self.divisions(at),
            Kind::ReserveByClass => return self.classes(at, parsed),
            Kind::Reserve if !is_reserve(text) => parsed.ignored.push(at),
            Kind::Backend if matches!(text, "native" | "cudaMallocAsync") && text != loaded => {
                return fail(at, Cause::BackendDiffers);
            }
            _ if !self.takes(kind, text) => return fail(at, Cause::Value),
            _ => {}
        }
        Ok(at)
    }

    /// Whether a single token is a value of the kind.
    fn takes(&self, kind: Kind, text: &str) -> bool {
        let size = |least: u64| stoull(text).is_ok_and(|size| size >= least);
        match kind {
            Kind::Boolean => matches!(text, "True" | "False"),
            Kind::SplitSize => size(self.large_segment),
            Kind::SegmentSize => size(11),
            Kind::PositiveSize => size(1),
            Kind::Size => size(0),
            Kind::Threshold => stod(text).is_ok_and(|(value, _)| value > 0.0 && value < 1.0),
            Kind::Fraction => stod(text).is_ok_and(|(value, _)| (0.0..=1.0).contains(&value)),
            Kind::Threads => stoull(text).is_ok_and(|it| it.is_power_of_two() && it <= 128),
            Kind::Divisions => stoull(text).is_ok_and(u64::is_power_of_two),
            Kind::Backend => matches!(text, "native" | "cudaMallocAsync"),
            Kind::Reserve | Kind::ReserveByClass => true,
        }
    }

    /// Reads a list of divisions that opens at `open`.
    fn divisions(&self, open: usize) -> Result<usize, Failure> {
        let mut at = open + 1;
        while at < self.tokens.len() && self.tokens[at].text != "]" {
            self.text(at + 1)?;
            let divisions = stoull(self.text(at + 2)?);
            if !divisions.is_ok_and(|it| it == 0 || it.is_power_of_two()) {
                return fail(at + 2, Cause::Value);
            }
            let interval = self.text(at)?;
            if interval != ">" && !stoull(interval).is_ok_and(u64::is_power_of_two) {
                return fail(at, Cause::Value);
            }
            at += if self.text(at + 3)? == "]" { 3 } else { 4 };
        }
        if at < self.tokens.len() {
            Ok(at)
        } else {
            fail(open, Cause::Unclosed)
        }
    }

    /// Reads a list of classes; the token at `open` is taken for its bracket, whatever it is.
    fn classes(&self, open: usize, parsed: &mut Parsed) -> Result<usize, Failure> {
        let mut at = open + 1;
        while self.text(at)? != "]" {
            self.text(at + 1)?;
            if !is_reserve(self.text(at + 2)?) {
                parsed.ignored.push(at + 2);
            }
            at += if self.text(at + 3)? == "," { 4 } else { 3 };
        }
        Ok(at)
    }
}

/// Whether a reserve is a positive number, with or without `G`.
pub(super) fn is_reserve(text: &str) -> bool {
    let number = text.strip_suffix(['G', 'g']).unwrap_or(text);
    stream_number(number).is_some_and(|value| value > 0.0)
}
