//! The settings as a person means them: entries with a key and a value, whatever the reader makes
//! of them.

use crate::prelude::*;
use core::ops::Range;

use crate::Gathered;

/// One entry between commas.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// The entry without outer blanks.
    pub(super) range: Range<usize>,
    /// The key, blanks dropped.
    pub(super) key: String,
    /// Where the key stands.
    pub(super) key_range: Range<usize>,
    /// The character between key and value, if there is one.
    pub(super) separator: Option<Separator>,
    /// The value, blanks dropped.
    pub(super) value: String,
    /// Where the value stands.
    pub(super) value_range: Range<usize>,
    /// Whether a comma follows.
    pub(super) ended: bool,
}

/// What stands between key and value.
#[derive(Clone, Debug)]
pub(super) struct Separator {
    /// The character.
    pub(super) character: char,
    /// Where it stands.
    pub(super) range: Range<usize>,
}

/// Cuts the settings at commas outside of brackets.
pub(super) fn entries(value: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let (mut depth, mut start) = (0usize, 0);
    for (at, c) in value.char_indices() {
        match c {
            '[' => depth += 1,
            ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                entries.push(entry(value, start..at, true));
                start = at + 1;
            }
            _ => {}
        }
    }
    entries.push(entry(value, start..value.len(), false));
    entries
}

fn entry(value: &str, range: Range<usize>, ended: bool) -> Entry {
    let range = trimmed(value, range);
    let text = &value[range.clone()];
    let separator = separator(text, range.start);
    let (key_end, value_start) = separator
        .as_ref()
        .map_or((range.end, range.end), |it| (it.range.start, it.range.end));
    let key_range = trimmed(value, range.start..key_end);
    let value_range = trimmed(value, value_start..range.end);
    Entry {
        key: without_blanks(&value[key_range.clone()]),
        value: without_blanks(&value[value_range.clone()]),
        range,
        key_range,
        separator,
        value_range,
        ended,
    }
}

/// The first character of an entry that can only be meant to divide key from value.
fn separator(text: &str, offset: usize) -> Option<Separator> {
    let divides = |c: char| matches!(c, ':' | '=' | '\u{ff1a}');
    let (at, character) = text.char_indices().find(|&(_, c)| divides(c))?;
    let start = offset + at;
    Some(Separator {
        character,
        range: start..start + character.len_utf8(),
    })
}

/// The same range without blanks at its ends.
pub(super) fn trimmed(value: &str, range: Range<usize>) -> Range<usize> {
    let text = &value[range.clone()];
    let start = range.start + text.len() - text.trim_start().len();
    start..start + text.trim().len()
}

fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).gathered()
}
