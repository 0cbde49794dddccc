//! Compose files: the environment of each service, and the GPUs it is given.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::embed::{self, Argument};
use super::env_map::{self, Lists, Reader};
use super::expand::{expand, references};
use super::image;
use super::mapped::Mapped;
use super::session::Session;
use super::tolerant;
use super::yaml::{self, Scalar, View};
use crate::Kind;
use crate::marks::Marks;
use crate::reading::{Environment, Grant, GrantKind, Origin, Part, Quoting, Reach, Reading, Value};

/// How Compose reads an environment.
const READER: Reader = Reader {
    refuses_booleans: true,
    lists: Lists::Pairs,
    passes_through: true,
    text: interpolated,
};

/// Reads a Compose file or a piece of one.
pub(crate) fn read(text: &str) -> Reading {
    let yaml = yaml::parse(text);
    let mut session = Session::new(Kind::Compose, text);
    let mut exported = Environment::new();
    let mut listed = Marks::default();
    for map in yaml.mappings() {
        let services = map.get("services").into_iter().flat_map(View::pairs);
        listed.add_all(services.map(|(_, service)| service.id()));
        let keys = ["environment", "env_file"];
        let is_service = listed.contains(map.id());
        if is_service || keys.iter().any(|key| map.get(key).is_some()) {
            let starts = is_service || map.get("image").is_some() || map.get("command").is_some();
            service(map, starts, &mut session);
            let environment = core::mem::take(&mut session.environment);
            if !starts {
                exported.add_all(environment);
            }
        }
    }
    session.environment = exported;
    tolerant::rest(text, &yaml, &mut session);
    session.finish()
}

fn service(map: View<'_>, starts: bool, session: &mut Session) {
    build_arguments(map, session);
    if let Some(node) = map.get("environment") {
        READER.read(node, session);
    }
    for key in ["env", "envs", "environments", "Environment"] {
        map.get(key)
            .into_iter()
            .for_each(|node| env_map::unknown_place(node, session));
    }
    if reserves_gpus(map)
        && let Some(list) = session.environment.get_mut("NVIDIA_VISIBLE_DEVICES")
    {
        // Docker sets it itself for what is reserved.
        list.value = None;
    }
    let first = session.reading.launches.len();
    if starts {
        launch(map, session);
    }
    let launches: Vec<usize> = (first..session.reading.launches.len()).gathered();
    grants(map, &launches, session);
    let facts = &mut session.reading.facts;
    if let Some(node) = map.get("image").filter(|_| facts.torch.is_none()) {
        let version = node.text().and_then(image::torch_of_image);
        facts.torch = version.map(|version| (version, node.span()));
    }
}

/// Arguments of the image's build are gone at run time.
fn build_arguments(map: View<'_>, session: &mut Session) {
    let Some(node) = map.path(&["build", "args"]) else {
        return;
    };
    let first = session.reading.assignments.len();
    READER.read(node, session);
    session.environment.clear();
    for argument in &mut session.reading.assignments[first..] {
        argument.reach = Reach::BuildOnly;
    }
}

/// A string with `$NAME` and `${NAME:-default}` replaced by what only the caller's shell knows,
/// and `$$` by `$`.
fn interpolated(scalar: &Scalar, _: &Session) -> Value {
    let plain = scalar.value();
    let text = scalar.mapped.text.as_str();
    if !text.contains('$') || plain.known().is_none() {
        return plain;
    }
    let mut found = references(text);
    found.retain(|it| !is_escaped(text, it.range.start));
    if text.contains("$$") {
        return Value {
            parts: vec![derived(scalar, &found)],
            span: plain.span,
        };
    }
    Value {
        parts: expand(&scalar.mapped, scalar.quoting(), &found, &|_| None),
        span: plain.span,
    }
}

