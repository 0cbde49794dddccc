//! Which kind a text is, from its file name and its looks.

mod looks;
mod path;
mod yaml;

use crate::Kind;
use looks::Looks;

/// A test on the looks of a text.
type Test = fn(&Looks<'_>) -> bool;

/// Tests in order of how sure they are; the first that holds names the kind.
const TESTS: &[(Kind, Test)] = &[
    (Kind::Envblock, |it| it.text.contains('\0')),
    (Kind::Fish, |it| it.shebang("fish")),
    (Kind::Csh, |it| it.shebang("csh")),
    (Kind::Python, |it| it.shebang("python")),
    (Kind::Powershell, |it| it.shebang("pwsh")),
    (Kind::Slurm, |it| {
        it.any_line(|line| line.starts_with("#SBATCH"))
    }),
    (Kind::Shell, |it| it.shebang("sh")),
    // Recipes are shell text.
    (Kind::Shell, |it| {
        crate::format::looks_like_makefile(it.text)
    }),
    (Kind::Systemd, looks::is_systemd),
    (Kind::Vscode, looks::is_json),
    (Kind::Dockerfile, looks::is_dockerfile),
    (Kind::Powershell, looks::is_powershell),
    (Kind::Conda, looks::is_conda_command),
    (Kind::Csh, |it| it.any_command("setenv")),
    (Kind::Fish, looks::is_fish),
    (Kind::Python, looks::is_python),
    (Kind::Batch, looks::is_batch),
    (Kind::Kubernetes, yaml::is_kubernetes),
    (Kind::GithubActions, yaml::is_workflow),
    (Kind::Compose, yaml::is_compose),
    (Kind::Conda, yaml::is_conda),
    (Kind::Helm, yaml::is_yaml),
    (Kind::DockerRun, looks::is_docker_run),
    (Kind::Mpirun, looks::is_mpirun),
    (Kind::Slurm, looks::is_slurm_command),
    (Kind::Envfile, looks::is_envfile),
    (Kind::Envblock, looks::is_envblock),
];

/// Names the most likely kind; never fails.
#[must_use]
pub fn detect(path: Option<&str>, text: &str) -> Kind {
    let looks = Looks::new(text);
    if let Some(named) = path.and_then(path::kind) {
        return named.resolve(&looks);
    }
    by_text(&looks)
}

fn by_text(looks: &Looks<'_>) -> Kind {
    let found = TESTS.iter().find(|(_, test)| test(looks));
    found.map_or(Kind::Shell, |(kind, _)| *kind)
}
