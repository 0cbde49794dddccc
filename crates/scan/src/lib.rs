//! Finds every read of an environment variable in source trees and shared libraries, and compares
//! what it finds with the pages.

mod allow;
mod anchors;
mod check;
mod constants;
mod cpp;
mod document;
mod expr;
mod go;
mod helpers;
mod library;
mod name;
mod pages;
mod python;
mod rounds;
mod scans;
mod skeleton;
mod source;
mod syntax;
mod tree;
mod unit;

pub use check::{Finding, check, render};
pub use document::{Document, Files, Header, Place};
pub use pages::{Page, load as pages};
pub use rounds::{Progress, Step};
pub use scans::Scans;
pub use skeleton::skeleton;
pub use source::{KINDS, Kind, Request, Version, scan};
