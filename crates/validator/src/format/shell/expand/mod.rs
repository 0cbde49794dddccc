//! Expansion: what words give, with the bytes each piece comes from.

mod brace;
mod field;
mod operate;
mod parameter;
mod slice;

pub(super) use field::{Field, Fields};
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::arith;
use super::pattern::Pattern;
use super::run::{Flow, Shell};
use super::source::{HOLE, origin, parts_of, text_of};
use super::state::Content;
use super::syntax::{Segment, SegmentKind, Word};
use crate::limits::MAX_VALUE;
use crate::reading::{Origin, Part, Span};

/// A piece of an expanded word.
#[derive(Clone, Debug)]
enum Chunk {
    /// Text.
    Text(Piece),
    /// A new field begins; in a value `$*` puts the first separator there, `$@` a blank.
    Break {
        /// It is `$*`.
        star: bool,
    },
}

/// Text of an expanded word.
#[derive(Clone, Debug)]
struct Piece {
    /// The text, with holes.
    text: String,
    /// No splitting, no patterns.
    quoted: bool,
    /// Blanks in it end fields.
    splits: bool,
    span: Span,
    origin: Origin,
}

/// Where a word stands, for `~`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tilde {
    /// At the start.
    Word,
    /// At the start and behind each `:`.
    Assignment,
    /// Nowhere.
    Never,
}

/// Most bytes that expansions add to the words of one command.
const MAX_DERIVED: usize = 8 * MAX_VALUE;

/// How many bytes of some chunks are not written in the text.
fn derived_length(chunks: &[Chunk]) -> usize {
    let length = |chunk: &Chunk| match chunk {
        Chunk::Text(piece) if piece.origin == Origin::Derived => piece.text.len(),
        _ => 0,
    };
    chunks.iter().map(length).sum()
}

/// A word that cannot be known.
fn unknown(span: &Span) -> Chunk {
    Chunk::Text(Piece {
        text: HOLE.to_string(),
        quoted: false,
        splits: true,
        span: span.clone(),
        origin: Origin::Derived,
    })
}

impl Shell {
    /// Expands the words of a command.
    pub(super) fn fields(&mut self, words: &[Word]) -> Fields {
        let mut fields = Fields::new(self.separators(), self.settings.options.noglob);
        let mut derived = 0;
        for word in words {
            for word in brace::expand(word) {
                let chunks = self.chunks(&word, Tilde::Word);
                derived += derived_length(&chunks);
                if derived > MAX_DERIVED {
                    fields.exact = false;
                    return fields;
                }
                fields.add(&chunks, &word.span);
            }
        }
        fields
    }

    /// Expands a word that stays one text: a value, a subject, a file name.
    pub(super) fn value(&mut self, word: &Word) -> Vec<Part> {
        self.joined(word, Tilde::Assignment)
    }

    /// The text of a word that stays one.
    pub(super) fn text(&mut self, word: &Word) -> String {
        text_of(&self.joined(word, Tilde::Word))
    }

    fn joined(&mut self, word: &Word, tilde: Tilde) -> Vec<Part> {
        let mut parts = Vec::new();
        for chunk in self.chunks(word, tilde) {
            match chunk {
                Chunk::Text(piece) => {
                    parts_of(&piece.text, &piece.span, piece.origin, &mut parts);
                }
                Chunk::Break { star } => {
                    let glue = if star { self.glue() } else { " ".to_owned() };
                    parts_of(&glue, &word.span, Origin::Derived, &mut parts);
                }
            }
        }
        parts
    }

    /// Expands a pattern; `None` if it cannot be known or followed.
    pub(super) fn pattern(&mut self, word: &Word) -> Option<Pattern> {
        Pattern::new(&self.letters(word)?)
    }

    /// The letters of a pattern, each with whether it is quoted; `None` if they are not known.
    pub(super) fn letters(&mut self, word: &Word) -> Option<Vec<(char, bool)>> {
        let mut letters = Vec::new();
        for chunk in self.chunks(word, Tilde::Word) {
            match chunk {
                Chunk::Text(piece) => {
                    letters.add_all(piece.text.chars().map(|c| (c, piece.quoted)));
                }
                Chunk::Break { .. } => letters.push((' ', true)),
            }
        }
        if letters.iter().any(|(c, _)| *c == HOLE) {
            return None;
        }
        Some(letters)
    }

    /// Evaluates arithmetic in a word; an error gives up the command.
    pub(super) fn number(&mut self, word: &Word) -> arith::Number {
        let text = self.text(word);
        self.evaluate(&text)
    }

    /// Evaluates arithmetic text; an error gives up the command.
    pub(super) fn evaluate(&mut self, text: &str) -> arith::Number {
        match arith::evaluate(text, self) {
            Ok(number) => number,
            Err(arith::Wrong) => {
                self.abort(Flow::GiveUp);
                None
            }
        }
    }

    /// What splits fields; `None`: not known.
    pub(super) fn separators(&self) -> Option<String> {
        match &self
            .vars
            .told("IFS")
            .map(|it| (&it.content, it.maybe_unset))
        {
            None | Some((Content::Unset, false)) => Some(" \t\n".into()),
            Some((Content::Text(text), false)) if !text.contains(HOLE) => Some(text.clone()),
            Some(_) => None,
        }
    }

