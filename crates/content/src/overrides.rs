//! `overrides/<NAME>.md`: fields of a shipped variable that a team changes, and why.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use camino::Utf8Path;
use readpoint_catalog::{Catalog, ConditionalFact, Variable, nearest};

use crate::fields::{Fields, Located, Sink, set};
use crate::files::{self, RawFile};
use crate::reference::{References, Target};
use crate::value::{EnvValue, Word};
use crate::{Problem, check, front, variable};

/// The folder.
pub(crate) const FOLDER: &str = "overrides";

/// What a team says otherwise about a shipped variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Override {
    /// Who answers questions about it.
    pub owner: String,
    /// Why, in one sentence.
    pub reason: String,
    /// What differs.
    pub changes: Vec<Changed>,
}

/// One field that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Changed {
    /// The field's name in front matter.
    pub field: String,
    /// What the shipped page says, where it says something.
    pub shipped: Option<String>,
    /// What holds here.
    pub here: String,
}

/// An override that was read, with what can be checked only once everything is loaded.
pub(crate) struct Draft {
    pub(crate) sink: Sink,
    pub(crate) references: References,
    /// The variable as it is here, and what was said of it.
    pub(crate) made: Option<(Variable, Override)>,
}

/// Reads every override under `root` on top of `catalog`.
pub(crate) fn load(root: &Utf8Path, catalog: &Catalog, problems: &mut Vec<Problem>) -> Vec<Draft> {
    let files = files::markdown(&root.join(FOLDER), problems);
    files.iter().map(|file| read(file, catalog)).collect()
}

fn read(file: &RawFile, catalog: &Catalog) -> Draft {
    let sink = Sink::new(Arc::clone(&file.source));
    let mut references = References::default();
    let made = front::split(&sink).and_then(|parts| {
        text(&file.source.text, parts.body.clone(), &sink);
        let table = front::parse(&sink, parts.front.clone())?;
        let opening = 0..parts.front.start.min(3);
        let fields = Fields::new(table.get_ref(), opening, parts.front.start, &sink);
        fill(fields, &file.path, catalog, &mut references, &sink)
    });
    Draft {
        made: made.filter(|_| sink.is_clean()),
        sink,
        references,
    }
}

/// The reason stands in front matter, so that the page can show it; a text would be lost.
fn text(text: &str, body: Range<usize>, sink: &Sink) {
    if text[body.clone()].trim().is_empty() {
        return;
    }
    let start = body.start + text[body.clone()].len() - text[body.clone()].trim_start().len();
    let help = "say it in `reason`; to replace the whole page, write one under `variables/`";
    let message = "the text of an override is not shown";
    sink.report(start..body.end, message, Some(help.to_owned()));
}

fn fill(
    mut fields: Fields<'_>,
    path: &Utf8Path,
    catalog: &Catalog,
    references: &mut References,
    sink: &Sink,
) -> Option<(Variable, Override)> {
    let name = fields.required::<String>("name");
    let owner = fields.required::<String>("owner");
    let reason = fields.required::<String>("reason");
    let place = fields.span_of("set");
    let table = fields.table("set");
    fields.finish();
    let name = name?;
    let Some(shipped) = catalog.variables.get(name.get_ref()) else {
        unknown(&name, catalog, sink);
        return None;
    };
    if name.get_ref() != check::stem(path) {
        let message = format!(
            "the name is `{}`, but the file is `{}.md`",
            name.get_ref(),
            check::stem(path)
        );
        sink.report(name.span(), message, None);
    }
    let Some(table) = table.filter(|it| !it.keys().is_empty()) else {
        let help = Some("write a table `[set]` with the fields that differ".to_owned());
        sink.report(place, "this override changes nothing", help);
        return None;
    };
    let keys = table.keys();
    let here = changed(shipped, table, references, sink, catalog);
    let made = Override {
        owner: owner?.into_inner(),
        reason: reason?.into_inner(),
        changes: changes(shipped, &here, &keys),
    };
    Some((here, made))
}

fn unknown(name: &Located<String>, catalog: &Catalog, sink: &Sink) {
    let names = catalog.variables.keys().map(String::as_str);
    let near = nearest(name.get_ref(), names);
    let help = match near {
        Some(near) => format!("did you mean `{near}`?"),
        None => "a variable of your own is a page under `variables/<component>/`".to_owned(),
    };
    let message = format!("there is no variable `{}` to override", name.get_ref());
    sink.report(name.span(), message, Some(help));
}

