//! The stack's own libraries come first.
//!
//! The bindings look for `libcublas.so` and the like by the system's rules, and would find those of
//! an installed toolkit. So the probe links the libraries of the stack into one folder, each by its
//! name and by its name without a version, and starts itself again with that folder in
//! `LD_LIBRARY_PATH`. The process stays the same one.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use anyhow::Context;

use crate::probe::Request;

/// Says that the process has been started again.
const MARK: &str = "READPOINT_LIBRARIES";

const SEARCH: &str = "LD_LIBRARY_PATH";

/// Starts the process again with the stack's libraries first, unless that is done.
///
/// # Errors
///
/// The stack has no libraries, or the process cannot be started again.
pub(crate) fn put_first(request: &Request) -> anyhow::Result<()> {
    if std::env::var_os(MARK).is_some() {
        return Ok(());
    }
    anyhow::ensure!(
        !request.libraries.is_empty(),
        "the stack has no NVIDIA libraries of its own"
    );
    for folder in &request.libraries {
        link(folder, &request.copies)?;
    }
    let mut search = OsString::from(&request.copies);
    if let Some(before) = std::env::var_os(SEARCH) {
        search.push(":");
        search.push(before);
    }
    let error = Command::new(std::env::current_exe()?)
        .args(std::env::args_os().skip(1))
        .env(SEARCH, search)
        .env(MARK, "1")
        .exec();
    Err(error).context("the probe cannot be started with the stack's libraries")
}

/// Links the libraries of a folder; what is linked already stays.
fn link(from: &Path, to: &Path) -> anyhow::Result<()> {
    let entries = fs::read_dir(from).with_context(|| from.display().to_string())?;
    for entry in entries {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|it| it.to_str())
            .unwrap_or_default();
        let Some((short, _)) = name.split_once(".so") else {
            continue;
        };
        for name in [name.to_owned(), format!("{short}.so")] {
            let _ = symlink(&path, to.join(name));
        }
    }
    Ok(())
}
