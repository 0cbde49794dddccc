//! `cargo xtask shots`: pictures of every template, narrow and wide, light and dark.

use std::path::PathBuf;

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;
use crate::{test, wasm};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Where the pictures go [default: target/shots].
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Builds the site and lets the browser suite take the pictures.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let engine = wasm::run_task(workspace)?;
    let site = test::site(workspace, &engine, "shots-site", &[])?;
    let out = arguments.out.clone();
    let out = out.unwrap_or_else(|| workspace.target.join("shots"));
    let out = std::path::absolute(out)?;
    say(&format!("pictures in {}", out.display()));
    let arguments = ["test", "--workspace", "--test", "browser", "--", "shots"];
    run(cargo(workspace, &arguments)
        .env("READPOINT_SITE", &site)
        .env("READPOINT_SHOTS", &out))
}
