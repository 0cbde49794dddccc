//! `readpoint check`: texts in, findings out.

use std::process::ExitCode;

use readpoint_catalog::{Catalog, Severity};
use readpoint_validator::{Options, Report, check, mend, to_json};

use crate::arguments::{Check, Format};
use crate::input::{self, Source};
use crate::{TROUBLE, embedded, fix, output};

/// Rounds of fixing: each may make room for edits that overlapped before.
const FIX_ROUNDS: usize = 4;

/// Checks everything and prints the findings.
pub(crate) fn run(arguments: &Check) -> anyhow::Result<ExitCode> {
    let read = input::read(&arguments.paths)?;
    let status = sources(read.sources, arguments)?;
    Ok(if read.trouble {
        ExitCode::from(TROUBLE)
    } else {
        status
    })
}

/// Checks texts that were read already.
pub(crate) fn sources(mut sources: Vec<Source>, arguments: &Check) -> anyhow::Result<ExitCode> {
    // Only SARIF names the rules; the rest of the catalogue takes longer to read than a check.
    let catalog = match arguments.format {
        Format::Sarif => embedded::catalog(&arguments.overlay)?,
        _ => embedded::checks(&arguments.overlay)?,
    };
    if arguments.fix {
        mend_all(&mut sources, arguments, &catalog)?;
    }
    let report = report(&sources, arguments, &catalog);
    if arguments.fix && sources.iter().any(|source| source.path == "-") {
        return Ok(status(&report, arguments));
    }
    if arguments.diff {
        return diff(&sources, arguments, &catalog, &report);
    }
    output::print(&rendered(&report, &sources, arguments, &catalog))?;
    Ok(status(&report, arguments))
}

fn report(sources: &[Source], arguments: &Check, catalog: &Catalog) -> Report {
    let reports = sources
        .iter()
        .map(|source| check_one(&source.text, source, arguments, catalog));
    let torch = arguments.torch.unwrap_or_else(|| catalog.newest_torch());
    Report::of(reports, torch)
}

fn check_one(text: &str, source: &Source, arguments: &Check, catalog: &Catalog) -> Report {
    let options = Options {
        path: Some(source.path.to_string()),
        kind: arguments.kind,
        torch: arguments.torch,
    };
    check(text, &options, catalog)
}

/// The text of a source with its fixes applied.
fn mended(source: &Source, arguments: &Check, catalog: &Catalog) -> String {
    let mut text = source.text.clone();
    for _ in 0..FIX_ROUNDS {
        let report = check_one(&text, source, arguments, catalog);
        let next = report
            .inputs
            .iter()
            .fold(text.clone(), |text, input| mend(&text, input));
        if next == text {
            break;
        }
        text = next;
    }
    text
}

/// Mends files in place; standard input has no place, so its mended text goes to standard output.
fn mend_all(sources: &mut [Source], arguments: &Check, catalog: &Catalog) -> anyhow::Result<()> {
    for source in sources {
        let text = mended(source, arguments, catalog);
        if source.path == "-" {
            output::print(&text)?;
            source.text = text;
        } else if text != source.text {
            fix::replace(&source.path, &text)?;
            output::note(&format!("readpoint: mended {}", source.path));
            source.text = text;
        }
    }
    Ok(())
}

fn diff(
    sources: &[Source],
    arguments: &Check,
    catalog: &Catalog,
    report: &Report,
) -> anyhow::Result<ExitCode> {
    for source in sources {
        let after = mended(source, arguments, catalog);
        if after != source.text {
            output::print(&fix::diff(&source.path, &source.text, &after))?;
        }
    }
    Ok(status(report, arguments))
}

fn rendered(report: &Report, sources: &[Source], arguments: &Check, catalog: &Catalog) -> String {
    match arguments.format {
        Format::Json => to_json(report),
        Format::Github => output::github::render(report),
        Format::Sarif => {
            let texts: Vec<&str> = sources.iter().map(|it| it.text.as_str()).collect();
            output::sarif::render(report, &texts, catalog)
        }
        Format::Text => {
            let colour = output::colour();
            let inputs = report.inputs.iter().zip(sources);
            inputs
                .map(|(input, source)| output::text::render(input, source, colour))
                .collect()
        }
    }
}

fn status(report: &Report, arguments: &Check) -> ExitCode {
    let limit = if arguments.deny.is_some() {
        Severity::Warning
    } else {
        Severity::Error
    };
    ExitCode::from(u8::from(report.worst().is_some_and(|worst| worst >= limit)))
}
