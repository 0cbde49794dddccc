//! One container: its environment, its command, the GPUs it is given.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::reference;
use super::source::Sources;
use crate::Kind;
use crate::format::embed::{self, Argument};
use crate::format::env_map;
use crate::format::image;
use crate::format::session::{Session, assignment, is_name, looks_like_variable};
use crate::format::yaml::{Resolved, View};
use crate::reading::{Grant, GrantKind, Origin, Part, Setting, SlipKind, Value};

/// Resource names of GPUs start like this.
const GPU_RESOURCE: &str = "nvidia.com/";

/// A container, or a mapping that has an `env` like one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Container<'y> {
    pub(super) map: View<'y>,
    /// It is a container and not a piece cut out of one.
    pub(super) starts_a_program: bool,
}

impl Container<'_> {
    /// Reads it; leaves its environment in the session.
    pub(super) fn read(self, sources: &Sources<'_>, session: &mut Session) {
        let open = env_from(self.map, sources, session);
        if let Some(env) = self.map.get("env") {
            let refuses = session.reading.kind == Kind::Kubernetes && super::is_container(self.map);
            for (key, value) in env.entries() {
                if refuses && key.text().is_some_and(looks_like_variable) {
                    env_map::refused_entry(key, value, false, session);
                }
            }
            for entry in env.items() {
                read_entry(entry, sources, open, session);
            }
        }
        let first = session.reading.launches.len();
        if self.starts_a_program {
            self.launch(open, session);
        }
        let launches = (first..session.reading.launches.len()).gathered();
        self.facts(launches, session);
    }

    /// Starts what `command` and `args` say; without a command, what the image starts.
    fn launch(self, open: bool, session: &mut Session) {
        let arguments = |key: &str, session: &Session| -> Vec<Argument> {
            let items = self.map.get(key).into_iter().flat_map(View::items);
            items.map(|item| argument(item, open, session)).gathered()
        };
        let mut words = arguments("command", session);
        let rest = arguments("args", session);
        if words.is_empty() {
            let known = |it: &Argument| match it {
                Argument::Known(mapped) => Some(mapped.text.clone()),
                Argument::Begun(..) | Argument::Unknown(_) => None,
            };
            let name = self.program_of_image();
            session.launch(name, rest.iter().map(known).gathered(), self.span());
            return;
        }
        words.add_all(rest);
        embed::command(&words, session);
    }

    /// What to call a program that only the image knows.
    fn program_of_image(&self) -> &str {
        let text = |key: &str| self.map.get(key).and_then(View::text);
        let image = text("image").map(image::short_name);
        image.or(text("name")).unwrap_or("container")
    }

    /// The place of the image, else of the whole container.
    fn span(self) -> crate::reading::Span {
        let image = self.map.get("image").or(self.map.get("name"));
        image.unwrap_or(self.map).span()
    }

    fn facts(self, launches: Vec<usize>, session: &mut Session) {
        let limits = self.map.path(&["resources", "limits"]);
        let resources = limits.or(self.map.path(&["resources", "requests"]));
        let entries = resources.map(View::entries).unwrap_or_default();
        let is_gpu = |key: View<'_>| {
            key.text()
                .and_then(|name| name.strip_prefix(GPU_RESOURCE))
                .is_some_and(|name| name.starts_with("gpu") || name.starts_with("mig-"))
        };
        for (key, value) in entries.into_iter().filter(|(key, _)| is_gpu(*key)) {
            session.reading.facts.grants.push(Grant {
                by: GrantKind::DevicePlugin,
                value: value.text().map(str::to_owned),
                span: key.span().start..value.span().end.max(key.span().end),
                launches: launches.clone(),
            });
        }
        let privileged = self.map.path(&["securityContext", "privileged"]);
        if let Some(node) = privileged.filter(|node| node.text() == Some("true")) {
            session.reading.facts.grants.push(Grant {
                by: GrantKind::Privileged,
                value: None,
                span: node.span(),
                launches,
            });
        }
        let facts = &mut session.reading.facts;
        if let Some(node) = self.map.get("image").filter(|_| facts.torch.is_none()) {
            let version = node.text().and_then(image::torch_of_image);
            facts.torch = version.map(|version| (version, node.span()));
        }
    }
}

