//! Letters that look like those of the shell: blanks that do not separate, full-width signs.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::syntax::{Segment, SegmentKind, Simple, Word};
use super::super::{assign, builtin};
use super::is_variable;
use crate::reading::{Slip, SlipKind, Span};

/// Letters that a word processor or a web page puts in place of what was typed.
const LETTERS: &[(char, &str)] = &[
    ('\u{A0}', " "),
    ('\u{200B}', ""),
    ('\u{2007}', " "),
    ('\u{202F}', " "),
    ('\u{3000}', " "),
    ('\u{FF1D}', "="),
    ('\u{FF0C}', ","),
];

/// A word of a command, and the variable that it sets or was meant to set.
struct Piece<'a> {
    word: &'a Word,
    name: Option<String>,
    /// It sets something, or names what runs.
    counts: bool,
}

/// Looks for such letters outside quotes where a command sets a variable, or in its first word.
pub(super) fn look_alike(simple: &Simple, slips: &mut Vec<Slip>) {
    let mut name = None;
    let mut edits: Vec<(Span, String)> = Vec::new();
    for piece in pieces(simple).into_iter().filter(|it| it.counts) {
        let found = in_word(piece.word);
        if edits.is_empty() && !found.is_empty() {
            name = piece.name;
        }
        edits.add_all(found);
    }
    if let (Some(first), Some(last)) = (edits.first(), edits.last()) {
        slips.push(Slip {
            kind: SlipKind::LookAlike,
            name,
            span: first.0.start..last.0.end,
            edits,
        });
    }
}

fn pieces(simple: &Simple) -> Vec<Piece<'_>> {
    let assigned = simple.assigns.iter().map(|it| Piece {
        word: &it.value,
        name: Some(it.name.clone()),
        counts: true,
    });
    let declares = simple.words.first().and_then(Word::literal);
    let declares = declares.is_some_and(|name| builtin::is_declaration(&name));
    let words = simple.words.iter().enumerate().map(|(index, word)| {
        let name = meant(word);
        Piece {
            word,
            counts: declares || index == 0 || name.is_some(),
            name,
        }
    });
    assigned.chain(words).gathered()
}

/// The variable that a word sets, or would without its odd letters.
fn meant(word: &Word) -> Option<String> {
    if let Some(assignment) = assign::split(word) {
        return Some(assignment.name);
    }
    let text = word.literal()?;
    let (before, _) = text.split_once(['=', '\u{FF1D}'])?;
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let name = before.rsplit(|c| !inside(c)).next()?;
    is_variable(name).then(|| name.to_owned())
}

fn in_word(word: &Word) -> Vec<(Span, String)> {
    word.segments.iter().flat_map(in_segment).gathered()
}

fn in_segment(segment: &Segment) -> Vec<(Span, String)> {
    let SegmentKind::Text(text, true) = &segment.kind else {
        return Vec::new();
    };
    if segment.quoted {
        return Vec::new();
    }
    let letters = text.char_indices().filter_map(|(at, letter)| {
        let (_, plain) = LETTERS.iter().find(|(it, _)| *it == letter)?;
        let start = segment.span.start + at;
        Some((start..start + letter.len_utf8(), (*plain).to_owned()))
    });
    letters.gathered()
}
