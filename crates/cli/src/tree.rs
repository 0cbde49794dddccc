//! Folders: which files below one are launch texts.
//!
//! `.gitignore` is respected. A file counts by its name alone; what may or may not be a launch text
//! by its name (any `.yaml`, any `.py`) is read, and says little when it is none.

use camino::{Utf8Path, Utf8PathBuf};
use ignore::WalkBuilder;

/// Extensions of files that can hold launch texts.
const EXTENSIONS: &[&str] = &[
    "bash",
    "bat",
    "cmd",
    "csh",
    "dockerfile",
    "env",
    "fish",
    "ps1",
    "psm1",
    "py",
    "sbatch",
    "service",
    "sh",
    "slurm",
    "tcsh",
    "yaml",
    "yml",
    "zsh",
];

/// Whole names, in lower case.
const NAMES: &[&str] = &["containerfile", "dockerfile", "launch.json", ".env"];

/// Beginnings of names, in lower case.
const BEGINNINGS: &[&str] = &["dockerfile.", ".env.", "containerfile."];

/// What a search has found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The launch texts, sorted by path.
    pub(crate) files: Vec<Utf8PathBuf>,
    /// Folders that could not be searched.
    pub(crate) troubles: Vec<anyhow::Error>,
}

/// The launch texts below a folder.
pub(crate) fn files(folder: &Utf8Path) -> Found {
    let mut walk = WalkBuilder::new(folder);
    walk.hidden(false)
        .require_git(false)
        .sort_by_file_path(Ord::cmp);
    walk.filter_entry(|entry| entry.file_name() != ".git");
    let mut found = Found::default();
    for entry in walk.build() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(trouble) => {
                found.troubles.push(trouble.into());
                continue;
            }
        };
        let is_file = entry.file_type().is_some_and(|it| it.is_file());
        let Ok(path) = Utf8PathBuf::try_from(entry.into_path()) else {
            continue;
        };
        if is_file && is_launch_text(&path) {
            // Code hosts know files by their path in the repository.
            let plain = path.strip_prefix(".").map(Utf8Path::to_owned);
            found.files.push(plain.unwrap_or(path));
        }
    }
    found
}

fn is_launch_text(path: &Utf8Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_lowercase();
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    NAMES.contains(&name.as_str())
        || BEGINNINGS.iter().any(|it| name.starts_with(it))
        || extension.is_some_and(|it| EXTENSIONS.contains(&it))
}
