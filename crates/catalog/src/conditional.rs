//! What pages say of a variable for some releases or hardware only.

use serde::{Deserialize, Serialize};

use crate::prelude::*;
use crate::{OnInvalid, ReadWhen, Release};

/// A default that holds only for some releases or hardware.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalDefault {
    /// When it holds, in words: `compute capability 9.0 and newer`, `torch 2.11 and newer`.
    pub when: String,
    /// The value, or `unset`.
    pub value: String,
}

/// What holds for some releases instead of the variable's own `read_when` or `on_invalid`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConditionalFact {
    /// The first release for which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Release>,
    /// The first release for which it no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Release>,
    /// When the reader looks at the variable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_when: Option<ReadWhen>,
    /// What a wrong value does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_invalid: Option<OnInvalid>,
}

impl ConditionalFact {
    /// When it holds, in words: `before torch 2.9.0`.
    #[must_use]
    pub fn when(&self) -> String {
        match (&self.since, &self.before) {
            (Some(since), Some(before)) => format!("{since} and newer, before {before}"),
            (Some(since), None) => format!("{since} and newer"),
            (None, Some(before)) => format!("before {before}"),
            (None, None) => String::new(),
        }
    }
}
