//! What the command line says.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};
use readpoint_verify::plan::Part;

/// Runs claims for real, and holds pages and evidence against each other.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask verify", bin_name = "cargo xtask", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Run claims on what this machine has, and keep what was seen.
    #[command(after_help = HELP)]
    Verify(Verify),
    /// Work on the records.
    Evidence {
        #[command(subcommand)]
        what: Records,
        /// The content folder.
        #[arg(long, default_value = "content", global = true)]
        content: PathBuf,
    },
    /// Say what must not be published.
    Gate(Gate),
    /// Pack this program with the claims and a script into one archive.
    Bundle {
        /// The archive.
        out: PathBuf,
        /// The content folder.
        #[arg(long, default_value = "content")]
        content: PathBuf,
    },
    /// Become another program; used by the suite itself.
    #[command(hide = true)]
    Guard {
        /// What to become.
        order: PathBuf,
        /// The process that asks for it.
        parent: u32,
    },
    /// Be a probe; used by the suite itself.
    #[command(hide = true)]
    Child {
        /// What is asked.
        request: PathBuf,
    },
}

/// Options of the suite.
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// Which claims: those that need no GPU, those that need one, or all.
    #[arg(long, value_enum, default_value_t = Part::Cpu, overrides_with = "level")]
    pub(crate) level: Part,
    /// A Python with torch; repeat it for each release.
    #[arg(long, value_name = "PATH")]
    pub(crate) python: Vec<PathBuf>,
    /// Only claims whose id, page or probe contains this text.
    #[arg(long, value_name = "PATTERN")]
    pub(crate) only: Option<String>,
    /// List the claims that would be run, and run none.
    #[arg(long)]
    pub(crate) list: bool,
    /// List the probes with what each takes and observes, and run nothing.
    #[arg(long)]
    pub(crate) probes: bool,
    /// Leave out claims whose record counts already: same claim, same stack.
    #[arg(long)]
    pub(crate) resume: bool,
    /// How many claims run at once [default: one for each CPU core]; claims on a GPU always run
    /// one by one.
    #[arg(long)]
    pub(crate) jobs: Option<usize>,
    /// Seconds that a run may take for one step.
    #[arg(long, default_value_t = 240)]
    pub(crate) limit: u64,
    /// GiB of memory that a run may take.
    #[arg(long, default_value_t = 8)]
    pub(crate) memory: u64,
    /// Hand this variable through to every run, such as LD_LIBRARY_PATH for a driver in an
    /// unusual place.
    #[arg(long, value_name = "NAME")]
    pub(crate) pass: Vec<String>,
    /// The content folder.
    #[arg(long, default_value = "content")]
    pub(crate) content: PathBuf,
    /// Take the claims from this file, as a bundle carries it.
    #[arg(long, value_name = "FILE")]
    pub(crate) claims: Option<PathBuf>,
    /// Write all records into this one file instead of content/evidence.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Records {
    /// Take in records that another machine brought back.
    Merge {
        /// Files of records.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Remove records that count for nothing: of claims that changed or are gone.
    Prune,
}

/// Options of the gate.
#[derive(Debug, Args)]
pub(crate) struct Gate {
    /// The content folder.
    #[arg(long, default_value = "content")]
    pub(crate) content: PathBuf,
    /// A built site, whose badges are looked at too.
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<PathBuf>,
    /// Let evidence pass that no longer counts; its claims are shown with the weaker level.
    #[arg(long)]
    pub(crate) allow_unverified: bool,
}

const HELP: &str = "\
Each run is a process of its own with a clean environment and limits of time, memory and output;
a crash, a hang or a flood is an observation. A record is written after each claim, so a suite that
is killed loses no finished one, and --resume goes on where it stopped. cargo xtask verify --bundle
packs program, claims and a script for a machine without Rust.

Exit status: 0 every claim that could be run is confirmed (some may not be runnable here), 1 at
least one is refuted, 2 usage, or a file that cannot be read or written, 3 nothing could be run.";
