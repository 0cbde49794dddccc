//! The program from outside: exit statuses, streams and formats of the contract.

mod action;
mod files;
mod formats;
#[path = "../../../../tests/src/http.rs"]
#[allow(unreachable_pub, reason = "elsewhere it is a module of a library")]
mod http;
mod packed;
mod pages;
mod schema;
mod serving;
mod strength;
mod team;

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const BAD: &str = "export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=64\npython train.py\n";
const WARNS: &str = "export NCCL_TIMEOUT=60\npython train.py\n";
const GOOD: &str = "export NCCL_DEBUG=WARN\npython train.py\n";

fn readpoint(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_readpoint"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program was built for this test");
    // A program that ends early closes its input; that is not this test's business.
    let _ = child
        .stdin
        .take()
        .expect("piped above")
        .write_all(input.as_bytes());
    child.wait_with_output().expect("the program was started")
}

fn status(arguments: &[&str], input: &str) -> Option<i32> {
    readpoint(arguments, input).status.code()
}

fn stdout(arguments: &[&str], input: &str) -> String {
    String::from_utf8(readpoint(arguments, input).stdout).expect("output is UTF-8")
}

fn file(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).expect("the folder was made for this test");
    path.display().to_string()
}

#[test]
fn exit_status_tells_findings_from_trouble() {
    assert_eq!(status(&["check"], GOOD), Some(0));
    assert_eq!(status(&["check"], WARNS), Some(0), "a warning is no error");
    assert_eq!(status(&["check", "--deny", "warnings"], WARNS), Some(1));
    assert_eq!(status(&["check", "-"], BAD), Some(1));
    assert_eq!(status(&["check", "no-such-file.sh"], ""), Some(2));
    assert_eq!(status(&["check", "--as", "cobol"], ""), Some(2));
    assert_eq!(status(&["check", "--torch", "banana"], ""), Some(2));
    assert_eq!(status(&["explain", "NO_SUCH_NAME_AT_ALL"], ""), Some(2));
    assert_eq!(status(&[], ""), Some(2));
}

#[test]
fn json_has_the_fields_of_the_contract() {
    let report: Value =
        serde_json::from_str(&stdout(&["check", "--format", "json"], BAD)).expect("JSON");
    assert_eq!(report["version"], 1);
    assert_eq!(report["torch"], "2.15.0");
    let input = &report["inputs"][0];
    assert_eq!(
        (&input["path"], &input["kind"]),
        (&"-".into(), &"shell".into())
    );
    let found = &input["diagnostics"][0];
    assert_eq!(found["severity"], "error");
    assert_eq!(found["variable"], "PYTORCH_CUDA_ALLOC_CONF");
    assert_eq!(
        found["url"],
        format!("rules/{}/", found["code"].as_str().expect("a code"))
    );
    assert_eq!(input["launches"][0]["command"], "python");
    let seen = &input["launches"][0]["environment"]["PYTORCH_CUDA_ALLOC_CONF"];
    assert_eq!(seen, "max_split_size_mb=64");
    assert_eq!(
        input["exported"]["PYTORCH_CUDA_ALLOC_CONF"],
        "max_split_size_mb=64"
    );
}

#[test]
fn several_files_make_one_report() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (one, two) = (
        file(folder.path(), "a.sh", GOOD),
        file(folder.path(), "b.env", "NCCL_DEBUG=INFO\n"),
    );
    let text = stdout(&["check", "--format", "json", &one, &two], "");
    let report: Value = serde_json::from_str(&text).expect("JSON");
    let kinds: Vec<_> = report["inputs"]
        .as_array()
        .expect("inputs")
        .iter()
        .map(|it| &it["kind"])
        .collect();
    assert_eq!(kinds, ["shell", "envfile"]);
}

#[test]
fn other_formats_name_code_and_place() {
    let github = stdout(&["check", "--format", "github"], BAD);
    assert!(github.starts_with("::error file=-,line=1,col="), "{github}");
    let sarif: Value =
        serde_json::from_str(&stdout(&["check", "--format", "sarif"], BAD)).expect("JSON");
    let result = &sarif["runs"][0]["results"][0];
    assert_eq!(result["level"], "error");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array();
    let named = |rule: &Value| rule["id"] == result["ruleId"];
    assert!(
        rules.is_some_and(|rules| rules.iter().any(named)),
        "the rule of a result is described"
    );
    assert_eq!(
        result["locations"][0]["physicalLocation"]["region"]["startLine"],
        1
    );
    let text = stdout(&["check"], BAD);
    assert!(
        text.contains("1 | export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=64"),
        "{text}"
    );
    assert!(!text.contains('\u{1b}'), "no colour away from a terminal");
}

