//! Where things are: the workspace's root and its target folder.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Context;

/// The folders that tasks work in.
#[derive(Debug)]
pub(crate) struct Workspace {
    /// The folder with the root manifest.
    pub(crate) root: PathBuf,
    /// Cargo's target folder.
    pub(crate) target: PathBuf,
}

impl Workspace {
    /// Asks cargo where the workspace and its target folder are.
    pub(crate) fn find() -> anyhow::Result<Self> {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--no-deps", "--format-version", "1"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .context("cargo metadata could not be started")?;
        anyhow::ensure!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)?;
        let folder = |key: &str| {
            metadata[key]
                .as_str()
                .map(PathBuf::from)
                .with_context(|| format!("cargo names no {key}"))
        };
        Ok(Self {
            root: folder("workspace_root")?,
            target: folder("target_directory")?,
        })
    }

    /// Where [`crate::wasm`] puts the playground's engine. Not `wasm`: that is the folder of the
    /// profile of this name, in which cargo keeps files of its own.
    pub(crate) fn wasm(&self) -> PathBuf {
        self.target.join("engine")
    }

    /// The path of a built program.
    pub(crate) fn program(&self, profile: &str, name: &str) -> PathBuf {
        self.target
            .join(profile)
            .join(name)
            .with_extension(std::env::consts::EXE_EXTENSION)
    }
}
