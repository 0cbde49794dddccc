//! `readpoint env`: the same check on the environment of a live process.

use std::io::ErrorKind;
use std::path::Path;
use std::process::ExitCode;

use camino::Utf8PathBuf;
use readpoint_validator::Kind;

use crate::arguments::{Check, Environ};
use crate::command::check;
use crate::input::{self, Source};

/// Checks the own environment, or that of a process.
pub(crate) fn run(arguments: &Environ) -> anyhow::Result<ExitCode> {
    let source = match arguments.pid {
        Some(pid) => of_process(pid)?,
        None => own(),
    };
    let check = Check {
        paths: Vec::new(),
        kind: Some(Kind::Envblock),
        torch: arguments.torch,
        format: arguments.format,
        fix: false,
        diff: false,
        deny: arguments.deny,
        overlay: arguments.overlay.clone(),
    };
    check::sources(vec![source], &check)
}

/// `/proc/PID/environ`: what the process was started with. What it set itself later is not there.
fn of_process(pid: u32) -> anyhow::Result<Source> {
    let path = Utf8PathBuf::from(format!("/proc/{pid}/environ"));
    let bytes = std::fs::read(&path).map_err(|error| anyhow::anyhow!(unreadable(pid, &error)))?;
    let text = input::text(&path, bytes)?;
    Ok(Source { path, text })
}

/// Why the environment of a process cannot be read, and the way out.
fn unreadable(pid: u32, error: &std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound if Path::new("/proc/self").exists() => {
            format!("no process {pid} is running")
        }
        ErrorKind::NotFound => format!(
            "the environment of process {pid} cannot be read: this system has no /proc; \
             print it there and use `readpoint check --as envblock`"
        ),
        ErrorKind::PermissionDenied => {
            format!("process {pid} belongs to another user: run this as that user or as root")
        }
        _ => format!("the environment of process {pid} cannot be read: {error}"),
    }
}

/// What a program started from here would inherit. Names and values that are not UTF-8 are none
/// that this catalogue knows, and are left out.
fn own() -> Source {
    let pairs = std::env::vars_os().filter_map(|(name, value)| {
        Some(format!(
            "{}={}\0",
            name.into_string().ok()?,
            value.into_string().ok()?
        ))
    });
    Source {
        path: "env".into(),
        text: pairs.collect(),
    }
}
