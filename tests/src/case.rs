//! The format of a case file: many cases, each a header, a text and what is expected of it.

use std::fmt::Write as _;

use readpoint_catalog::Version;
use readpoint_validator::{Kind, Options};

/// Opens a case: `=== name kind [torch=2.9.1] [path=train.sh]`.
const HEADER: &str = "=== ";
/// Stands between the text and the expectation.
const ARROW: &str = "-->";
/// Stands for a carriage return in a text, so that one can see it.
const RETURN: char = '\u{240D}';

/// A file of cases, with the remarks that stand before the first one.
#[derive(Clone, Debug)]
pub struct CaseFile {
    /// Lines before the first header, kept as they are.
    pub preamble: String,
    /// The cases in order.
    pub cases: Vec<Case>,
}

/// One case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The header line without its mark.
    header: String,
    /// Name, unique in the whole suite.
    pub name: String,
    /// What the header says about the text.
    pub options: Options,
    /// The text, without a final line end.
    pub text: String,
    /// The expected rendering, one line each, without a final line end.
    pub expected: String,
}

impl CaseFile {
    /// Reads a case file.
    ///
    /// # Errors
    /// Says which header cannot be read and why.
    pub fn parse(source: &str) -> Result<Self, String> {
        let mut preamble = String::new();
        let mut cases: Vec<Case> = Vec::new();
        let mut in_text = true;
        for line in source.lines() {
            if let Some(header) = line.strip_prefix(HEADER) {
                cases.push(Case::from_header(header)?);
                in_text = true;
            } else if let Some(case) = cases.last_mut() {
                if line == ARROW && in_text {
                    in_text = false;
                } else if in_text {
                    push_line(&mut case.text, &line.replace(RETURN, "\r"));
                } else {
                    push_line(&mut case.expected, line);
                }
            } else {
                preamble.push_str(line);
                preamble.push('\n');
            }
        }
        for case in &mut cases {
            trim_ends(&mut case.text);
            trim_ends(&mut case.expected);
        }
        Ok(Self { preamble, cases })
    }

    /// Writes the file as the suite keeps it.
    #[must_use]
    pub fn render(&self) -> String {
        let mut out = self.preamble.clone();
        for (index, case) in self.cases.iter().enumerate() {
            if index > 0 {
                out.push('\n');
            }
            let text = case.text.replace('\r', &RETURN.to_string());
            let _ = writeln!(out, "{HEADER}{}\n{text}\n{ARROW}", case.header);
            if !case.expected.is_empty() {
                let _ = writeln!(out, "{}", case.expected);
            }
        }
        out
    }
}

impl Case {
    fn from_header(header: &str) -> Result<Self, String> {
        let mut words = header.split_whitespace();
        let name = words.next().ok_or("a case has no name")?.to_owned();
        let mut options = Options::default();
        for word in words {
            match word.split_once('=') {
                Some(("torch", version)) => {
                    let version: Version = version.parse().map_err(|e| format!("{name}: {e}"))?;
                    options.torch = Some(version);
                }
                Some(("path", path)) => options.path = Some(path.to_owned()),
                Some((key, _)) => return Err(format!("{name}: unknown setting `{key}`")),
                None if word == "auto" => options.kind = None,
                None => {
                    let kind: Kind = word.parse().map_err(|e| format!("{name}: {e}"))?;
                    options.kind = Some(kind);
                }
            }
        }
        Ok(Self {
            header: header.to_owned(),
            name,
            options,
            text: String::new(),
            expected: String::new(),
        })
    }
}

/// Appends a line with its line end.
fn push_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Removes empty lines at the end, and the last line end.
fn trim_ends(text: &mut String) {
    text.truncate(text.trim_end_matches('\n').len());
}
