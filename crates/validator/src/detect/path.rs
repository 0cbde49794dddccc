//! What a file name says.

use super::looks::Looks;
use super::{by_text, yaml};
use crate::Kind;

/// What a name settles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    /// The kind.
    Kind(Kind),
    /// It is shell text; which dialect, the text says.
    Shell,
    /// It is YAML; for what, the text says.
    Yaml,
}

/// How a row matches the file name, in lower case.
enum Match {
    Is(&'static str),
    Starts(&'static str),
    Ends(&'static str),
}

use Match::{Ends, Is, Starts};

/// File names, first match first.
const NAMES: &[(Match, Named)] = &[
    (Is("dockerfile"), Named::Kind(Kind::Dockerfile)),
    (Is("containerfile"), Named::Kind(Kind::Dockerfile)),
    (Starts("dockerfile."), Named::Kind(Kind::Dockerfile)),
    (Ends(".dockerfile"), Named::Kind(Kind::Dockerfile)),
    (Ends(".py"), Named::Kind(Kind::Python)),
    (Ends(".ps1"), Named::Kind(Kind::Powershell)),
    (Ends(".psm1"), Named::Kind(Kind::Powershell)),
    (Ends(".bat"), Named::Kind(Kind::Batch)),
    (Ends(".cmd"), Named::Kind(Kind::Batch)),
    (Ends(".service"), Named::Kind(Kind::Systemd)),
    (Ends(".fish"), Named::Kind(Kind::Fish)),
    (Ends(".csh"), Named::Kind(Kind::Csh)),
    (Ends(".tcsh"), Named::Kind(Kind::Csh)),
    (Ends(".sbatch"), Named::Kind(Kind::Slurm)),
    (Ends(".slurm"), Named::Kind(Kind::Slurm)),
    (Is("launch.json"), Named::Kind(Kind::Vscode)),
    (Is("environ"), Named::Kind(Kind::Envblock)),
    (Is(".env"), Named::Kind(Kind::Envfile)),
    (Starts(".env."), Named::Kind(Kind::Envfile)),
    (Ends(".env"), Named::Kind(Kind::Envfile)),
    (Is(".deepspeed_env"), Named::Kind(Kind::Envfile)),
    (Is("nccl.conf"), Named::Kind(Kind::Envblock)),
    (Is(".nccl.conf"), Named::Kind(Kind::Envblock)),
    (Starts("docker-compose"), Named::Kind(Kind::Compose)),
    (Starts("compose."), Named::Kind(Kind::Compose)),
    (Is("environment.yml"), Named::Kind(Kind::Conda)),
    (Is("environment.yaml"), Named::Kind(Kind::Conda)),
    (Is("values.yaml"), Named::Kind(Kind::Helm)),
    (Is("values.yml"), Named::Kind(Kind::Helm)),
    (Ends(".yaml"), Named::Yaml),
    (Ends(".yml"), Named::Yaml),
    (Ends(".sh"), Named::Shell),
    (Is("makefile"), Named::Kind(Kind::Shell)),
    (Is("gnumakefile"), Named::Kind(Kind::Shell)),
    (Ends(".mk"), Named::Kind(Kind::Shell)),
    (Ends(".bash"), Named::Shell),
    (Ends(".zsh"), Named::Shell),
    (Is(".bashrc"), Named::Shell),
    (Is(".profile"), Named::Shell),
    (Is(".bash_profile"), Named::Shell),
    (Is(".zshrc"), Named::Shell),
];

/// What a path says, if it says anything.
pub(super) fn kind(path: &str) -> Option<Named> {
    let path = path.replace('\\', "/").to_ascii_lowercase();
    let name = path.rsplit('/').next().unwrap_or(&path);
    let is_yaml = [".yml", ".yaml"].iter().any(|end| name.ends_with(end));
    if path.contains(".github/workflows/") && is_yaml {
        return Some(Named::Kind(Kind::GithubActions));
    }
    let matches = |it: &Match| match it {
        Is(whole) => name == *whole,
        Starts(start) => name.starts_with(start),
        Ends(end) => name.ends_with(end),
    };
    let found = NAMES.iter().find(|(it, _)| matches(it));
    found.map(|(_, named)| *named)
}

impl Named {
    /// The kind, with a look at the text where the name leaves it open.
    pub(super) fn resolve(self, looks: &Looks<'_>) -> Kind {
        const SHELLS: &[Kind] = &[Kind::Slurm, Kind::DockerRun, Kind::Mpirun];
        match self {
            Self::Kind(kind) => kind,
            Self::Yaml => yaml::KINDS
                .iter()
                .find(|(_, test)| test(looks))
                .map_or(Kind::Helm, |(kind, _)| *kind),
            Self::Shell => {
                let kind = by_text(looks);
                if SHELLS.contains(&kind) {
                    kind
                } else {
                    Kind::Shell
                }
            }
        }
    }
}
