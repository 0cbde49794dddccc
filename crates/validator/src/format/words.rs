//! Words of a command line for readers that know quotes and nothing else.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::embed::Argument;
use super::mapped::Mapped;

/// Splits a text at blanks outside of quotes, takes quotes and escapes away.
pub(crate) fn split(line: &Mapped) -> Vec<Argument> {
    let words = ranges(&line.text).into_iter();
    words
        .map(|range| Argument::Known(word(line, &range)))
        .gathered()
}

/// Where the words of a text stand, quotes included.
pub(crate) fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, c, inside) in marked(text) {
        if c.is_whitespace() && !inside {
            words.add_all(start.take().map(|from| from..at));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    words.add_all(start.map(|from| from..text.len()));
    words
}

/// A word without its quotes and escapes.
pub(crate) fn word(line: &Mapped, range: &Range<usize>) -> Mapped {
    let mut word = Mapped::default();
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in line.text[range.clone()].char_indices() {
        let from = range.start + at;
        let mark = !escaped && matches!(c, '"' | '\'' | '\\');
        if mark && c == '\\' && quote != Some('\'') {
            escaped = true;
        } else if mark && quote == Some(c) {
            quote = None;
        } else if mark && quote.is_none() && c != '\\' {
            quote = Some(c);
        } else {
            push(&mut word, line, &(from..from + c.len_utf8()));
            escaped = false;
        }
    }
    word
}

/// Characters of a text, and whether each is quoted or escaped.
fn marked(text: &str) -> impl Iterator<Item = (usize, char, bool)> {
    let mut quote = None;
    let mut escaped = false;
    text.char_indices().map(move |(at, c)| {
        let inside = escaped || quote.is_some();
        if escaped {
            escaped = false;
        } else if c == '\\' && quote != Some('\'') {
            escaped = true;
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && matches!(c, '"' | '\'') {
            quote = Some(c);
        }
        (at, c, inside)
    })
}

fn push(word: &mut Mapped, line: &Mapped, range: &Range<usize>) {
    let text = &line.text[range.clone()];
    match line.exact(range) {
        Some(span) => word.push(text, span.start),
        None => word.push_derived(text, line.span(range)),
    }
}
