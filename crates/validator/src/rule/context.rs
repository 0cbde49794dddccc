//! What a rule may look at, and the questions that several rules ask of it.

use std::collections::BTreeSet;

use readpoint_catalog::{Catalog, Status, Variable, Version, grammar};

use super::words;
use crate::Kind;
use crate::reading::{Assignment, Reach, Reading};

/// What a rule may look at.
#[derive(Clone, Debug)]
pub struct Context<'a> {
    /// The checked text.
    pub text: &'a str,
    /// What the front-end understood.
    pub reading: &'a Reading,
    /// What is known.
    pub catalog: &'a Catalog,
    /// The torch release to judge by.
    pub torch: Version,
    /// Names whose value the text itself uses.
    used: BTreeSet<&'a str>,
}

impl<'a> Context<'a> {
    /// Gathers what rules may look at.
    #[must_use]
    pub fn new(text: &'a str, reading: &'a Reading, catalog: &'a Catalog, torch: Version) -> Self {
        Self {
            text,
            reading,
            catalog,
            torch,
            used: words::used(text, &reading.assignments),
        }
    }

    /// The catalogue's entry for a name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&'a Variable> {
        let variables = &self.catalog.variables;
        variables.get(name).or_else(|| {
            // Windows finds environment variables in any letter case.
            let any_case = matches!(self.reading.kind, Kind::Batch | Kind::Powershell);
            any_case.then(|| variables.get(&name.to_ascii_uppercase()))?
        })
    }

    /// The catalogue's entry for an assignment's name.
    #[must_use]
    pub fn variable(&self, assignment: &Assignment) -> Option<&'a Variable> {
        self.find(&assignment.name)
    }

    /// Whether some part of the stack reads a name, with or without a page.
    #[must_use]
    pub fn is_real(&self, name: &str) -> bool {
        self.find(name)
            .is_some_and(|variable| variable.status != Status::NotRead)
            || self.catalog.names.contains(name)
    }

    /// Whether the text itself uses the value of a name, so that it may be the text's own.
    #[must_use]
    pub fn uses(&self, name: &str) -> bool {
        self.used.contains(name)
    }

    /// Assignments that end with a reach, of names that some part of the stack reads. Loops give
    /// an assignment several times; it comes once.
    pub(super) fn reaching(&self, reach: Reach) -> impl Iterator<Item = &'a Assignment> {
        let mut seen = BTreeSet::new();
        self.reading
            .assignments
            .iter()
            .filter(move |it| it.reach == reach && self.is_real(&it.name))
            .filter(move |it| seen.insert(it.span.start))
    }

    /// What a value's grammar may ask.
    #[must_use]
    pub fn value_context(&self, variable: &'a Variable, complete: bool) -> grammar::Context<'a> {
        grammar::Context {
            variable,
            torch: self.torch,
            complete,
        }
    }
}
