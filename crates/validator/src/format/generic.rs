//! YAML that sets environments: Kubernetes manifests, Helm values, job files of launchers. Lists
//! of containers are read as Kubernetes does, maps as launchers do, which make strings of numbers.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use crate::marks::Marks;

use super::embed;
use super::env_map::{self, Lists, Reader};
use super::kubernetes;
use super::mapped::Mapped;
use super::session::{Session, looks_like_variable};
use super::tolerant;
use super::yaml::{self, View, Yaml};
use crate::Kind;
use crate::reading::{Environment, Origin, Part, Quoting, Reach, Reading, Setting};

/// How launchers read an environment.
const READER: Reader = Reader {
    refuses_booleans: false,
    lists: Lists::Any,
    passes_through: true,
    text: env_map::plain,
};

/// Keys that hold an environment, in lower case and without separators.
const ENVIRONMENT_KEYS: &[&str] = &[
    "env",
    "envs",
    "envvars",
    "envset",
    "extraenv",
    "extraenvs",
    "extraenvvars",
    "environment",
    "environmentvariables",
    "containerenv",
    "workerenv",
    "globalenv",
    "podenv",
    "commonenv",
    "variables",
];

/// Keys of text for the shell.
const SCRIPT_KEYS: &[&str] = &["run", "setup", "script", "commands"];

/// Keys whose entries were read in another way.
const FOREIGN_KEYS: &[&str] = &["data", "stringData", "annotations", "labels", "matchLabels"];

/// Reads manifests.
pub(crate) fn manifests(text: &str) -> Reading {
    read(Kind::Kubernetes, text, true)
}

/// Reads values of a chart, or a job file.
pub(crate) fn values(text: &str) -> Reading {
    read(Kind::Helm, text, true)
}

/// Reads YAML; `nested` says whether YAML inside of YAML is looked into.
fn read(kind: Kind, text: &str, nested: bool) -> Reading {
    let yaml = yaml::parse(text);
    let mut session = Session::new(kind, text);
    kubernetes::read(&yaml, &mut session);
    let exported = core::mem::take(&mut session.environment);
    let maps = maps(&yaml, &mut session);
    session.environment = exported;
    session.environment.add_all(maps);
    if nested {
        inner_texts(&yaml, &mut session);
    }
    tolerant::rest(text, &yaml, &mut session);
    session.finish()
}

/// Reads every map that is an environment, and the scripts next to it.
fn maps(yaml: &Yaml, session: &mut Session) -> Environment {
    let mut all = Environment::new();
    let mut done: Marks = Marks::default();
    // What the text as a whole sets, its jobs see too.
    let mut outer = Environment::new();
    let first = yaml.mappings().next().map(View::id);
    for map in yaml.mappings() {
        for (key, value) in map.pairs() {
            let name = key.text().unwrap_or_default();
            if FOREIGN_KEYS.contains(&name) {
                done.insert(value.id());
            }
            if is_environment_key(name) && done.insert(value.id()) {
                if name == "env" && kubernetes::is_container(map) {
                    done.add_all(value.items().map(View::id));
                }
                environment(map, name, value, session);
            }
        }
        if done.insert(map.id()) {
            variables(map, session);
        }
        let own = core::mem::take(&mut session.environment);
        if SCRIPT_KEYS.iter().any(|key| map.get(key).is_some()) {
            session.environment.clone_from(&outer);
            session.environment.add_all(own.clone());
            scripts(map, session);
            session.environment.clear();
        }
        if Some(map.id()) == first {
            outer.clone_from(&own);
        }
        all.add_all(own);
    }
    all
}

fn is_environment_key(name: &str) -> bool {
    let name: String = name.chars().filter(|c| !matches!(c, '_' | '-')).gathered();
    ENVIRONMENT_KEYS.contains(&name.to_ascii_lowercase().as_str())
}

/// Reads one environment. Hydra's `env_set` is applied when torch is imported already.
fn environment(map: View<'_>, key: &str, node: View<'_>, session: &mut Session) {
    if session.reading.kind == Kind::Kubernetes && key == "env" && kubernetes::is_container(map) {
        // It has been read with the container.
        return;
    }
    if kubernetes::is_env_list(node) {
        // A container's own list has been read with the container.
        if key != "env" {
            kubernetes::read_list(node, session);
        }
        return;
    }
    let first = session.reading.assignments.len();
    READER.read(node, session);
    if key == "env_set" {
        for it in &mut session.reading.assignments[first..] {
            it.reach = Reach::AfterImport;
        }
    }
}

/// Entries of any other map whose names look like variables.
fn variables(map: View<'_>, session: &mut Session) {
    for (key, value) in map.pairs() {
        let name = key.text().unwrap_or_default();
        if looks_like_variable(name) && name.contains('_') && value.text().is_some() {
            READER.entry(key, value, session);
        }
    }
}

/// Scripts of a map, with the environment that stands next to them.
fn scripts(map: View<'_>, session: &mut Session) {
    for key in SCRIPT_KEYS {
        let Some(node) = map.get(key) else { continue };
        match env_map::whole(node) {
            Some(text) => embed::script(text, session),
            None => embed::script(&one_script(node), session),
        }
    }
}

/// A list of commands: one shell runs them, one after the other.
fn one_script(list: View<'_>) -> Mapped {
    let mut parts = Vec::new();
    for text in list.items().filter_map(env_map::whole) {
        let whole = 0..text.text.len();
        let end = text.span(&whole).end;
        parts.add_all(text.parts(&whole, Quoting::Bare));
        parts.push(Part {
            text: Some("\n".to_owned()),
            span: end..end,
            origin: Origin::Derived,
        });
    }
    Mapped::from_parts(&parts)
}

/// Reads block scalars that are YAML with an environment themselves.
fn inner_texts(yaml: &Yaml, session: &mut Session) {
    for scalar in yaml.scalars() {
        let text = &scalar.mapped.text;
        let has_environment = text.contains('\n')
            && text.lines().any(|line| {
                let key = line.trim().strip_suffix(':');
                key.is_some_and(is_environment_key)
            });
        if has_environment {
            let inner = read(session.reading.kind, text, false);
            let provided = inner.exported.clone();
            embed::absorb(&scalar.mapped, inner, session);
            let without_place = |(name, setting): (String, Setting)| {
                let assignment = None;
                (
                    name,
                    Setting {
                        assignment,
                        ..setting
                    },
                )
            };
            session
                .environment
                .add_all(provided.into_iter().map(without_place));
        }
    }
}
