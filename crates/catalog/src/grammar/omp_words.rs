//! `omp-words`: one of the words in `words`, as libgomp reads them: letter case and blanks around
//! the word do not count. `omp-binding` takes a list of places as well, a word for each level of
//! nesting, with blanks around each. Seen by running `libgomp.so.1` of the wheels of torch 2.6.0
//! and 2.15.0.

use super::{Context, Reading, words};

/// The words of a list of `OMP_PROC_BIND`; this libgomp does not know `primary`.
const PLACES: [&str; 3] = ["master", "close", "spread"];

/// Reads a word.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let words = &context.variable.grammar_options.words;
    let word = trimmed(value);
    if context.complete && words.iter().any(|it| it.eq_ignore_ascii_case(word)) {
        return Reading::accepted();
    }
    words::read(value, context)
}

/// Reads a word, or a list of places.
pub(super) fn read_binding(value: &str, context: &Context<'_>) -> Reading {
    let is_place = |item: &str| {
        let item = trimmed(item);
        PLACES.iter().any(|it| it.eq_ignore_ascii_case(item))
    };
    if value.contains(',') && context.complete && value.split(',').all(is_place) {
        return Reading::accepted();
    }
    read(value, context)
}

/// Without what C's `isspace` takes for a blank, at both ends.
fn trimmed(text: &str) -> &str {
    text.trim_matches([' ', '\t', '\n', '\u{b}', '\u{c}', '\r'])
}
