//! The little of JSON that other texts hold: a list of strings.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::JsonReader;

/// The insides of the strings of `["a", "b"]`, escapes not decoded; `None` for anything else.
pub(crate) fn strings(text: &str) -> Option<Vec<Range<usize>>> {
    let mut found = Vec::new();
    let mut reader = JsonReader::new(text);
    reader.list(&mut |it| {
        found.push(it.inside()?);
        Some(())
    })?;
    reader.end()?;
    Some(found)
}