#[test]
fn fix_mends_the_file_and_diff_leaves_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = file(folder.path(), "run.sh", BAD);
    let diff = stdout(&["check", "--diff", &path], "");
    assert!(
        diff.contains("+export PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb:64"),
        "{diff}"
    );
    assert_eq!(std::fs::read_to_string(&path).expect("still there"), BAD);
    assert_eq!(
        status(&["check", "--fix", &path], ""),
        Some(0),
        "what is left has no error"
    );
    assert_eq!(
        std::fs::read_to_string(&path).expect("still there"),
        BAD.replace("mb=64", "mb:64")
    );
    let names = std::fs::read_dir(folder.path()).expect("a folder").count();
    assert_eq!(names, 1, "no temporary file stays behind");
}

#[test]
fn value_answers_each_line_in_order() {
    let questions = concat!(
        r#"{"name":"PYTORCH_CUDA_ALLOC_CONF","value":"max_split_size_mb:64","torch":"2.9.1"}"#,
        "\n",
        r#"{"name":"PYTORCH_CUDA_ALLOC_CONF","value":"max_split_size_mb=64"}"#,
        "\n",
        r#"{"name":"PYTORCH_ALLOC_CONF","value":"max_split_size_mb:64","torch":"2.6.0"}"#,
        "\n",
        r#"{"name":"NCCL_TIMEOUT","value":"60"}"#,
        "\n",
        "not json\n",
    );
    let output = readpoint(&["value", "--jsonl"], questions);
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    let answers: Vec<Value> = text
        .lines()
        .map(|it| serde_json::from_str(it).expect("JSON"))
        .collect();
    let verdicts: Vec<_> = answers.iter().map(|it| it["verdict"].as_str()).collect();
    assert_eq!(
        verdicts,
        [
            Some("accepted"),
            Some("rejected"),
            Some("ignored"),
            Some("ignored"),
            None
        ]
    );
    assert!(
        answers[4]["error"]
            .as_str()
            .is_some_and(|it| it.starts_with("line 5: "))
    );
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn explain_shows_facts_and_suggests_names() {
    let page = stdout(&["explain", "NCCL_DEBUG"], "");
    assert!(
        page.starts_with("NCCL_DEBUG\n") && page.contains("component    nccl"),
        "{page}"
    );
    assert!(
        !page.contains("[@"),
        "references to sources belong to the site"
    );
    let output = readpoint(&["explain", "NCCL_DEBGU"], "");
    let message = String::from_utf8(output.stderr).expect("output is UTF-8");
    assert!(message.contains("did you mean NCCL_DEBUG?"), "{message}");
}

#[test]
fn what_is_not_utf8_is_named() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("latin1.env");
    std::fs::write(&path, b"A=\xe4\n").expect("the folder was made for this test");
    let output = readpoint(&["check", &path.display().to_string()], "");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        message.contains("latin1.env is not UTF-8 text: byte 2"),
        "{message}"
    );
}

#[test]
fn folders_are_searched_for_launch_texts() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for name in ["run.sh", "notes.txt", ".env", "skip.sh"] {
        file(folder.path(), name, GOOD);
    }
    file(folder.path(), ".gitignore", "skip.sh\n");
    let root = folder.path().display().to_string();
    let report: Value =
        serde_json::from_str(&stdout(&["check", "--format", "json", &root], "")).expect("JSON");
    let paths = report["inputs"]
        .as_array()
        .expect("inputs")
        .iter()
        .map(|it| it["path"].as_str());
    let names: Vec<_> = paths
        .map(|it| it.and_then(|it| it.rsplit('/').next()))
        .collect();
    assert_eq!(names, [Some(".env"), Some("run.sh")]);
}

#[test]
fn a_live_environment_is_checked() {
    let output = Command::new(env!("CARGO_BIN_EXE_readpoint"))
        .arg("env")
        .env("PYTORCH_CUDA_ALLOC_CONF", "max_split_size_mb=64")
        .output()
        .expect("the program was built for this test");
    let text = String::from_utf8(output.stdout).expect("output is UTF-8");
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(
        text.contains("PYTORCH_CUDA_ALLOC_CONF=max_split_size_mb=64"),
        "{text}"
    );
    assert_eq!(status(&["env", "--pid", "4294967295"], ""), Some(2));
}
