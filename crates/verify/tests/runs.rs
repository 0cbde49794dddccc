//! Runs that go wrong in every way, with a shell script in place of Python and torch. Whatever a
//! run does becomes an observation, and the suite goes on.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use readpoint_evidence::{Evidence, Record, Verdict};
use serde_json::json;

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_readpoint-verify");

/// Runs that need the machine's time to get where they go, however busy it is.
const PATIENT: [&str; 2] = ["flood", "memory"];

fn fake() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fake/python")
}

/// A folder with claims, each as what FAKE is set to and what is expected.
struct Suite {
    folder: tempfile::TempDir,
}

impl Suite {
    fn new(claims: &[(&str, &[&str])]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let suite = Self { folder };
        suite.write(claims);
        suite
    }

    fn write(&self, claims: &[(&str, &[&str])]) {
        let claims: Vec<_> = claims
            .iter()
            .map(|(fake, expect)| {
                json!({
                    "page": "variables/a/FAKE.md", "id": fake, "statement": "It is so.",
                    "set": {"FAKE": fake}, "probe": "python-import", "expect": expect,
                    "needs": ["torch"], "limit": if PATIENT.contains(fake) { 60 } else { 3 },
                })
            })
            .collect();
        let path = self.folder.path().join("claims.json");
        std::fs::write(path, json!(claims).to_string()).expect("claims can be written");
    }

    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        command
            .arg("verify")
            .arg("--claims")
            .arg(self.folder.path().join("claims.json"))
            .arg("--out")
            .arg(self.out())
            .arg("--python")
            .arg(fake())
            .args(["--memory", "1"])
            .args(more);
        command
    }

    fn run(&self, more: &[&str]) -> Output {
        self.command(more)
            .output()
            .expect("the program can be started")
    }

    fn out(&self) -> PathBuf {
        self.folder.path().join("out.jsonl")
    }

    fn records(&self) -> Vec<Record> {
        let evidence = Evidence::read(&self.out()).expect("records can be read");
        evidence.all().map(|(_, record)| record.clone()).collect()
    }

    fn record(&self, claim: &str) -> Record {
        let mut records = self.records().into_iter();
        records
            .find(|it| it.claim == claim)
            .expect("the claim has a record")
    }
}

#[test]
fn whatever_a_run_does_is_an_observation() {
    let suite = Suite::new(&[
        ("fine", &["ended is exit 0", "value is fine"]),
        ("hang", &["ended is time limit", "reached is begun"]),
        ("hang-with-children", &["ended is time limit"]),
        (
            "abort",
            &["ended is signal 6", "stderr has terminate called"],
        ),
        ("crash", &["ended is signal 11"]),
        (
            "core",
            &["ended is signal 6", "files has core.1", "written > 0"],
        ),
        ("flood", &["ended is output limit"]),
        ("memory", &["ended is memory limit"]),
        ("raise", &["ended is exit 1", "raised has ValueError"]),
        ("steps", &["ended is exit 0", "reached is 8"]),
        ("other", &["other.value is unset"]),
    ]);
    let output = suite.run(&["--jobs", "4"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let wrong: Vec<_> = suite
        .records()
        .into_iter()
        .filter(|it| it.verdict != Verdict::Confirmed)
        .map(|it| format!("{}: {} {:?}", it.claim, it.why, it.observed))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}\n{text}");
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("torch-9.9.0"), "{text}");
}

#[test]
fn a_run_has_nothing_of_the_verifier_s_environment() {
    let suite = Suite::new(&[(
        "environment",
        &["value has FAKE", "value lacks SECRET", "value has PASSED"],
    )]);
    let output = suite
        .command(&["--pass", "PASSED"])
        .env("SECRET", "1")
        .env("PASSED", "1")
        .output()
        .expect("the program can be started");
    assert_eq!(output.status.code(), Some(0), "{:?}", suite.records());
}

#[test]
fn the_exit_status_tells_refuted_from_not_runnable() {
    let refuted = Suite::new(&[("fine", &["value is wrong"])]);
    assert_eq!(refuted.run(&[]).status.code(), Some(1));
    let record = refuted.record("fine");
    assert_eq!(record.verdict, Verdict::Refuted);
    assert_eq!(record.why, "value is `fine`");
    let cannot = Suite::new(&[("cannot", &["value is x"])]);
    assert_eq!(cannot.run(&[]).status.code(), Some(3));
    assert_eq!(cannot.record("cannot").why, "this release has no such call");
    let nothing = Suite::new(&[("fine", &["value is fine"])]);
    assert_eq!(nothing.run(&["--only", "absent"]).status.code(), Some(2));
}

#[test]
fn a_python_without_torch_is_said_to_have_none() {
    let suite = Suite::new(&[("fine", &["value is fine"])]);
    let output = suite.run(&["--python", "/bin/false"]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("/bin/false has no torch"), "{text}");
}

#[test]
fn records_that_cannot_be_written_stop_the_suite_with_a_sentence() {
    let suite = Suite::new(&[("fine", &["value is fine"])]);
    std::fs::create_dir(suite.out().with_extension("part")).expect("a folder can be made");
    let output = suite.run(&[]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(text.contains("cannot be written"), "{text}");
}

#[test]
fn a_suite_that_is_killed_keeps_its_records_and_goes_on_from_them() {
    let claims: &[(&str, &[&str])] = &[
        ("a", &["value is a"]),
        ("b", &["value is b"]),
        ("hang", &["ended is time limit"]),
    ];
    let suite = Suite::new(claims);
    let mut running = suite
        .command(&["--jobs", "1"])
        .spawn()
        .expect("the program can be started");
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(60) {
        let read = Evidence::read(&suite.out());
        if read.is_ok_and(|it| it.all().count() == 2) {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    running.kill().expect("it can be killed");
    running.wait().expect("it has ended");
    let kept: Vec<_> = suite.records().into_iter().map(|it| it.claim).collect();
    assert_eq!(kept, ["a", "b"]);
    // Of the claims that have a record only one has changed.
    suite.write(&[
        ("a", &["value is a"]),
        ("b", &["value has b"]),
        ("hang", &["ended is time limit"]),
    ]);
    let list = suite.run(&["--resume", "--list"]);
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    assert!(
        list.contains("  b  ") && list.contains("  hang  "),
        "{list}"
    );
    assert!(!list.contains("  a  "), "{list}");
    assert_eq!(suite.run(&["--resume"]).status.code(), Some(0));
    assert_eq!(suite.records().len(), 3);
}

#[test]
fn a_machine_without_gpu_says_so_for_each_claim_that_needs_one() {
    if Path::new("/dev/nvidiactl").exists() {
        return;
    }
    let suite = Suite::new(&[]);
    let claim = json!([{
        "page": "variables/a/A.md", "id": "a", "statement": "It is so.",
        "probe": "device-count", "expect": ["init is 0"], "needs": ["gpu"],
    }]);
    std::fs::write(suite.folder.path().join("claims.json"), claim.to_string())
        .expect("it can be written");
    let output = suite.run(&["--level", "gpu"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(suite.record("a").why.contains("no NVIDIA"));
}
