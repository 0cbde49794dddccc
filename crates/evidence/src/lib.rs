//! What claims say, what runs have shown, and whether one bears out the other.
//!
//! A [`Claim`](readpoint_catalog::Claim) stands in front matter. This crate knows the language
//! that claims are written in: which probes there are and what each takes and observes
//! ([`probe`]), what a claim needs ([`Need`]) and what it expects ([`Condition`]). And it knows
//! what runs leave behind: [`Record`]s by [`Stack`] under `content/evidence/`, read and written by
//! [`Evidence`]. Nothing is run here; that is the work of `readpoint-verify`, which links GPU
//! libraries, while the loader and the site need only this.

mod claim;
mod expect;
mod level;
mod need;
pub mod probe;
mod record;
mod store;

pub use claim::{Standing, about, hash, needs_other, standing};
pub use expect::{Condition, Fields, Relation, Run, Wanted, misses};
pub use level::Level;
pub use need::{Need, SUBJECTS, Unmet};
pub use record::{Record, Stack, Verdict};
pub use store::{Evidence, FOLDER, Group, StoreError};
