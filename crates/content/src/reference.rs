//! Names in front matter that must exist elsewhere, kept until everything is loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use readpoint_catalog::{grammar, nearest};

use crate::fields::{Located, Sink};

/// What a reference points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// A variable by name.
    Variable,
    /// A variable, or a name that is known and has no page.
    Name,
    /// A variable, a rule's code, or a page such as `recipes/oom`.
    Page,
    /// A diagnostic code.
    Rule,
    /// A component by id.
    Component,
    /// A value grammar.
    Grammar,
}

impl Target {
    const fn noun(self) -> &'static str {
        match self {
            Self::Variable | Self::Name => "variable",
            Self::Page => "page",
            Self::Rule => "diagnostic code",
            Self::Component => "component",
            Self::Grammar => "value grammar",
        }
    }
}

/// One reference, with its bytes in the file.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    pub(crate) target: Target,
    pub(crate) name: String,
    pub(crate) span: Range<usize>,
}

/// Collects the references of one page.
#[derive(Debug, Default)]
pub(crate) struct References(pub(crate) Vec<Reference>);

impl References {
    /// Keeps one and gives the plain name; empty where the field had a mistake.
    pub(crate) fn one(&mut self, target: Target, name: Option<Located<String>>) -> String {
        let Some(name) = name else {
            return String::new();
        };
        self.0.push(Reference {
            target,
            span: name.span(),
            name: name.get_ref().clone(),
        });
        name.into_inner()
    }

    /// Keeps all and gives the plain names.
    pub(crate) fn all(&mut self, target: Target, names: Vec<Located<String>>) -> Vec<String> {
        names
            .into_iter()
            .map(|name| self.one(target, Some(name)))
            .collect()
    }
}

/// Everything that a reference can point to. Pages with mistakes count: their names are known.
#[derive(Debug)]
pub(crate) struct Known {
    names: BTreeMap<Target, BTreeSet<String>>,
    /// Whether articles (`recipes/oom`) that are not among the names are surely not there.
    articles_known: bool,
}

impl Known {
    /// The value grammars, and nothing else yet.
    pub(crate) fn new(articles_known: bool) -> Self {
        let mut known = Self {
            names: BTreeMap::new(),
            articles_known,
        };
        for (name, _) in grammar::GRAMMARS {
            known.add(Target::Grammar, name);
        }
        known
    }

    /// Adds a name; what is a variable or a code is a page too.
    pub(crate) fn add(&mut self, target: Target, name: &str) {
        self.names
            .entry(target)
            .or_default()
            .insert(name.to_owned());
        if target == Target::Variable {
            self.add(Target::Name, name);
        }
        if matches!(target, Target::Variable | Target::Rule) {
            self.add(Target::Page, name);
        }
    }

    /// Reports a reference to something that does not exist.
    pub(crate) fn check(&self, reference: &Reference, sink: &Sink) {
        let Reference { target, name, span } = reference;
        let empty = BTreeSet::new();
        let names = self.names.get(target).unwrap_or(&empty);
        let uncertain = !self.articles_known && *target == Target::Page && name.contains('/');
        if uncertain || names.contains(name) {
            return;
        }
        let near = nearest(name, names.iter().map(String::as_str));
        // Grammars are few enough to name them all.
        let all = || {
            names
                .iter()
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let help = match near {
            Some(near) => Some(format!("did you mean `{near}`?")),
            None if *target == Target::Grammar => Some(format!("there are {}", all())),
            None => None,
        };
        let message = format!("there is no {} `{name}`", target.noun());
        sink.report(span.clone(), message, help);
    }
}
