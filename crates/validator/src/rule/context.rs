//! What a rule may look at, and the questions that several rules ask of it.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{
    Catalog, Gather, Map, Set, Status, Variable, Version, grammar, misspelling,
};

use super::words;
use crate::Kind;
use crate::marks::Marks;
use crate::reading::{Assignment, Grant, Reach, Reading};
use crate::value::is_gone;

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
    used: Set,
    /// The grants of GPUs that concern all launches.
    pub(super) general_grants: Vec<&'a Grant>,
    /// Those that concern some, by launch.
    pub(super) launch_grants: Vec<Vec<&'a Grant>>,
    /// Names that nothing reads, each with the known one of which it is probably a misspelling.
    meant: Map<&'a str>,
}

/// How many different unknown names of one text are compared with the known ones. A text with
/// more is not a launch text, and comparing is the only work here that is not linear.
const COMPARED: usize = 100;

impl<'a> Context<'a> {
    /// Gathers what rules may look at.
    #[must_use]
    pub fn new(text: &'a str, reading: &'a Reading, catalog: &'a Catalog, torch: Version) -> Self {
        let mut context = Self {
            text,
            reading,
            catalog,
            torch,
            used: words::used(text, &reading.assignments),
            general_grants: Vec::new(),
            launch_grants: vec![Vec::new(); reading.launches.len()],
            meant: Map::new(),
        };
        for grant in &reading.facts.grants {
            if grant.launches.is_empty() {
                context.general_grants.push(grant);
            }
            for launch in &grant.launches {
                if let Some(grants) = context.launch_grants.get_mut(*launch) {
                    grants.push(grant);
                }
            }
        }
        context.meant = context.misspellings();
        context
    }

    /// Compares unknown names with the known ones.
    fn misspellings(&self) -> Map<&'a str> {
        let assignments = self.reading.assignments.iter();
        let names = assignments
            .filter(|it| it.reach != Reach::BuildOnly)
            .map(|it| it.name.as_str());
        let mut compared = Set::new();
        let mut found = Map::new();
        for name in names.filter(|name| self.is_unknown(name)) {
            if compared.len() < COMPARED && compared.insert(name) {
                let near = |it: &str| it.len().abs_diff(name.len()) <= 6 && words::has_vendor(it);
                let names = self.catalog.variables.keys().filter(|it| near(it));
                let pages = names.filter_map(|it| self.catalog.variables.get(it));
                // A name that nothing reads is no better than the one that was written.
                let known = pages.filter(|it| !is_gone(it, self.torch));
                let known = known.map(|it| it.name.as_str());
                let others = self.catalog.names.iter().map(String::as_str);
                let meant = misspelling(name, known.chain(others.filter(|it| near(it))));
                found.add_all(meant.map(|meant| (name.to_owned(), meant)));
            }
        }
        found
    }

    /// Whether nothing reads a name and the text does not use it for itself.
    #[must_use]
    pub fn is_unknown(&self, name: &str) -> bool {
        self.find(name).is_none() && !self.is_real(name) && !self.uses(name)
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

    /// The known name of which an unknown one is probably a misspelling.
    #[must_use]
    pub fn meant(&self, name: &str) -> Option<&'a str> {
        self.meant.get(name).copied()
    }

    /// Assignments that end with a reach, of names that some part of the stack reads. Loops give
    /// an assignment several times; it comes once.
    pub(super) fn reaching(&self, reach: Reach) -> impl Iterator<Item = &'a Assignment> {
        let mut seen = Marks::default();
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
