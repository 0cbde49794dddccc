//! A Dockerfile's instructions: continued lines joined, comments between them taken out, here
//! documents attached.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use crate::format::lines::{Line, lines};
use crate::format::mapped::Mapped;

/// Instructions that may carry here documents.
const WITH_DOCUMENTS: &[&str] = &["RUN", "COPY", "ADD"];

/// One instruction.
#[derive(Debug)]
pub(super) struct Instruction {
    /// Its name in upper case.
    pub(super) name: String,
    /// What follows the name, lines joined.
    pub(super) rest: Mapped,
    /// Where the instruction starts.
    pub(super) start: usize,
    /// It stands on one line.
    pub(super) single_line: bool,
    /// The lines of its first here document.
    pub(super) document: Option<Mapped>,
}

/// A parsed Dockerfile.
#[derive(Debug)]
pub(super) struct Dockerfile {
    /// The escape character: a backslash, or what the `escape` directive says.
    pub(super) escape: char,
    pub(super) instructions: Vec<Instruction>,
}

/// Splits a text into instructions.
pub(super) fn parse(text: &str) -> Dockerfile {
    let escape = escape_directive(text);
    let mut instructions = Vec::new();
    let mut open: Option<(Mapped, usize)> = None;
    let mut all = lines(text);
    while let Some(line) = all.next() {
        let trimmed = line.trimmed();
        if trimmed.text.is_empty() || trimmed.text.starts_with('#') {
            continue;
        }
        let single_line = open.is_none();
        let piece = if single_line { trimmed } else { line };
        let (body, continues) = continuation(piece, escape);
        let (mapped, _) = open.get_or_insert_with(|| (Mapped::default(), trimmed.start));
        mapped.push(body.text, body.start);
        if continues {
            continue;
        }
        if let Some((mapped, start)) = open.take() {
            let mut instruction = instruction(&mapped, start, single_line);
            attach_documents(&mut instruction, &mapped, &mut all);
            instructions.push(instruction);
        }
    }
    if let Some((mapped, start)) = open {
        instructions.push(instruction(&mapped, start, false));
    }
    Dockerfile {
        escape,
        instructions,
    }
}

/// The character that `# escape=` names in the directives at the top.
fn escape_directive(text: &str) -> char {
    let directive = |line: Line<'_>| {
        let body = line.trimmed().text.strip_prefix('#')?;
        let (key, value) = body.split_once('=')?;
        Some((key.trim().to_ascii_lowercase(), value.trim().to_owned()))
    };
    lines(text)
        .map_while(directive)
        .find(|(key, _)| key == "escape")
        .and_then(|(_, value)| value.chars().next())
        .unwrap_or('\\')
}

/// A line without the escape that continues it.
fn continuation(line: Line<'_>, escape: char) -> (Line<'_>, bool) {
    let length = line.text.trim_end_matches([' ', '\t']).len();
    match line.text[..length].strip_suffix(escape) {
        Some(body) => (line.to(body.len()), true),
        None => (line, false),
    }
}

fn instruction(mapped: &Mapped, start: usize, single_line: bool) -> Instruction {
    let text = mapped.text.as_str();
    let name_end = text.find([' ', '\t']).unwrap_or(text.len());
    let gap = text[name_end..].len() - text[name_end..].trim_start().len();
    let rest = name_end + gap..text.trim_end().len().max(name_end + gap);
    Instruction {
        name: text[..name_end].to_ascii_uppercase(),
        rest: mapped.sub(&rest),
        start,
        single_line,
        document: None,
    }
}

/// Takes the here documents of an instruction from the following lines.
fn attach_documents<'t>(
    instruction: &mut Instruction,
    mapped: &Mapped,
    following: &mut impl Iterator<Item = Line<'t>>,
) {
    if !WITH_DOCUMENTS.contains(&instruction.name.as_str()) {
        return;
    }
    for (delimiter, tabs) in delimiters(&mapped.text) {
        let mut document = Mapped::default();
        for line in following.by_ref() {
            let end = if tabs {
                line.text.trim_start_matches('\t')
            } else {
                line.text
            };
            if end == delimiter {
                break;
            }
            document.push(line.text, line.start);
            document.push_derived("\n", line.end()..line.end());
        }
        instruction.document.get_or_insert(document);
    }
}

/// The here documents that a line opens: delimiter, and whether tabs before it are allowed.
fn delimiters(text: &str) -> Vec<(&str, bool)> {
    let opened = text.match_indices("<<").filter_map(|(at, _)| {
        let rest = &text[at + 2..];
        let tabs = rest.starts_with('-');
        let rest = rest.trim_start_matches('-').trim_start_matches(['"', '\'']);
        let end = rest
            .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
            .unwrap_or(rest.len());
        let starts = |c: char| c == '_' || c.is_ascii_alphabetic();
        rest.starts_with(starts).then_some((&rest[..end], tabs))
    });
    opened.gathered()
}
