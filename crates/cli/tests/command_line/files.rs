//! Files and folders: what is read, what is mended, and what is left alone.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

use crate::{BAD, GOOD, file, readpoint, status, stdout};

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn name(path: &Path) -> String {
    path.display().to_string()
}

fn bytes(path: &str) -> Vec<u8> {
    std::fs::read(path).expect("the file was made for this test")
}

fn stderr(arguments: &[&str], input: &str) -> String {
    String::from_utf8(readpoint(arguments, input).stderr).expect("output is UTF-8")
}

#[test]
fn a_file_of_a_folder_that_cannot_be_read_hides_no_other() {
    let folder = folder();
    file(folder.path(), "bad.sh", BAD);
    std::fs::write(folder.path().join("latin1.sh"), b"A=\xe4\n").expect("a file");
    let output = readpoint(&["check", &name(folder.path())], "");
    let (text, message) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(text.contains("max_split_size_mb=64"), "{text}");
    assert!(
        message.contains("passed over:") && message.contains("latin1.sh"),
        "{message}"
    );
}

#[cfg(unix)]
#[test]
fn what_the_system_refuses_is_trouble() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let path = file(folder.path(), "secret.sh", GOOD);
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("own file");
    if std::fs::read(&path).is_ok() {
        // The superuser reads everything.
        return;
    }
    assert_eq!(status(&["check", &name(folder.path())], ""), Some(2));
}

#[test]
fn a_folder_without_launch_texts_is_named() {
    let folder = folder();
    file(folder.path(), "notes.txt", BAD);
    let root = name(folder.path());
    let output = readpoint(&["check", "--format", "json", &root], "");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["inputs"], Value::Array(Vec::new()));
    assert_eq!(output.status.code(), Some(0));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("holds no launch texts"), "{message}");
}

#[test]
fn an_empty_name_is_named() {
    assert_eq!(status(&["check", ""], GOOD), Some(2));
    let message = stderr(&["check", ""], GOOD);
    assert!(message.contains("an empty name names no file"), "{message}");
}

#[test]
fn nested_ignore_files_hidden_folders_and_names_are_respected() {
    let folder = folder();
    let sub = |path: &str| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(&path).expect("a folder");
        path
    };
    let (workflows, git, out) = (sub(".github/workflows"), sub(".git"), sub("out/deep"));
    file(&workflows, "ci.yml", "jobs: {}\n");
    file(&git, "config.sh", GOOD);
    file(&out, "kept.sh", GOOD);
    file(&out, "gone.sh", GOOD);
    file(&sub("out"), ".gitignore", "gone.sh\n");
    for name in [
        "Dockerfile.gpu",
        "prod.env",
        "job.sbatch",
        "a.md",
        "b.json",
        "launch.json",
    ] {
        file(folder.path(), name, "\n");
    }
    let root = name(folder.path());
    let report: Value =
        serde_json::from_str(&stdout(&["check", "--format", "json", &root], "")).expect("JSON");
    let inputs = report["inputs"].as_array().expect("inputs");
    let paths: Vec<_> = inputs
        .iter()
        .filter_map(|it| it["path"].as_str()?.strip_prefix(&root))
        .collect();
    let expected = [
        "/.github/workflows/ci.yml",
        "/Dockerfile.gpu",
        "/job.sbatch",
        "/launch.json",
        "/out/deep/kept.sh",
        "/prod.env",
    ];
    assert_eq!(paths, expected);
}

#[test]
fn the_release_of_a_report_is_the_newest_of_its_texts() {
    let folder = folder();
    let text = |release: &str| format!("pip install torch=={release}\npython a.py\n");
    let old = file(folder.path(), "old.sh", &text("2.6.0"));
    let older = file(folder.path(), "older.sh", &text("2.5.1"));
    let torch = |paths: &[&str]| {
        let arguments = [&["check", "--format", "json"], paths].concat();
        let report: Value = serde_json::from_str(&stdout(&arguments, "")).expect("JSON");
        report["torch"].as_str().map(str::to_owned)
    };
    assert_eq!(torch(&[&older]).as_deref(), Some("2.5.1"));
    assert_eq!(torch(&[&older, &old]), torch(&[&old, &older]));
    assert_eq!(torch(&[&older, &old]).as_deref(), Some("2.6.0"));
}

