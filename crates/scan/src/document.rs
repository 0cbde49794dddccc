//! The file that a scan leaves: JSON lines, first what was scanned, then one line for each place,
//! sorted, so that two releases can be compared line by line.

use std::fmt::Write as _;

use anyhow::Context;
use serde::{Deserialize, Serialize};

/// Version of the format.
const FORMAT: u32 = 1;

/// What one scan found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// What was scanned.
    pub header: Header,
    /// The places, sorted.
    pub places: Vec<Place>,
}

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub scan: u32,
    /// What was scanned: `torch`, `pytorch`, `nccl`, `container-toolkit`, or a library's name.
    pub component: String,
    /// The release, as pages name it: `v2.15.0`.
    pub release: String,
    /// The repository that the paths belong to; for libraries the name pages use.
    pub repository: String,
    /// The commit that the paths belong to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// Where `{file}` and `{line}` can be read for ever.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
    /// How many files were looked at, by kind.
    pub files: Files,
    /// What the file cannot show.
    pub note: String,
}

/// How many files were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Files {
    /// Python.
    #[serde(skip_serializing_if = "is_zero")]
    pub python: usize,
    /// C++, CUDA and C, headers included.
    #[serde(skip_serializing_if = "is_zero")]
    pub cpp: usize,
    /// Go.
    #[serde(skip_serializing_if = "is_zero")]
    pub go: usize,
    /// Shared libraries.
    #[serde(skip_serializing_if = "is_zero")]
    pub libraries: usize,
}

/// A place that reads a variable, or evidence that something does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The name; `*` stands for a part that only the running program knows.
    pub name: String,
    /// Path in the repository, or of the library.
    pub file: String,
    /// Line, from 1; 0 for libraries.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub line: usize,
    /// First and last line of the statement, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lines: Option<(usize, usize)>,
    /// Enclosing function, class or variable.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbol: String,
    /// What is asked: a function, a macro, `list of names`, or `string` in a library.
    pub reader: String,
    /// What is given where the variable is not set, as the source has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The expression around it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub expression: String,
}

impl Place {
    /// Whether a line that a page names is its own, or one of its statement; no line fits any.
    #[must_use]
    pub fn has_line(&self, line: Option<u32>) -> bool {
        let (first, last) = self.lines.unwrap_or((self.line, self.line));
        line.is_none_or(|line| {
            let line = line as usize;
            line == self.line || (first..=last).contains(&line)
        })
    }

    /// Whether it is only a text in a library, which shows no reader.
    #[must_use]
    pub fn is_string(&self) -> bool {
        self.reader == STRING
    }

    /// Whether it is a place that a page refers to and that reads nothing itself: a parser, a
    /// table.
    #[must_use]
    pub fn is_anchor(&self) -> bool {
        self.reader == ANCHOR
    }
}

/// The reader of a text found in a library.
pub(crate) const STRING: &str = "string";
/// The reader of a place that reads nothing, and that a page refers to.
pub(crate) const ANCHOR: &str = "page refers to it";

fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Document {
    /// A document of what was found; sorts it and drops repetitions.
    pub(crate) fn new(mut header: Header, mut places: Vec<Place>) -> Self {
        header.scan = FORMAT;
        places.sort();
        places.dedup();
        Self { header, places }
    }

    /// The name of its file: component and release.
    #[must_use]
    pub fn file_name(&self) -> String {
        let release = self.header.release.trim_start_matches('v');
        format!("{}-{release}.jsonl", self.header.component)
    }

    /// Its text.
    ///
    /// # Errors
    /// Never for what a scan gives: every field can be written as JSON.
    pub fn to_text(&self) -> anyhow::Result<String> {
        let mut text = String::new();
        writeln!(text, "{}", serde_json::to_string(&self.header)?)?;
        for place in &self.places {
            writeln!(text, "{}", serde_json::to_string(place)?)?;
        }
        Ok(text)
    }

    /// Reads a file's text.
    ///
    /// # Errors
    /// Where a line is not what this format holds, with its number.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines().enumerate();
        let (_, first) = lines.next().context("the file is empty")?;
        let header: Header = serde_json::from_str(first).context("line 1 is no header")?;
        anyhow::ensure!(
            header.scan == FORMAT,
            "the file has format {}, this program reads {FORMAT}",
            header.scan
        );
        let places = lines.map(|(at, line)| {
            serde_json::from_str(line).with_context(|| format!("line {} is no place", at + 1))
        });
        Ok(Self {
            header,
            places: places.collect::<anyhow::Result<_>>()?,
        })
    }
}
