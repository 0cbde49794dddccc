//! `cargo xtask verify` and `cargo xtask evidence`: both are done by the program of
//! `crates/verify`.

use std::process::{Command, ExitStatus};

use crate::process::{cargo, run};
use crate::workspace::Workspace;

/// Options of the tasks: the program knows them, and `--help` prints them.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Handed on.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    given: Vec<String>,
}

/// The option that makes an archive instead of a run.
const BUNDLE: &str = "--bundle";

/// Builds the program for speed and lets it pack itself.
fn bundle(workspace: &Workspace) -> anyhow::Result<()> {
    let build = [
        "build",
        "--quiet",
        "--release",
        "--package",
        "readpoint-verify",
    ];
    run(&mut cargo(workspace, &build))?;
    let mut pack = Command::new(workspace.program("release", "readpoint-verify"));
    pack.current_dir(&workspace.root)
        .arg("bundle")
        .arg(workspace.target.join("readpoint-verify.tar.gz"));
    run(&mut pack)
}

/// Builds the program and hands the options on; its exit status is the task's.
pub(crate) fn run_task(
    workspace: &Workspace,
    task: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    if task == "verify" && arguments.given == [BUNDLE] {
        return bundle(workspace);
    }
    let given = arguments.given.iter().map(String::as_str);
    let status = start(
        workspace,
        &[&[task][..], &given.collect::<Vec<_>>()].concat(),
    )?;
    if status.success() {
        return Ok(());
    }
    std::process::exit(status.code().unwrap_or(2));
}

/// Builds the program and starts it in the workspace.
pub(crate) fn start(workspace: &Workspace, arguments: &[&str]) -> anyhow::Result<ExitStatus> {
    let build = ["build", "--quiet", "--package", "readpoint-verify"];
    run(&mut cargo(workspace, &build))?;
    let status = Command::new(workspace.program("debug", "readpoint-verify"))
        .current_dir(&workspace.root)
        .args(arguments)
        .status()?;
    Ok(status)
}
