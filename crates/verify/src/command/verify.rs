//! `verify`: the suite from claims to table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Context;
use camino::Utf8Path;
use readpoint_evidence::FOLDER;
use readpoint_verify::claims::{self, Listed};
use readpoint_verify::machine::{self, Target};
use readpoint_verify::plan::{self, Item, Part};
use readpoint_verify::probe::nccl_ranks;
use readpoint_verify::process::Limits;
use readpoint_verify::runner::Settings;
use readpoint_verify::suite::{self, Count, Out};

use crate::arguments::Verify;
use crate::show;

/// Bytes of output that a run may write.
const OUTPUT: usize = 4 << 20;

/// Runs what the options ask for.
pub(crate) fn run(options: &Verify) -> anyhow::Result<ExitCode> {
    if options.probes {
        show::probes();
        return Ok(ExitCode::SUCCESS);
    }
    let claims = chosen(options)?;
    let settings = settings(options)?;
    let mut targets = machine::targets(&options.python)?;
    if options.level != Part::Cpu {
        machine::look_at_gpu(&mut targets, &settings);
    }
    let mut items = plan::plan(&claims, &targets, options.level);
    let out = out(options);
    let evidence = out.load()?;
    if options.resume {
        plan::skip_known(&mut items, &evidence);
    }
    if options.list {
        show::list(&items);
        return Ok(ExitCode::SUCCESS);
    }
    warn(options, &targets, &items);
    let jobs = options.jobs.unwrap_or_else(cores);
    let bar = show::Bar::new(items.len());
    let records = suite::run(&items, &settings, jobs, (&out, evidence), &bar);
    bar.finish();
    let records = records.with_context(
        || "the suite stopped at a record that could not be written; finished ones are kept",
    )?;
    show::table(&records);
    let count = Count::of(records.iter().map(|(_, record)| record));
    show::line(&format!(
        "{}; {}",
        show::count(&count),
        out.path().display()
    ));
    Ok(ExitCode::from(count.status()))
}

fn chosen(options: &Verify) -> anyhow::Result<Vec<Listed>> {
    let mut claims = match &options.claims {
        Some(path) => claims::of_file(path)?,
        None => claims::of_content(utf8(&options.content)?)?,
    };
    if let Some(pattern) = &options.only {
        claims.retain(|it| {
            [&it.claim.id, &it.claim.probe, &it.page]
                .iter()
                .any(|text| text.contains(pattern.as_str()))
        });
        anyhow::ensure!(
            !claims.is_empty(),
            "no claim, page or probe contains `{pattern}`"
        );
    }
    Ok(claims)
}

fn out(options: &Verify) -> Out {
    match &options.out {
        Some(path) => Out::File(path.clone()),
        None => Out::Folder(options.content.join(FOLDER)),
    }
}

/// Says in words what this machine lacks for what was asked.
fn warn(options: &Verify, targets: &[Target], items: &[Item<'_>]) {
    if options.level != Part::Gpu && options.python.is_empty() {
        show::note("no Python with torch was given (--python PATH): its claims cannot be run");
    }
    let absent: BTreeSet<_> = targets.iter().filter_map(|it| it.absent.as_ref()).collect();
    for why in absent {
        show::note(&format!("claims that need a GPU cannot be run: {why}"));
    }
    if items.is_empty() {
        show::note("there is nothing to run");
    }
}

fn settings(options: &Verify) -> anyhow::Result<Settings> {
    let mut pass = BTreeMap::new();
    let ranks = nccl_ranks::VARIABLES.map(str::to_owned);
    for name in options.pass.iter().chain(&ranks) {
        if let Ok(value) = std::env::var(name) {
            pass.insert(name.clone(), value);
        }
    }
    Ok(Settings {
        program: std::env::current_exe().context("this program does not know its path")?,
        limits: Limits {
            time: Duration::from_secs(options.limit),
            memory: options.memory << 30,
            output: OUTPUT,
        },
        pass,
        date: time::OffsetDateTime::now_utc().date().to_string(),
    })
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// A path as the loader of content takes it.
pub(crate) fn utf8(path: &Path) -> anyhow::Result<&Utf8Path> {
    Utf8Path::from_path(path).with_context(|| format!("{} is not UTF-8", path.display()))
}
