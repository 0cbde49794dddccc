//! `cargo xtask bench sites`: the same made-up site with every generator that is installed, in
//! turn, and what a large site costs Readpoint when little changes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{figures, optimised};
use crate::process::say;
use crate::workspace::Workspace;

/// Options of the comparison.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Numbers of pages.
    #[arg(long, value_delimiter = ',', default_value = "1000,10000")]
    pages: Vec<usize>,
    /// How often each program builds each site; the median counts.
    #[arg(long, default_value_t = 3)]
    rounds: usize,
}

/// A site generator as it is started in the folder of its corpus.
struct Generator {
    name: &'static str,
    /// The word that makes it tell its version.
    version: &'static str,
    /// The words that make it build into `out`.
    build: &'static [&'static str],
}

const GENERATORS: &[Generator] = &[
    Generator {
        name: "readpoint",
        version: "--version",
        build: &["build", "--root", ".", "--out", "out"],
    },
    Generator {
        name: "zola",
        version: "--version",
        build: &["build", "--force", "--output-dir", "out"],
    },
    Generator {
        name: "hugo",
        version: "version",
        build: &["--destination", "out"],
    },
    Generator {
        name: "mdbook",
        version: "--version",
        build: &["build", "--dest-dir", "out"],
    },
];

/// What a build cost: seconds, seconds of processor time, megabytes, and megabytes written.
#[derive(Clone, Copy, Debug, Default)]
struct Cost {
    wall: f64,
    cpu: f64,
    memory: f64,
    output: f64,
}

/// Builds and prints a table for each number of pages.
pub(crate) fn compare(workspace: &Workspace, arguments: &Arguments) -> anyhow::Result<()> {
    optimised(workspace)?;
    let installed = GENERATORS
        .iter()
        .filter(|it| version(workspace, it).is_some());
    let installed: Vec<_> = installed.collect();
    let mut grown: BTreeMap<&str, Vec<Cost>> = BTreeMap::new();
    for &pages in &arguments.pages {
        say(&format!("{pages} pages"));
        let costs = round_robin(workspace, &installed, pages, arguments.rounds)?;
        print(&installed, &costs);
        for (generator, cost) in installed.iter().zip(costs) {
            grown.entry(generator.name).or_default().push(cost);
        }
        scale(workspace, pages)?;
    }
    growth(&arguments.pages, &grown);
    for generator in installed {
        show(&version(workspace, generator).unwrap_or_default());
    }
    Ok(())
}

/// The first line that a generator says of its version; none where it is not installed.
fn version(workspace: &Workspace, generator: &Generator) -> Option<String> {
    let mut command = Command::new(program(workspace, generator));
    let output = command
        .arg(generator.version)
        .stderr(Stdio::null())
        .output();
    let output = output.ok().filter(|it| it.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().next().map(str::to_owned)
}

fn program(workspace: &Workspace, generator: &Generator) -> PathBuf {
    match generator.name {
        "readpoint" => workspace.program("release", "readpoint"),
        name => PathBuf::from(name),
    }
}

/// The median cost of each generator; every round runs all of them, so that what else the machine
/// does meets all alike.
fn round_robin(
    workspace: &Workspace,
    generators: &[&Generator],
    pages: usize,
    rounds: usize,
) -> anyhow::Result<Vec<Cost>> {
    let work = workspace.target.join("bench-corpus");
    let mut samples = vec![Vec::new(); generators.len()];
    for generator in generators {
        write(workspace, generator, &work.join(generator.name), pages)?;
    }
    for _ in 0..rounds {
        for (generator, samples) in generators.iter().zip(&mut samples) {
            samples.push(cost(workspace, generator, &work.join(generator.name))?);
        }
    }
    std::fs::remove_dir_all(&work)?;
    Ok(samples.iter_mut().map(|it| median(it)).collect())
}

/// Writes the corpus of a generator.
fn write(
    workspace: &Workspace,
    generator: &Generator,
    folder: &Path,
    pages: usize,
) -> anyhow::Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)?;
    }
    let mut corpus = Command::new(workspace.program("release", "readpoint-bench"));
    corpus.arg("corpus").arg(generator.name).arg(folder);
    crate::process::run(corpus.arg(pages.to_string()))?;
    if generator.name == "readpoint" {
        // Its own templates, with navigation and all.
        std::os::unix::fs::symlink(workspace.root.join("site"), folder.join("site"))?;
    }
    Ok(())
}

