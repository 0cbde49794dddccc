//! Makefiles: recipes are shell text, one shell a line; the variables around them are make's own.

mod lines;
mod value;

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, Map, Set};

use super::run::Shell;
use super::state::{Variable, Variables};
use super::syntax::is_name;
use crate::Kind;
use crate::format::lines::Line;
use crate::reading::{Assignment, Part, Reach, Reading, Span, Value};

pub(crate) use lines::looks_like_makefile;
use lines::{Statement, statements};

/// The variables of make, with what is known of their values.
#[derive(Debug, Default)]
struct Make {
    shell: Shell,
    values: Map<Option<String>>,
    exported: Set,
    all: bool,
}

/// Reads a makefile.
pub(super) fn read(kind: Kind, text: &str) -> Reading {
    let mut make = Make {
        shell: Shell::new(text.len()),
        ..Make::default()
    };
    let statements = statements(text);
    // All variables are set before any recipe runs.
    for statement in &statements {
        make.define(statement);
    }
    for statement in &statements {
        if let Statement::Recipe { lines, own } = statement {
            make.recipe(lines, own);
        }
    }
    make.finish(kind)
}

impl Make {
    fn define(&mut self, statement: &Statement<'_>) {
        match statement {
            Statement::Assign(assign) => self.assign(assign),
            Statement::Export(names) if names.is_empty() => self.all = true,
            Statement::Export(names) => {
                for name in names {
                    self.exported.insert((*name).to_owned());
                }
            }
            Statement::Recipe { .. } => {}
        }
    }

    fn assign(&mut self, assign: &lines::Assign<'_>) {
        let name = assign.name.text;
        if !is_name(name) {
            return;
        }
        let parts = value::expand(assign.value, &self.values);
        let text: Option<String> = parts.iter().map(|part| part.text.as_deref()).collect();
        let certain = text.filter(|_| !assign.conditional);
        let place = self.record(assign, parts);
        self.values.insert(name.to_owned(), certain.clone());
        if assign.exported {
            self.exported.insert(name.to_owned());
        }
        let hole = super::source::HOLE.to_string();
        let places = place.into_iter().gathered();
        let variable = Variable::exported(certain.unwrap_or(hole), places);
        self.shell.vars.put(name, variable);
    }

    fn record(&mut self, assign: &lines::Assign<'_>, parts: Vec<Part>) -> Option<usize> {
        let span: Span = assign.value.span();
        let value = Value {
            parts,
            span: span.clone(),
        };
        let assignment = Assignment {
            name: assign.name.text.to_owned(),
            name_span: assign.name.span(),
            span: assign.name.start..span.end,
            value,
            reach: Reach::Program,
        };
        self.shell.record_assignment(assignment, false)
    }

    /// What a recipe sees: what make exports, and nothing else of make's.
    fn environment(&self) -> Variables {
        let mut vars = Variables::default();
        let names: Vec<String> = self.shell.vars.names().cloned().gathered();
        for name in names {
            if self.all || self.exported.contains(&name) {
                vars.put(&name, self.shell.vars.get(&name));
            }
        }
        vars
    }

    fn recipe(&mut self, lines: &[Vec<Line<'_>>], own: &[lines::Assign<'_>]) {
        let mut vars = self.environment();
        for assign in own.iter().filter(|it| is_name(it.name.text)) {
            let parts = value::expand(assign.value, &self.values);
            let text = super::source::text_of(&parts);
            let place = self.record(assign, parts);
            if assign.exported || self.all {
                let places = place.into_iter().gathered();
                vars.put(assign.name.text, Variable::exported(text, places));
            }
        }
        for line in lines {
            let source = value::command(line, &self.values);
            let vars = vars.inherited();
            self.shell.run_recipe(vars, &source);
        }
    }

    fn finish(mut self, kind: Kind) -> Reading {
        let exported = self.environment();
        let places = |name: &String| exported.told(name).map(|it| it.places.clone());
        let kept: Vec<usize> = exported.names().filter_map(places).flatten().gathered();
        self.shell.record.settle(&kept);
        let mut reading = Reading::new(kind);
        reading.slips = self.shell.slips;
        reading.assignments = self.shell.record.assignments;
        reading.launches = self.shell.record.launches;
        reading.defaults = self.shell.defaults;
        reading.facts.grants = self.shell.record.grants;
        reading.facts.torch = self.shell.record.torch;
        reading
    }
}
