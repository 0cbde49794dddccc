//! Shell variables, with a journal so that subshells and branches can be taken back.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Map, Set};

use super::source::{HOLE, known};
use super::sparse::Sparse;
use crate::limits::MAX_VALUE;
use crate::reading::{Environment, Setting};

/// Variables that every session exports.
const ALWAYS_EXPORTED: &[&str] = &[
    "HOME", "LANG", "LOGNAME", "PATH", "PWD", "SHELL", "SHLVL", "TERM", "USER",
];

/// What a variable holds. Text may have holes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Nothing.
    Unset,
    /// A text.
    Text(String),
    /// An indexed array.
    List(Sparse),
    /// An associative array.
    Map(Map<String>),
}

/// Whether something holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Certainty {
    /// It does not.
    No,
    /// On some ways through the text.
    Maybe,
    /// It does.
    Yes,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    /// What it holds.
    pub(super) content: Content,
    /// Whether programs see it.
    pub(super) exported: Certainty,
    /// Cannot be assigned.
    pub(super) readonly: bool,
    /// Values are computed.
    pub(super) integer: bool,
    /// Values become upper (`true`) or lower case.
    pub(super) case: Option<bool>,
    /// It names another variable.
    pub(super) reference: bool,
    /// It may be unset on some ways through the text.
    pub(super) maybe_unset: bool,
    /// The text gives it a value.
    pub(super) set_here: bool,
    /// The assignments that may have given the value.
    pub(super) places: Vec<usize>,
}

impl Variable {
    /// A variable that the text has said nothing about.
    pub(super) fn outside(name: &str) -> Self {
        Self {
            content: Content::Text(HOLE.to_string()),
            exported: if ALWAYS_EXPORTED.contains(&name) {
                Certainty::Yes
            } else {
                Certainty::No
            },
            maybe_unset: true,
            ..Self::unset()
        }
    }

    /// A variable that is certainly not set.
    pub(super) fn unset() -> Self {
        Self {
            content: Content::Unset,
            exported: Certainty::No,
            readonly: false,
            integer: false,
            case: None,
            reference: false,
            maybe_unset: false,
            set_here: false,
            places: Vec::new(),
        }
    }

    /// An exported variable with a text.
    pub(super) fn exported(text: String, places: Vec<usize>) -> Self {
        Self {
            content: Content::Text(text),
            exported: Certainty::Yes,
            set_here: true,
            places,
            ..Self::unset()
        }
    }

    /// What a program sees of it; `None`: nothing.
    pub(super) fn setting(&self) -> Option<Setting> {
        let Content::Text(text) = &self.content else {
            return None;
        };
        if self.exported == Certainty::No || !self.set_here {
            return None;
        }
        let certain = self.exported == Certainty::Yes && !self.maybe_unset;
        Some(Setting {
            value: known(text).filter(|_| certain).map(str::to_owned),
            assignment: self.places.last().copied(),
        })
    }

    /// What it is if either of two ways through the text was taken.
    fn either(self, other: Self) -> Self {
        if self == other {
            return self;
        }
        let mut places = self.places;
        places.add_all(
            other
                .places
                .iter()
                .filter(|it| !places.contains(it))
                .copied()
                .gathered::<Vec<_>>(),
        );
        let unset = |content: &Content| *content == Content::Unset;
        let maybe_unset =
            self.maybe_unset || other.maybe_unset || unset(&self.content) != unset(&other.content);
        Self {
            content: if self.content == other.content {
                self.content
            } else {
                Content::Text(HOLE.to_string())
            },
            exported: if self.exported == other.exported {
                self.exported
            } else {
                Certainty::Maybe
            },
            readonly: self.readonly && other.readonly,
            integer: self.integer && other.integer,
            case: self.case.filter(|_| self.case == other.case),
            reference: self.reference && other.reference,
            maybe_unset,
            set_here: self.set_here || other.set_here,
            places,
        }
    }
}

/// The values of changed variables at one moment; `None`: never mentioned.
pub(super) type Snapshot = Map<Option<Variable>>;

/// A position in the journal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark(usize);

/// All variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Variables {
    map: Map<Variable>,
    journal: Vec<(String, Option<Variable>)>,
    marks: usize,
    /// Nothing comes from outside (`env -i`).
    clean: bool,
}

impl Variables {
    /// No variables, and none from outside.
    pub(super) fn nothing() -> Self {
        Self {
            clean: true,
            ..Self::default()
        }
    }

    /// A variable, as it is or as the outside may have left it.
    pub(super) fn get(&self, name: &str) -> Variable {
        match self.map.get(name) {
            Some(variable) => variable.clone(),
            None => self.untold(name),
        }
    }

    fn untold(&self, name: &str) -> Variable {
        if self.clean {
            Variable::unset()
        } else {
            Variable::outside(name)
        }
    }

    /// A variable that the text has mentioned.
    pub(super) fn told(&self, name: &str) -> Option<&Variable> {
        self.map.get(name)
    }