/// Builds into a new folder.
fn cost(workspace: &Workspace, generator: &Generator, folder: &Path) -> anyhow::Result<Cost> {
    let out = folder.join("out");
    if out.exists() {
        std::fs::remove_dir_all(&out)?;
    }
    let mut measure = Command::new(workspace.program("release", "readpoint-bench"));
    measure.current_dir(folder).args(["cost", "--"]);
    measure
        .arg(program(workspace, generator))
        .args(generator.build);
    let found = figures(&mut measure)?;
    Ok(Cost {
        wall: found["wall"],
        cpu: found["cpu"],
        memory: found["memory"],
        output: size(&out)? / 1e6,
    })
}

/// Bytes of all files under a folder.
fn size(folder: &Path) -> anyhow::Result<f64> {
    let mut bytes = 0.0;
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.metadata()?;
        bytes += match kind.is_dir() {
            true => size(&entry.path())?,
            false => kind.len() as f64,
        };
    }
    Ok(bytes)
}

fn median(samples: &mut [Cost]) -> Cost {
    samples.sort_by(|a, b| a.wall.total_cmp(&b.wall));
    samples.get(samples.len() / 2).copied().unwrap_or_default()
}

fn print(generators: &[&Generator], costs: &[Cost]) {
    let first = costs.first().copied().unwrap_or_default();
    show(&format!(
        "{:<12} {:>8} {:>6} {:>9} {:>6} {:>10} {:>6} {:>11}",
        "", "wall s", "ratio", "CPU s", "ratio", "memory MB", "ratio", "output MB"
    ));
    for (generator, cost) in generators.iter().zip(costs) {
        show(&format!(
            "{:<12} {:>8.2} {:>6.2} {:>9.2} {:>6.2} {:>10.0} {:>6.2} {:>11.1}",
            generator.name,
            cost.wall,
            cost.wall / first.wall,
            cost.cpu,
            cost.cpu / first.cpu,
            cost.memory,
            cost.memory / first.memory,
            cost.output
        ));
    }
}

/// What Readpoint does in each stage, and when little changed.
fn scale(workspace: &Workspace, pages: usize) -> anyhow::Result<()> {
    let mut bench = Command::new(workspace.program("release", "readpoint-bench"));
    bench
        .arg("scale")
        .arg(&workspace.root)
        .arg(pages.to_string());
    let found = figures(&mut bench)?;
    let stages = || {
        found
            .iter()
            .filter_map(|(name, it)| Some((name.strip_prefix("stage.")?, it)))
    };
    let whole: f64 = stages().map(|(_, time)| time).sum();
    for (stage, time) in stages() {
        show(&format!(
            "  {stage:<20} {time:>8.0} ms {:>4.0} %",
            time / whole * 100.0
        ));
    }
    for (name, what) in [
        ("again.unchanged", "nothing changed"),
        ("again.page", "one page changed"),
    ] {
        let (time, files) = (found[name], found[&format!("{name}.written")]);
        show(&format!(
            "  {what:<20} {time:>8.0} ms, {files:.0} files written"
        ));
    }
    Ok(())
}

/// How costs grow from the smallest to the largest site.
fn growth(pages: &[usize], grown: &BTreeMap<&str, Vec<Cost>>) {
    let (Some(small), Some(large)) = (pages.first(), pages.last()) else {
        return;
    };
    say(&format!("{large} pages against {small}"));
    for (name, costs) in grown {
        if let (Some(few), Some(many)) = (costs.first(), costs.last()) {
            show(&format!(
                "{name:<12} wall {:>5.1} times, CPU {:>5.1} times, memory {:>5.1} times",
                many.wall / few.wall,
                many.cpu / few.cpu,
                many.memory / few.memory
            ));
        }
    }
}

#[allow(clippy::print_stdout, reason = "the table is the output")]
fn show(line: &str) {
    println!("{line}");
}
