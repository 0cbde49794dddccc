//! `cargo xtask bench`: the budgets of the project, with what is measured now.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::Context;

use super::{figures, optimised};
use crate::process::{answers, run, say};
use crate::workspace::Workspace;
use crate::{size, wasm};

/// A budget: the figure's name, what it is, its limit, and its unit.
const BUDGETS: &[(&str, &str, f64, &str)] = &[
    (
        "engine.size",
        "playground code (WASM and glue), Brotli",
        300.0,
        "KB",
    ),
    ("engine.first", "load and first check in Node", 50.0, "ms"),
    ("engine.10.p95", "check of 10 lines in Node, p95", 1.0, "ms"),
    ("check.10.p95", "check of 10 lines, p95", 1.0, "ms"),
    ("check.1000.p95", "check of 1,000 lines, p95", 16.0, "ms"),
    (
        "check.growth",
        "10,000 lines against 1,000 (10 is linear)",
        10.0,
        "times",
    ),
    ("page.median", "variable page, median, Brotli", 40.0, "KB"),
    ("page.largest", "variable page, largest, Brotli", 40.0, "KB"),
    ("page.list", "list of all variables, Brotli", 40.0, "KB"),
    ("build.full", "full build of all content", 2000.0, "ms"),
    ("build.page", "one changed page while serving", 200.0, "ms"),
    (
        "process",
        "`readpoint check`, whole process, 10 lines",
        20.0,
        "ms",
    ),
];

/// Measures and prints one line per budget.
pub(super) fn print_all(workspace: &Workspace) -> anyhow::Result<()> {
    let engine = wasm::run_task(workspace)?;
    optimised(workspace)?;
    say("measuring");
    let mut figures = native(workspace, &engine)?;
    figures.insert("engine.size".to_owned(), size_of(&engine)?);
    figures.insert("process".to_owned(), process(workspace)?);
    if answers("node") {
        figures.extend(node(workspace, &engine)?);
    }
    print(&figures);
    Ok(())
}

fn native(workspace: &Workspace, engine: &Path) -> anyhow::Result<BTreeMap<String, f64>> {
    let mut bench = Command::new(workspace.program("release", "readpoint-bench"));
    let mut found = figures(bench.arg("budgets").arg(&workspace.root).arg(engine))?;
    for (name, value) in &mut found {
        if name.starts_with("page.") {
            *value /= 1e3;
        }
    }
    Ok(found)
}

/// Builds the site once more for its catalogue, and lets Node load the engine with it.
fn node(workspace: &Workspace, engine: &Path) -> anyhow::Result<BTreeMap<String, f64>> {
    let site = workspace.target.join("bench-site");
    let mut build = Command::new(workspace.program("release", "readpoint"));
    build
        .arg("build")
        .arg("--root")
        .arg(&workspace.root)
        .arg("--wasm")
        .arg(engine);
    run(build.arg("--out").arg(&site))?;
    let bench = workspace.root.join("tests/bench");
    let mut node = Command::new("node");
    node.arg(bench.join("engine.mjs"))
        .arg(engine)
        .arg(site.join("catalog.json"));
    figures(node.arg(bench.join("launch.sh")))
}

/// Kilobytes of the engine as a browser downloads it.
fn size_of(engine: &Path) -> anyhow::Result<f64> {
    let files = ["readpoint.js", "readpoint_bg.wasm"];
    let sizes = files
        .iter()
        .map(|file| Ok(size::brotli(&std::fs::read(engine.join(file))?)? as f64));
    Ok(sizes.sum::<anyhow::Result<f64>>()? / 1e3)
}

/// Milliseconds of the median of 21 runs.
fn process(workspace: &Workspace) -> anyhow::Result<f64> {
    let text = workspace.root.join("tests/bench/launch.sh");
    let mut samples = Vec::new();
    for _ in 0..21 {
        let mut check = Command::new(workspace.program("release", "readpoint"));
        check.arg("check").arg(&text);
        let started = Instant::now();
        check.output().context("readpoint could not be started")?;
        samples.push(started.elapsed().as_secs_f64() * 1e3);
    }
    samples.sort_by(f64::total_cmp);
    Ok(samples[10])
}

#[allow(clippy::print_stdout, reason = "the table is the output")]
fn print(figures: &BTreeMap<String, f64>) {
    println!(
        "{:<46} {:>10} {:>10}  share of budget",
        "what", "budget", "measured"
    );
    for &(name, what, limit, unit) in BUDGETS {
        match figures.get(name) {
            Some(value) => {
                let share = value / limit * 100.0;
                println!("{what:<46} {limit:>5.0} {unit:<5} {value:>9.2}  {share:>4.0} %");
            }
            None => println!("{what:<46} {limit:>5.0} {unit:<5}         -  not measured here"),
        }
    }
}
