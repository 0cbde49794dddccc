//! What the command line says.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Finds every read of an environment variable and compares with the pages.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask scan", bin_name = "cargo xtask", version)]
pub(crate) struct Arguments {
    /// The content folder.
    #[arg(long, default_value = "content", global = true)]
    pub(crate) content: PathBuf,
    #[command(subcommand)]
    pub(crate) task: Task,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Scan a tree and write its file under content/scan, or compare the files there with the pages.
    #[command(after_help = HELP)]
    Scan(Scan),
    /// Start a page.
    New {
        #[command(subcommand)]
        what: New,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum New {
    /// Write a variable's page from what the scans know, for an author to complete.
    Variable {
        /// The variable's name.
        name: String,
        /// The component's folder; by default guessed from name and file.
        #[arg(long)]
        component: Option<String>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct Scan {
    /// What is scanned: torch, pytorch, nccl, container-toolkit or libraries.
    #[arg(required_unless_present = "check")]
    pub(crate) kind: Option<String>,
    /// The folder.
    #[arg(required_unless_present = "check")]
    pub(crate) folder: Option<PathBuf>,
    /// The release as pages name it (v2.15.0), where the tree does not say it.
    #[arg(long)]
    pub(crate) release: Option<String>,
    /// The commit, for links that stay.
    #[arg(long)]
    pub(crate) commit: Option<String>,
    /// The name of the file's component; for libraries the name of the product.
    #[arg(long)]
    pub(crate) component: Option<String>,
    /// Compare the scans with the pages; needs no tree.
    #[arg(long, conflicts_with_all = ["kind", "folder"])]
    pub(crate) check: bool,
}

const HELP: &str = "\
Kinds:
  torch              a site-packages folder with torch: Python, headers, libraries' strings
  pytorch            a source tree of PyTorch (--release v2.6.0 --commit HASH)
  nccl               a source tree of NCCL (--commit HASH)
  container-toolkit  a source tree of the container toolkit (--commit HASH)
  libraries          a folder of shared libraries (--component cublas --release 13.4.1.3)

A scan reads Python, C++ and Go by their syntax; names in constants, helpers that are given the
name and macros are followed through the whole tree. A name of which only the running program
knows a part is written with `*`. Names in libraries are texts: they show no reader, and a text
that is not there shows nothing.

--check tells names that are read and have no page, read-points that the source of that release
does not show, and pages of names that no scan knows; content/scan/allow.toml holds what is passed
over, each with its reason. Exit status: 0 clean, 1 not clean.";
