//! Measures what runs natively: checks of texts, builds of the site, sizes of its pages. Prints
//! one `name<TAB>value` line per figure; `cargo xtask bench` sets them beside the budgets.

#![allow(clippy::print_stdout, reason = "the figures are the output")]

mod checks;
mod pages;
mod sites;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};

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

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1).map(Utf8PathBuf::from);
    let mut next = || {
        arguments
            .next()
            .context("usage: readpoint-bench ROOT ENGINE")
    };
    let (root, engine) = (next()?, next()?);
    measure(&root, &engine)
}

fn measure(root: &Utf8Path, engine: &Utf8Path) -> anyhow::Result<()> {
    checks::measure(root)?;
    let folder = tempfile::tempdir()?;
    let work =
        Utf8Path::from_path(folder.path()).context("the temporary folder's name is not UTF-8")?;
    let site = sites::measure(root, engine, work)?;
    pages::measure(&site)
}
