//! `cargo xtask test`: everything that must hold before a change lands.

use std::path::PathBuf;

use anyhow::bail;

use crate::process::{answers, cargo, run, say};
use crate::workspace::Workspace;
use crate::{verify, wasm};

/// Where property tests take their random numbers from. One seed by default, so that a change is
/// judged by the same texts as the one before; set another to look for more.
const SEED: &str = "PROPTEST_RNG_SEED";

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Only tests whose name contains this text; skips format, lints and the site build.
    filter: Option<String>,
}

/// Runs the checks in the order in which they are cheap.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let browser = browser()?;
    if arguments.filter.is_none() {
        say("format");
        run(&mut cargo(workspace, &["fmt", "--all", "--check"]))?;
        say("lints");
        let lints = [
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ];
        run(&mut cargo(workspace, &lints))?;
        supply(workspace)?;
    }
    let engine = wasm::run_task(workspace)?;
    let site = site(workspace, &engine, "test-site", &[])?;
    let below = ["--base", "/docs/readpoint/", "--precompress"];
    let hosted = self::site(workspace, &engine, "hosted-site", &below)?;
    say("evidence");
    // A claim under work has no record yet; publishing asks for more.
    let shown = site.display().to_string();
    let gate = ["gate", "--allow-unverified", "--site", &shown];
    anyhow::ensure!(
        verify::start(workspace, &gate)?.success(),
        "pages and evidence do not agree"
    );
    say("tests");
    let mut tests = cargo(workspace, &["test", "--workspace", "--no-fail-fast"]);
    if std::env::var_os(SEED).is_none() {
        tests.env(SEED, "1");
    }
    tests
        .env("READPOINT_WASM", &engine)
        .env("READPOINT_SITE", &site)
        .env("READPOINT_HOSTED", hosted);
    if let Some(chromium) = browser {
        tests.env("READPOINT_CHROMIUM", chromium);
    }
    if let Some(filter) = &arguments.filter {
        tests.arg(filter);
    }
    run(&mut tests)
}

/// Licences, sources and banned crates, where the program that checks them is installed.
fn supply(workspace: &Workspace) -> anyhow::Result<()> {
    if !answers("cargo-deny") {
        say("skipping deny.toml: `cargo install cargo-deny` adds what checks it");
        return Ok(());
    }
    say("licences and sources");
    let deny = ["deny", "check", "bans", "licenses", "sources"];
    run(&mut cargo(workspace, &deny))
}

/// Builds the real site into a folder of the target folder, which also checks every page and link.
pub(crate) fn site(
    workspace: &Workspace,
    engine: &std::path::Path,
    folder: &str,
    more: &[&str],
) -> anyhow::Result<PathBuf> {
    say("site");
    let out = workspace.target.join(folder);
    let mut build = cargo(
        workspace,
        &["run", "--quiet", "--package", "readpoint", "--", "build"],
    );
    build
        .arg("--root")
        .arg(&workspace.root)
        .arg("--wasm")
        .arg(engine)
        .arg("--out")
        .arg(&out)
        .args(more);
    run(&mut build)?;
    Ok(out)
}

/// The Chromium for the browser tests. Missing: a line on a desk machine, an error in CI.
fn browser() -> anyhow::Result<Option<&'static str>> {
    let chromium = ["chromium", "chromium-browser", "google-chrome"]
        .into_iter()
        .find(|it| answers(it));
    if let (Some(found), true) = (chromium, answers("chromedriver")) {
        return Ok(Some(found));
    }
    let advice = "browser tests need Chromium and chromedriver (Debian: chromium, chromium-driver)";
    if std::env::var_os("CI").is_some_and(|value| value == "true") {
        bail!("{advice}");
    }
    say(&format!("skipping browser tests: {advice}"));
    Ok(None)
}
