//! `container`: a container with all GPUs. The variables go into the container, not to docker.

use std::path::PathBuf;

use anyhow::Context;
use serde::Deserialize;

use super::Request;
use crate::machine;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    image: String,
    command: Vec<String>,
}

/// The call of docker.
pub(super) fn start(request: &Request) -> anyhow::Result<(PathBuf, Vec<String>)> {
    let Parameters { image, command } = request.parameters()?;
    let path = machine::find("docker").context("there is no docker")?;
    let mut arguments: Vec<_> = ["run", "--rm", "--network=none", "--runtime=nvidia"]
        .map(str::to_owned)
        .into();
    for (name, value) in &request.set {
        arguments.push(format!("--env={name}={value}"));
    }
    arguments.push(image);
    arguments.extend(command);
    Ok((path, arguments))
}
