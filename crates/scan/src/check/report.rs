//! What the check says, with place and way out.

use std::fmt::Write as _;

use crate::document::{Document, Place};
use crate::pages::Page;

/// One thing that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What kind of thing.
    pub kind: Kind,
    /// `file:line` of the repository, as a terminal can open it.
    pub place: String,
    /// What is wrong.
    pub message: String,
    /// The way out.
    pub help: String,
}

/// The kinds of findings, in the order in which they are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A name without a page.
    Undocumented,
    /// A read-point that the source does not show.
    ReadPoint,
    /// A page of a name that nothing reads.
    NotFound,
    /// An exception that excepts nothing.
    Exception,
}

impl Kind {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Undocumented, "names that are read and have no page"),
        (Self::ReadPoint, "read-points that the source does not show"),
        (
            Self::NotFound,
            "pages of names that no scanned release reads",
        ),
        (Self::Exception, "exceptions that except nothing"),
    ];
}

/// A name without a page, with the first places that read it.
pub(super) fn undocumented(name: &str, places: &[(&Document, &Place)]) -> Finding {
    let shown = places.iter().rev().take(3).map(|(document, place)| {
        format!(
            "{} {}:{} {} ({})",
            document.header.release, place.file, place.line, place.symbol, place.reader
        )
    });
    let shown: Vec<_> = shown.collect();
    let more = places.len().saturating_sub(shown.len());
    let more = if more > 0 {
        format!("; {more} more")
    } else {
        String::new()
    };
    let (newest, _) = places[places.len() - 1];
    Finding {
        kind: Kind::Undocumented,
        place: format!("content/scan/{}", newest.file_name()),
        message: format!("{name} is read and has no page: {}{more}", shown.join("; ")),
        help: format!(
            "write one (`cargo xtask new variable {name}`), or say in content/scan/allow.toml why none is needed"
        ),
    }
}

/// A page whose name no scan knows.
pub(super) fn not_found(page: &Page, scanned: &str) -> Finding {
    Finding {
        kind: Kind::NotFound,
        place: page.path.display().to_string(),
        message: format!("{} is said to be read, and no scan knows the name ({scanned})", page.name),
        help: "set `status` to \"removed\" or \"not-read\", or say in content/scan/allow.toml how it is known".to_owned(),
    }
}

/// All findings as text, by kind, with a count for each; empty where there are none.
#[must_use]
pub fn render(findings: &[Finding]) -> String {
    let mut text = String::new();
    for (kind, title) in Kind::ALL {
        let of_kind: Vec<_> = findings.iter().filter(|it| it.kind == kind).collect();
        if of_kind.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}: {title}", of_kind.len());
        for finding in &of_kind {
            let _ = writeln!(text, "  {}: {}", finding.place, finding.message);
            let _ = writeln!(text, "    help: {}", finding.help);
        }
        text.push('\n');
    }
    text
}
