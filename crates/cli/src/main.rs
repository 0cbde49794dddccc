//! `readpoint`: checks launch texts, explains variables and codes, builds and serves the site.
//!
//! This crate is the edge: files, standard streams, colour and exit statuses live here and
//! nowhere below. Exit status 0: no error-level finding; 1: at least one; 2: usage, or something
//! could not be read.

mod arguments;
mod command;
mod embedded;
mod fix;
mod input;
mod output;
mod packed;
mod server;
mod sources;
mod tree;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::{Arguments, Command};

/// Exit status for wrong usage and for what could not be read or written.
const TROUBLE: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = match &arguments.command {
        Command::Check(it) => command::check::run(it),
        Command::Env(it) => command::env::run(it),
        Command::Explain(it) => command::explain::run(it),
        Command::Value(it) => command::value::run(it),
        Command::Init(it) => command::init::run(it),
        Command::Build(it) => command::build::run(it),
        Command::Translations(it) => command::translations::run(it),
        Command::Serve(it) => command::serve::run(it),
    };
    outcome.unwrap_or_else(|trouble| {
        output::complain(&format!("{trouble:#}"));
        ExitCode::from(TROUBLE)
    })
}
