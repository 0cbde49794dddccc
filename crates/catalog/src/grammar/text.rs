//! `text`: the reader takes any text as it is.

use super::{Context, Reading};

/// Accepts everything.
pub(super) fn read(_value: &str, _context: &Context<'_>) -> Reading {
    Reading::accepted()
}
