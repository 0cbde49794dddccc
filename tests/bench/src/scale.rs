//! What a large site costs: the share of each stage of a build, and what a builder that stays does
//! when nothing or one page changed.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::{Base, Builder, Options, Stage};

use crate::{corpus, figure, quantile};

/// Builds the corpus of so many pages and prints `stage.…` in milliseconds of wall time,
/// `again.unchanged` and `again.page` in milliseconds, and the files that each of them wrote.
pub(crate) fn measure(root: &Utf8Path, work: &Utf8Path, pages: usize) -> anyhow::Result<()> {
    let folder = work.join("corpus");
    corpus::write("readpoint", &folder, pages)?;
    let options = options(root, folder.join("content"), work.join("out"));
    let mut builder = Builder::new();
    shares(&mut builder, &options)?;
    again(&mut builder, &options, "again.unchanged", |_| Ok(()))?;
    let page = folder.join("content/guides/page-7.md");
    again(&mut builder, &options, "again.page", |round| {
        let text = std::fs::read_to_string(&page)?;
        std::fs::write(&page, format!("{text}\nLine {round}.\n"))
    })
}

fn options(root: &Utf8Path, content: Utf8PathBuf, out: Utf8PathBuf) -> Options {
    Options {
        content: vec![content],
        site: root.join("site"),
        engine: None,
        out,
        base: Base::Relative,
        origin: None,
        keep_going: false,
        precompress: false,
    }
}

/// Prints the time of each stage of a build from nothing.
pub(crate) fn shares(builder: &mut Builder, options: &Options) -> anyhow::Result<()> {
    let (stages, _) = stages(builder, options)?;
    print("stage", &stages);
    Ok(())
}

fn print(name: &str, stages: &[(Stage, Duration)]) {
    for (stage, time) in stages {
        let stage = stage.name().replace(' ', "-");
        figure(&format!("{name}.{stage}"), time.as_secs_f64() * 1e3);
    }
}

/// A build, and the number of files written; each stage ends where the next begins.
fn stages(
    builder: &mut Builder,
    options: &Options,
) -> anyhow::Result<(Vec<(Stage, Duration)>, usize)> {
    let begun: RefCell<Vec<(Stage, Instant)>> = RefCell::default();
    let hear = |stage| begun.borrow_mut().push((stage, Instant::now()));
    let written = build(builder, options, &hear)?;
    let ended = Instant::now();
    let begun = begun.into_inner();
    let ends = begun.iter().skip(1).map(|(_, at)| *at).chain([ended]);
    let times = begun.iter().zip(ends);
    let times = times.map(|((stage, at), end)| (*stage, end - *at));
    Ok((times.collect(), written))
}

/// The median of five builds, each after a change, and the stages of the last one.
fn again(
    builder: &mut Builder,
    options: &Options,
    name: &str,
    change: impl Fn(usize) -> std::io::Result<()>,
) -> anyhow::Result<()> {
    let mut times = Vec::new();
    let mut last = (Vec::new(), 0);
    for round in 0..5 {
        change(round)?;
        let started = Instant::now();
        last = stages(builder, options)?;
        times.push(started.elapsed().as_secs_f64() * 1e3);
    }
    let (stages, written) = last;
    figure(name, quantile(&mut times, 0.5));
    print(name, &stages);
    figure(&format!("{name}.written"), written as f64);
    Ok(())
}

/// Builds and gives the number of files written.
fn build(builder: &mut Builder, options: &Options, hear: &dyn Fn(Stage)) -> anyhow::Result<usize> {
    match builder.build(options, hear) {
        Ok(summary) => Ok(summary.written),
        Err(problems) => anyhow::bail!("{}", readpoint_content::render(&problems, false)),
    }
}
