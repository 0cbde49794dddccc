//! `xargs`: one launch for each group of arguments, where they are known.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Invocation, Shell, Status};
use super::super::source::{HOLE, known, parts_of};
use super::options::{self, Style};
use super::run_program;
use crate::reading::{Origin, Part};

/// Most programs that one `xargs` starts.
const MAX_RUNS: usize = 512;

const XARGS: Style = Style {
    valued: &[
        "-E",
        "-I",
        "-L",
        "-P",
        "-a",
        "-d",
        "-n",
        "-s",
        "--arg-file",
        "--delimiter",
        "--max-args",
        "--max-chars",
        "--max-lines",
        "--max-procs",
        "--replace",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// How the input becomes arguments.
#[derive(Debug, Default)]
struct Plan {
    replace: Option<String>,
    count: Option<usize>,
    delimiter: Option<String>,
    odd: bool,
}

/// `xargs`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let (found, at) = options::read(invocation.arguments(), XARGS);
    let mut plan = Plan::default();
    for option in &found {
        let value = option.known();
        match option.name.as_str() {
            "-I" | "--replace" => plan.replace = Some(value.unwrap_or_else(|| "{}".into())),
            "-i" => plan.replace = Some("{}".into()),
            "-n" | "--max-args" | "-L" | "--max-lines" => {
                plan.count = value.and_then(|it| it.parse().ok());
                plan.odd |= option.name.contains(['L', 'l']);
            }
            "-d" | "--delimiter" => plan.delimiter = value,
            "-0" | "--null" | "-a" | "--arg-file" | "-E" => plan.odd = true,
            _ => {}
        }
    }
    let template = invocation.from(1 + at);
    if template.fields.is_empty() {
        shell.emit_unknown();
        shell.status = Status::Presumed;
        return;
    }
    let groups = groups(shell, &plan).filter(|groups| groups.len() <= MAX_RUNS);
    let groups = groups.unwrap_or_else(|| vec![vec![HOLE.to_string()]]);
    shell.input.text = Some(String::new());
    for group in groups {
        let mut inner = template.clone();
        fill(&mut inner, &plan, group);
        run_program(shell, &inner);
    }
}

/// The arguments of each program; `None`: not known.
fn groups(shell: &Shell, plan: &Plan) -> Option<Vec<Vec<String>>> {
    let text = shell.input.text.as_deref().and_then(known)?;
    if plan.odd || text.contains(['\'', '"', '\\']) {
        return None;
    }
    let items: Vec<String> = match (&plan.delimiter, &plan.replace) {
        (Some(delimiter), _) => {
            let delimiter = delimiter.replace("\\n", "\n");
            let text = text.strip_suffix(&delimiter).unwrap_or(text);
            text.split(&delimiter).map(str::to_owned).gathered()
        }
        (None, Some(_)) => {
            let lines = text
                .lines()
                .map(|line| line.trim_start_matches([' ', '\t']));
            lines
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .gathered()
        }
        (None, None) => text.split_ascii_whitespace().map(str::to_owned).gathered(),
    };
    if plan.replace.is_some() {
        return Some(items.into_iter().map(|item| vec![item]).gathered());
    }
    match plan.count {
        Some(count) if count > 0 && !items.is_empty() => {
            Some(items.chunks(count).map(<[String]>::to_vec).gathered())
        }
        _ => Some(vec![items]),
    }
}

fn fill(inner: &mut Invocation, plan: &Plan, group: Vec<String>) {
    let Some(mark) = &plan.replace else {
        for text in group {
            let mut field = Field {
                parts: Vec::new(),
                span: inner.span.clone(),
                glob: false,
                single: true,
            };
            parts_of(&text, &inner.span, Origin::Derived, &mut field.parts);
            inner.exact &= known(&text).is_some();
            inner.fields.push(field);
        }
        return;
    };
    let text = group.concat();
    for field in &mut inner.fields {
        field.parts = field
            .parts
            .iter()
            .flat_map(|part| replaced(part, mark, &text))
            .gathered();
    }
}

/// A part with the mark replaced by an argument.
pub(super) fn replaced(part: &Part, mark: &str, text: &str) -> Vec<Part> {
    let Some(old) = part
        .text
        .as_deref()
        .filter(|old| old.contains(mark) && !mark.is_empty())
    else {
        return vec![part.clone()];
    };
    let mut parts = Vec::new();
    let mut at = 0;
    for (found, _) in old.match_indices(mark) {
        if found > at {
            parts.push(super::setting::cut(part, at, found));
        }
        let span = super::setting::cut(part, found, found + mark.len()).span;
        parts_of(text, &span, Origin::Derived, &mut parts);
        at = found + mark.len();
    }
    if at < old.len() {
        parts.push(super::setting::cut(part, at, old.len()));
    }
    parts
}
