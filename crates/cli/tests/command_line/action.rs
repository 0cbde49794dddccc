//! The composite GitHub action and the pre-commit hook: what they run, run here. And the texts that
//! start the suite on a cluster, checked as any other.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{BAD, GOOD, WARNS, file};

/// The script of the action's last step; the step before it only builds the program.
fn script() -> String {
    let action = include_str!("../../../../action.yml");
    let (_, script) = action
        .rsplit_once("run: |\n")
        .expect("the last step has a script");
    script
        .lines()
        .map(|it| it.trim_start().to_owned() + "\n")
        .collect()
}

/// A folder laid out as the action's own, with the program that this test was built with.
fn action_folder(folder: &Path) -> PathBuf {
    let release = folder.join("target/release");
    std::fs::create_dir_all(&release).expect("a folder");
    std::fs::copy(env!("CARGO_BIN_EXE_readpoint"), release.join("readpoint")).expect("a copy");
    folder.to_owned()
}

fn run(action: &Path, work: &Path, inputs: [&str; 3]) -> Output {
    with_content(action, work, inputs, "")
}

fn with_content(action: &Path, work: &Path, inputs: [&str; 3], content: &str) -> Output {
    Command::new("bash")
        .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", &script()])
        .current_dir(work)
        .env("GITHUB_ACTION_PATH", action)
        .env("READPOINT_PATHS", inputs[0])
        .env("READPOINT_TORCH", inputs[1])
        .env("READPOINT_DENY", inputs[2])
        .env("READPOINT_CONTENT", content)
        .output()
        .expect("bash is there")
}

#[test]
fn the_action_checks_what_it_is_told() {
    let (tools, work) = (
        tempfile::tempdir().expect("a temporary folder"),
        tempfile::tempdir().expect("a temporary folder"),
    );
    let action = action_folder(tools.path());
    file(work.path(), "bad.sh", BAD);
    file(work.path(), "good.sh", GOOD);
    file(work.path(), "warns.sh", WARNS);
    let status = |inputs| run(&action, work.path(), inputs).status.code();
    assert_eq!(status([".", "", "false"]), Some(1));
    assert_eq!(status(["good.sh warns.sh", "2.9.1", "false"]), Some(0));
    assert_eq!(status(["good.sh warns.sh", "", "true"]), Some(1));
    assert_eq!(status(["no-such-file.sh", "", "false"]), Some(2));
    let team = work.path().join("team").display().to_string();
    assert!(crate::readpoint(&["init", &team], "").status.success());
    let by_team = with_content(&action, work.path(), ["team/launch.sh", "", "false"], &team);
    assert_eq!(by_team.status.code(), Some(0));
    file(work.path(), "bare.sh", "torchrun train.py\n");
    let by_team = with_content(&action, work.path(), ["bare.sh", "", "false"], &team);
    let said = String::from_utf8_lossy(&by_team.stdout);
    assert!(said.contains("TEAM001"), "{said}");
    let output = run(&action, work.path(), ["bad.sh", "", "false"]);
    assert!(output.stdout.starts_with(b"::error file=bad.sh,line=1,"));
}

/// Every input reaches the script, and every path that the script uses is one of the steps'.
#[test]
fn the_action_uses_its_inputs() {
    let action = include_str!("../../../../action.yml");
    let (inputs, steps) = action.split_once("runs:\n").expect("inputs, then runs");
    let names = inputs.lines().filter_map(|line| {
        let name = line.strip_prefix("  ")?.strip_suffix(':')?;
        (!name.starts_with(' ')).then_some(name)
    });
    let names: Vec<&str> = names.collect();
    assert_eq!(names, ["paths", "torch", "content", "deny-warnings"]);
    for name in names {
        assert!(
            steps.contains(&format!("${{{{ inputs.{name} }}}}")),
            "{name}"
        );
    }
}

/// The hook's pattern asks for the files that a folder would be searched for.
#[test]
fn the_hook_names_what_a_folder_is_searched_for() {
    let hooks = include_str!("../../../../.pre-commit-hooks.yaml");
    let tree = include_str!("../../src/tree.rs");
    let list = tree
        .split_once("EXTENSIONS: &[&str] = &[")
        .expect("a list")
        .1;
    let list = list.split_once("];").expect("an end").0;
    for extension in list.split('"').skip(1).step_by(2) {
        let spelled = match extension {
            "yaml" | "yml" => "ya?ml",
            other => other,
        };
        assert!(hooks.contains(spelled), "{extension}");
    }
    assert!(hooks.contains("entry: readpoint check\n"));
}

#[test]
fn our_own_launch_texts_have_no_finding() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy");
    let output = Command::new(env!("CARGO_BIN_EXE_readpoint"))
        .args(["check", "--deny", "warnings"])
        .arg(&folder)
        .output()
        .expect("the program can be started");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{text}");
    for kind in ["slurm", "kubernetes"] {
        assert!(text.contains(kind), "{text}");
    }
}
