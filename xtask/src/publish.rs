//! `cargo xtask publish`: the site, but only if every claim on it may be shown as it stands.

use std::path::PathBuf;

use anyhow::bail;

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;
use crate::{verify, wasm};

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder that the site replaces.
    #[arg(long, default_value = "dist")]
    out: PathBuf,
    /// The path under which the site will stand, such as /docs/readpoint/.
    #[arg(long, default_value = "")]
    base: String,
    /// Where the site will be published, such as https://example.org.
    #[arg(long)]
    origin: Option<String>,
    /// Let evidence pass that no longer counts; its claims are shown with the weaker level.
    #[arg(long)]
    allow_unverified: bool,
}

/// Holds evidence and pages against each other, builds, and looks at the badges of what was built.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    say("evidence");
    gate(workspace, arguments, &[])?;
    let engine = wasm::run_task(workspace)?;
    say("site");
    let out = std::path::absolute(&arguments.out)?;
    let mut build = cargo(
        workspace,
        &["run", "--quiet", "--package", "readpoint", "--", "build"],
    );
    build.arg("--root").arg(&workspace.root);
    build.arg("--wasm").arg(engine).arg("--out").arg(&out);
    build.args(["--base", &arguments.base]);
    if let Some(origin) = &arguments.origin {
        build.args(["--origin", origin]);
    }
    run(&mut build)?;
    say("badges");
    let site = out.display().to_string();
    gate(workspace, arguments, &["--site", &site])?;
    say(&format!("{} may be published", out.display()));
    Ok(())
}

fn gate(workspace: &Workspace, arguments: &Arguments, more: &[&str]) -> anyhow::Result<()> {
    let mut given = vec!["gate"];
    given.extend(more);
    if arguments.allow_unverified {
        given.push("--allow-unverified");
    }
    if !verify::start(workspace, &given)?.success() {
        bail!("this must not be published");
    }
    Ok(())
}
