//! The variables of a catalogue, each read when it is first asked for.
//!
//! A check looks at a dozen of them, and reading all would be a good part of the time that a page or
//! a command takes to start.

use crate::prelude::*;
#[cfg(target_arch = "wasm32")]
use core::cell::OnceCell as OnceLock;
#[cfg(not(target_arch = "wasm32"))]
use std::sync::OnceLock;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::json::JsonReader;
use crate::model::{Catalog, GrammarOptions, SpecialValue, Variable};
use crate::{Map, TeamRule, map};

/// Variables by name, in the order of their names.
#[derive(Clone, Debug, Default)]
pub struct Variables(Map<Stored>);

/// A variable: the JSON that says it, empty where it came as a value, and what was read from it.
#[derive(Clone, Debug)]
struct Stored {
    json: Box<str>,
    read: OnceLock<Variable>,
}

impl Stored {
    fn get(&self, name: &str) -> &Variable {
        self.read
            .get_or_init(|| variable(name, &self.json).unwrap_or_else(|| Variable::named(name)))
    }
}

impl Variables {
    /// The variable of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Variable> {
        self.0.get(name).map(|it| it.get(name))
    }

    /// Whether there is a variable of a name.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// The variables, all of which are read for it.
    pub fn values(&self) -> impl Iterator<Item = &Variable> + Clone {
        self.iter().map(|(_, variable)| variable)
    }

    /// Names and variables, all of which are read for it.
    #[must_use]
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.0.iter())
    }

    /// Adds a variable, or replaces the one of its name.
    pub fn insert(&mut self, name: String, variable: Variable) {
        let json = Box::default();
        let read = OnceLock::from(variable);
        self.0.insert(name, Stored { json, read });
    }
}

impl PartialEq for Variables {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl FromIterator<(String, Variable)> for Variables {
    fn from_iter<I: IntoIterator<Item = (String, Variable)>>(items: I) -> Self {
        let mut all = Self::default();
        for (name, variable) in items {
            all.insert(name, variable);
        }
        all
    }
}

/// Names and variables.
#[derive(Clone, Debug)]
pub struct Iter<'v>(map::Iter<'v, Stored>);

impl<'v> Iterator for Iter<'v> {
    type Item = (&'v String, &'v Variable);

    fn next(&mut self) -> Option<Self::Item> {
        let (name, stored) = self.0.next()?;
        Some((name, stored.get(name)))
    }
}

impl<'v> IntoIterator for &'v Variables {
    type Item = (&'v String, &'v Variable);
    type IntoIter = Iter<'v>;

    fn into_iter(self) -> Iter<'v> {
        self.iter()
    }
}

impl Serialize for Variables {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self)
    }
}

impl<'de> Deserialize<'de> for Variables {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Map::deserialize(deserializer)?.into_iter().collect())
    }
}

impl Catalog {
    /// Reads the JSON of a catalogue [without what only pages need](Self::slim), which stays unread if
    /// it is there. `None` where it is no such JSON. A variable that is not as this build expects is
    /// known by its name alone.
    #[must_use]
    pub fn for_checks(json: &str) -> Option<Self> {
        let mut catalog = Self::default();
        let mut reader = JsonReader::new(json);
        reader.object(&mut |key, it| {
            match key {
                "format" => catalog.format = it.integer()?.try_into().ok()?,
                "tool" => catalog.tool = it.string()?.into_owned(),
                "torch" => it.list(&mut |it| {
                    catalog.torch.push(it.string()?.parse().ok()?);
                    Some(())
                })?,
                "names" => it.list(&mut |it| {
                    catalog.names.insert(it.string()?);
                    Some(())
                })?,
                "team" => it.list(&mut |it| {
                    catalog.team.push(team_rule(it)?);
                    Some(())
                })?,
                "variables" => it.object(&mut |name, it| {
                    let json = it.object_text()?.into();
                    let read = OnceLock::new();
                    catalog
                        .variables
                        .0
                        .insert(name.to_owned(), Stored { json, read });
                    Some(())
                })?,
                _ => drop(it.skip()?),
            }
            Some(())
        })?;
        reader.end()?;
        Some(catalog)
    }
}

