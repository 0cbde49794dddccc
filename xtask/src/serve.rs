//! `cargo xtask serve`: everything, from source to a page in the browser.

use crate::process::{cargo, run, say};
use crate::wasm;
use crate::workspace::Workspace;

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Port to listen on; the next free one is taken when it is in use.
    #[arg(long, default_value_t = 4000)]
    port: u16,
}

/// Builds the engine, then the program, and lets the program build and serve the site.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let engine = wasm::run_task(workspace)?;
    say("building the readpoint program");
    run(&mut cargo(
        workspace,
        &["build", "--release", "--package", "readpoint"],
    ))?;
    let mut serve = std::process::Command::new(workspace.program("release", "readpoint"));
    serve
        .arg("serve")
        .arg("--root")
        .arg(&workspace.root)
        .arg("--wasm")
        .arg(engine);
    run(serve.args(["--port", &arguments.port.to_string()]))
}
