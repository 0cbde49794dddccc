//! `readpoint init`: the skeleton of a team's folder.

use std::process::ExitCode;

use anyhow::{Context, ensure};

use crate::arguments::Init;
use crate::output;

/// A file of `deploy/`, at the same path.
macro_rules! deployed {
    ($path:literal) => {
        (
            concat!("deploy/", $path),
            include_str!(concat!("../../../../deploy/", $path)),
        )
    };
}

/// The files by path.
const FILES: &[(&str, &str)] = &[
    deployed!("caddy/Caddyfile"),
    deployed!("caddy/Caddyfile.at-the-root"),
    deployed!("caddy/site.caddy"),
    deployed!("container/Dockerfile"),
    deployed!("container/Dockerfile.dockerignore"),
    deployed!("kubernetes/readpoint.yaml"),
    deployed!("nginx/at-the-root.conf"),
    deployed!("nginx/brotli.conf"),
    deployed!("nginx/conf.d/readpoint-cache.conf"),
    deployed!("nginx/conf.d/readpoint.conf"),
    deployed!("nginx/snippets/readpoint.conf"),
    deployed!("pages/github.yml"),
    deployed!("pages/gitlab.yml"),
    ("README.md", include_str!("../../skeleton/README.md")),
    ("launch.sh", include_str!("../../skeleton/launch.sh")),
    ("logo.svg", include_str!("../../skeleton/logo.svg")),
    (
        "overrides/NCCL_SOCKET_IFNAME.md",
        include_str!("../../skeleton/overrides/NCCL_SOCKET_IFNAME.md"),
    ),
    (
        "readpoint.toml",
        include_str!("../../skeleton/readpoint.toml"),
    ),
    (
        "recipes/first-job.md",
        include_str!("../../skeleton/recipes/first-job.md"),
    ),
    (
        "rules/TEAM001.md",
        include_str!("../../skeleton/rules/TEAM001.md"),
    ),
    (
        "variables/team/TEAM_DATASET_ROOT.md",
        include_str!("../../skeleton/variables/team/TEAM_DATASET_ROOT.md"),
    ),
];

/// Writes every file, or none where one is there already.
pub(crate) fn run(arguments: &Init) -> anyhow::Result<ExitCode> {
    let folder = &arguments.folder;
    let there = FILES.iter().find(|(path, _)| folder.join(path).exists());
    if let Some((path, _)) = there {
        anyhow::bail!("{folder}/{path} is there already; nothing was written, name a new folder");
    }
    ensure!(
        !folder.is_file(),
        "{folder} is a file; name a folder, which need not be there yet"
    );
    for (path, text) in FILES {
        let target = folder.join(path);
        let parent = target.parent().context("a file stands in a folder")?;
        std::fs::create_dir_all(parent).with_context(|| format!("{parent} cannot be made"))?;
        std::fs::write(&target, text).with_context(|| format!("{target} cannot be written"))?;
    }
    output::note(&format!(
        "{} in {folder}; README.md says what each is for. See them with\n  \
         readpoint serve --content {folder}",
        output::plural(FILES.len(), "file")
    ));
    Ok(ExitCode::SUCCESS)
}
