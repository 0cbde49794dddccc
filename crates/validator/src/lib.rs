//! Launch text in, effective environment and findings out.
//!
//! The path of a text: [`detect`](detect::detect) names its kind, one front-end in
//! [`format`] turns it into a [`Reading`](reading::Reading), every rule of [`rule::RULES`] looks
//! at the reading, and [`check`] puts the findings in order. Nothing here does IO, reads a clock
//! or the environment, panics, or returns an error for what a user wrote. It does without the
//! standard library, as the catalogue does.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod check;
pub mod detect;
pub mod format;
mod kind;
mod limits;
mod marks;
mod mend;
mod options;
pub mod reading;
mod report;
pub mod rule;
mod suppress;
mod text;
mod value;

pub use check::{Options, check};
pub use kind::Kind;
pub use mend::mend;
pub use report::{Diagnostic, Edit, Input, LaunchReport, Location, Report, to_json};
pub use text::LineIndex;
pub use value::{ValueReport, check_value};
