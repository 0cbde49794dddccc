//! How long a check takes, by length of the text.

use std::time::Instant;

use camino::Utf8Path;
use readpoint_catalog::Catalog;
use readpoint_content::load;
use readpoint_validator::{Options, check};

use crate::{figure, quantile};

/// Texts of 10, 1,000 and 10,000 lines, made of the same ten.
pub(crate) fn measure(root: &Utf8Path) -> anyhow::Result<()> {
    let catalog = load(&root.join("content"), &Catalog::default())
        .content
        .catalog;
    let lines = std::fs::read_to_string(root.join("tests/bench/launch.sh"))?;
    figure("check.10.p50", milliseconds(&lines, &catalog, 2000, 0.5));
    figure("check.10.p95", milliseconds(&lines, &catalog, 2000, 0.95));
    let thousand = lines.repeat(100);
    figure(
        "check.1000.p95",
        milliseconds(&thousand, &catalog, 60, 0.95),
    );
    let one = milliseconds(&thousand, &catalog, 20, 0.5);
    let ten = milliseconds(&thousand.repeat(10), &catalog, 5, 0.5);
    figure("check.growth", ten / one);
    speed(&thousand.repeat(10), &catalog);
    Ok(())
}

/// Megabytes of launch text a second, and how often a check asks for memory for each kilobyte.
fn speed(text: &str, catalog: &Catalog) {
    let time = milliseconds(text, catalog, 5, 0.5) / 1e3;
    figure("check.speed", text.len() as f64 / 1e6 / time);
    let asked = allocation_counter::measure(|| {
        std::hint::black_box(check(text, &Options::default(), catalog));
    });
    let kilobytes = text.len() as f64 / 1e3;
    figure("check.allocations", asked.count_total as f64 / kilobytes);
    figure("check.memory", asked.bytes_max as f64 / 1e6);
}

fn milliseconds(text: &str, catalog: &Catalog, rounds: usize, share: f64) -> f64 {
    let round = || {
        let started = Instant::now();
        std::hint::black_box(check(
            std::hint::black_box(text),
            &Options::default(),
            catalog,
        ));
        started.elapsed().as_secs_f64() * 1e3
    };
    let mut samples: Vec<f64> = (0..rounds).map(|_| round()).collect();
    quantile(&mut samples, share)
}
