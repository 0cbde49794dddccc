//! `cargo xtask fuzz`: every fuzz target in turn, under libFuzzer, with what each has done.
//!
//! The targets lie as `cargo fuzz` wants them. They are built here without it, by the pinned
//! toolchain: counting coverage is all that they need, and no crate of theirs has unsafe code for
//! a sanitizer to watch. `RUSTC_BOOTSTRAP=1 cargo fuzz run --fuzz-dir tests/fuzz TARGET` adds one.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, ensure};

use crate::process::{cargo, run, say};
use crate::workspace::Workspace;

/// Options of the task.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Seconds for each target.
    #[arg(long, default_value_t = 60)]
    seconds: u32,
    /// Only this target.
    #[arg(long)]
    only: Option<String>,
    /// Keep what was found between runs in this folder; default: in the target folder.
    #[arg(long)]
    corpus: Option<PathBuf>,
}

/// An input longer than this is cut; nothing here needs more to go wrong.
const LONGEST: &str = "-max_len=8192";
/// Seconds after which an input counts as a hang; generous, for machines with other work.
const HANG: &str = "-timeout=60";
/// Megabytes; the sanitizer's own are among them.
const MEMORY: &str = "-rss_limit_mb=4096";

/// What counts the edges that an input takes, as `cargo fuzz` sets it.
const COUNTING: [&str; 7] = [
    "--cfg fuzzing",
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Ccodegen-units=16",
];

/// What a run said in the end.
#[derive(Debug, Default)]
struct Outcome {
    executions: String,
    coverage: String,
    crashed: bool,
}

/// Writes the seeds, runs every target, and prints a table; a crash is an error in the end.
pub(crate) fn run_task(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    let corpus = arguments.corpus.clone();
    let corpus = corpus.unwrap_or_else(|| workspace.target.join("fuzz-corpus"));
    let programs = build(workspace)?;
    say("seeds");
    let seeds = ["test", "--workspace", "--test", "fuzz_smoke"];
    run(cargo(workspace, &seeds).env("FUZZ_SEEDS", corpus.join("seeds")))?;
    let mut rows = Vec::new();
    for target in targets(workspace)? {
        if arguments.only.as_ref().is_none_or(|it| *it == target) {
            say(&target);
            let seeds = corpus.join("seeds").join(&target);
            let outcome = fuzz(
                &programs.join(&target),
                &corpus.join(&target),
                &seeds,
                arguments,
            )?;
            rows.push((target, outcome));
        }
    }
    report(&rows)
}

/// The names of the targets.
fn targets(workspace: &Workspace) -> anyhow::Result<Vec<String>> {
    let folder = workspace.root.join("tests/fuzz/fuzz_targets");
    let entries = std::fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut targets: Vec<_> = entries.flatten().filter_map(|it| stem(it.path())).collect();
    targets.sort();
    Ok(targets)
}

/// Builds all targets; gives the folder of the programs.
fn build(workspace: &Workspace) -> anyhow::Result<PathBuf> {
    let target = workspace.target.join("fuzz");
    let host = host()?;
    let mut build = cargo(workspace, &["build", "--release", "--target", &host]);
    build
        .arg("--manifest-path")
        .arg(workspace.root.join("tests/fuzz/Cargo.toml"));
    build
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", COUNTING.join(" "));
    run(&mut build)?;
    Ok(target.join(host).join("release"))
}

/// The triple of this machine. Named, so that build scripts are built without the flags.
fn host() -> anyhow::Result<String> {
    let output = Command::new("rustc").arg("-vV").output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("rustc names its host")?.to_owned())
}

/// Runs one target, prints what libFuzzer says, and keeps its last words.
fn fuzz(
    program: &Path,
    found: &Path,
    seeds: &Path,
    arguments: &Arguments,
) -> anyhow::Result<Outcome> {
    std::fs::create_dir_all(found)?;
    let mut child = Command::new(program)
        .args([found, seeds])
        .args([LONGEST, HANG, MEMORY, "-print_final_stats=1"])
        .arg(format!("-max_total_time={}", arguments.seconds))
        .arg(format!("-artifact_prefix={}-", found.display()))
        .envs(memory_folder())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut outcome = Outcome::default();
    for line in child
        .stderr
        .take()
        .into_iter()
        .flat_map(|it| BufReader::new(it).lines())
    {
        outcome.hear(&line?);
    }
    outcome.crashed = !child.wait()?.success();
    Ok(outcome)
}

/// Files that live for one run are quicker where no disk is.
fn memory_folder() -> Option<(&'static str, &'static str)> {
    let folder = "/dev/shm";
    Path::new(folder).is_dir().then_some(("TMPDIR", folder))
}

impl Outcome {
    /// Takes in a line of libFuzzer's, and hands it on.
    #[allow(clippy::print_stderr, reason = "a task talks to the terminal")]
    fn hear(&mut self, line: &str) {
        eprintln!("{line}");
        let after = |mark: &str| {
            let rest = line.split(mark).nth(1)?;
            rest.split_whitespace().next().map(str::to_owned)
        };
        if let Some(coverage) = after(" cov: ") {
            self.coverage = coverage;
        }
        if let Some(executions) = after("stat::number_of_executed_units:") {
            self.executions = executions;
        }
    }
}

#[allow(clippy::print_stdout, reason = "a task talks to the terminal")]
fn report(rows: &[(String, Outcome)]) -> anyhow::Result<()> {
    println!("target    executions  coverage  outcome");
    for (target, it) in rows {
        let word = if it.crashed { "CRASHED" } else { "sound" };
        println!(
            "{target:<9} {:>10} {:>9}  {word}",
            it.executions, it.coverage
        );
    }
    let crashed = rows.iter().filter(|(_, it)| it.crashed).count();
    ensure!(
        crashed == 0,
        "{crashed} targets broke; the inputs lie beside the corpus"
    );
    Ok(())
}
