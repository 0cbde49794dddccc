//! `host-program`: a program of the host, as it is.

use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use super::Request;
use crate::machine;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    program: String,
    #[serde(default)]
    arguments: Vec<String>,
}

/// Finds the program.
pub(super) fn start(request: &Request) -> anyhow::Result<(PathBuf, Vec<String>)> {
    let Parameters { program, arguments } = request.parameters()?;
    let path = machine::find(&program).with_context(|| format!("there is no {program}"))?;
    Ok((path, arguments))
}
