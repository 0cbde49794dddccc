//! What a run leaves behind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Fields, Level};

/// What a claim was run on.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Stack {
    /// Short name, also the file's: `torch-2.15.0-cpu`, `torch-2.15.0-nvidia-h200`.
    pub stack: String,
    /// Versions and numbers of what is there, by the names that needs use, and others.
    pub has: BTreeMap<String, String>,
    /// Operating system and its release.
    pub os: String,
    /// Model of the CPU.
    pub cpu: String,
    /// Name of the first GPU; none on a machine without one.
    pub gpu: Option<String>,
}

/// What a run said about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is as the claim says.
    Confirmed,
    /// It is not.
    Refuted,
    /// There was no run that could have shown it.
    NotRunnable,
}

impl Verdict {
    /// The word that files and tables use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Confirmed => "confirmed",
            Self::Refuted => "refuted",
            Self::NotRunnable => "not runnable",
        }
    }
}

/// The record of one claim on one stack.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The claim's id.
    pub claim: String,
    /// [`hash`](crate::hash) of the claim as it was when it was run.
    pub hash: String,
    /// What came of it.
    pub verdict: Verdict,
    /// Why it was refuted, or could not be run; empty where it was confirmed.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub why: String,
    /// How well a confirmed claim is known by this.
    pub level: Level,
    /// What the run showed.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub observed: Fields,
    /// What the second run showed, where there was one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other: Fields,
    /// The day, as `2026-11-30`, in UTC.
    pub date: String,
    /// Version of the tool that ran it.
    pub tool: String,
}
