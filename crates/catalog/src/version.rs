//! Versions and releases: `2.9.1`, and `torch 2.9.1`.

use crate::prelude::*;
use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// A dotted version of up to three numbers; missing numbers are zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    /// First number.
    pub major: u32,
    /// Second number.
    pub minor: u32,
    /// Third number.
    pub patch: u32,
}

impl Version {
    /// Builds a version from its three numbers.
    #[must_use]
    pub const fn new(major: u32, minor: u32, patch: u32) -> Self {
        Self {
            major,
            minor,
            patch,
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Why a text is not a version or a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReleaseError(String);

impl fmt::Display for ParseReleaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for ParseReleaseError {}

impl FromStr for Version {
    type Err = ParseReleaseError;

    /// Reads `2`, `2.9` or `2.9.1`; a leading `v` and a local part (`+cu128`) are accepted.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let fail = || ParseReleaseError(format!("`{text}` is not a version such as 2.9.1"));
        let core = text.trim().trim_start_matches('v');
        let core = core.split('+').next().unwrap_or(core);
        let mut numbers = [0u32; 3];
        for (at, part) in core.split('.').enumerate() {
            let slot = numbers.get_mut(at).ok_or_else(fail)?;
            *slot = part.parse().map_err(|_| fail())?;
        }
        Ok(Self::new(numbers[0], numbers[1], numbers[2]))
    }
}

impl TryFrom<String> for Version {
    type Error = ParseReleaseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

/// A release of one project, written `torch 2.9.1` or `nccl 2.18`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Release {
    /// Lower-case project name: `torch`, `nccl`, `cuda`, `cudnn`, `cublas`, `container-toolkit`.
    pub project: String,
    /// The version of that project.
    pub version: Version,
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.project, self.version)
    }
}

impl FromStr for Release {
    type Err = ParseReleaseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (project, version) = text.trim().split_once(' ').ok_or_else(|| {
            ParseReleaseError(format!("`{text}` is not a release such as `torch 2.9.1`"))
        })?;
        Ok(Self {
            project: project.to_owned(),
            version: version.parse()?,
        })
    }
}

impl TryFrom<String> for Release {
    type Error = ParseReleaseError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Release> for String {
    fn from(release: Release) -> Self {
        release.to_string()
    }
}
