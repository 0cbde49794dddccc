//! Measures what runs natively: checks of texts, builds of the site and of made-up ones, sizes of
//! pages. Prints one `name<TAB>value` line per figure; `cargo xtask bench` makes tables of them.

#![allow(clippy::print_stdout, reason = "the figures are the output")]

mod checks;
mod corpus;
mod cost;
mod pages;
mod scale;
mod sites;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};
use clap::Parser;

/// Prints a figure.
fn figure(name: &str, value: f64) {
    println!("{name}\t{value:.3}");
}

/// The value at a share (0 to 1) of sorted samples.
fn quantile(samples: &mut [f64], share: f64) -> f64 {
    samples.sort_by(f64::total_cmp);
    let last = samples.len().saturating_sub(1);
    samples
        .get((last as f64 * share).round() as usize)
        .copied()
        .unwrap_or_default()
}

/// What to measure.
#[derive(Debug, Parser)]
#[command(name = "readpoint-bench")]
enum Task {
    /// The budgets: checks of texts, builds of the real site, sizes of its pages.
    Budgets {
        /// The repository.
        root: Utf8PathBuf,
        /// The folder of the playground's engine.
        engine: Utf8PathBuf,
    },
    /// Write the made-up site for a generator: readpoint, zola, hugo, mdbook.
    Corpus {
        /// The generator.
        tool: String,
        /// A new folder.
        folder: Utf8PathBuf,
        /// How many pages.
        pages: usize,
    },
    /// What a large made-up site costs, stage by stage and when little changes.
    Scale {
        /// The repository.
        root: Utf8PathBuf,
        /// How many pages.
        pages: usize,
    },
    /// Time and memory of one program.
    Cost {
        /// The program and its arguments.
        #[arg(last = true)]
        command: Vec<String>,
    },
}

fn main() -> anyhow::Result<()> {
    match Task::parse() {
        Task::Budgets { root, engine } => in_folder(|work| budgets(&root, &engine, work)),
        Task::Corpus {
            tool,
            folder,
            pages,
        } => corpus::write(&tool, &folder, pages),
        Task::Scale { root, pages } => in_folder(|work| scale::measure(&root, work, pages)),
        Task::Cost { command } => cost::measure(&command),
    }
}

/// Works in a temporary folder, which goes in the end.
fn in_folder(work: impl FnOnce(&Utf8Path) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let path = Utf8Path::from_path(folder.path());
    work(path.context("the temporary folder's name is not UTF-8")?)
}

fn budgets(root: &Utf8Path, engine: &Utf8Path, work: &Utf8Path) -> anyhow::Result<()> {
    checks::measure(root)?;
    let site = sites::measure(root, engine, work)?;
    pages::measure(&site)
}
