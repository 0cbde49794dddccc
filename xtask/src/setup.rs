//! `cargo xtask setup`: makes sure of the WebAssembly target, and of others for who asks.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, bail};

use crate::process::{answers, run, say};

const TARGET: &str = "wasm32-unknown-unknown";

/// Makes sure of the WebAssembly target.
pub(crate) fn run_quietly() -> anyhow::Result<()> {
    target(TARGET)
}

/// Adds a target with rustup where it is missing, or says what to install.
pub(crate) fn target(name: &str) -> anyhow::Result<()> {
    if standard_library(name)?.is_dir() {
        return Ok(());
    }
    if !answers("rustup") {
        bail!(
            "the Rust standard library for {name} is missing and there is no rustup to add it.\n\
             Install it with your package manager (Debian, for {TARGET}: \
             libstd-rust-dev-wasm32), or install Rust from https://rustup.rs and run this again."
        );
    }
    say(&format!("adding the {name} target"));
    run(Command::new("rustup").args(["target", "add", name])).with_context(|| {
        format!("rustup could not add {name}; run `rustup target add {name}` by hand")
    })
}

/// The task: as above, and says that all is well.
pub(crate) fn run_task() -> anyhow::Result<()> {
    run_quietly()?;
    say(&format!("ready: Rust and {TARGET} are there"));
    Ok(())
}

/// Where rustc looks for the target's standard library.
fn standard_library(target: &str) -> anyhow::Result<PathBuf> {
    let output = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("rustc could not be started; install Rust from https://rustup.rs")?;
    anyhow::ensure!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(PathBuf::from(String::from_utf8(output.stdout)?.trim()))
}
