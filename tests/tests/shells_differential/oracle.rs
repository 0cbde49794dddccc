//! Running a text in a real shell, where nothing but stubs and harmless utilities can be found.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use readpoint_tests::shell::Started;

/// Programs that do nothing but record what they see.
const STUBS: &[&str] = &["torchrun", "trainer"];

/// Utilities that texts may use.
const UTILITIES: &[&str] = &[
    "cat", "env", "nice", "nohup", "tee", "test", "timeout", "true", "uname",
];

/// How long a text may run.
const SECONDS: &str = "5";

/// What a shell did with a text.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The stubs it started.
    pub(crate) started: Vec<Started>,
    /// What a command after the text would inherit; `None`: the text ends the shell.
    pub(crate) exported: Option<BTreeMap<String, String>>,
    /// What the shell complained about.
    pub(crate) errors: String,
}

/// Where a program of this machine is.
pub(crate) fn find(name: &str) -> Option<PathBuf> {
    ["/usr/bin", "/bin", "/usr/local/bin"]
        .iter()
        .map(|folder| Path::new(folder).join(name))
        .find(|path| path.exists())
}

/// A shell with its folders.
#[derive(Debug)]
pub(crate) struct Shell {
    program: PathBuf,
    arguments: &'static [&'static str],
    folder: tempfile::TempDir,
}

impl Shell {
    /// Prepares the folders.
    pub(crate) fn new(
        program: PathBuf,
        arguments: &'static [&'static str],
    ) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let shell = Self {
            program,
            arguments,
            folder,
        };
        shell.prepare()?;
        Ok(shell)
    }

    fn part(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn prepare(&self) -> anyhow::Result<()> {
        let programs = self.part("programs");
        fs::create_dir(&programs)?;
        let log = self.part("log");
        for name in STUBS {
            let log = log.display();
            let stub =
                format!("#!/bin/sh\n{{ printf '%s\\0' {name}; /usr/bin/env -0; }} > '{log}'/$$\n");
            let path = programs.join(name);
            fs::write(&path, stub)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
        for name in UTILITIES {
            if let Some(real) = find(name) {
                symlink(real, programs.join(name))?;
            }
        }
        Ok(())
    }

    /// Runs a text.
    pub(crate) fn run(&self, text: &str) -> anyhow::Result<Outcome> {
        let (log, work, exported) = (self.part("log"), self.part("work"), self.part("exported"));
        for folder in [&log, &work] {
            let _ = fs::remove_dir_all(folder);
            fs::create_dir(folder)?;
        }
        let _ = fs::remove_file(&exported);
        let script = self.part("script");
        let end = format!("wait\n/usr/bin/env -0 > {}\n", exported.display());
        fs::write(&script, format!("{text}\n{end}"))?;
        let output = Command::new("timeout")
            .args(["--kill-after=1", SECONDS])
            .arg(&self.program)
            .args(self.arguments)
            .arg(&script)
            .env_clear()
            .env("PATH", self.part("programs"))
            .env("HOME", self.folder.path())
            .current_dir(&work)
            .stdin(Stdio::null())
            .output()?;
        let mut started = Vec::new();
        for entry in fs::read_dir(&log)? {
            let bytes = fs::read(entry?.path())?;
            let recorded = String::from_utf8_lossy(&bytes).into_owned();
            if let Some((command, environment)) = recorded.split_once('\0') {
                started.push(Started {
                    command: command.to_owned(),
                    environment: variables(environment, text),
                });
            }
        }
        let exported = fs::read_to_string(&exported).ok();
        Ok(Outcome {
            started,
            exported: exported.map(|found| variables(&found, text)),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}

/// The variables of an environment that the text speaks of.
fn variables(found: &str, text: &str) -> BTreeMap<String, String> {
    let pairs = found.split('\0').filter_map(|pair| pair.split_once('='));
    pairs
        .filter(|(name, _)| text.contains(name))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
