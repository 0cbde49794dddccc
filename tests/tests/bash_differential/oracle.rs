//! Running a text in real bash, where nothing but stubs and harmless utilities can be found.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::Context;
use readpoint_tests::shell::Started;

/// Programs that do nothing but record what they see. None of them exists on ordinary machines.
const STUBS: &[&str] = &["accelerate", "deepspeed", "launcher", "torchrun", "trainer"];

/// Utilities that texts may use.
const UTILITIES: &[&str] = &[
    "basename", "bash", "cat", "cut", "dirname", "env", "head", "nice", "nohup", "paste", "rev",
    "seq", "sh", "sort", "stdbuf", "tail", "timeout", "tr", "wc", "xargs",
];

/// How long a text may run.
const SECONDS: &str = "5";

/// What bash did with a text.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// The stubs it started.
    pub(crate) started: Vec<Started>,
    /// What a command after the text would inherit; `None`: the text ends the shell.
    pub(crate) exported: Option<BTreeMap<String, String>>,
    /// What bash complained about.
    pub(crate) errors: String,
}

/// A bash with its folders.
#[derive(Debug)]
pub(crate) struct Bash {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Bash {
    /// Looks for bash 5 and prepares the folders.
    pub(crate) fn find() -> anyhow::Result<Option<Self>> {
        let candidates = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"];
        let is_new = |path: &PathBuf| {
            let asked = Command::new(path)
                .args(["-c", "echo $BASH_VERSION"])
                .output();
            asked.is_ok_and(|output| output.stdout.starts_with(b"5."))
        };
        let Some(program) = candidates.iter().map(PathBuf::from).find(is_new) else {
            return Ok(None);
        };
        let folder = tempfile::tempdir()?;
        let bash = Self { program, folder };
        bash.prepare()?;
        Ok(Some(bash))
    }

    fn part(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn prepare(&self) -> anyhow::Result<()> {
        let programs = self.part("programs");
        fs::create_dir(&programs)?;
        let log = self.part("log");
        for name in STUBS {
            let stub = format!(
                "#!/bin/sh\n{{ printf '%s\\0' {name}; /usr/bin/env -0; }} > '{}'/$$\n",
                log.display()
            );
            let path = programs.join(name);
            fs::write(&path, stub)?;
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        }
        for name in UTILITIES {
            let real = ["/usr/bin", "/bin"]
                .iter()
                .map(|it| Path::new(it).join(name))
                .find(|it| it.exists());
            symlink(
                real.with_context(|| format!("{name} is missing"))?,
                programs.join(name),
            )?;
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
        let script = format!("{text}\nwait\n/usr/bin/env -0 > '{}'\n", exported.display());
        let output = Command::new("timeout")
            .args(["--kill-after=1", SECONDS])
            .arg(&self.program)
            .args(["--norc", "--noprofile", "-c", &script])
            .env_clear()
            .env("PATH", self.part("programs"))
            .env("HOME", self.folder.path())
            .current_dir(&work)
            .stdin(Stdio::null())
            .output()?;
        let mut started = Vec::new();
        for entry in fs::read_dir(&log)? {
            let bytes = fs::read(entry?.path())?;
            let text = String::from_utf8_lossy(&bytes).into_owned();
            if let Some((command, environment)) = text.split_once('\0') {
                started.push(Started {
                    command: command.to_owned(),
                    environment: variables(environment),
                });
            }
        }
        let exported = fs::read_to_string(&exported).ok();
        Ok(Outcome {
            started,
            exported: exported.map(|text| variables(&text)),
            errors: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }
}

fn variables(text: &str) -> BTreeMap<String, String> {
    let pairs = text.split('\0').filter_map(|pair| pair.split_once('='));
    pairs
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}
