//! Front-ends: one per kind of text. Each turns a text into a [`Reading`] and judges nothing.

mod batch;
mod compose;
mod conda;
mod csh;
mod dialect;
mod dockerfile;
mod embed;
mod env_map;
mod envblock;
mod envfile;
mod expand;
mod fish;
mod flow;
mod generic;
mod image;
mod json;
mod kubernetes;
mod lines;
mod mapped;
mod no_equals;
mod powershell;
mod python;
mod session;
mod setx;
mod shell;
mod systemd;
mod tolerant;
mod vscode;
mod words;
mod workflow;
mod yaml;

pub(crate) use envblock::is_allocator_setting;
pub(crate) use session::is_name;
pub(crate) use shell::looks_like_makefile;

use crate::Kind;
use crate::reading::Reading;

/// Reads a text of one kind.
type FrontEnd = fn(&str) -> Reading;

/// The front-end of each kind. Kinds without a row give an empty reading.
const FRONT_ENDS: &[(Kind, FrontEnd)] = &[
    (Kind::Shell, |text| shell::read(Kind::Shell, text)),
    (Kind::Slurm, |text| shell::read(Kind::Slurm, text)),
    (Kind::DockerRun, |text| shell::read(Kind::DockerRun, text)),
    (Kind::Mpirun, |text| shell::read(Kind::Mpirun, text)),
    (Kind::Envfile, envfile::read),
    (Kind::Envblock, envblock::read),
    (Kind::Dockerfile, dockerfile::read),
    (Kind::Kubernetes, generic::manifests),
    (Kind::Python, python::read),
    (Kind::Compose, compose::read),
    (Kind::Helm, generic::values),
    (Kind::GithubActions, workflow::read),
    (Kind::Systemd, systemd::read),
    (Kind::Vscode, vscode::read),
    (Kind::Conda, conda::read),
    (Kind::Fish, fish::read),
    (Kind::Csh, csh::read),
    (Kind::Batch, batch::read),
    (Kind::Powershell, powershell::read),
];

/// Reads a text as a kind. Front-ends take any text; what they cannot parse becomes a slip.
#[must_use]
pub fn read(kind: Kind, text: &str) -> Reading {
    FRONT_ENDS
        .iter()
        .find(|(of, _)| *of == kind)
        .map_or_else(|| Reading::new(kind), |(_, front_end)| front_end(text))
}
