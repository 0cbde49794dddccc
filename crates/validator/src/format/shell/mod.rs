//! Shell text: one-liners, scripts, transcripts, and the launch lines that are shell text too
//! (docker run, Slurm, mpirun).
//!
//! The path of a text: [`prompt`] blanks what is not shell, [`parse`] makes a [`syntax`] tree,
//! [`run`] follows it as bash would, and [`record`] keeps what comes out. [`builtin`],
//! [`utility`] and [`command`] hold what names mean; [`slip`] looks at shapes.

mod arith;
mod assign;
mod builtin;
mod command;
mod escape;
mod expand;
mod line_end;
mod makefile;
mod parse;
mod pattern;
mod prompt;
mod record;
mod regex;
mod run;
mod slip;
mod source;
mod sparse;
mod state;
mod syntax;
mod utility;
mod written;

pub(crate) use makefile::looks_like_makefile;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::image::torch_of_requirement;
use crate::Kind;
use crate::reading::{Environment, Reading, Setting, Slip, SlipKind, Span};

/// Reads shell text.
pub(crate) fn read(kind: Kind, text: &str) -> Reading {
    if looks_like_makefile(text) {
        return makefile::read(kind, text);
    }
    let mut reading = read_within(kind, text, &Environment::new());
    reading.slips.add_all(line_end::slip(text, &reading));
    reading
}

/// Reads shell text that runs in an environment. Settings that come from there have no
/// assignment of the text.
pub(crate) fn read_within(kind: Kind, text: &str, environment: &Environment) -> Reading {
    let (stripped, is_transcript) = prompt::strip(text);
    let source = source::Source::whole(stripped);
    let mut reading = Reading::new(kind);
    let mut script = parse::parse(&source, 0, &mut reading.slips);
    if script.stops_at.is_some() {
        // Behind an open quote, two more quotes may change how everything is read.
        let cut = |slip: &&mut Slip| slip.kind == SlipKind::ValueCut;
        let slips = reading.slips.iter_mut().filter(cut);
        slips.for_each(|slip| slip.edits.clear());
    }
    if is_transcript {
        // A shell that is typed into leaves a line with a mistake out, and goes on.
        script.stops_at = None;
    }
    let mut shell = run::Shell::new(text.len());
    for (name, setting) in environment {
        let text = setting.value.clone();
        let text = text.unwrap_or_else(|| source::HOLE.to_string());
        let variable = state::Variable::exported(text, Vec::new());
        shell.vars.put(name, variable);
    }
    command::directives(&mut shell, &source.text);
    let alive = shell.main(&script);
    if alive {
        reading.exported = shell.vars.environment();
    }
    if let Some(span) = shell.gave_up() {
        reading.exported = doubtful(&reading.exported, &source.text);
        reading.slips.push(Slip {
            kind: SlipKind::Unparsed,
            name: None,
            span,
            edits: Vec::new(),
        });
    }
    reading.slips.append(&mut shell.slips);
    reading.assignments = shell.record.assignments;
    let told = |span: &Span| reading.assignments.iter().any(|it| it.name_span == *span);
    let mut written = written::settings(&source.text);
    written.retain(|it| !told(&it.name_span));
    reading.assignments.add_all(written);
    reading.defaults = shell.defaults;
    reading.launches = shell.record.launches;
    reading.facts.torch = torch_of_requirement(&source.text).or(shell.record.torch);
    reading.facts.grants = shell.record.grants;
    reading
}

/// What a text that was not followed to its end leaves: of each name it may set, nothing is known.
fn doubtful(known: &Environment, text: &str) -> Environment {
    let unknown = Setting {
        value: None,
        assignment: None,
    };
    let set = text.split(|c: char| !c.is_ascii_alphanumeric() && !"_=".contains(c));
    let names = set.filter_map(|word| Some(word.split_once('=')?.0));
    let names = names.filter(|name| syntax::is_name(name));
    names
        .chain(known.keys().map(String::as_str))
        .map(|name| (name.to_owned(), unknown.clone()))
        .gathered()
}
