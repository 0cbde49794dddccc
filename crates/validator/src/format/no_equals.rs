//! `NAME:value` and `NAME value` where `NAME=value` was meant.

use std::ops::Range;

use super::mapped::Mapped;
use super::session::{Session, looks_like_variable};
use crate::reading::SlipKind;

/// The name that a text sets with something other than `=`, and where that stands.
pub(crate) fn find(text: &str) -> Option<(&str, Range<usize>)> {
    let at = text.find([':', ' ', '\t', '='])?;
    let (name, rest) = text.split_at(at);
    let value = rest.trim_start_matches([':', ' ', '\t']);
    let sign = at..text.len() - value.len();
    // `A B=1` is more than a name and a value.
    let one = rest.starts_with(':') || !value.contains('=');
    let meant = looks_like_variable(name) && !value.is_empty() && !value.starts_with('=');
    (meant && one && !sign.is_empty()).then_some((name, sign))
}

/// Marks a word that sets nothing for that reason.
pub(crate) fn mark(word: &Mapped, session: &mut Session) {
    let Some((name, sign)) = find(&word.text) else {
        return;
    };
    let exact = word.exact(&sign);
    let edits = exact.map(|span| vec![(span, "=".to_owned())]);
    let span = word.span(&(0..word.text.len()));
    session.slip(
        SlipKind::NoEquals,
        Some(name),
        span,
        edits.unwrap_or_default(),
    );
}
