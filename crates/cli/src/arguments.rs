//! The command line, as clap reads it.

use camino::Utf8PathBuf;
use clap::{Args, Parser, Subcommand, ValueEnum};
use readpoint_catalog::Version;
use readpoint_validator::Kind;

/// The verified reference for the environment variables of PyTorch on CUDA, as a checker.
#[derive(Debug, Parser)]
#[command(name = "readpoint", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Check launch texts: shell lines, Slurm scripts, Dockerfiles, manifests, Python and more.
    Check(Check),
    /// Check the environment of a live process, by default this one's.
    Env(Environ),
    /// Explain a variable or a diagnostic code.
    Explain(Explain),
    /// Judge single values, one JSON object a line.
    Value(Value),
    /// Start a folder with your own variables, rules and pages.
    Init(Init),
    /// Build the site into a folder.
    Build(Build),
    /// Build the site, serve it and rebuild when something changes.
    Serve(Serve),
    /// Count what is translated, and mark translations as fitting their originals.
    Translations(Translations),
}

/// Options of `readpoint check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files to check, and folders whose launch texts are checked (`.gitignore` is respected); `-`
    /// or nothing reads standard input.
    pub(crate) paths: Vec<Utf8PathBuf>,
    /// Read every text as this kind instead of detecting it.
    #[arg(long = "as", value_name = "KIND", value_parser = kind)]
    pub(crate) kind: Option<Kind>,
    /// The torch release to judge by [default: one named in the text, else the newest known].
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) torch: Option<Version>,
    /// How findings are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Apply every fix that has one certain answer, and report what is left; standard input is
    /// mended to standard output.
    #[arg(long, conflicts_with = "diff")]
    pub(crate) fix: bool,
    /// Print what `--fix` would change, and change nothing.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Count findings of this level as errors for the exit status.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) deny: Option<Deny>,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Options of `readpoint env`.
#[derive(Debug, Args)]
pub(crate) struct Environ {
    /// The process to look at; only the environment it was started with can be seen.
    #[arg(long, value_name = "N")]
    pub(crate) pid: Option<u32>,
    /// The torch release to judge by [default: the newest known].
    #[arg(long, value_name = "VERSION", value_parser = version)]
    pub(crate) torch: Option<Version>,
    /// How findings are printed.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
    /// Count findings of this level as errors for the exit status.
    #[arg(long, value_enum, value_name = "LEVEL")]
    pub(crate) deny: Option<Deny>,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Content that is added to what Readpoint ships.
#[derive(Clone, Debug, Args)]
pub(crate) struct Overlay {
    /// A folder with a team's own variables, rules and pages.
    #[arg(long, value_name = "DIR")]
    pub(crate) content: Option<Utf8PathBuf>,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people: source lines with carets.
    Text,
    /// The documented JSON, one line.
    Json,
    /// SARIF 2.1.0, for code hosts and editors.
    Sarif,
    /// GitHub Actions annotations.
    Github,
}

/// A level that `--deny` turns into an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    /// Warnings fail too.
    Warnings,
}

/// Options of `readpoint explain`.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A variable's name or a diagnostic code: NCCL_DEBUG, RP201.
    pub(crate) name: String,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Options of `readpoint value`.
#[derive(Debug, Args)]
pub(crate) struct Value {
    /// Read `{"name":…,"value":…,"torch":…}` lines from standard input and answer each in order.
    #[arg(long, required = true)]
    pub(crate) jsonl: bool,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Options of `readpoint init`.
#[derive(Debug, Args)]
pub(crate) struct Init {
    /// The folder to write; files that are there already are not touched.
    pub(crate) folder: Utf8PathBuf,
}

/// Where a site is built from.
#[derive(Debug, Args)]
pub(crate) struct Sources {
    /// A folder whose `content/` and `site/` replace those inside the program [default: this
    /// folder, where it is a checkout of Readpoint].
    #[arg(long, value_name = "DIR")]
    pub(crate) root: Option<Utf8PathBuf>,
    /// A folder with templates, style and scripts that replaces the one inside the program.
    #[arg(long, value_name = "DIR")]
    pub(crate) site: Option<Utf8PathBuf>,
    /// The folder with the playground's engine [default: target/engine below the root, or the one
    /// inside the program].
    #[arg(long, value_name = "DIR")]
    pub(crate) wasm: Option<Utf8PathBuf>,
    /// The path under which the site will stand, such as /docs/readpoint/ [default: `base` of the
    /// team's readpoint.toml; without one, pages name each other by relative addresses and work
    /// under any path].
    #[arg(long, value_name = "PATH")]
    pub(crate) base: Option<String>,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Options of `readpoint translations`.
#[derive(Debug, Args)]
pub(crate) struct Translations {
    /// The folder that holds `content/`.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub(crate) root: Utf8PathBuf,
    /// Write into these translations that they translate their originals as they are now.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) mark: Vec<Utf8PathBuf>,
    #[command(flatten)]
    pub(crate) overlay: Overlay,
}

/// Options of `readpoint build`.
#[derive(Debug, Args)]
pub(crate) struct Build {
    /// The folder that the site replaces.
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(crate) out: Utf8PathBuf,
    /// Where the site will be published, such as https://example.org; canonical links and the
    /// site map need it.
    #[arg(long, value_name = "URL")]
    pub(crate) origin: Option<String>,
    /// Write `.br` and `.gz` beside the files, for a web server that hands them out as they are.
    #[arg(long)]
    pub(crate) precompress: bool,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

/// Options of `readpoint serve`.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Address to listen on.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: std::net::IpAddr,
    /// Port to listen on; the next free one is taken when it is in use.
    #[arg(long, default_value_t = 4000)]
    pub(crate) port: u16,
    /// Build once and watch no folder, as where many read and nobody writes; pages do not ask for
    /// later builds.
    #[arg(long)]
    pub(crate) no_reload: bool,
    #[command(flatten)]
    pub(crate) sources: Sources,
}

fn kind(name: &str) -> Result<Kind, String> {
    name.parse()
}

fn version(text: &str) -> Result<Version, String> {
    text.parse()
        .map_err(|error: readpoint_catalog::ParseReleaseError| error.to_string())
}
