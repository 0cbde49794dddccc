//! Simple commands and function definitions.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use super::super::assign;
use super::super::slip;
use super::super::syntax::{Command, Function, Simple};
use super::word::Place;
use super::{Parsed, Parser};
use crate::limits::MAX_WORDS;

impl Parser<'_> {
    /// A simple command, or the definition of a function.
    pub(super) fn simple(&mut self) -> Parsed<Command> {
        let start = self.at;
        let mut end = start;
        let mut simple = Simple {
            assigns: Vec::new(),
            words: Vec::new(),
            redirects: Vec::new(),
            span: 0..0,
        };
        loop {
            self.skip_blanks();
            if self.starts("#") {
                break;
            }
            if let Some(redirect) = self.redirect()? {
                simple.redirects.push(redirect);
                end = self.at;
                continue;
            }
            let before = self.at;
            let word = self.word(Place::Command)?;
            if self.at == before {
                break;
            }
            end = self.at;
            if simple.words.len() + simple.assigns.len() > MAX_WORDS {
                return Err(self.failure());
            }
            let found = simple
                .words
                .is_empty()
                .then(|| assign::split(&word))
                .flatten();
            match found {
                Some(assignment) => simple.assigns.push(assignment),
                None => simple.words.push(word),
            }
            if self.starts("(") && simple.words.len() == 1 && simple.assigns.is_empty() {
                return self.function(&simple);
            }
        }
        if end == start {
            return Err(self.failure());
        }
        simple.span = self.span(start, end);
        slip::simple(&simple, &mut self.slips);
        self.broken_line(&simple);
        Ok(Command::Simple(simple))
    }

    /// Looks for blanks behind a backslash at the end of the line.
    fn broken_line(&mut self, simple: &Simple) {
        let (before, after) = self.text.split_at(self.at);
        let start = before.trim_end_matches([' ', '\t']).len();
        let Some(after) = after.strip_prefix('\n') else {
            return;
        };
        if start == self.at || !before[..start].ends_with('\\') {
            return;
        }
        let next = after.lines().next().unwrap_or_default().trim_start();
        if !next.is_empty() && !next.starts_with('#') {
            let blanks = self.source.span(start, self.at);
            slip::broken_line(simple, blanks, &mut self.slips);
        }
    }

    /// `NAME ()` behind its name.
    fn function(&mut self, simple: &Simple) -> Parsed<Command> {
        let name = simple.words.first().and_then(|word| word.bare());
        let name = name.ok_or_else(|| self.failure())?;
        self.expect("(")?;
        self.skip_blanks();
        self.expect(")")?;
        self.function_body(name)
    }

    /// The body of a function.
    pub(super) fn function_body(&mut self, name: String) -> Parsed<Command> {
        self.skip_lines();
        let body = self.deeper(|parser| parser.compound())?;
        let body = body.ok_or_else(|| self.failure())?;
        Ok(Command::Function(Rc::new(Function { name, body })))
    }
}
