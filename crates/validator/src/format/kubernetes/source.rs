//! ConfigMaps and Secrets: what `envFrom` and `valueFrom` can take from the same text.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Map};

use crate::format::session::{Session, assignment, is_name};
use crate::format::yaml::{Resolved, View, Yaml};
use crate::reading::{Origin, Part, Setting, SlipKind, Value};

/// All sources of a text.
#[derive(Debug, Default)]
pub(super) struct Sources<'y> {
    /// By kind (`ConfigMap`, `Secret`) and name.
    data: Map<Vec<(&'y str, Setting)>>,
}

impl<'y> Sources<'y> {
    /// Finds them, records what they provide and leaves it in the session's environment.
    pub(super) fn collect(yaml: &'y Yaml, session: &mut Session) -> Self {
        let mut sources = Self::default();
        for map in yaml.mappings() {
            let kind = map.get("kind").and_then(View::text);
            let Some(kind @ ("ConfigMap" | "Secret")) = kind else {
                continue;
            };
            let name = map.path(&["metadata", "name"]).and_then(View::text);
            let settings = read_source(map, session);
            sources
                .data
                .entry(format!("{kind}/{}", name.unwrap_or_default()))
                .or_default()
                .add_all(settings);
        }
        sources
    }

    /// The whole of a source; `None` where it is not part of the text.
    pub(super) fn all(&self, kind: &str, name: &str) -> Option<&[(&'y str, Setting)]> {
        self.data.get(&format!("{kind}/{name}")).map(Vec::as_slice)
    }

    /// One entry of a source.
    pub(super) fn one(&self, kind: &str, name: &str, key: &str) -> Option<&Setting> {
        let settings = self.all(kind, name)?;
        let found = settings.iter().rev().find(|(it, _)| *it == key);
        found.map(|(_, setting)| setting)
    }
}

fn read_source<'y>(map: View<'y>, session: &mut Session) -> Vec<(&'y str, Setting)> {
    let mut settings = Vec::new();
    for (section, encoded) in [
        (
            "data",
            map.get("kind").and_then(View::text) == Some("Secret"),
        ),
        ("stringData", false),
    ] {
        let entries = map.get(section).map(View::entries).unwrap_or_default();
        for (key, value) in entries {
            let Some(name) = key.text() else { continue };
            settings.push((name, entry(key, value, encoded, session)));
        }
    }
    settings
}

/// Records one entry, if its key can name a variable.
fn entry(key: View<'_>, node: View<'_>, encoded: bool, session: &mut Session) -> Setting {
    let name = key.text().unwrap_or_default();
    let value = match node.scalar() {
        Some(scalar) if encoded => decoded(&scalar.mapped.text, node),
        Some(scalar) => {
            if scalar.resolved() != Resolved::Text {
                session.slip(SlipKind::NotString, Some(name), node.span(), scalar.quote());
            }
            scalar.value()
        }
        None => Value::unknown(node.span()),
    };
    let known = value.known();
    if is_name(name) {
        session.assign(assignment(name, key.span(), value));
        if let Some(setting) = session.environment.get(name) {
            return setting.clone();
        }
    }
    Setting {
        value: known,
        assignment: None,
    }
}

/// What a Secret's Base64 stands for; not known where it is no text.
fn decoded(text: &str, node: View<'_>) -> Value {
    let Some(plain) = base64(text).and_then(|bytes| String::from_utf8(bytes).ok()) else {
        return Value::unknown(node.span());
    };
    let part = Part {
        text: Some(plain),
        span: node.span(),
        origin: Origin::Derived,
    };
    Value {
        parts: vec![part],
        span: node.span(),
    }
}

/// Decodes standard Base64, line breaks allowed.
fn base64(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    let letters = text.bytes().filter(|byte| !byte.is_ascii_whitespace());
    for letter in letters.take_while(|&byte| byte != b'=') {
        let six = ALPHABET.iter().position(|&it| it == letter)?;
        bits = (bits << 6 | u32::try_from(six).ok()?) & 0xFF_FFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xFF).ok()?);
        }
    }
    Some(bytes)
}
