//! The typed model of what Readpoint knows: variables, components, releases, rules and claims,
//! and the value grammars that say what a reader does with a value.
//!
//! This crate is pure: it does no IO, reads no clock and no environment, and never panics on
//! what a user wrote. Facts do not live here; they live in `content/` and arrive as a [`Catalog`].
//! It does without the standard library, which would print what a browser never shows.

#![cfg_attr(not(test), no_std)]

extern crate alloc;
#[cfg(not(target_arch = "wasm32"))]
extern crate std;

#[cfg(feature = "pages")]
mod conditional;
mod gather;
pub mod grammar;
mod json;
mod map;
mod model;
mod names;
mod order;
mod policy;
pub mod prelude;
mod stored;
mod version;

#[cfg(feature = "pages")]
pub use conditional::{ConditionalDefault, ConditionalFact};
pub use gather::{Gather, Gathered};
pub use json::JsonReader;
pub use map::{Map, Set};
pub use model::{
    Argument, Audience, Bundle, Catalog, Change, ChangeKind, Claim, Component, Depth,
    GrammarOptions, Layer, OnInvalid, ReadPoint, ReadWhen, RuleInfo, Severity, Source,
    SpecialValue, Status, Variable,
};
pub use names::{is_alphanumeric, misspelling, nearest};
pub use order::{sort_by, sort_by_number};
pub use policy::{TeamRule, VersionRange};
pub use stored::Variables;
pub use version::{ParseReleaseError, Release, Version};
