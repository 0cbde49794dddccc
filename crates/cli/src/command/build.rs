//! `readpoint build`: the site into a folder.

use std::process::ExitCode;

use readpoint_content::{render, render_notices};
use readpoint_generator::{Builder, Stage, Summary};

use crate::arguments::Build;
use crate::{TROUBLE, output, sources};

/// Builds once; mistakes are shown with their place and nothing is written.
pub(crate) fn run(arguments: &Build) -> anyhow::Result<ExitCode> {
    let mut prepared = sources::prepare(&arguments.sources, &arguments.out)?;
    prepared.options.precompress = arguments.precompress;
    if arguments.origin.is_some() {
        prepared.options.origin.clone_from(&arguments.origin);
    }
    let (mut builder, options) = (Builder::new(), &prepared.options);
    let colour = output::colour_on_error();
    let (files, summary) = match builder.files(options, &progress) {
        Ok(made) => made,
        Err(problems) => {
            output::note(&render(&problems, colour));
            let count = output::plural(problems.len(), "mistake");
            output::complain(&format!("{count}; nothing was written"));
            return Ok(ExitCode::FAILURE);
        }
    };
    match builder.write(options, files, summary, &progress) {
        Ok(summary) => {
            output::note(&render_notices(&summary.notices, colour));
            let written = match summary.written == summary.files {
                true => String::new(),
                false => format!("; {} written", output::plural(summary.written, "file")),
            };
            let counted = counted(&summary);
            output::note(&format!("{counted} in {}{written}", arguments.out));
            Ok(ExitCode::SUCCESS)
        }
        Err(problem) => {
            output::note(&render(&[problem], colour));
            Ok(ExitCode::from(TROUBLE))
        }
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
