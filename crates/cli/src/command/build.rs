//! `readpoint build`: the site into a folder.

use std::process::ExitCode;

use camino::Utf8Path;
use readpoint_content::render;
use readpoint_generator::{Base, Options, Stage, Summary, build};

use crate::arguments::{Build, Sources};
use crate::output;

/// Builds once; mistakes are shown with their place and nothing is written.
pub(crate) fn run(arguments: &Build) -> anyhow::Result<ExitCode> {
    let mut options = options(&arguments.sources, &arguments.out);
    options.origin.clone_from(&arguments.origin);
    match build(&options, &progress) {
        Ok(summary) => {
            output::note(&format!("{} in {}", counted(&summary), arguments.out));
            Ok(ExitCode::SUCCESS)
        }
        Err(problems) => {
            output::note(&render(&problems, output::colour_on_error()));
            let count = output::plural(problems.len(), "mistake");
            output::complain(&format!("{count}; nothing was written"));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// What the generator is told; shared with `readpoint serve`.
pub(crate) fn options(sources: &Sources, out: &Utf8Path) -> Options {
    let engine = sources
        .wasm
        .clone()
        .unwrap_or_else(|| sources.root.join("target/engine"));
    if !engine.join("readpoint_bg.wasm").exists() {
        let advice = "run `cargo xtask wasm`, or name its folder with --wasm";
        output::note(&format!(
            "no playground engine in {engine}: the playground will not check; {advice}"
        ));
    }
    let content =
        std::iter::once(sources.root.join("content")).chain(sources.overlay.content.clone());
    Options {
        content: content.collect(),
        site: sources.root.join("site"),
        engine: engine.is_dir().then_some(engine),
        out: out.to_owned(),
        base: Base::parse(&sources.base),
        origin: None,
        keep_going: false,
    }
}

/// `120 pages, 260 files, 4.1 MB`.
pub(crate) fn counted(summary: &Summary) -> String {
    let megabytes = summary.bytes as f64 / 1e6;
    let pages = output::plural(summary.pages, "page");
    format!(
        "{pages}, {}, {megabytes:.1} MB",
        output::plural(summary.files, "file")
    )
}

fn progress(stage: Stage) {
    output::note(&format!("  {}", stage.name()));
}
