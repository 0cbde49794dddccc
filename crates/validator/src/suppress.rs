//! Suppressions in the text: `# readpoint: ignore RP201 -- why it is right here`.
//!
//! A comment at the end of a line silences the named codes on that line; a comment that is alone on
//! its line silences them on the next line that is not such a comment. Any comment mark will do
//! (`#`, `//`, `rem`, `::`), so the same words work in every kind of text. One that silences
//! nothing is reported as RP902.

use readpoint_catalog::Severity;

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
        .collect();
    kept.extend(suppressions.iter().filter(|it| !it.used).map(unused));
    kept
}

fn silenced(finding: &Finding, suppressions: &mut [Suppression<'_>]) -> bool {
    let mut silenced = false;
    for suppression in suppressions {
        let here = suppression.line.contains(&finding.span.start);
        if here && suppression.code == finding.code {
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
        code: UNUSED,
        severity: Severity::Warning,
        variable: None,
        message,
        help: Some(help.to_owned()),
        span: suppression.span.clone(),
        edits: Vec::new(),
    }
}

/// All suppressions of a text, in order.
fn read(text: &str) -> Vec<Suppression<'_>> {
    let lines = lines(text);
    let mut found = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        let Some(comment) = Comment::find(text, line) else {
            continue;
        };
        let target = if comment.alone {
            next(text, &lines[index + 1..])
        } else {
            Some(line.clone())
        };
        let target = target.unwrap_or_else(|| line.clone());
        found.extend(comment.codes.into_iter().map(|(code, span)| Suppression {
            code,
            span,
            line: target.clone(),
            used: false,
        }));
    }
    found
}

/// The next line that is no suppression of its own.
fn next(text: &str, lines: &[Span]) -> Option<Span> {
    lines
        .iter()
        .find(|line| Comment::find(text, line).is_none_or(|it| !it.alone))
        .cloned()
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
        .collect()
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
        .collect()
}