    /// The names that the text has mentioned.
    pub(super) fn names(&self) -> impl Iterator<Item = &String> {
        self.map.keys()
    }

    /// Puts a variable.
    pub(super) fn put(&mut self, name: &str, mut variable: Variable) {
        if let Content::Text(text) = &mut variable.content
            && text.len() > MAX_VALUE
        {
            *text = HOLE.to_string();
        }
        self.replace(name, Some(variable));
    }

    /// Puts back what [`Variables::saved`] gave.
    pub(super) fn replace(&mut self, name: &str, variable: Option<Variable>) {
        let old = match variable {
            Some(variable) => self.map.insert(name.to_owned(), variable),
            None => self.map.remove(name),
        };
        if self.marks > 0 {
            self.journal.push((name.to_owned(), old));
        }
    }

    /// A variable for putting it back later.
    pub(super) fn saved(&self, name: &str) -> Option<Variable> {
        self.map.get(name).cloned()
    }

    /// Where the journal is now, for [`Variables::uncover`].
    pub(super) fn position(&self) -> Mark {
        Mark(self.journal.len())
    }

    /// Puts back what a setting has covered since a position. Where nothing else came of it, the
    /// variable has not changed at all, and no loop around takes it for one that changes.
    pub(super) fn uncover(&mut self, name: &str, before: Option<Variable>, since: Mark) {
        let start = since.0.min(self.journal.len());
        let first = self.journal[start..].iter().position(|it| it.0 == name);
        let same = first.is_some_and(|first| self.journal[start + first].1 == before);
        self.replace(name, before);
        if same {
            let since = self.journal.split_off(start);
            let others = since.into_iter().filter(|(changed, _)| changed != name);
            self.journal.add_all(others);
        }
    }

    /// Begins a stretch that can be taken back; ends with [`Variables::commit`] or
    /// [`Variables::undo`].
    pub(super) fn mark(&mut self) -> Mark {
        self.marks += 1;
        Mark(self.journal.len())
    }

    /// Keeps what was done since the mark.
    pub(super) fn commit(&mut self, _mark: Mark) {
        self.marks -= 1;
        if self.marks == 0 {
            self.journal.clear();
        }
    }

    /// Takes back what was done since the mark, which stays.
    pub(super) fn rewind(&mut self, mark: Mark) {
        while self.journal.len() > mark.0 {
            if let Some((name, old)) = self.journal.pop() {
                match old {
                    Some(variable) => self.map.insert(name, variable),
                    None => self.map.remove(&name),
                };
            }
        }
    }

    /// Takes back what was done since the mark.
    pub(super) fn undo(&mut self, mark: Mark) {
        self.rewind(mark);
        self.commit(mark);
    }

    /// The current values of what has changed since the mark.
    pub(super) fn snapshot(&self, mark: Mark) -> Snapshot {
        self.changed(mark)
            .iter()
            .map(|name| {
                let value = self.map.get(name).cloned();
                (name.clone(), value)
            })
            .gathered()
    }

    fn changed(&self, mark: Mark) -> Set {
        let journal = self.journal[mark.0.min(self.journal.len())..].iter();
        journal.map(|(name, _)| name.clone()).gathered()
    }

    /// Merges in another way through the text, on which `other` changed since the mark.
    pub(super) fn merge(&mut self, mark: Mark, other: &Snapshot) {
        let mut before = Snapshot::new();
        for (name, old) in &self.journal[mark.0.min(self.journal.len())..] {
            before.entry(name.clone()).or_insert_with(|| old.clone());
        }
        let names: Set = before.keys().chain(other.keys()).gathered();
        for name in &names {
            let here = self.get(name);
            let there = match other.get(name).or_else(|| before.get(name)) {
                Some(Some(variable)) => variable.clone(),
                _ => self.untold(name),
            };
            self.put(name, here.either(there));
        }
    }

    /// What a program started now sees of what the text sets.
    pub(super) fn environment(&self) -> Environment {
        let settings = self.map.iter();
        settings
            .filter_map(|(name, variable)| Some((name.clone(), variable.setting()?)))
            .gathered()
    }

    /// The variables of a shell started now.
    pub(super) fn inherited(&self) -> Self {
        let passes = |(_, variable): &(&String, &Variable)| {
            variable.exported != Certainty::No && matches!(variable.content, Content::Text(_))
        };
        let mut map = Map::new();
        for (name, variable) in self.map.iter().filter(passes) {
            let mut copy = Variable::exported(String::new(), variable.places.clone());
            copy.content = variable.content.clone();
            copy.exported = variable.exported;
            copy.maybe_unset = variable.maybe_unset;
            copy.set_here = variable.set_here;
            map.insert(name.clone(), copy);
        }
        for (name, variable) in &self.map {
            if variable.content == Content::Unset && !variable.maybe_unset {
                map.insert(name.clone(), Variable::unset());
            }
        }
        Self {
            map,
            clean: self.clean,
            ..Self::default()
        }
    }
}
