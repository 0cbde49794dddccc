//! The variables at one point of a text, and what is known where several points meet.

use crate::reading::{Environment, Setting};
use readpoint_catalog::prelude::*;

/// Variables that programs see, and those of the shell's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    environment: Environment,
    own: Environment,
    dead: bool,
}

impl State {
    pub(crate) fn new(environment: &Environment, own: &Environment) -> Self {
        Self {
            environment: environment.clone(),
            own: own.clone(),
            dead: false,
        }
    }

    /// A point that is never reached.
    pub(crate) fn dead() -> Self {
        Self {
            dead: true,
            ..Self::default()
        }
    }

    pub(crate) fn is_dead(&self) -> bool {
        self.dead
    }

    pub(crate) fn len(&self) -> usize {
        self.environment.len() + self.own.len()
    }

    pub(crate) fn take(self) -> (Environment, Environment) {
        (self.environment, self.own)
    }

    pub(super) fn forget(&mut self, name: &str) {
        if !self.dead {
            forget(&mut self.environment, name);
        }
    }

    pub(super) fn put_back(&mut self, local: (String, Option<Setting>, Option<Setting>)) {
        put_back(&mut self.environment, &mut self.own, local);
    }
}

/// Puts back what a variable of a block hides.
pub(super) fn put_back(
    environment: &mut Environment,
    own: &mut Environment,
    (name, exported, kept): (String, Option<Setting>, Option<Setting>),
) {
    for (place, setting) in [(environment, exported), (own, kept)] {
        match setting {
            Some(setting) => place.insert(name.clone(), setting),
            None => place.remove(&name),
        };
    }
}

/// A variable is there or not, with whatever value.
pub(super) fn forget(place: &mut Environment, name: &str) {
    let assignment = place.get(name).and_then(|it| it.assignment);
    let value = None;
    place.insert(name.to_owned(), Setting { value, assignment });
}

/// What is known where any of several points may have come before. Points that are never reached
/// do not count.
pub(crate) fn join(states: impl IntoIterator<Item = State>) -> State {
    let mut alive = states.into_iter().filter(|state| !state.dead);
    let Some(mut joined) = alive.next() else {
        return State::dead();
    };
    for other in alive {
        merge(&mut joined.environment, &other.environment);
        merge(&mut joined.own, &other.own);
    }
    joined
}

fn merge(into: &mut Environment, other: &Environment) {
    for (name, setting) in into.iter_mut() {
        if other.get(name).map(|it| &it.value) != Some(&setting.value) {
            setting.value = None;
        }
    }
    for (name, setting) in other {
        if !into.contains_key(name) {
            let assignment = setting.assignment;
            let value = None;
            into.insert(name.clone(), Setting { value, assignment });
        }
    }
}
