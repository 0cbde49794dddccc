//! `cargo xtask wasm`: the playground's engine, `readpoint.js` and `readpoint_bg.wasm`.

use std::path::PathBuf;

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;
use crate::{setup, size};

/// Builds the engine and returns the folder that holds it.
pub(crate) fn run_task(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    setup::run_quietly()?;
    say("building the playground's engine");
    // The one crate type, or cargo optimises nothing across crates: a library for tests cannot be.
    let arguments = [
        "rustc",
        "--package",
        "readpoint-wasm",
        "--crate-type",
        "cdylib",
        "--target",
        "wasm32-unknown-unknown",
        "--profile",
        "wasm",
    ];
    run(&mut cargo(workspace, &arguments))?;
    let module = workspace
        .target
        .join("wasm32-unknown-unknown/wasm/readpoint_wasm.wasm");
    let out = workspace.wasm();
    Bindgen::new()
        .input_path(&module)
        .out_name("readpoint")
        .typescript(false)
        .remove_producers_section(true)
        .remove_name_section(true)
        .web(true)?
        .generate(&out)
        .with_context(|| format!("wasm-bindgen could not process {}", module.display()))?;
    report(&out)?;
    Ok(out)
}

/// Prints the size a reader downloads.
fn report(out: &std::path::Path) -> anyhow::Result<()> {
    let files = [out.join("readpoint.js"), out.join("readpoint_bg.wasm")];
    let mut total = 0;
    for file in &files {
        total += size::brotli(&std::fs::read(file)?)?;
    }
    say(&format!(
        "engine: {total} bytes with Brotli (budget 300,000)"
    ));
    Ok(())
}
