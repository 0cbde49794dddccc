//! Project tasks, started as `cargo xtask TASK`. Each task starts programs and links none of ours.

mod bench;
mod dist;
mod fuzz;
mod process;
mod publish;
mod scan;
mod serve;
mod setup;
mod shots;
mod size;
mod test;
mod verify;
mod wasm;
mod workspace;

use clap::{Parser, Subcommand};

/// Builds, serves, tests and measures Readpoint.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Make sure that everything a build needs is there.
    Setup,
    /// Build the playground's engine into target/engine.
    Wasm,
    /// Build everything and serve site and playground on 127.0.0.1.
    Serve(serve::Arguments),
    /// Run every check: format, lints, tests, browser tests.
    Test(test::Arguments),
    /// Take pictures of every template at three widths in both themes.
    Shots(shots::Arguments),
    /// Print the budgets with what is measured now, or compare with other programs.
    Bench(bench::Arguments),
    /// Find what reads environment variables, or compare the pages with what was found (--check).
    #[command(disable_help_flag = true)]
    Scan(scan::Arguments),
    /// Run claims on what this machine has, and keep what was seen.
    #[command(disable_help_flag = true)]
    Verify(verify::Arguments),
    /// Work on the records of runs: `evidence merge FILE…`, `evidence prune`.
    #[command(disable_help_flag = true)]
    Evidence(verify::Arguments),
    /// Build the site, unless evidence is missing, stale or contrary.
    Publish(publish::Arguments),
    /// Look for inputs that break a promise: every fuzz target in turn.
    Fuzz(fuzz::Arguments),
    /// Build the one file that needs nothing beside it, with checksums and licences.
    Dist(dist::Arguments),
    /// Start a page: `new variable NAME`.
    #[command(disable_help_flag = true)]
    New(scan::Arguments),
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let workspace = workspace::Workspace::find()?;
    match arguments.task {
        Task::Setup => setup::run_task(),
        Task::Wasm => wasm::run_task(&workspace).map(drop),
        Task::Serve(arguments) => serve::run_task(&workspace, &arguments),
        Task::Test(arguments) => test::run_task(&workspace, &arguments),
        Task::Shots(arguments) => shots::run_task(&workspace, &arguments),
        Task::Bench(arguments) => bench::run_task(&workspace, &arguments),
        Task::Scan(arguments) => scan::run_task(&workspace, "scan", &arguments),
        Task::Verify(arguments) => verify::run_task(&workspace, "verify", &arguments),
        Task::Evidence(arguments) => verify::run_task(&workspace, "evidence", &arguments),
        Task::Publish(arguments) => publish::run_task(&workspace, &arguments),
        Task::Fuzz(arguments) => fuzz::run_task(&workspace, &arguments),
        Task::Dist(arguments) => dist::run_task(&workspace, &arguments),
        Task::New(arguments) => scan::run_task(&workspace, "new", &arguments),
    }
}
