//! A probe that runs itself in a process of its own: what must happen in a new process, or must
//! have ended before something is looked at.

use std::process::Command;

use anyhow::Context;
use readpoint_catalog::Argument;
use readpoint_evidence::Fields;

use crate::probe::Request;
use crate::report;

/// The parameter that the inner process has and no claim can give.
const INNER: &str = "inner";

/// Whether this is the inner process.
pub(crate) fn is_inner(request: &Request) -> bool {
    request.parameters.contains_key(INNER)
}

/// Runs the probe of the request in a process of its own, to its end; gives what it told.
///
/// # Errors
///
/// The process cannot be started, or could not observe anything.
pub(crate) fn run(request: &Request) -> anyhow::Result<Fields> {
    let mut inner = request.clone();
    inner
        .parameters
        .insert(INNER.to_owned(), Argument::Flag(true));
    inner.report = request.report.with_extension("inner.json");
    let asked = request.report.with_extension("asked.json");
    let _ = std::fs::remove_file(&inner.report);
    std::fs::write(&asked, serde_json::to_vec(&inner)?)?;
    Command::new(std::env::current_exe()?)
        .arg("child")
        .arg(&asked)
        .status()
        .context("the probe cannot start itself")?;
    let told = report::read(&inner.report);
    if let Some(why) = told.get(report::CANNOT).and_then(serde_json::Value::as_str) {
        anyhow::bail!("{why}");
    }
    Ok(told)
}