/// Reads one variable.
fn variable(name: &str, json: &str) -> Option<Variable> {
    let mut read = Variable::named(name);
    JsonReader::new(json).object(&mut |key, it| {
        let text = |it: &mut JsonReader<'_>| Some(it.string()?.into_owned());
        match key {
            "component" => read.component = text(it)?,
            "grammar" => read.grammar = text(it)?,
            "grammar_options" => read.grammar_options = options(it)?,
            "default_note" => read.default_note = Some(text(it)?),
            "read_when" => read.read_when = it.string()?.parse().ok()?,
            "on_invalid" => read.on_invalid = it.string()?.parse().ok()?,
            "audience" => read.audience = it.string()?.parse().ok()?,
            "status" => read.status = it.string()?.parse().ok()?,
            "since" => read.since = Some(it.string()?.parse().ok()?),
            "deprecated" => read.deprecated = Some(it.string()?.parse().ok()?),
            "removed" => read.removed = Some(it.string()?.parse().ok()?),
            "replaced_by" => read.replaced_by = Some(text(it)?),
            "instead" => read.instead = Some(text(it)?),
            "overridden_by" => read.overridden_by = texts(it)?,
            _ => drop(it.skip()?),
        }
        Some(())
    })?;
    Some(read)
}

/// Reads the parameters of a grammar.
fn options(reader: &mut JsonReader<'_>) -> Option<GrammarOptions> {
    let mut read = GrammarOptions::default();
    reader.object(&mut |key, it| {
        match key {
            "words" => read.words = texts(it)?,
            "case_sensitive" => read.case_sensitive = it.boolean()?,
            "minimum" => read.minimum = Some(it.integer()?),
            "maximum" => read.maximum = Some(it.integer()?),
            "unit" => read.unit = Some(it.string()?.into_owned()),
            "before" => read.before = Some(it.string()?.parse().ok()?),
            "earlier_grammar" => read.earlier_grammar = Some(it.string()?.into_owned()),
            "special" => it.list(&mut |it| {
                read.special.push(special(it)?);
                Some(())
            })?,
            _ => drop(it.skip()?),
        }
        Some(())
    })?;
    Some(read)
}

/// Reads a value of a variable with what its reader does.
fn special(reader: &mut JsonReader<'_>) -> Option<SpecialValue> {
    let mut read = SpecialValue::default();
    reader.object(&mut |key, it| {
        match key {
            "values" => read.values = texts(it)?,
            "since" => read.since = Some(it.string()?.parse().ok()?),
            "before" => read.before = Some(it.string()?.parse().ok()?),
            "verdict" => read.verdict = it.string()?.parse().ok()?,
            "severity" => read.severity = Some(it.string()?.parse().ok()?),
            "says" => read.says = Some(it.string()?.into_owned()),
            "help" => read.help = Some(it.string()?.into_owned()),
            _ => drop(it.skip()?),
        }
        Some(())
    })?;
    Some(read)
}

/// Reads a rule of a team.
fn team_rule(reader: &mut JsonReader<'_>) -> Option<TeamRule> {
    let mut read = TeamRule::named("");
    let text = |it: &mut JsonReader<'_>| Some(it.string()?.into_owned());
    reader.object(&mut |key, it| {
        match key {
            "code" => read.code = text(it)?,
            "severity" => read.severity = it.string()?.parse().ok()?,
            "owner" => read.owner = text(it)?,
            "variables" => read.variables = texts(it)?,
            "require" => read.require = it.boolean()?,
            "forbid" => read.forbid = Some(texts(it)?),
            "allow_only" => read.allow_only = texts(it)?,
            "pin" => read.pin = Some(text(it)?),
            "why" => read.why = Some(text(it)?),
            "warn_below" => read.warn_below = Some(it.integer()?),
            "warn_above" => read.warn_above = Some(it.integer()?),
            "kinds" => read.kinds = texts(it)?,
            "torch" => read.torch = Some(it.string()?.parse().ok()?),
            "programs" => read.programs = texts(it)?,
            "message" => read.message = Some(text(it)?),
            "help" => read.help = Some(text(it)?),
            _ => drop(it.skip()?),
        }
        Some(())
    })?;
    Some(read)
}

fn texts(reader: &mut JsonReader<'_>) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    reader.list(&mut |it| {
        texts.push(it.string()?.into_owned());
        Some(())
    })?;
    Some(texts)
}