#[test]
fn mending_keeps_line_ends_marks_and_the_rest() {
    let folder = folder();
    let text = "\u{feff}# é\r\nPYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=64\r\nA=b";
    let path = file(folder.path(), "run.env", text);
    status(&["check", "--fix", &path], "");
    let expected = text.replace("mb=64", "mb:64");
    assert_eq!(String::from_utf8(bytes(&path)).expect("UTF-8"), expected);
}

#[cfg(unix)]
#[test]
fn mending_keeps_permissions_and_links_and_leaves_good_files_alone() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let folder = folder();
    let path = file(folder.path(), "real.sh", BAD);
    let link = folder.path().join("link.sh");
    symlink(&path, &link).expect("a link");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o750)).expect("own file");
    let good = file(folder.path(), "good.sh", GOOD);
    let inode = |path: &str| std::fs::metadata(path).expect("a file").ino();
    let before = inode(&good);
    status(&["check", "--fix", &name(&link), &good], "");
    assert_eq!(bytes(&path), BAD.replace("mb=64", "mb:64").into_bytes());
    assert!(link.is_symlink());
    let mode = std::fs::metadata(&path)
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o750);
    assert_eq!(
        inode(&good),
        before,
        "a file without findings is not written"
    );
}

#[test]
fn standard_input_is_mended_to_standard_output() {
    let output = readpoint(&["check", "--fix", "-"], BAD);
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        BAD.replace("mb=64", "mb:64")
    );
    assert_eq!(output.status.code(), Some(0), "what is left has no error");
    assert_eq!(stdout(&["check", "--fix", "-"], GOOD), GOOD);
    let diff = stdout(&["check", "--diff", "-"], BAD);
    assert!(
        diff.contains("-export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=64"),
        "{diff}"
    );
}

#[test]
fn edits_of_one_finding_are_made_together() {
    // Both findings edit the value; half of either would leave an open quote.
    let text =
        "setenv PYTORCH_CUDA_ALLOC_CONF max_split_size_mb=64 expandable_segments:True\npython a\n";
    let mended = stdout(&["check", "--as", "csh", "--fix", "-"], text);
    assert_eq!(mended.matches('"').count() % 2, 0, "{mended}");
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_readpoint"))
        .args(["check", "--as", "envblock", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    drop(child.stdout.take());
    let text = "CUDA_VISIBLE_DEVICES=0,0\nNCCL_DEBUG=x\n".repeat(500);
    let mut stdin = child.stdin.take().expect("piped above");
    std::io::Write::write_all(&mut stdin, text.as_bytes()).expect("the program reads");
    drop(stdin);
    let output = child.wait_with_output().expect("the program was started");
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(!message.contains("panicked"), "{message}");
}

#[test]
fn what_a_user_typed_steers_no_terminal() {
    for arguments in [&["explain", "\u{1b}[31mX"], &["check", "\u{1b}[31mX.sh"]] {
        let message = stderr(arguments, "");
        assert!(message.contains("\\u{1b}[31mX"), "{message}");
        assert!(!message.contains('\u{1b}'), "{message}");
    }
    let text = "export NCCL_DEBUG=\u{1b}[31mred\u{7}\npython a\n";
    let shown = stdout(&["check"], text);
    assert!(!shown.contains(['\u{1b}', '\u{7}']), "{shown}");
}

#[test]
fn processes_that_cannot_be_read_are_told_apart() {
    let message = stderr(&["env", "--pid", "4294967295"], "");
    assert!(
        message.contains("no process 4294967295 is running"),
        "{message}"
    );
    let own = std::process::id().to_string();
    let output = readpoint(&["env", "--pid", &own, "--format", "json"], "");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let path = PathBuf::from("/proc").join(own).join("environ");
    assert_eq!(report["inputs"][0]["path"], name(&path));
    assert_eq!(report["inputs"][0]["kind"], "envblock");
}

#[test]
fn a_bad_line_is_named_once() {
    let text = stdout(&["value", "--jsonl"], "\n{\"name\":\"A\"}\n");
    let errors: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).expect("JSON"))
        .collect();
    assert_eq!(
        errors[0]["error"],
        "line 1: EOF while parsing a value at column 0"
    );
    assert_eq!(
        errors[1]["error"],
        "line 2: missing field `value` at column 12"
    );
}