    /// What joins the elements of `"$*"`.
    fn glue(&self) -> String {
        match self.separators() {
            Some(text) => text.chars().next().map(String::from).unwrap_or_default(),
            None => HOLE.to_string(),
        }
    }

    fn chunks(&mut self, word: &Word, tilde: Tilde) -> Vec<Chunk> {
        let mut chunks = Vec::new();
        let mut derived = 0;
        for (index, segment) in word.segments.iter().enumerate() {
            let at_start = index == 0;
            let is_last = index + 1 == word.segments.len();
            let before = chunks.len();
            self.segment(segment, tilde, at_start, is_last, &mut chunks);
            derived += derived_length(&chunks[before..]);
            if derived > MAX_DERIVED {
                return vec![unknown(&word.span)];
            }
        }
        chunks
    }

    fn segment(
        &mut self,
        segment: &Segment,
        tilde: Tilde,
        at_start: bool,
        is_last: bool,
        chunks: &mut Vec<Chunk>,
    ) {
        let quoted = segment.quoted;
        let derived = |text: String| {
            Chunk::Text(Piece {
                text,
                quoted,
                splits: !quoted,
                span: segment.span.clone(),
                origin: Origin::Derived,
            })
        };
        match &segment.kind {
            SegmentKind::Text(text, verbatim) => {
                let literal = Literal {
                    segment,
                    text,
                    verbatim: *verbatim,
                };
                let home = tilde != Tilde::Never && !quoted && text.contains('~');
                if home {
                    self.home(&literal, tilde, (at_start, is_last), chunks);
                } else {
                    chunks.push(literal.whole());
                }
            }
            SegmentKind::Empty => chunks.push(derived(String::new())),
            SegmentKind::Hole => chunks.push(derived(HOLE.to_string())),
            SegmentKind::Parameter(parameter) => {
                self.parameter(parameter, quoted, &segment.span, chunks);
            }
            SegmentKind::Command(script) => {
                let output = self.capture(script);
                chunks.push(derived(output.trim_end_matches('\n').to_owned()));
            }
            SegmentKind::Arith(word) => {
                let number = self.number(word);
                chunks.push(derived(number.map_or(HOLE.to_string(), |n| n.to_string())));
            }
            SegmentKind::Process(script, _) => {
                self.capture(script);
                chunks.push(Chunk::Text(Piece {
                    text: HOLE.to_string(),
                    quoted: true,
                    splits: false,
                    span: segment.span.clone(),
                    origin: Origin::Derived,
                }));
            }
            // Only assignments give arrays; elsewhere bash takes the letters as they stand.
            SegmentKind::Array(words) => {
                let inner: Vec<String> = words.iter().map(|word| self.text(word)).gathered();
                chunks.push(derived(format!("({})", inner.join(" "))));
            }
        }
    }

    /// Literal text with `~` in places where it stands for a home directory. The two edges say
    /// whether the word begins and ends with it.
    fn home(
        &mut self,
        literal: &Literal<'_>,
        tilde: Tilde,
        (at_start, is_last): (bool, bool),
        chunks: &mut Vec<Chunk>,
    ) {
        let text = literal.text;
        let mut done = 0;
        for (at, _) in text.match_indices('~') {
            let behind = &text[at + 1..];
            let starts = (at == 0 && at_start)
                || (tilde == Tilde::Assignment && at > 0 && text[..at].ends_with(':'));
            let stop = |c: char| c == '/' || (c == ':' && tilde == Tilde::Assignment);
            let length = behind.find(stop).unwrap_or(behind.len());
            let whole = length < behind.len() || is_last;
            if !starts || !whole {
                continue;
            }
            if at > done {
                chunks.push(literal.piece(done, at));
            }
            let value = if length == 0 {
                self.read_text("HOME")
            } else {
                HOLE.to_string()
            };
            chunks.push(Chunk::Text(Piece {
                text: value,
                quoted: true,
                splits: false,
                span: literal.segment.span.clone(),
                origin: Origin::Derived,
            }));
            done = at + 1 + length;
        }
        if done < text.len() {
            chunks.push(literal.piece(done, text.len()));
        }
    }
}

/// A segment of literal text.
struct Literal<'a> {
    segment: &'a Segment,
    text: &'a str,
    /// It stands there letter for letter.
    verbatim: bool,
}

impl Literal<'_> {
    /// All of it.
    fn whole(&self) -> Chunk {
        self.spanning(self.text, self.segment.span.clone())
    }

    /// Bytes `start..end` of it.
    fn piece(&self, start: usize, end: usize) -> Chunk {
        let span = if self.verbatim {
            self.segment.span.start + start..self.segment.span.start + end
        } else {
            self.segment.span.clone()
        };
        self.spanning(&self.text[start..end], span)
    }

    fn spanning(&self, text: &str, span: Span) -> Chunk {
        Chunk::Text(Piece {
            text: text.to_owned(),
            quoted: self.segment.quoted,
            splits: false,
            span,
            origin: origin(self.verbatim, self.segment.quoted),
        })
    }
}
