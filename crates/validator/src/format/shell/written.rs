//! Settings that a text writes into a file that programs or shells read at their start:
//! `echo NAME=value >> /etc/nccl.conf`, `cat >> .env <<EOF`.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::super::lines::{Line, lines};
use super::super::session::{assignment, looks_like_variable};
use crate::reading::{Assignment, Quoting, Value};

/// Ends of the names of such files.
const FILES: &[&str] = &[
    "nccl.conf",
    ".env",
    "/etc/environment",
    ".bashrc",
    ".bash_profile",
    ".profile",
    ".zshrc",
];

/// The settings written, in order.
pub(super) fn settings(text: &str) -> Vec<Assignment> {
    let mut found = Vec::new();
    let mut end: Option<&str> = None;
    for line in lines(text) {
        match end {
            Some(word) if line.text.trim() == word => end = None,
            Some(_) => found.add_all(setting(line.trimmed())),
            None => {
                end = document(line.text);
                found.add_all(commands(line).filter_map(echoed));
            }
        }
    }
    found
}

/// The word that ends the here-document that a line writes into such a file.
fn document(line: &str) -> Option<&str> {
    let writes = ["cat ", "tee "].iter().any(|it| line.contains(it));
    let into = line.split([' ', '>']).any(is_target);
    let (_, word) = line.split_once("<<").filter(|_| writes && into)?;
    let word = word
        .trim_start_matches(['-', ' '])
        .split([' ', '>'])
        .next()?;
    Some(word.trim_matches(['"', '\'', '\\'])).filter(|it| !it.is_empty())
}

/// The commands of a line.
fn commands(line: Line<'_>) -> impl Iterator<Item = Line<'_>> {
    let mut start = 0;
    line.text.split_inclusive(['&', ';']).map(move |command| {
        let end = start + command.len();
        let found = line.to(end).from(start);
        start = end;
        found
    })
}

/// The setting of `echo NAME=value >> FILE` or `echo NAME=value | tee -a FILE`.
fn echoed(command: Line<'_>) -> Option<Assignment> {
    let sign = command.text.find('>').or(command.text.find("| "))?;
    if !command.text[sign..].split([' ', '>']).any(is_target) {
        return None;
    }
    let echo = command.text[..sign].find("echo ")? + "echo ".len();
    let mut body = command.to(sign).from(echo).trimmed();
    for flag in ["-e ", "-n "] {
        if body.text.starts_with(flag) {
            body = body.from(flag.len()).trimmed();
        }
    }
    let quote = ['"', '\'']
        .into_iter()
        .find(|it| body.text.starts_with(*it));
    match quote {
        Some(quote) if body.text.len() > 1 && body.text.ends_with(quote) => {
            setting(body.to(body.text.len() - 1).from(1))
        }
        Some(_) => None,
        None => setting(body).filter(|_| !body.text.contains(['"', '\''])),
    }
}

fn is_target(word: &str) -> bool {
    let name = word.trim_matches(['"', '\'', ';', '&']);
    FILES.iter().any(|it| name.ends_with(it)) || name.contains("/profile.d/")
}

/// `NAME=value`, also with `export`, where the value is plain.
fn setting(written: Line<'_>) -> Option<Assignment> {
    let line = match written.text.strip_prefix("export ") {
        Some(_) => written.from("export ".len()).trimmed(),
        None => written,
    };
    let equals = line.text.find('=')?;
    let (name, value) = (line.to(equals), line.from(equals + 1));
    let plain = !value.text.contains(['$', '`', '\\', '"', '\'']);
    (looks_like_variable(name.text) && plain).then(|| {
        let value = Value::verbatim(value.text, value.span(), Quoting::Line);
        assignment(name.text, name.span(), value)
    })
}
