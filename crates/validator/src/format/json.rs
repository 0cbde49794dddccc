//! The little of JSON that other texts hold: a list of strings.

use std::ops::Range;

/// The insides of the strings of `["a", "b"]`, escapes not decoded; `None` for anything else.
pub(crate) fn strings(text: &str) -> Option<Vec<Range<usize>>> {
    let bytes = text.as_bytes();
    let skip_blanks = |at: usize| at + (text[at..].len() - text[at..].trim_start().len());
    let mut found = Vec::new();
    let mut at = skip_blanks(0);
    if bytes.get(at) != Some(&b'[') {
        return None;
    }
    at = skip_blanks(at + 1);
    while bytes.get(at) != Some(&b']') {
        if bytes.get(at) != Some(&b'"') {
            return None;
        }
        let end = closing_quote(text, at + 1)?;
        found.push(at + 1..end);
        at = skip_blanks(end + 1);
        match bytes.get(at)? {
            b',' => at = skip_blanks(at + 1),
            b']' => {}
            _ => return None,
        }
    }
    text[at + 1..].trim().is_empty().then_some(found)
}

/// The position of the quote that closes a string whose inside starts at `from`.
fn closing_quote(text: &str, from: usize) -> Option<usize> {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(from) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at),
            _ => {}
        }
    }
    None
}
