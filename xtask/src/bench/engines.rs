//! `cargo xtask bench engines`: the playground's engine beside Ruff's, in the same Node and in turn.

use std::path::PathBuf;
use std::process::Command;

use anyhow::ensure;

use super::{figures, optimised};
use crate::process::{run, say};
use crate::workspace::Workspace;
use crate::{size, wasm};

/// Options of the comparison.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The folder of Ruff's package: `node_modules/@astral-sh/ruff-wasm-nodejs` after
    /// `npm install @astral-sh/ruff-wasm-nodejs`.
    #[arg(long)]
    ruff: PathBuf,
    /// How often each engine is loaded; the median counts.
    #[arg(long, default_value_t = 9)]
    rounds: usize,
}

/// Loads both engines in turn and prints size, load with the first check, and a check.
#[allow(clippy::print_stdout, reason = "the table is the output")]
pub(crate) fn compare(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let code = ["ruff_wasm.js", "ruff_wasm_bg.wasm"].map(|it| arguments.ruff.join(it));
    ensure!(
        code[1].is_file(),
        "`{}` holds no Ruff",
        arguments.ruff.display()
    );
    let engine = wasm::run_task(workspace)?;
    optimised(workspace)?;
    let site = workspace.target.join("bench-site");
    let mut build = Command::new(workspace.program("release", "readpoint"));
    build.arg("build").arg("--root").arg(&workspace.root);
    run(build.arg("--wasm").arg(&engine).arg("--out").arg(&site))?;
    let own = ["readpoint.js", "readpoint_bg.wasm"].map(|it| engine.join(it));
    let bench = workspace.root.join("tests/bench");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..arguments.rounds {
        let mut node = Command::new("node");
        node.arg(bench.join("engine.mjs"))
            .arg(&engine)
            .arg(site.join("catalog.json"));
        ours.push(figures(node.arg(bench.join("launch.sh")))?);
        let mut node = Command::new("node");
        theirs.push(figures(
            node.arg(bench.join("ruff.mjs")).arg(&arguments.ruff),
        )?);
    }
    say("engines in Node");
    println!("{:<28} {:>10} {:>10}", "", "Readpoint", "Ruff");
    let sizes = [kilobytes(&own)?, kilobytes(&code)?];
    println!(
        "{:<28} {:>7.0} KB {:>7.0} KB",
        "code, Brotli", sizes[0], sizes[1]
    );
    for (name, what) in [
        ("engine.first", "load with the first check"),
        ("engine.10.p50", "a check of 10 lines, median"),
        ("engine.10.p95", "a check of 10 lines, p95"),
    ] {
        let median = |all: &[std::collections::BTreeMap<String, f64>]| {
            let mut all: Vec<f64> = all.iter().map(|it| it[name]).collect();
            all.sort_by(f64::total_cmp);
            all[all.len() / 2]
        };
        println!(
            "{what:<28} {:>7.2} ms {:>7.2} ms",
            median(&ours),
            median(&theirs)
        );
    }
    Ok(())
}

fn kilobytes(files: &[PathBuf]) -> anyhow::Result<f64> {
    let sizes = files
        .iter()
        .map(|file| Ok(size::brotli(&std::fs::read(file)?)? as f64));
    Ok(sizes.sum::<anyhow::Result<f64>>()? / 1e3)
}
