//! `bundle`: one archive that runs the claims on another machine, without Rust and without network.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Context;
use readpoint_verify::claims;

use crate::command::verify::utf8;
use crate::show;

/// The folder in the archive.
const FOLDER: &str = "readpoint-verify";

/// What goes in besides program and claims; the second column says whether it is a program.
const FILES: [(&str, bool, &str); 4] = [
    ("run.sh", true, include_str!("../../bundle/run.sh")),
    ("README.md", false, include_str!("../../bundle/README.md")),
    (
        "verify.slurm",
        true,
        include_str!("../../../../deploy/verify/verify.slurm"),
    ),
    (
        "verify-job.yaml",
        false,
        include_str!("../../../../deploy/verify/verify-job.yaml"),
    ),
];

/// Writes the archive.
pub(crate) fn run(content: &Path, out: &Path) -> anyhow::Result<ExitCode> {
    let claims = claims::of_content(utf8(content)?)?;
    let root = tempfile::tempdir().context("no temporary folder can be made")?;
    let folder = root.path().join(FOLDER);
    fs::create_dir(&folder)?;
    let program = std::env::current_exe().context("this program does not know its path")?;
    fs::copy(program, folder.join(FOLDER))?;
    fs::write(
        folder.join("claims.json"),
        serde_json::to_vec_pretty(&claims)?,
    )?;
    for (name, program, text) in FILES {
        let path = folder.join(name);
        fs::write(&path, text)?;
        let mode = if program { 0o755 } else { 0o644 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode))?;
    }
    pack(root.path(), out)?;
    show::line(&format!("{}: {} claims", out.display(), claims.len()));
    Ok(ExitCode::SUCCESS)
}

/// The same files make the same archive.
fn pack(root: &Path, out: &Path) -> anyhow::Result<()> {
    let status = Command::new("tar")
        .args([
            "--sort=name",
            "--mtime=@0",
            "--owner=0",
            "--group=0",
            "--numeric-owner",
        ])
        .args([
            "--use-compress-program=gzip --no-name",
            "--create",
            "--file",
        ])
        .arg(std::path::absolute(out)?)
        .arg("--directory")
        .arg(root)
        .arg(FOLDER)
        .status()
        .context("tar cannot be started")?;
    anyhow::ensure!(status.success(), "tar ended with {status}");
    Ok(())
}
