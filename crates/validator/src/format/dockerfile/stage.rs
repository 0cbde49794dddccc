//! A build stage: what it inherits, what it sets, what it starts.

use readpoint_catalog::Map;
use readpoint_catalog::prelude::*;

use crate::format::embed::Argument;
use crate::format::expand::{Reference, Unset, resolve};
use crate::format::mapped::Mapped;
use crate::reading::{Environment, Setting};

/// What `CMD` or `ENTRYPOINT` says.
#[derive(Clone, Debug)]
pub(super) enum Start {
    /// A list of arguments.
    Exec(Vec<Argument>),
    /// A script for the stage's shell.
    Shell(Mapped),
}

/// A build argument in scope.
#[derive(Clone, Debug)]
pub(super) struct BuildArgument {
    /// Its default, where it has one that is known.
    pub(super) default: Option<String>,
    /// The assignment that gives the default.
    pub(super) assignment: Option<usize>,
}

/// A stage.
#[derive(Clone, Debug, Default)]
pub(super) struct Stage {
    /// What the image provides so far.
    pub(super) environment: Environment,
    /// Build arguments, by name.
    pub(super) arguments: Map<BuildArgument>,
    /// Nothing but this text can set a variable (`FROM scratch` and stages built on it).
    pub(super) closed: bool,
    /// `RUN` lines are no POSIX shell text.
    pub(super) foreign_shell: bool,
    pub(super) entrypoint: Option<Start>,
    pub(super) command: Option<Start>,
}

impl Stage {
    /// A stage on top of this one: arguments do not carry over.
    pub(super) fn child(&self) -> Self {
        Self {
            arguments: Map::new(),
            ..self.clone()
        }
    }

    /// What a reference stands for. A build argument can be set from outside, so its default is
    /// no answer.
    pub(super) fn resolve(&self, reference: &Reference<'_>) -> Option<String> {
        let set = self.environment.contains_key(reference.name);
        if !set && self.arguments.contains_key(reference.name) {
            return None;
        }
        // Every image has a PATH, even an empty one.
        let unset = if self.closed && reference.name != "PATH" {
            Unset::Empty
        } else {
            Unset::Unknown
        };
        resolve(reference, &self.environment, unset)
    }

    /// The environment of a build step: build arguments are variables there.
    pub(super) fn build_environment(&self) -> Environment {
        let mut environment = self.environment.clone();
        for (name, argument) in &self.arguments {
            environment.entry(name.clone()).or_insert(Setting {
                value: None,
                assignment: argument.assignment,
            });
        }
        environment
    }
}
