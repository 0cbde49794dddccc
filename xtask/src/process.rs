//! Starting programs, and saying what is being done.

use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::workspace::Workspace;

/// Prints the heading of a step.
#[allow(clippy::print_stdout, reason = "a task talks to the terminal")]
pub(crate) fn say(text: &str) {
    println!("\x1b[1m==>\x1b[0m {text}");
}

/// A cargo command in the workspace.
pub(crate) fn cargo(workspace: &Workspace, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(&workspace.root).args(arguments);
    command
}

/// Runs a command to its end; an exit status other than 0 is an error that repeats the command.
pub(crate) fn run(command: &mut Command) -> anyhow::Result<()> {
    let shown = shown(command);
    let status = command
        .status()
        .with_context(|| format!("`{shown}` could not be started"))?;
    anyhow::ensure!(status.success(), "`{shown}` ended with {status}");
    Ok(())
}

/// Whether a program can be started with `--version`.
pub(crate) fn answers(program: impl AsRef<Path>) -> bool {
    let quiet = std::process::Stdio::null;
    Command::new(program.as_ref())
        .arg("--version")
        .stdout(quiet())
        .stderr(quiet())
        .status()
        .is_ok_and(|status| status.success())
}

fn shown(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
