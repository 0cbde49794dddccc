//! `content/scan/allow.toml`: what the check may pass over, each with its reason.

use std::cell::Cell;
use std::path::Path;

use anyhow::Context;
use serde::Deserialize;

/// The exceptions.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Allowed {
    /// Names that are read and need no page.
    #[serde(default, rename = "undocumented")]
    pub(crate) undocumented: Vec<Exception>,
    /// Names with a page that no scan finds.
    #[serde(default, rename = "not_found")]
    pub(crate) not_found: Vec<Exception>,
    /// Read-points that no scan can confirm.
    #[serde(default, rename = "read_point")]
    pub(crate) read_points: Vec<Exception>,
}

/// One exception: a name, a file, or both; `*` stands for anything.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Exception {
    name: Option<String>,
    component: Option<String>,
    file: Option<String>,
    /// Why.
    pub(crate) reason: String,
    #[serde(skip)]
    used: Cell<bool>,
}

impl Allowed {
    /// Reads the file; where there is none, nothing is allowed.
    ///
    /// # Errors
    /// Where the file is no such TOML, or an exception names nothing or gives no reason.
    pub(crate) fn load(path: &Path) -> anyhow::Result<Self> {
        if !path.exists() {
            return Ok(Self::default());
        }
        let text = std::fs::read_to_string(path)?;
        let allowed: Self =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let all = [
            &allowed.undocumented,
            &allowed.not_found,
            &allowed.read_points,
        ];
        for exception in all.into_iter().flatten() {
            let names = exception.name.is_some() || exception.file.is_some();
            let reason = !exception.reason.trim().is_empty();
            anyhow::ensure!(
                names && reason,
                "{}: an exception needs a name or a file, and a reason",
                path.display()
            );
        }
        Ok(allowed)
    }

    /// Exceptions that excepted nothing.
    pub(crate) fn unused(&self) -> Vec<String> {
        let all = [&self.undocumented, &self.not_found, &self.read_points];
        let unused = all.into_iter().flatten().filter(|it| !it.used.get());
        unused.map(Exception::shown).collect()
    }
}

/// Whether one of `exceptions` covers a name in a file of a component.
pub(crate) fn covered(exceptions: &[Exception], name: &str, component: &str, file: &str) -> bool {
    let found = exceptions
        .iter()
        .find(|it| it.covers(name, component, file));
    found.is_some_and(|it| {
        it.used.set(true);
        true
    })
}

impl Exception {
    fn covers(&self, name: &str, component: &str, file: &str) -> bool {
        let fits = |pattern: &Option<String>, text: &str| {
            pattern.as_ref().is_none_or(|it| matches(it, text))
        };
        fits(&self.name, name) && fits(&self.component, component) && fits(&self.file, file)
    }

    fn shown(&self) -> String {
        let parts = [
            ("name", &self.name),
            ("component", &self.component),
            ("file", &self.file),
        ];
        let parts = parts
            .iter()
            .filter_map(|(key, value)| value.as_ref().map(|value| format!("{key} = \"{value}\"")));
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// Whether `text` is what `pattern` describes; `*` stands for any text.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else {
        return false;
    };
    let mut parts: Vec<_> = parts.collect();
    let Some(last) = parts.pop() else {
        return rest.is_empty();
    };
    for part in parts {
        let Some(at) = rest.find(part) else {
            return false;
        };
        rest = &rest[at + part.len()..];
    }
    rest.ends_with(last)
}
