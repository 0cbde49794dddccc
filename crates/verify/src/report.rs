//! What a probe tells: a JSON object in a file, written anew whenever something is added, so that
//! what a process saw before it was ended is not lost. Python probes write the same file.

use std::fs;
use std::path::{Path, PathBuf};

use readpoint_evidence::Fields;
use serde_json::Value;

/// The field of a probe that could not do its work, with the reason.
pub const CANNOT: &str = "cannot";

/// The report of a probe in the child.
#[derive(Debug)]
pub struct Report {
    path: PathBuf,
    fields: Fields,
}

impl Report {
    /// An empty one that goes to `path`.
    #[must_use]
    pub fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            fields: Fields::new(),
        }
    }

    /// Tells what was observed.
    pub fn tell(&mut self, name: &str, value: impl Into<Value>) {
        self.fields.insert(name.to_owned(), value.into());
        // A report that cannot be written shows as fields that were not observed.
        let _ = serde_json::to_vec(&self.fields).map(|json| fs::write(&self.path, json));
    }

    /// Tells which step begins; the last one shows where a process was ended.
    pub fn reach(&mut self, step: &str) {
        self.tell("reached", step);
    }

    /// Tells that the probe cannot do its work here: the claim is then neither confirmed nor
    /// refuted.
    pub fn cannot(&mut self, why: &str) {
        self.tell(CANNOT, why);
    }
}

/// Reads what a probe told; nothing where it told nothing.
#[must_use]
pub fn read(path: &Path) -> Fields {
    let text = fs::read(path).unwrap_or_default();
    serde_json::from_slice(&text).unwrap_or_default()
}
