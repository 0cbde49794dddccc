//! The result of a check, and its JSON form. The JSON contract is exactly these types.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Map, Severity, Version};

use serde::{Deserialize, Serialize};

use crate::Kind;

/// Version of the JSON that [`to_json`] writes.
pub(crate) const REPORT_VERSION: u32 = 1;

/// What [`crate::check`] found; more than one input after [`Report::of`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// Version of this format.
    pub version: u32,
    /// The torch release that values were judged by. A text that names a release is judged by
    /// that one; where the inputs of a report differ, this is the newest of theirs.
    pub torch: Version,
    /// One entry per checked text.
    pub inputs: Vec<Input>,
}

impl Report {
    /// One report of several; `torch` is the release of a report of nothing.
    #[must_use]
    pub fn of(reports: impl IntoIterator<Item = Self>, torch: Version) -> Self {
        let (mut inputs, mut newest) = (Vec::new(), None);
        for report in reports {
            newest = newest.max(Some(report.torch));
            inputs.add_all(report.inputs);
        }
        Self {
            version: REPORT_VERSION,
            torch: newest.unwrap_or(torch),
            inputs,
        }
    }

    /// The most severe finding over all inputs.
    #[must_use]
    pub fn worst(&self) -> Option<Severity> {
        self.inputs
            .iter()
            .flat_map(|input| &input.diagnostics)
            .map(|it| it.severity)
            .max()
    }
}

/// One checked text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// Where the text came from; `-` for standard input and for a page.
    pub path: String,
    /// The kind it was read as.
    pub kind: Kind,
    /// Findings, by position, then code.
    pub diagnostics: Vec<Diagnostic>,
    /// One entry for each program that the text starts.
    pub launches: Vec<LaunchReport>,
    /// What a later command in the same session would inherit; `null`: not known before it runs.
    pub exported: Map<Option<String>>,
}

/// A program that the text starts, and what it will see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LaunchReport {
    /// The program's name without its folder.
    pub command: String,
    /// Variables that this text sets; `null` where the value is not known before the text runs.
    pub environment: Map<Option<String>>,
    /// Where the command stands.
    pub span: Location,
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    /// Stable code, such as `RP201`.
    pub code: String,
    /// How bad it is.
    pub severity: Severity,
    /// The variable concerned.
    pub variable: Option<String>,
    /// What is wrong and what happens; one sentence without a full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// Where.
    pub span: Location,
    /// Edits that mend it; only where one answer is certain. They do not overlap.
    pub edits: Vec<Edit>,
    /// Address of the code's page, relative to the site's base.
    pub url: String,
}

/// A place in the text: byte offsets into the UTF-8 text, and line and column of the start, which
/// count from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Location {
    /// First byte.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Line of the start.
    pub line: usize,
    /// Column of the start, in characters.
    pub column: usize,
}

/// A replacement of a byte range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// First byte replaced.
    pub start: usize,
    /// Byte after the last one replaced.
    pub end: usize,
    /// What to write there.
    pub text: String,
}

/// The JSON that the command line prints and the browser gets: one line and a line end.
#[must_use]
pub fn to_json(report: &Report) -> String {
    // Strings, integers and maps with string keys: serde_json has nothing to refuse here.
    let mut json = serde_json::to_string(report).unwrap_or_default();
    json.push('\n');
    json
}