/// Reads an env list that stands alone.
pub(super) fn env_list(list: View<'_>, sources: &Sources<'_>, session: &mut Session) {
    for entry in list.items() {
        env_entry(entry, sources, session);
    }
}

/// Reads one entry of an env list that stands alone.
pub(super) fn env_entry(entry: View<'_>, sources: &Sources<'_>, session: &mut Session) {
    read_entry(entry, sources, true, session);
}

/// Takes in `envFrom`; gives whether a source outside of the text may set more.
fn env_from(map: View<'_>, sources: &Sources<'_>, session: &mut Session) -> bool {
    let mut open = false;
    for from in map.get("envFrom").into_iter().flat_map(View::items) {
        let prefix = from.get("prefix").and_then(View::text).unwrap_or_default();
        let source = [("configMapRef", "ConfigMap"), ("secretRef", "Secret")];
        let found = source.into_iter().find_map(|(key, kind)| {
            let name = from.path(&[key, "name"]).and_then(View::text)?;
            sources.all(kind, name)
        });
        let found = found.filter(|it| session.spend(it.len(), &from.span()));
        open |= found.is_none();
        for (key, setting) in found.into_iter().flatten() {
            let name = format!("{prefix}{key}");
            if !is_name(&name) {
                continue;
            }
            let mut setting = setting.clone();
            if !prefix.is_empty() {
                setting.assignment = None;
            }
            session.environment.insert(name, setting);
        }
    }
    open
}

fn read_entry(entry: View<'_>, sources: &Sources<'_>, open: bool, session: &mut Session) {
    if let Some(scalar) = entry.scalar() {
        env_map::refused_item(scalar, session);
        return;
    }
    let Some(key) = entry.get("name") else {
        for (key, value) in entry.entries() {
            if key.text().is_some_and(looks_like_variable) {
                env_map::refused_entry(key, value, false, session);
            }
        }
        if entry.get("value").is_some() {
            env_map::misnamed(entry, session);
        }
        return;
    };
    let Some(name) = key.text().filter(|name| !name.is_empty()) else {
        return;
    };
    let value = match (entry.get("value"), entry.get("valueFrom")) {
        (Some(node), _) => plain_value(name, node, open, session),
        (None, Some(node)) => value_from(node, sources),
        (None, None) => Value {
            parts: Vec::new(),
            span: key.span().end..key.span().end,
        },
    };
    session.assign(assignment(name, key.span(), value));
}

fn plain_value(name: &str, node: View<'_>, open: bool, session: &mut Session) -> Value {
    let Some(scalar) = node.scalar() else {
        session.slip(SlipKind::NotString, Some(name), node.span(), Vec::new());
        return Value::unknown(node.span());
    };
    match scalar.resolved() {
        Resolved::Text => reference::resolved(scalar, session, open),
        Resolved::Null => Value {
            parts: Vec::new(),
            span: scalar.span.clone(),
        },
        _ => {
            session.slip(SlipKind::NotString, Some(name), node.span(), scalar.quote());
            scalar.value()
        }
    }
}

/// A value that a source of the same text gives; anything else is only known in the cluster.
fn value_from(node: View<'_>, sources: &Sources<'_>) -> Value {
    let source = [("configMapKeyRef", "ConfigMap"), ("secretKeyRef", "Secret")];
    let setting = source.into_iter().find_map(|(reference, kind)| {
        let text = |key: &str| node.path(&[reference, key]).and_then(View::text);
        sources.one(kind, text("name")?, text("key")?)
    });
    let Some(Setting {
        value: Some(text), ..
    }) = setting
    else {
        return Value::unknown(node.span());
    };
    let part = Part {
        text: Some(text.clone()),
        span: node.span(),
        origin: Origin::Derived,
    };
    Value {
        parts: vec![part],
        span: node.span(),
    }
}

/// An argument with its references resolved.
fn argument(item: View<'_>, open: bool, session: &Session) -> Argument {
    let Some(scalar) = item.scalar() else {
        return Argument::Unknown(item.span());
    };
    Argument::of_parts(
        &reference::resolved(scalar, session, open).parts,
        &item.span(),
    )
}
