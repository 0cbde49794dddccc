//! `cargo xtask dist`: one file that needs nothing beside it, its checksums, and the licences of
//! what is inside.

mod licences;
mod start;

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};
use sha2::{Digest, Sha256};

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;
use crate::{setup, test, wasm};

/// The target whose programs run on any Linux of this processor: nothing is linked at run time.
const STATIC: &str = "x86_64-unknown-linux-musl";

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder to write.
    #[arg(long, default_value = "dist")]
    out: PathBuf,
    /// Build for this target instead of the static one.
    #[arg(long, default_value = STATIC)]
    target: String,
}

/// Builds the program with everything inside, writes what goes with it, and tries it.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let out = std::path::absolute(&arguments.out)?;
    ensure!(
        !out.join("catalog.json").exists(),
        "{} holds a built site; name another folder with --out",
        out.display()
    );
    let engine = wasm::run_task(workspace)?;
    let site = test::site(workspace, &engine, "dist-site", &[])?;
    let built = program(workspace, &arguments.target, &engine, &site)?;
    std::fs::create_dir_all(&out)?;
    let program = out.join("readpoint");
    std::fs::copy(built, &program)?;
    let readme = include_str!("README.md");
    std::fs::write(out.join("README.md"), readme)?;
    say("licences");
    let licences = licences::text(workspace, &arguments.target)?;
    std::fs::write(out.join("LICENCES"), licences)?;
    checksums(&out)?;
    start::report(&program)
}

/// Builds the program; the engine and the finished site go into it.
fn program(
    workspace: &Workspace,
    target: &str,
    engine: &Path,
    site: &Path,
) -> anyhow::Result<PathBuf> {
    setup::target(target)?;
    say(&format!("building readpoint for {target}"));
    let build = [
        "build",
        "--profile",
        "dist",
        "--package",
        "readpoint",
        "--target",
        target,
    ];
    let mut build = cargo(workspace, &build);
    run(build
        .env("READPOINT_ENGINE", engine)
        .env("READPOINT_BUILT", site))?;
    Ok(workspace.target.join(target).join("dist/readpoint"))
}

/// `SHA256SUMS`, as `sha256sum --check` reads it.
fn checksums(out: &Path) -> anyhow::Result<()> {
    let mut sums = String::new();
    for name in ["LICENCES", "README.md", "readpoint"] {
        let digest = Sha256::digest(std::fs::read(out.join(name))?);
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        sums.push_str(&format!("{hex}  {name}\n"));
    }
    std::fs::write(out.join("SHA256SUMS"), sums).context("the checksums cannot be written")
}

/// Runs `cargo metadata` for a target and gives its JSON.
fn metadata(workspace: &Workspace, target: &str) -> anyhow::Result<serde_json::Value> {
    let mut command: Command = cargo(workspace, &["metadata", "--format-version", "1"]);
    let output = command.args(["--filter-platform", target]).output()?;
    ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(serde_json::from_slice(&output.stdout)?)
}