/// A text with `$$`: known as a whole or not at all.
fn derived(scalar: &Scalar, found: &[super::expand::Reference<'_>]) -> crate::reading::Part {
    let text = scalar.mapped.text.replace("$$", "$");
    crate::reading::Part {
        text: found.is_empty().then_some(text),
        span: scalar.span.clone(),
        origin: crate::reading::Origin::Derived,
    }
}

/// Whether an odd number of dollars stands before the one at `at`.
fn is_escaped(text: &str, at: usize) -> bool {
    let before = &text[..at];
    (before.len() - before.trim_end_matches('$').len()) % 2 == 1
}

fn launch(map: View<'_>, session: &mut Session) {
    let mut words = words(map.get("entrypoint"), session);
    words.add_all(self::words(map.get("command"), session));
    let is_option = |it: &Argument| match it {
        Argument::Known(word) => word.text.starts_with('-'),
        Argument::Begun(word, _) => word.text.starts_with('-'),
        Argument::Unknown(_) => true,
    };
    if words.first().is_none_or(is_option) {
        let text = |key: &str| map.get(key).and_then(View::text);
        let name = text("image").map(image::short_name);
        let name = name.or(text("container_name")).unwrap_or("container");
        let first = map.pairs().next().map(|(key, _)| key);
        let span = map.get("image").or(first).unwrap_or(map).span();
        session.launch(name, Vec::new(), span);
        return;
    }
    embed::command(&words, session);
}

/// The words of a command: a list, or a string that is split like shell words.
fn words(node: Option<View<'_>>, session: &Session) -> Vec<Argument> {
    let Some(node) = node else { return Vec::new() };
    let word = |item: View<'_>| match item.scalar() {
        Some(scalar) => argument(&interpolated(scalar, session)),
        None => Argument::Unknown(item.span()),
    };
    if node.text().is_none() {
        return node.items().map(word).gathered();
    }
    let Some(scalar) = node.scalar() else {
        return Vec::new();
    };
    let value = interpolated(scalar, session);
    let marked: Vec<Part> = value.parts.iter().map(marked).gathered();
    let words = super::words::split(&Mapped::from_parts(&marked));
    words.into_iter().map(unmarked).gathered()
}

/// Stands for what is not known while a command is split into words.
const HOLE: char = '\u{e000}';

fn marked(part: &Part) -> Part {
    Part {
        text: Some(part.text.clone().unwrap_or_else(|| HOLE.to_string())),
        ..part.clone()
    }
}

fn unmarked(word: Argument) -> Argument {
    let Argument::Known(mapped) = &word else {
        return word;
    };
    let Some(hole) = mapped.text.find(HOLE) else {
        return word;
    };
    let mut parts = mapped.parts(&(0..hole), Quoting::Bare);
    let span = mapped.span(&(0..mapped.text.len()));
    parts.push(Part {
        text: None,
        span: span.clone(),
        origin: Origin::Derived,
    });
    Argument::of_parts(&parts, &span)
}

fn argument(value: &Value) -> Argument {
    Argument::of_parts(&value.parts, &value.span)
}

fn grants(map: View<'_>, launches: &[usize], session: &mut Session) {
    let mut grant = |by, value: Option<String>, node: View<'_>| {
        session.reading.facts.grants.push(Grant {
            by,
            value,
            span: node.span(),
            launches: launches.to_vec(),
        });
    };
    let text = |node: View<'_>| node.text().map(str::to_owned);
    for device in reserved(map) {
        grant(GrantKind::ComposeDevices, devices_of(device), device);
    }
    if let Some(node) = map.get("gpus") {
        grant(GrantKind::ComposeDevices, text(node), node);
    }
    if let Some(node) = map.get("runtime").filter(|it| it.text() == Some("nvidia")) {
        grant(GrantKind::NvidiaRuntime, text(node), node);
    }
    if let Some(node) = map.get("privileged").filter(|it| it.text() == Some("true")) {
        grant(GrantKind::Privileged, None, node);
    }
}

/// Whether docker gives a service GPUs by their numbers.
fn reserves_gpus(map: View<'_>) -> bool {
    map.get("gpus").is_some() || reserved(map).next().is_some()
}

/// The reservations of GPUs.
fn reserved(map: View<'_>) -> impl Iterator<Item = View<'_>> {
    let devices = map.path(&["deploy", "resources", "reservations", "devices"]);
    let devices = devices.into_iter().flat_map(View::items);
    devices.filter(|device| {
        let is_gpu = |node: View<'_>| node.items().any(|it| it.text() == Some("gpu"));
        let driver = device.get("driver").and_then(View::text) == Some("nvidia");
        driver || device.get("capabilities").is_some_and(is_gpu)
    })
}

/// The count or the ids of a device reservation.
fn devices_of(device: View<'_>) -> Option<String> {
    if let Some(count) = device.get("count") {
        return count.text().map(str::to_owned);
    }
    let ids: Option<Vec<&str>> = device.get("device_ids")?.items().map(View::text).collect();
    Some(format!("device={}", ids?.join(",")))
}
