//! Whether a check's time and memory grow in step with the text:
//! `cargo run --release --package readpoint-growth [PART [BYTES]]`.
//!
//! Every kind of text is fed pieces that ask for more than their length: once, and four times as
//! many. Each check runs in a process of its own, on a stack of 1 MB as a browser gives, so that
//! a crash, a stack that overflows and the memory of one text are seen. Printed are the rows that
//! stand out, and the worst row of each kind. `PART` chooses rows by kind or name; `BYTES` is the
//! length of the short text.

#![allow(clippy::print_stdout, reason = "the table is the output")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::Context;
use camino::Utf8Path;
use readpoint_catalog::Catalog;
use readpoint_content::load;
use readpoint_validator::{Kind, Options, check, to_json};

use readpoint_growth::hostile::{self, Text};

/// Bytes of the short text where none are asked for; the long one has four times as many.
const SHORT: usize = 100_000;

/// The stack of a check.
const STACK: usize = 1 << 20;

/// A check that takes longer than this is ended.
const PATIENCE: Duration = Duration::from_secs(30);

/// Four times the text may cost this many times as much.
const STEEP: f64 = 7.0;

/// Milliseconds for the long text that are worth a line in any case.
const SLOW: f64 = 1500.0;

/// Megabytes for the long text that are worth a line in any case.
const BIG: f64 = 400.0;

/// What one check cost.
#[derive(Clone, Copy, Debug)]
struct Cost {
    milliseconds: f64,
    megabytes: f64,
}

/// A row of the table; no cost where the check did not end well.
struct Row {
    kind: Kind,
    name: &'static str,
    short: Option<Cost>,
    long: Option<Cost>,
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => measure("", SHORT),
        [part] => measure(part, SHORT),
        [part, bytes] => measure(part, bytes.parse()?),
        ["one", catalog, kind, name, size] => one(catalog.as_ref(), kind, name, size),
        _ => anyhow::bail!("usage: readpoint-growth [PART [BYTES]]"),
    }
}

/// Measures every kind with every text whose row is asked for.
fn measure(part: &str, bytes: usize) -> anyhow::Result<()> {
    let folder = tempfile::tempdir()?;
    let catalog = folder.path().join("catalog.json");
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content");
    let content = load(&root, &Catalog::default()).content;
    std::fs::write(&catalog, serde_json::to_vec(&content.catalog.slim())?)?;
    let mut rows = Vec::new();
    for &kind in Kind::ALL {
        for text in hostile::texts() {
            let label = format!("{kind} {}", text.name);
            if label.contains(part) {
                rows.push(row(&catalog, kind, text, bytes)?);
            }
        }
    }
    print(&rows);
    Ok(())
}

fn row(catalog: &Path, kind: Kind, text: &Text, bytes: usize) -> anyhow::Result<Row> {
    Ok(Row {
        kind,
        name: text.name,
        short: in_process(catalog, kind, text, bytes)?,
        long: in_process(catalog, kind, text, 4 * bytes)?,
    })
}

/// Runs one check in a process of its own.
fn in_process(
    catalog: &Path,
    kind: Kind,
    text: &Text,
    size: usize,
) -> anyhow::Result<Option<Cost>> {
    let mut child = Command::new(std::env::current_exe()?)
        .arg("one")
        .arg(catalog)
        .args([kind.name(), text.name, &size.to_string()])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let started = Instant::now();
    while child.try_wait()?.is_none() {
        if started.elapsed() > PATIENCE {
            child.kill()?;
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    let output = child.wait_with_output()?;
    let line = String::from_utf8(output.stdout)?;
    let mut figures = line.split_whitespace().map(str::parse::<f64>);
    Ok(match (figures.next(), figures.next()) {
        (Some(Ok(milliseconds)), Some(Ok(megabytes))) => Some(Cost {
            milliseconds,
            megabytes,
        }),
        _ => None,
    })
}

/// The process's part: checks one text and prints milliseconds and megabytes.
fn one(catalog: &Path, kind: &str, name: &str, size: &str) -> anyhow::Result<()> {
    let kind: Kind = kind.parse().map_err(anyhow::Error::msg)?;
    let text = hostile::texts()
        .find(|it| it.name == name)
        .context("no such text")?
        .of(size.parse()?);
    let catalog: Catalog = serde_json::from_slice(&std::fs::read(catalog)?)?;
    let before = peak();
    let worker = std::thread::Builder::new().stack_size(STACK);
    let worker = worker.spawn(move || {
        let started = Instant::now();
        let options = Options {
            kind: Some(kind),
            ..Options::default()
        };
        let length = to_json(&check(&text, &options, &catalog)).len();
        (started.elapsed().as_secs_f64() * 1e3, length)
    })?;
    let Ok((milliseconds, _)) = worker.join() else {
        anyhow::bail!("the check panicked");
    };
    println!("{milliseconds:.1} {:.0}", peak() - before);
    Ok(())
}

/// The most memory that this process has had, in megabytes.
fn peak() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|it| it.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|it| it.trim().trim_end_matches(" kB").parse().ok());
    kilobytes.unwrap_or(0.0) / 1e3
}

fn print(rows: &[Row]) {
    println!("kind            text                         short ms   long ms  times    long MB");
    let mut count = 0;
    for row in rows.iter().filter(|row| stands_out(row)) {
        count += 1;
        line(row);
    }
    println!(
        "{count} of {} rows stand out; the slowest of each kind:",
        rows.len()
    );
    for &kind in Kind::ALL {
        let of_kind = rows.iter().filter(|it| it.kind == kind);
        let slowest = of_kind.max_by(|a, b| milliseconds(a).total_cmp(&milliseconds(b)));
        slowest.into_iter().for_each(line);
    }
}

fn milliseconds(row: &Row) -> f64 {
    row.long.map_or(f64::INFINITY, |it| it.milliseconds)
}

fn stands_out(row: &Row) -> bool {
    let (Some(short), Some(long)) = (row.short, row.long) else {
        return true;
    };
    let steep = long.milliseconds > 100.0 && long.milliseconds > STEEP * short.milliseconds;
    steep || long.milliseconds > SLOW || long.megabytes > BIG
}

fn line(row: &Row) {
    let figure =
        |cost: Option<Cost>| cost.map_or("-".to_owned(), |it| format!("{:.0}", it.milliseconds));
    let times = match (row.short, row.long) {
        (Some(short), Some(long)) => {
            format!("{:.1}", long.milliseconds / short.milliseconds.max(0.1))
        }
        _ => "failed".to_owned(),
    };
    let memory = row
        .long
        .map_or("-".to_owned(), |it| format!("{:.0}", it.megabytes));
    println!(
        "{:<15} {:<28} {:>8} {:>9} {times:>6} {memory:>10}",
        row.kind.name(),
        row.name,
        figure(row.short),
        figure(row.long),
    );
}
