//! `path`: a file or folder. The reader takes any text; what is looked at is whether a shell's
//! shorthand was left in it.

use crate::prelude::*;
use core::ops::Range;

use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gathered, Severity};

/// Reads a path.
pub(super) fn read(value: &str, _context: &Context<'_>) -> Reading {
    let findings: Vec<Finding> = shorthand(value, 0..value.len()).into_iter().gathered();
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Ignored
    };
    Reading { verdict, findings }
}

/// A tilde or a variable that no shell has replaced.
pub(super) fn shorthand(path: &str, range: Range<usize>) -> Option<Finding> {
    if path == "~" || path.starts_with("~/") {
        let message =
            format!("`~` in `{path}` is not replaced by the home folder where the value is read");
        return Some(
            Finding::new(Severity::Warning, Fault::Misread, range, message)
                .help("write `$HOME` or the full path"),
        );
    }
    let dollar = path.find('$')?;
    let named =
        path[dollar + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '_' || c == '{');
    let message =
        format!("`{path}` still holds a `$`, which nothing replaces where the value is read");
    named.then(|| {
        Finding::error(Fault::Misread, range, message)
            .help("use quotes that let the shell replace it, or write the full path")
    })
}
