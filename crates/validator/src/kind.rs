//! The kinds of launch text, with the names that the command line and the JSON use.

use core::fmt;
use core::str::FromStr;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $name:literal),* $(,)?) => {
        /// A kind of launch text.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Kind {
            $($(#[$doc])* #[serde(rename = $name)] $variant),*
        }

        impl Kind {
            /// Every kind, in the order that help texts list them.
            pub const ALL: &[Kind] = &[$(Kind::$variant),*];

            /// The name on the command line and in JSON.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Kind::$variant => $name),* }
            }
        }
    };
}

kinds! {
    /// Shell text: one-liners, scripts, export blocks, transcripts.
    Shell = "shell",
    /// A Slurm batch script, or `srun` and `sbatch` lines.
    Slurm = "slurm",
    /// A Dockerfile.
    Dockerfile = "dockerfile",
    /// A `docker run` (podman, nvidia-docker) line.
    DockerRun = "docker-run",
    /// A Compose file.
    Compose = "compose",
    /// Kubernetes manifests, also fragments.
    Kubernetes = "kubernetes",
    /// A `.env` file.
    Envfile = "envfile",
    /// Python source.
    Python = "python",
    /// PowerShell.
    Powershell = "powershell",
    /// Windows cmd batch.
    Batch = "batch",
    /// A systemd unit.
    Systemd = "systemd",
    /// `mpirun` or `mpiexec` lines.
    Mpirun = "mpirun",
    /// Helm values.
    Helm = "helm",
    /// A GitHub Actions workflow.
    GithubActions = "github-actions",
    /// Conda environment files and `conda env config vars` lines.
    Conda = "conda",
    /// fish shell.
    Fish = "fish",
    /// csh and tcsh.
    Csh = "csh",
    /// A VS Code `launch.json`.
    Vscode = "vscode",
    /// A bare block of `NAME=value` lines, as `env` or `/proc/PID/environ` print it.
    Envblock = "envblock",
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .iter()
            .copied()
            .find(|kind| kind.name() == name)
            .ok_or_else(|| {
                let known: Vec<_> = Self::ALL.iter().map(|kind| kind.name()).gathered();
                format!(
                    "`{name}` is not a kind of text; known kinds: {}",
                    known.join(", ")
                )
            })
    }
}
