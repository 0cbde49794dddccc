//! Suppressions in the text: `# readpoint: ignore RP201 -- why it is right here`.
//!
//! A comment at the end of a line silences the named codes on that line; a comment that is alone on
//! its line silences them on the next line that is not such a comment. Any comment mark will do
//! (`#`, `//`, `rem`, `::`), so the same words work in every kind of text. One that silences
//! nothing is reported as RP902.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered, Severity, sort_by_number};

use crate::reading::Span;
use crate::rule::Finding;

/// What introduces the codes.
const MARK: &str = "readpoint: ignore";

/// The code of a suppression that does nothing.
pub(crate) const UNUSED: &str = "RP902";

/// Comment marks that may stand before [`MARK`].
const COMMENTS: &[&str] = &["#", "//", "rem", "REM", "::", "--", ";", "%"];

/// One code that a comment silences.
#[derive(Debug)]
struct Suppression<'a> {
    code: &'a str,
    /// Where the code, or the comment without one, stands.
    span: Span,
    /// Bytes of the line it is for.
    line: Span,
    used: bool,
}

/// Takes out what the text suppresses, and adds a finding for each suppression without effect.
pub(crate) fn apply(text: &str, findings: Vec<Finding>) -> Vec<Finding> {
    if !text.contains(MARK) {
        return findings;
    }
    let mut suppressions = read(text);
    let mut kept: Vec<Finding> = findings
        .into_iter()
        .filter(|finding| !silenced(finding, &mut suppressions))
        .gathered();
    kept.add_all(suppressions.iter().filter(|it| !it.used).map(unused));
    kept
}

fn silenced(finding: &Finding, suppressions: &mut [Suppression<'_>]) -> bool {
    let at = finding.span.start;
    // Lines do not overlap, so those of one place stand together.
    let from = suppressions.partition_point(|it| it.line.end < at);
    let mut silenced = false;
    let here = suppressions[from..].iter_mut();
    for suppression in here.take_while(|it| it.line.start <= at) {
        if suppression.line.contains(&at) && suppression.code == finding.code.as_ref() {
            suppression.used = true;
            silenced = true;
        }
    }
    silenced
}

fn unused(suppression: &Suppression<'_>) -> Finding {
    let message = match suppression.code {
        "" => "the comment names no code, so it silences nothing".to_owned(),
        code => format!("nothing here gives {code}, so the comment silences nothing"),
    };
    let help = match suppression.code {
        "" => "write the code after it: `readpoint: ignore RP201 -- reason`",
        _ => "take it out, or name the code that is reported",
    };
    Finding {
        code: Cow::Borrowed(UNUSED),
        severity: Severity::Warning,
        variable: None,
        message,
        help: Some(help.to_owned()),
        span: suppression.span.clone(),
        edits: Vec::new(),
    }
}

/// All suppressions of a text, by the line they are for.
fn read(text: &str) -> Vec<Suppression<'_>> {
    let lines = lines(text);
    let mut found = Vec::new();
    // The next line that is no suppression of its own; from the end, so that each line is read once.
    let mut next: Option<&Span> = None;
    for line in lines.iter().rev() {
        let Some(comment) = Comment::find(text, line) else {
            next = Some(line);
            continue;
        };
        let target = if comment.alone {
            next.unwrap_or(line)
        } else {
            next = Some(line);
            line
        };
        found.add_all(comment.codes.into_iter().map(|(code, span)| Suppression {
            code,
            span,
            line: target.clone(),
            used: false,
        }));
    }
    sort_by_number(&mut found, |it| it.line.start);
    found
}

/// Byte ranges of the lines, without their ends.
fn lines(text: &str) -> Vec<Span> {
    let mut start = 0;
    text.split('\n')
        .map(|line| {
            let span = start..start + line.len();
            start = span.end + 1;
            span
        })
        .gathered()
}

/// A comment that suppresses.
struct Comment<'a> {
    /// Whether nothing else stands on the line.
    alone: bool,
    /// Codes with their places; one empty code where none is named.
    codes: Vec<(&'a str, Span)>,
}

impl<'a> Comment<'a> {
    fn find(text: &'a str, line: &Span) -> Option<Self> {
        let content = text.get(line.clone())?;
        let at = content.find(MARK)?;
        let before = content[..at].trim_end();
        let code = COMMENTS.iter().find_map(|mark| before.strip_suffix(mark))?;
        let start = line.start + at;
        let mut codes = codes(text, start + MARK.len()..line.end);
        if codes.is_empty() {
            codes.push(("", start..start + MARK.len()));
        }
        Some(Self {
            alone: code.trim().is_empty(),
            codes,
        })
    }
}

/// The codes of a range: words up to `--`, commas between them allowed.
fn codes(text: &str, range: Span) -> Vec<(&str, Span)> {
    let listed = text[range.clone()].split("--").next().unwrap_or_default();
    let mut next = range.start;
    let words = listed.split([' ', ',', '\t', '\r']);
    words
        .filter_map(|word| {
            let start = next;
            // Separators are one byte long.
            next = start + word.len() + 1;
            (!word.is_empty()).then(|| (word, start..start + word.len()))
        })
        .gathered()
}
