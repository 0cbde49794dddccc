//! `cargo xtask bench`: what is measured now, beside the budgets and beside other programs.
//!
//! Times on a busy machine are noisy: compare ratios of one run, and run it twice.

mod budgets;
mod engines;
mod sites;

use std::collections::BTreeMap;
use std::process::Command;

use clap::Subcommand;

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;

/// What is measured; without a word, the budgets.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: Option<What>,
}

#[derive(Debug, Subcommand)]
enum What {
    /// The same large site with Readpoint, Zola, Hugo and mdBook, as far as they are installed.
    Sites(sites::Arguments),
    /// The playground's engine beside Ruff's (npm: @astral-sh/ruff-wasm-nodejs).
    Engines(engines::Arguments),
}

/// Measures and prints.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.what {
        None => budgets::print_all(workspace),
        Some(What::Sites(arguments)) => sites::compare(workspace, arguments),
        Some(What::Engines(arguments)) => engines::compare(workspace, arguments),
    }
}

/// Builds the programs that measure and are measured as they are handed on.
fn optimised(workspace: &Workspace) -> anyhow::Result<()> {
    say("building with optimisation");
    let build = [
        "build",
        "--release",
        "--package",
        "readpoint",
        "--package",
        "readpoint-bench",
    ];
    run(&mut cargo(workspace, &build))
}

/// Runs a program that prints `name<TAB>value` lines.
fn figures(command: &mut Command) -> anyhow::Result<BTreeMap<String, f64>> {
    let output = command.stderr(std::process::Stdio::inherit()).output()?;
    anyhow::ensure!(
        output.status.success(),
        "a measuring program ended with {}",
        output.status
    );
    let text = String::from_utf8(output.stdout)?;
    let lines = text.lines().filter_map(|line| line.split_once('\t'));
    lines
        .map(|(name, value)| Ok((name.to_owned(), value.parse()?)))
        .collect()
}
