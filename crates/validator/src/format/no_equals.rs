//! `NAME:value`, `NAME value` and `NAME = value` where `NAME=value` was meant.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gather;

use super::mapped::Mapped;
use super::session::{Session, looks_like_variable};
use crate::reading::{Slip, SlipKind};

/// The name that a text sets with something other than `=`, where that stands, and what it is
/// called.
pub(crate) fn find(text: &str) -> Option<(&str, Range<usize>, SlipKind)> {
    let at = text.find([':', ' ', '\t', '='])?;
    let (name, rest) = text.split_at(at);
    let blanks = [' ', '\t'];
    let (value, kind) = match rest.trim_start_matches(blanks).strip_prefix('=') {
        Some(value) => (
            value.trim_start_matches(blanks),
            SlipKind::SpacesAroundEquals,
        ),
        None => (
            rest.trim_start_matches([':', ' ', '\t']),
            SlipKind::NoEquals,
        ),
    };
    // `A B=1` is more than a name and a value.
    let one = rest.starts_with(':') || !value.contains('=');
    let meant = looks_like_variable(name) && !value.is_empty() && !rest.starts_with('=');
    (meant && one).then(|| (name, at..text.len() - value.len(), kind))
}

/// Marks a word that sets nothing for that reason.
pub(crate) fn mark(word: &Mapped, session: &mut Session) {
    session.reading.slips.add_all(slip(word));
}

/// The slip of a word that sets nothing for that reason.
pub(crate) fn slip(word: &Mapped) -> Option<Slip> {
    let (name, sign, kind) = find(&word.text)?;
    let exact = word.exact(&sign);
    let edits = exact.map(|span| vec![(span, "=".to_owned())]);
    Some(Slip {
        kind,
        name: Some(name.to_owned()),
        span: word.span(&(0..word.text.len())),
        edits: edits.unwrap_or_default(),
    })
}
