//! `cargo xtask scan` and `cargo xtask new`: both are done by the program of `crates/scan`, which
//! is built with optimisation, because parsing whole source trees is slow without.

use std::process::Command;

use crate::process::{cargo, run};
use crate::workspace::Workspace;

/// Options of the tasks: the program knows them, and `--help` prints them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Handed on.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    given: Vec<String>,
}

/// Builds the program and hands the options on; its exit status is the task's.
pub(crate) fn run_task(
    workspace: &Workspace,
    task: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    run(&mut cargo(
        workspace,
        &[
            "build",
            "--quiet",
            "--release",
            "--package",
            "readpoint-scan",
        ],
    ))?;
    let status = Command::new(workspace.program("release", "readpoint-scan"))
        .arg("--content")
        .arg(workspace.root.join("content"))
        .arg(task)
        .args(&arguments.given)
        .status()?;
    if status.success() {
        return Ok(());
    }
    std::process::exit(status.code().unwrap_or(2));
}