/// The variable with the fields of `[set]` in place.
fn changed(
    shipped: &Variable,
    mut fields: Fields<'_>,
    references: &mut References,
    sink: &Sink,
    catalog: &Catalog,
) -> Variable {
    let mut it = shipped.clone();
    let plain = |value: Located<String>| value.into_inner();
    set(&mut it.summary, fields.optional("summary"));
    forget(&mut it.facts, |field| fields.has(field));
    word(&mut it.read_when, fields.optional("read_when"));
    word(&mut it.on_invalid, fields.optional("on_invalid"));
    word(&mut it.audience, fields.optional("audience"));
    word(&mut it.status, fields.optional("status"));
    if let Some(grammar) = fields.optional("grammar") {
        it.grammar = references.one(Target::Grammar, Some(grammar));
    }
    if let Some(options) = fields.table("grammar_options") {
        it.grammar_options = variable::grammar_options(options);
    }
    if let Some(name) = fields.optional("replaced_by") {
        it.replaced_by = Some(references.one(Target::Variable, Some(name)));
    }
    it.default_note = fields
        .optional("default_note")
        .map(plain)
        .or(it.default_note);
    it.instead = fields.optional("instead").map(plain).or(it.instead);
    let releases = [
        ("since", &mut it.since),
        ("deprecated", &mut it.deprecated),
        ("removed", &mut it.removed),
    ];
    for (key, slot) in releases {
        *slot = fields
            .optional(key)
            .map(Located::into_inner)
            .or(slot.take());
    }
    let default = fields.optional::<EnvValue>("default");
    fields.finish();
    if let Some(default) = default {
        let span = default.span();
        it.default = variable::stated(default.into_inner());
        check::default(it.default.as_deref(), span, &it, &catalog.torch, sink);
    }
    it
}

fn word<T>(slot: &mut T, value: Option<Located<Word<T>>>) {
    if let Some(value) = value {
        *slot = value.into_inner().0;
    }
}

/// What a team says of a field holds for every release: nothing else is said for some of them.
fn forget(facts: &mut Vec<ConditionalFact>, said: impl Fn(&str) -> bool) {
    for fact in &mut *facts {
        fact.read_when = fact.read_when.filter(|_| !said("read_when"));
        fact.on_invalid = fact.on_invalid.filter(|_| !said("on_invalid"));
    }
    facts.retain(|fact| fact.read_when.is_some() || fact.on_invalid.is_some());
}

/// What differs, in the words of front matter.
fn changes(shipped: &Variable, here: &Variable, keys: &[String]) -> Vec<Changed> {
    let (before, after) = (shown(shipped), shown(here));
    let change = |field: &String| Changed {
        field: field.clone(),
        shipped: before.get(field).cloned(),
        here: after
            .get(field)
            .cloned()
            .unwrap_or_else(|| variable::UNSET.to_owned()),
    };
    keys.iter().map(change).collect()
}

/// The fields of a variable as texts.
fn shown(variable: &Variable) -> BTreeMap<String, String> {
    // A structure of texts, numbers and lists: nothing in it has no place in TOML.
    let Ok(table) = toml::Table::try_from(variable) else {
        return BTreeMap::new();
    };
    let text = |value: toml::Value| match value {
        toml::Value::String(text) => text,
        other => other.to_string(),
    };
    let pairs = table.into_iter();
    pairs.map(|(key, value)| (key, text(value))).collect()
}

#[cfg(test)]
mod tests {
    use readpoint_catalog::{OnInvalid, ReadWhen};

    use super::*;

    #[test]
    fn what_a_team_says_holds_for_every_release() {
        let both = ConditionalFact {
            read_when: Some(ReadWhen::Import),
            on_invalid: Some(OnInvalid::Abort),
            ..ConditionalFact::default()
        };
        let mut facts = vec![both.clone()];
        forget(&mut facts, |field| field == "read_when");
        let read_when = None;
        assert_eq!(facts, [ConditionalFact { read_when, ..both }]);
        forget(&mut facts, |field| field == "on_invalid");
        assert!(facts.is_empty(), "{facts:?}");
    }
}
