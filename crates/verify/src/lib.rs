//! Runs claims for real and keeps what was seen.
//!
//! The path of a claim:
//!
//! 1. `claims` takes the claims from the pages, or from the file that a bundle carries.
//! 2. [`machine`] finds what there is to run on: each Python with torch is a stack, so is the host.
//! 3. `plan` pairs claims with stacks: a claim whose needs name another release is not about this
//!    stack; one that misses something is recorded as not runnable, with the reason.
//! 4. [`runner`] gives each run a folder and a clean environment and starts the program of its
//!    [`probe`] as a process of its own, which [`process`] watches: its time, its memory, its
//!    output. However that process ends is an observation.
//! 5. `tidy` takes out of the observation what differs from run to run, the claim's conditions are
//!    held against it, and the record is written before the next claim begins.
//!
//! Probes of a GPU call the driver through `gpu`; nothing is linked, so this builds and runs where
//! there is none, and says so.
//!
//! [`gate`] is the other half: it holds evidence, claims, pages and the built site against each
//! other, and says what must not be published.

pub mod claims;
pub mod gate;
mod gpu;
pub mod machine;
pub mod plan;
pub mod probe;
pub mod process;
pub mod report;
pub mod runner;
pub mod suite;
mod tidy;
