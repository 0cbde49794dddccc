//! The data-driven suite: cases are text files under `cases/`, see `README.md` beside this crate.

pub mod case;
pub mod content;
pub mod corpus;
pub mod fuzz;
pub mod hosting;
pub mod http;
pub mod labelled;
pub mod needs;
pub mod report;
pub mod shell;
pub mod show;
pub mod suite;
pub mod values;
