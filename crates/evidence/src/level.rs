//! How well something is known.

use serde::{Deserialize, Serialize};

/// Levels, the weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// A document says it.
    Documented,
    /// A source tree shows it.
    ReadPoint,
    /// A shipped library holds it.
    Binary,
    /// The real library did it, on a machine that needs no GPU.
    Cpu,
    /// The real library did it on a GPU.
    Gpu,
}

impl Level {
    /// All of them, the strongest first.
    pub const ALL: [Self; 5] = [
        Self::Gpu,
        Self::Cpu,
        Self::Binary,
        Self::ReadPoint,
        Self::Documented,
    ];

    /// The word that files and style sheets use.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::ReadPoint => "read-point",
            Self::Binary => "binary",
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
        }
    }

    /// The level for people.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Documented => "documented",
            Self::ReadPoint => "found in the source",
            Self::Binary => "found in a shipped library",
            Self::Cpu => "run on CPU",
            Self::Gpu => "run on GPU",
        }
    }
}
