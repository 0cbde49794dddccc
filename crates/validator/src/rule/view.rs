//! Effective environments, as the rules about several variables see them.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use crate::reading::{Assignment, Environment, Grant, Launch, Span};

use super::Context;

/// One environment that some process will see.
#[derive(Clone, Debug)]
pub(super) struct View<'a> {
    context: &'a Context<'a>,
    environment: &'a Environment,
    /// Which launch it belongs to, and where that stands.
    launch: Option<(usize, &'a Span)>,
}

/// The environments to judge: one a launch, or what the text provides as a whole where it starts
/// nothing.
pub(super) fn views<'a>(context: &'a Context<'a>) -> Vec<View<'a>> {
    let reading = context.reading;
    let launches = reading.launches.iter().enumerate();
    let mut views: Vec<View<'a>> = launches
        .map(|(index, launch)| View {
            context,
            environment: &launch.environment,
            launch: Some((index, &launch.span)),
        })
        .gathered();
    if views.is_empty() {
        views.push(View {
            context,
            environment: &reading.exported,
            launch: None,
        });
    }
    views
}

impl<'a> View<'a> {
    /// The program whose environment it is.
    pub(super) fn launch(&self) -> Option<&'a Launch> {
        self.context.reading.launches.get(self.launch?.0)
    }

    /// Whether the text sets a variable here.
    pub(super) fn sets(&self, name: &str) -> bool {
        self.environment.contains_key(name)
    }

    /// The value of a variable, where it is set and known.
    pub(super) fn value(&self, name: &str) -> Option<&'a str> {
        self.environment.get(name)?.value.as_deref()
    }

    /// The value that the text gives a variable, even where something else may have the last word.
    pub(super) fn given(&self, name: &str) -> Option<String> {
        let setting = self.environment.get(name)?;
        let place = setting.assignment;
        let written = || self.context.reading.assignments.get(place?)?.value.known();
        setting.value.clone().or_else(written)
    }

    /// The names that the text sets here.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> {
        self.environment.keys().map(String::as_str)
    }

    /// Where a variable got its value, or the launch where that is not known.
    pub(super) fn span(&self, name: &str) -> Span {
        self.assignment(name)
            .map(|assignment| assignment.span.clone())
            .or_else(|| self.launch.map(|(_, span)| span.clone()))
            .unwrap_or(0..0)
    }

    /// The place that gave a variable its value.
    pub(super) fn assignment(&self, name: &str) -> Option<&'a Assignment> {
        let index = self.environment.get(name)?.assignment?;
        self.context.reading.assignments.get(index)
    }

    /// The grants of GPUs that concern this environment.
    pub(super) fn grants(&self) -> impl Iterator<Item = &'a Grant> {
        let own = self
            .launch
            .and_then(|(index, _)| self.context.launch_grants.get(index));
        let general = self.context.general_grants.iter();
        general.chain(own.into_iter().flatten()).copied()
    }

    /// Whether a switch is on: `1`, `true`, `yes`, `y`, `t` or `on` in any letter case.
    pub(super) fn is_on(&self, name: &str) -> bool {
        let on = ["1", "true", "yes", "y", "t", "on"];
        self.value(name)
            .is_some_and(|value| on.iter().any(|it| it.eq_ignore_ascii_case(value.trim())))
    }
}
