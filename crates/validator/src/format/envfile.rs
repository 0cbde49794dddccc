//! Env files, read as python-dotenv and Compose do: quotes and comments are not part of a value.
//!
//! `docker run --env-file` reads the same lines letter for letter. Where that makes a difference,
//! a [`SlipKind::PartOfValue`] marks it.

use super::expand::{self, Unset};
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::no_equals;
use super::session::{Session, assignment, is_name};
use crate::Kind;
use crate::reading::{Quoting, Reading, SlipKind, Span, Value};
use readpoint_catalog::prelude::*;

/// A quoted value may run over this many lines.
const QUOTED_LINES: usize = 100;

/// Reads an env file.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Envfile, text);
    let mut resume = 0;
    for line in lines(text) {
        if line.start < resume {
            continue;
        }
        if let Some(end) = entry(text, line, &mut session) {
            resume = end;
        }
    }
    session.finish()
}

/// Reads a line; gives where the entry ends.
fn entry(text: &str, line: Line<'_>, session: &mut Session) -> Option<usize> {
    let line = line.trimmed();
    if line.text.starts_with('#') {
        return None;
    }
    let Some(equals) = line.text.find('=') else {
        no_equals::mark(&Mapped::verbatim(line.text, line.start), session);
        return None;
    };
    let name = line.to(equals).trimmed();
    let name = match name.text.strip_prefix("export") {
        Some(rest) if rest.starts_with([' ', '\t']) => name.from("export".len()).trimmed(),
        _ => name,
    };
    if let Some(rest) = name
        .text
        .strip_prefix("set ")
        .filter(|it| is_name(it.trim()))
    {
        // cmd's word; it is part of the name here.
        let edits = vec![(name.start..name.start + "set ".len(), String::new())];
        session.slip(SlipKind::WrongShell, Some(rest.trim()), line.span(), edits);
        return None;
    }
    if !is_name(name.text) {
        no_equals::mark(&Mapped::verbatim(line.text, line.start), session);
        return None;
    }
    let written = line.from(equals + 1);
    mark_blanks(name, line, equals, session);
    let written = written.from(written.text.len() - written.text.trim_start().len());
    let (value, comment) = match written.text.chars().next() {
        Some(quote @ ('"' | '\'')) => quoted(text, written, quote, session)?,
        _ => bare(written, session),
    };
    let end = value.span.end;
    mark_parts(text, line, name.text, &value, comment, session);
    session.assign(assignment(name.text, name.span(), value));
    Some(end)
}

/// Marks blanks beside the `=`, which not every reader takes away.
fn mark_blanks(name: Line<'_>, line: Line<'_>, equals: usize, session: &mut Session) {
    let value = line.from(equals + 1).trimmed_start();
    let blanks = name.end()..value.start;
    if blanks.len() > 1 && !value.text.is_empty() && !value.text.starts_with('#') {
        let edits = vec![(blanks, "=".to_owned())];
        let span = name.start..line.end();
        session.slip(SlipKind::SpacesAroundEquals, Some(name.text), span, edits);
    }
}

/// An unquoted value and its comment.
fn bare<'t>(written: Line<'t>, session: &Session) -> (Value, Option<Line<'t>>) {
    let comment = comment_start(written.text);
    let value = written.to(comment.unwrap_or(written.text.len()));
    let value = value.to(value.text.trim_end().len());
    let mapped = Mapped::verbatim(value.text, value.start);
    let parts = expand::braced(&mapped, Quoting::Line, &session.environment, Unset::Unknown);
    let value = Value {
        parts,
        span: value.span(),
    };
    (value, comment.map(|at| written.from(at).trimmed()))
}

/// Where a comment starts: at a `#` after a blank, blanks before it included.
fn comment_start(text: &str) -> Option<usize> {
    text.match_indices('#')
        .map(|(at, _)| at)
        .find(|&at| text[..at].ends_with([' ', '\t']))
}

/// A value in quotes, and the comment after it; `None` where the quote is never closed.
fn quoted<'t>(
    text: &'t str,
    written: Line<'t>,
    quote: char,
    session: &Session,
) -> Option<(Value, Option<Line<'t>>)> {
    let open = written.start + 1;
    let length = closing(&text[open..], quote)?;
    let end = open + length + 1;
    let line_end = text[end..].find('\n').map_or(text.len(), |at| end + at);
    let after = Line {
        text: &text[end..line_end],
        start: end,
    };
    let after = after.trimmed();
    let span = written.start..end;
    if !after.text.is_empty() && !after.text.starts_with('#') {
        return Some((Value::unknown(span.start..line_end), None));
    }
    let mapped = Mapped::unescape(&text[open..end - 1], open, escape_of(quote));
    let environment = &session.environment;
    let parts = expand::braced(&mapped, Quoting::Quoted, environment, Unset::Unknown);
    let comment = (!after.text.is_empty()).then_some(after);
    Some((Value { parts, span }, comment))
}

fn escape_of(quote: char) -> super::mapped::Escape {
    fn single(text: &str) -> Option<(usize, String)> {
        let known = text.starts_with("\\'") || text.starts_with("\\\\");
        known.then(|| (2, text[1..2].to_owned()))
    }
    /// Escapes that python-dotenv knows; others stay as they are.
    fn double(text: &str) -> Option<(usize, String)> {
        let letter = text.strip_prefix('\\')?.chars().next()?;
        let found = match letter {
            'a' => '\u{7}',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            'v' => '\u{b}',
            '\\' | '\'' | '"' => letter,
            _ => return None,
        };
        Some((2, found.to_string()))
    }
    if quote == '"' { double } else { single }
}

/// The length of quoted text before its closing quote.
fn closing(text: &str, quote: char) -> Option<usize> {
    let (mut escaped, mut line_count) = (false, 0);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return Some(at),
            '\n' => line_count += 1,
            _ => {}
        }
        if line_count > QUOTED_LINES {
            return None;
        }
    }
    None
}

/// Marks quotes and a comment, which `docker run --env-file` takes into the value.
fn mark_parts(
    text: &str,
    line: Line<'_>,
    name: &str,
    value: &Value,
    comment: Option<Line<'_>>,
    session: &mut Session,
) {
    if let Some(comment) = comment {
        let gap = value.span.end..comment.end();
        let own_line = format!("{}\n", comment.text);
        let edits = vec![(line.start..line.start, own_line), (gap, String::new())];
        session.slip(SlipKind::PartOfValue, Some(name), comment.span(), edits);
    }
    let written = &text[value.span.clone()];
    if written.starts_with('#') {
        // Nothing stands before it, so every reader takes it for the value.
        session.slip(
            SlipKind::PartOfValue,
            Some(name),
            value.span.clone(),
            Vec::new(),
        );
    }
    let quote = written.chars().next().filter(|c| matches!(c, '"' | '\''));
    if quote.is_some_and(|quote| written.len() >= 2 && written.ends_with(quote)) {
        let edits = unquote(written, &value.span);
        session.slip(SlipKind::PartOfValue, Some(name), value.span.clone(), edits);
    }
}

/// The edits that take quotes away, where every reader then reads the same.
fn unquote(written: &str, span: &Span) -> Vec<(Span, String)> {
    let inner = &written[1..written.len() - 1];
    if inner.is_empty() || !Quoting::Bare.admits(inner) {
        return Vec::new();
    }
    let remove = |at: usize| (at..at + 1, String::new());
    vec![remove(span.start), remove(span.end - 1)]
}
