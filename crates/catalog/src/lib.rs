//! The typed model of what Readpoint knows: variables, components, releases, rules and claims,
//! and the value grammars that say what a reader does with a value.
//!
//! This crate is pure: it does no IO, reads no clock and no environment, and never panics on
//! what a user wrote. Facts do not live here; they live in `content/` and arrive as a [`Catalog`].

pub mod grammar;
mod model;
mod names;
mod version;

pub use model::{
    Argument, Audience, Bundle, Catalog, Change, ChangeKind, Claim, Component, ConditionalDefault,
    Depth, GrammarOptions, Layer, OnInvalid, ReadPoint, ReadWhen, RuleInfo, Severity, Source,
    Status, Variable,
};
pub use names::{misspelling, nearest};
pub use version::{ParseReleaseError, Release, Version};
