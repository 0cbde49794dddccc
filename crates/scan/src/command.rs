//! The tasks: scanning a tree, comparing, and starting a page.

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use readpoint_scan::{KINDS, Request, Scans, Step};

use crate::arguments::{Arguments, New, Scan, Task};

/// Does what the command line asks for.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let content = &arguments.content;
    match &arguments.task {
        Task::Scan(scan) if scan.check => compare(content),
        Task::Scan(scan) => write(content, scan),
        Task::New {
            what: New::Variable { name, component },
        } => start(content, name, component.as_deref()),
    }
}

#[allow(clippy::print_stdout, reason = "a task talks to the terminal")]
fn say(text: &str) {
    println!("{text}");
}

fn compare(content: &Path) -> anyhow::Result<ExitCode> {
    let findings = readpoint_scan::check(content)?;
    if findings.is_empty() {
        say("scans and pages agree");
        return Ok(ExitCode::SUCCESS);
    }
    say(readpoint_scan::render(&findings).trim_end());
    Ok(ExitCode::FAILURE)
}

fn write(content: &Path, scan: &Scan) -> anyhow::Result<ExitCode> {
    let (Some(name), Some(folder)) = (&scan.kind, &scan.folder) else {
        bail!("a scan needs a kind and a folder");
    };
    let kind = KINDS.iter().find(|it| it.name == name).with_context(|| {
        let known: Vec<_> = KINDS.iter().map(|it| it.name).collect();
        format!("`{name}` is no kind of tree; kinds: {}", known.join(", "))
    })?;
    let pages = readpoint_scan::pages(&content.join("variables"));
    let request = Request {
        kind,
        root: folder,
        component: scan.component.as_deref(),
        release: scan.release.as_deref(),
        commit: scan.commit.as_deref(),
        pages: &pages,
    };
    let bar = bar();
    let document = readpoint_scan::scan(&request, &|step| advance(&bar, step))?;
    bar.finish_and_clear();
    let out = content.join("scan").join(document.file_name());
    std::fs::create_dir_all(content.join("scan"))?;
    std::fs::write(&out, document.to_text()?)?;
    let places = document.places.len();
    say(&format!(
        "{}: {places} places in {:.1} s",
        out.display(),
        bar.elapsed().as_secs_f32()
    ));
    Ok(ExitCode::SUCCESS)
}

/// A bar on a terminal; nothing where the output goes elsewhere.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg} {wide_bar} {pos}/{len} {elapsed}");
    let bar = ProgressBar::new(0);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

fn advance(bar: &ProgressBar, step: Step) {
    match step {
        Step::Found(files) => bar.inc_length(files as u64),
        Step::Read => bar.inc(1),
        Step::Doing(what) => bar.set_message(what),
    }
}

fn start(content: &Path, name: &str, component: Option<&str>) -> anyhow::Result<ExitCode> {
    let pages = readpoint_scan::pages(&content.join("variables"));
    if let Some(page) = pages.iter().find(|it| it.name == name) {
        bail!("{name} has a page: {}", page.path.display());
    }
    let scans = Scans::load(&content.join("scan"))?;
    let (component, text) = readpoint_scan::skeleton(&scans, name, component)?;
    let folder = content.join("variables").join(component);
    let path = folder.join(format!("{name}.md"));
    anyhow::ensure!(!path.exists(), "{} is there already", path.display());
    std::fs::create_dir_all(&folder)?;
    std::fs::write(&path, text)?;
    say(&format!(
        "{}: complete the lines marked `fill in`",
        path.display()
    ));
    Ok(ExitCode::SUCCESS)
}
