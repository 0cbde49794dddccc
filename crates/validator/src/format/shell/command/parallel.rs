//! GNU `parallel`: a command for each argument, run by a shell.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::expand::Field;
use super::super::run::{Invocation, Shell, Status};
use super::super::source::{HOLE, Source, known, parts_of};
use super::inner;
use super::options::{self, Style};
use super::xargs::replaced;
use crate::reading::{Origin, Part, Span};

/// Most commands that one `parallel` starts.
const MAX_RUNS: usize = 512;

const PARALLEL: Style = Style {
    valued: &[
        "-C",
        "-I",
        "-N",
        "-P",
        "-S",
        "-a",
        "-d",
        "-j",
        "-n",
        "-s",
        "--arg-file",
        "--basefile",
        "--block",
        "--colsep",
        "--delay",
        "--delimiter",
        "--env",
        "--halt",
        "--jobs",
        "--joblog",
        "--load",
        "--max-args",
        "--max-procs",
        "--memfree",
        "--nice",
        "--results",
        "--retries",
        "--rpl",
        "--sshlogin",
        "--tagstring",
        "--timeout",
        "--tmpdir",
        "--wd",
        "--workdir",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// Marks whose text is worked out of the argument, or not known before it runs.
const UNKNOWN_MARKS: &[&str] = &["{%}", "{.}", "{/}", "{//}", "{/.}"];

/// `parallel`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (found, at) = options::read(arguments, PARALLEL);
    let rest = &arguments[at..];
    let end = rest
        .iter()
        .position(|field| field.text().starts_with(":::"));
    let (template, sources) = rest.split_at(end.unwrap_or(rest.len()));
    let odd = |name: &str| ["-N", "-n", "-I", "-a", "-d", "-C"].contains(&name) || name.len() > 2;
    let odd = found
        .iter()
        .any(|option| odd(&option.name) && option.value.is_some() && !harmless(&option.name));
    let rows = if odd || !invocation.exact {
        None
    } else {
        rows(shell, sources)
    };
    let rows = rows.filter(|rows| rows.len() <= MAX_RUNS);
    let rows = rows.unwrap_or_else(|| vec![vec![HOLE.to_string()]]);
    if !template.is_empty() {
        for (number, row) in rows.iter().enumerate() {
            let source = command(template, row, number + 1, &invocation.span);
            let vars = shell.vars.inherited();
            inner::run_text(shell, vars, &source);
        }
    }
    shell.emit_unknown();
    shell.status = Status::Presumed;
}

/// Options that change nothing in the commands.
fn harmless(name: &str) -> bool {
    const HARMLESS: &[&str] = &[
        "--delay",
        "--halt",
        "--jobs",
        "--joblog",
        "--load",
        "--max-procs",
        "--memfree",
        "--nice",
        "--results",
        "--retries",
        "--tagstring",
        "--timeout",
        "--tmpdir",
    ];
    HARMLESS.contains(&name)
}

/// The arguments of each command: every combination of the lists, or the lines of the input.
fn rows(shell: &Shell, sources: &[Field]) -> Option<Vec<Vec<String>>> {
    if sources.is_empty() {
        let text = shell.input.text.as_deref().and_then(known)?;
        return Some(text.lines().map(|line| vec![line.to_owned()]).gathered());
    }
    let mut rows: Vec<Vec<String>> = vec![Vec::new()];
    for list in sources
        .split(|field| field.text().starts_with(":::"))
        .skip(1)
    {
        let items: Vec<String> = list.iter().map(Field::text).gathered();
        if rows.len() * items.len() > MAX_RUNS {
            return None;
        }
        let with = |row: &Vec<String>, item: &String| {
            let mut row = row.clone();
            row.push(item.clone());
            row
        };
        rows = rows
            .iter()
            .flat_map(|row| items.iter().map(move |item| with(row, item)))
            .gathered();
    }
    let marks = sources.iter().map(Field::text);
    let plain = marks
        .filter(|it| it.starts_with(":::"))
        .all(|it| it == ":::");
    plain.then_some(rows)
}

/// The text of one command.
fn command(template: &[Field], row: &[String], number: usize, span: &Span) -> Source {
    let mut marks: Vec<(String, String)> = vec![("{}".to_owned(), row.join(" "))];
    marks.push(("{#}".to_owned(), number.to_string()));
    let unknown = UNKNOWN_MARKS.iter();
    marks.add_all(unknown.map(|mark| ((*mark).to_owned(), HOLE.to_string())));
    for (index, text) in row.iter().enumerate() {
        marks.push((format!("{{{}}}", index + 1), text.clone()));
    }
    let mut source = Source::from_parts(&[]);
    let mut uses = false;
    for (index, field) in template.iter().enumerate() {
        if index > 0 {
            source.push_glue(" ");
        }
        let text = field.text();
        uses |= marks.iter().any(|(mark, _)| text.contains(mark.as_str()));
        for part in filled(&field.parts, &marks) {
            source.push(&part);
        }
    }
    if !uses {
        source.push_glue(" ");
        let mut parts = Vec::new();
        parts_of(&row.join(" "), span, Origin::Derived, &mut parts);
        parts.iter().for_each(|part| source.push(part));
    }
    source
}

fn filled(parts: &[Part], marks: &[(String, String)]) -> Vec<Part> {
    let mut parts = parts.to_vec();
    for (mark, text) in marks {
        parts = parts
            .iter()
            .flat_map(|part| replaced(part, mark, text))
            .gathered();
    }
    parts
}
