//! Simple commands and function definitions.

use std::rc::Rc;

use super::super::assign;
use super::super::slip;
use super::super::syntax::{Command, Function, Simple};
use super::word::Place;
use super::{Parsed, Parser};

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
        Ok(Command::Simple(simple))
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
