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

/// Builds the program for speed and lets it pack itself into `file`, or where it belongs.
fn bundle(workspace: &Workspace, others: &[&str]) -> anyhow::Result<()> {
    let file = match others {
        [] => workspace.target.join("readpoint-verify.tar.gz"),
        [file] if !file.starts_with('-') => std::path::absolute(file)?,
        _ => anyhow::bail!(
            "{BUNDLE} takes the archive's name at most; choose claims where it is run"
        ),
    };
    let build = [
        "build",
        "--quiet",
        "--release",
        "--package",
        "readpoint-verify",
    ];
    run(&mut cargo(workspace, &build))?;
    let mut pack = Command::new(workspace.program("release", "readpoint-verify"));
    pack.current_dir(&workspace.root).arg("bundle").arg(file);
    run(&mut pack)
}

/// Builds the program and hands the options on; its exit status is the task's.
pub(crate) fn run_task(
    workspace: &Workspace,
    task: &str,
    arguments: &Arguments,
) -> anyhow::Result<()> {
    let mut given: Vec<&str> = arguments.given.iter().map(String::as_str).collect();
    let bundled = given.iter().position(|it| *it == BUNDLE);
    if let Some(at) = bundled.filter(|_| task == "verify") {
        given.remove(at);
        return bundle(workspace, &given);
    }
    let status = start(workspace, &[&[task][..], &given].concat())?;
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
