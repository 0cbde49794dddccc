//! Transcripts: text with prompts, and output between the commands.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

/// The text with prompts, output and code fences blanked out, of the same length; and whether
/// somebody types it line by line.
pub(super) fn strip(text: &str) -> (String, bool) {
    let text = strip_fences(text);
    let first = text
        .lines()
        .find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    match first.and_then(prompt) {
        Some(_) => (strip_prompts(&text), true),
        None => strip_notebook(&text),
    }
}

/// The length of the prompt at the start of a line.
fn prompt(line: &str) -> Option<usize> {
    let indent = line.len() - line.trim_start().len();
    let rest = &line[indent..];
    for sign in ["$ ", "% ", "❯ ", "➜ "] {
        if rest.starts_with(sign) {
            return Some(indent + sign.len());
        }
    }
    named(rest).map(|length| indent + length)
}

/// `user@host:~$ `, `[user@host dir]$ `, `(venv) $ `
fn named(rest: &str) -> Option<usize> {
    let end = [rest.find("$ "), rest.find("# ")]
        .into_iter()
        .flatten()
        .min()?;
    let name = &rest[..end];
    let behind = name.strip_prefix('(').and_then(|it| it.split_once(')'));
    let (venv, host) = match behind {
        Some((_, host)) => (true, host.trim()),
        None => (false, name),
    };
    let plain = |c: char| c.is_ascii_alphanumeric() || "@:~/._-[] ".contains(c);
    let is_host = host.contains('@') && host.chars().all(plain);
    let is_venv = venv && host.is_empty() && rest[end..].starts_with('$');
    (is_host || is_venv).then_some(end + 2)
}

fn strip_prompts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut continued = false;
    for line in text.split_inclusive('\n') {
        let length = match prompt(line) {
            Some(length) => length,
            None if continued && line.starts_with("> ") => 2,
            None if continued => 0,
            None => line.trim_end_matches('\n').len(),
        };
        blank(&line[..length], &mut out);
        let kept = &line[length..];
        out.push_str(kept);
        continued = kept.trim_end_matches('\n').ends_with('\\');
    }
    out
}

/// Puts as many blanks as `text` has bytes.
fn blank(text: &str, out: &mut String) {
    out.add_all(core::iter::repeat_n(' ', text.len()));
}

/// A text that is one Markdown code block: the fences go.
fn strip_fences(text: &str) -> String {
    let is_fence = |line: &str| line.trim_start().starts_with("```");
    let fences = text.lines().filter(|line| is_fence(line)).count();
    if fences == 0 {
        return text.to_owned();
    }
    // Pairs of fences: what stands outside of them is prose.
    let mut inside = fences % 2 == 1;
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let fence = is_fence(line);
        inside ^= fence && fences.is_multiple_of(2);
        if fence || !inside {
            let body = line.trim_end_matches('\n');
            blank(body, &mut out);
            out.push_str(&line[body.len()..]);
        } else {
            out.push_str(line);
        }
    }
    out
}

/// Notebook lines: `!command`, `%env NAME=value` are left to the kinds that know them; here only
/// the `!` in front of a command goes.
fn strip_notebook(text: &str) -> (String, bool) {
    let is_escape = |line: &str| {
        line.strip_prefix('!').is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_alphabetic() || "_./".contains(c))
        })
    };
    if !text.lines().any(is_escape) {
        return (text.to_owned(), false);
    }
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_prefix('!').filter(|_| is_escape(line)) {
            Some(rest) => {
                out.push(' ');
                out.push_str(rest);
            }
            None => out.push_str(line),
        }
    }
    (out, true)
}
