//! Kubernetes manifests and pieces of them: every container of any kind of object, with what
//! ConfigMaps and Secrets of the same text give it.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use crate::marks::Marks;

mod container;
mod reference;
mod source;

use super::session::Session;
use super::yaml::{View, Yaml};
use crate::reading::Environment;
use container::Container;
use source::Sources;

/// Keys that hold lists of containers.
const CONTAINER_LISTS: &[&str] = &["containers", "initContainers", "ephemeralContainers"];

/// Reads every container of a text. What the text provides beyond that (ConfigMaps, pieces of
/// containers) is left in the session's environment.
pub(crate) fn read(yaml: &Yaml, session: &mut Session) {
    let sources = Sources::collect(yaml, session);
    session.mark_seen();
    let mut exported = core::mem::take(&mut session.environment);
    for container in containers(yaml) {
        container.read(&sources, session);
        let environment = core::mem::take(&mut session.environment);
        if !container.starts_a_program {
            exported.add_all(environment);
        }
    }
    exported.add_all(fragments(yaml, &sources, session));
    session.environment = exported;
}

/// Reads an env list that is no container's into the session's environment.
pub(crate) fn read_list(list: View<'_>, session: &mut Session) {
    container::env_list(list, &Sources::default(), session);
}

/// The containers of a text, in order.
fn containers(yaml: &Yaml) -> Vec<Container<'_>> {
    let mut listed = Marks::default();
    let mut found = Vec::new();
    for map in yaml.mappings() {
        let lists = CONTAINER_LISTS.iter().filter_map(|key| map.get(key));
        listed.add_all(lists.flat_map(View::items).map(View::id));
        let has_env = map.get("envFrom").is_some()
            || map
                .get("env")
                .is_some_and(|env| is_env_list(env) || is_container(map));
        let is_listed = listed.contains(map.id());
        if is_listed || has_env {
            let starts = ["image", "command", "args"];
            found.push(Container {
                map,
                starts_a_program: is_listed || starts.iter().any(|key| map.get(key).is_some()),
            });
        }
    }
    found
}

/// A map that has what only a container has.
pub(crate) fn is_container(map: View<'_>) -> bool {
    map.get("name").is_some() && map.get("image").is_some()
}

/// A list of `name:` with `value:` or `valueFrom:`.
pub(crate) fn is_env_list(node: View<'_>) -> bool {
    node.items().any(is_env_entry)
}

fn is_env_entry(node: View<'_>) -> bool {
    let keys = ["value", "valueFrom"];
    node.get("name").is_some() && keys.iter().any(|key| node.get(key).is_some())
}

/// A text that is nothing but an env list, or one entry of it.
fn fragments(yaml: &Yaml, sources: &Sources<'_>, session: &mut Session) -> Environment {
    for root in yaml.documents() {
        if is_env_list(root) {
            container::env_list(root, sources, session);
        } else if is_env_entry(root) {
            container::env_entry(root, sources, session);
        }
    }
    core::mem::take(&mut session.environment)
}
