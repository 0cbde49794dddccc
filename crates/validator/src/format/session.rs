//! Builds a reading: records assignments, keeps the environment as of now and copies it into
//! every program that is started.

use crate::Kind;
use crate::limits::Budget;
use crate::reading::{
    Assignment, Environment, Launch, Reach, Reading, Setting, Slip, SlipKind, Span, Value,
};
use readpoint_catalog::prelude::*;

/// A reading in the making.
#[derive(Debug)]
pub(crate) struct Session {
    /// What was read so far.
    pub(crate) reading: Reading,
    /// What a program started now would see.
    pub(crate) environment: Environment,
    /// Assignments below this index were seen by a program or used by another value.
    seen: usize,
    /// What the text may still ask for.
    budget: Budget,
    /// The text has asked for more.
    overflowed: bool,
}

impl Session {
    /// Starts reading `text`; its length bounds what is recorded.
    pub(crate) fn new(kind: Kind, text: &str) -> Self {
        Self {
            reading: Reading::new(kind),
            environment: Environment::new(),
            seen: 0,
            budget: Budget::new(text.len()),
            overflowed: false,
        }
    }

    /// Records an assignment without letting it into the environment; gives its index, or `None`
    /// when there are more of them than a text may have.
    pub(crate) fn record(&mut self, mut assignment: Assignment) -> Option<usize> {
        if !self.budget.assignment(&mut assignment.value) {
            self.overflow(&assignment.span);
            return None;
        }
        self.reading.assignments.push(assignment);
        Some(self.reading.assignments.len() - 1)
    }

    /// What a recorded assignment gives its variable.
    pub(crate) fn setting(&self, assignment: Option<usize>) -> Setting {
        let found = assignment.and_then(|index| self.reading.assignments.get(index));
        Setting {
            value: found.and_then(|it| it.value.known()),
            assignment,
        }
    }

    /// Records an assignment and puts it into the environment; an earlier one that no program
    /// saw becomes [`Reach::Overwritten`].
    pub(crate) fn assign(&mut self, assignment: Assignment) {
        let name = assignment.name.clone();
        let index = self.record(assignment);
        let before = self.environment.insert(name, self.setting(index));
        if let Some(old) = before.and_then(|it| it.assignment)
            && old >= self.seen
            && let Some(old) = self.reading.assignments.get_mut(old)
            && old.reach == Reach::Program
        {
            old.reach = Reach::Overwritten;
        }
    }

    /// The value that a variable has now, where it is known.
    pub(crate) fn known(&self, name: &str) -> Option<String> {
        self.environment.get(name)?.value.clone()
    }

    /// A launcher takes a variable away from the program; no program has seen it before.
    pub(crate) fn drop_unseen(&mut self, name: &str) {
        let place = self.environment.get(name).and_then(|it| it.assignment);
        let place = place.filter(|index| *index >= self.seen);
        if let Some(found) = place.and_then(|index| self.reading.assignments.get_mut(index)) {
            found.reach = Reach::Dropped;
        }
    }

    /// Notes that everything set so far was seen by a program.
    pub(crate) fn mark_seen(&mut self) {
        self.seen = self.reading.assignments.len();
    }

    /// A program is started with the environment as it is now.
    pub(crate) fn launch(&mut self, command: &str, arguments: Vec<Option<String>>, span: Span) {
        self.mark_seen();
        if let Some(environment) = self.copy(&span) {
            self.reading.launches.push(Launch {
                command: program_name(command).to_owned(),
                arguments,
                environment,
                span,
            });
        }
    }

    /// Adds a launch with an environment of its own, if there is room for it.
    pub(crate) fn push_launch(&mut self, launch: Launch) {
        if self.budget.launch(&launch) {
            self.reading.launches.push(launch);
        } else {
            self.overflow(&launch.span);
        }
    }

    /// A copy of the environment as it is now, if there is room for it.
    pub(crate) fn copy(&mut self, span: &Span) -> Option<Environment> {
        let fits = self.budget.environment(&self.environment);
        if !fits {
            self.overflow(span);
        }
        fits.then(|| self.environment.clone())
    }

    /// Asks for room for a copy of so many settings; whoever gets `false` copies nothing.
    pub(crate) fn spend(&mut self, settings: usize, span: &Span) -> bool {
        let fits = self.budget.settings(settings);
        if !fits {
            self.overflow(span);
        }
        fits
    }

    /// Asks for room for a text that a front-end keeps for itself.
    pub(crate) fn keep(&mut self, bytes: usize) -> bool {
        self.budget.text(bytes)
    }

    /// Notes a place that does not do what it seems to do.
    pub(crate) fn slip(
        &mut self,
        kind: SlipKind,
        name: Option<&str>,
        span: Span,
        edits: Vec<(Span, String)>,
    ) {
        self.reading.slips.push(Slip {
            kind,
            name: name.map(str::to_owned),
            span,
            edits,
        });
    }

    /// Notes, once, that the rest of the text was too much.
    pub(crate) fn overflow(&mut self, span: &Span) {
        if !core::mem::replace(&mut self.overflowed, true) {
            self.slip(SlipKind::Unparsed, None, span.clone(), Vec::new());
        }
    }

    /// Ends the reading; what is in the environment now is what the text provides.
    pub(crate) fn finish(mut self) -> Reading {
        self.reading.exported = self.environment;
        self.reading
    }
}

/// An assignment that reaches a program.
pub(crate) fn assignment(name: &str, name_span: Span, value: Value) -> Assignment {
    let span = name_span.start.min(value.span.start)..name_span.end.max(value.span.end);
    Assignment {
        name: name.to_owned(),
        name_span,
        value,
        span,
        reach: Reach::Program,
    }
}

/// A command's name without its folder, with either kind of slash.
pub(crate) fn program_name(command: &str) -> &str {
    let name = command.rsplit(['/', '\\']).next().unwrap_or(command);
    if name.is_empty() { command } else { name }
}

/// Whether `name` can be the name of an environment variable that a shell would accept.
pub(crate) fn is_name(name: &str) -> bool {
    let mut chars = name.chars();
    chars
        .next()
        .is_some_and(|c| c == '_' || c.is_ascii_alphabetic())
        && chars.all(|c| c == '_' || c.is_ascii_alphanumeric())
}

/// Whether `name` looks like an environment variable in a place where other things are named
/// too: upper case, with an underscore or at least three letters.
pub(crate) fn looks_like_variable(name: &str) -> bool {
    is_name(name)
        && name.len() >= 3
        && name.chars().any(|c| c.is_ascii_uppercase())
        && !name.chars().any(|c| c.is_ascii_lowercase())
}
