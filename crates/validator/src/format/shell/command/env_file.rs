//! `docker run --env-file FILE`, where the text itself has written the file.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::run::Shell;
use super::super::source::{HOLE, Source, origin};
use super::super::state::{Variable, Variables};
use super::super::syntax::is_name;
use super::docker::pass_through;
use super::options::Found;
use crate::reading::{Assignment, Part, Reach, Value};

/// Puts the settings of a file into the environment of a container; a line is a setting letter for
/// letter, a name alone passes on what the shell exports.
pub(super) fn read(shell: &mut Shell, vars: &mut Variables, option: &Found<'_>) {
    let Some(file) = option.known().and_then(|name| shell.file(&name)) else {
        return;
    };
    let certain = file.certain && file.texts.len() == 1;
    for source in &file.texts {
        lines(shell, vars, source, certain);
    }
}

fn lines(shell: &mut Shell, vars: &mut Variables, source: &Source, certain: bool) {
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        let first = start + line.len() - line.trim_start().len();
        start += line.len();
        let text = source.text.get(first..end).unwrap_or_default();
        match text.split_once('=') {
            Some((name, _)) if is_name(name) => {
                let behind = first + name.len() + 1;
                put(shell, vars, source, (first, behind, end), certain);
            }
            None if is_name(text) => pass_through(shell, vars, text),
            _ => {}
        }
    }
}

/// One setting: where its name, its value and its line end.
fn put(
    shell: &mut Shell,
    vars: &mut Variables,
    source: &Source,
    (first, behind, end): (usize, usize, usize),
    certain: bool,
) {
    let name = &source.text[first..behind - 1];
    let (name_span, _) = source.span(first, behind - 1);
    let (span, verbatim) = source.span(behind, end);
    let value = &source.text[behind..end];
    let certain = certain && !value.contains(HOLE);
    let part = Part {
        text: certain.then(|| value.to_owned()),
        span: span.clone(),
        origin: origin(verbatim && certain, false),
    };
    let assignment = Assignment {
        name: name.to_owned(),
        span: name_span.start..span.end.max(name_span.end),
        value: Value {
            parts: vec![part],
            span,
        },
        name_span,
        reach: Reach::Program,
    };
    let place = shell.record_assignment(assignment, true);
    let text = if certain {
        value.to_owned()
    } else {
        HOLE.to_string()
    };
    vars.put(name, Variable::exported(text, place.into_iter().gathered()));
}
