//! `readpoint-scan`: the program behind `cargo xtask scan` and `cargo xtask new variable`.

mod arguments;
mod command;

use std::process::ExitCode;

use clap::Parser;

fn main() -> anyhow::Result<ExitCode> {
    command::run(&arguments::Arguments::parse())
}
