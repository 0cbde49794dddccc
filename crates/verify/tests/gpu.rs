//! GPU claims where there is no GPU: no driver, drivers that fail in every way, and the bundle. The
//! drivers are stubs in C, built here; without a C compiler their tests say so and end.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use readpoint_evidence::{Evidence, Record, Verdict, probe};
use serde_json::{Value, json};

/// The program under test.
const PROGRAM: &str = env!("CARGO_BIN_EXE_readpoint-verify");

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn temporary() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder can be made")
}

/// Every probe of a GPU that needs no parameter.
fn probes() -> impl Iterator<Item = &'static str> {
    probe::all()
        .filter(|it| it.place == probe::Place::Gpu && it.parameters.iter().all(|it| !it.required))
        .map(|it| it.name)
}

/// Builds a stub driver; none where there is no compiler.
fn stub(folder: &Path, more: &[&str]) -> Option<()> {
    let built = Command::new("cc")
        .args(["-shared", "-fPIC", "-o"])
        .arg(folder.join("libcuda.so.1"))
        .arg(here("tests/stub/libcuda.c"))
        .args(more)
        .status();
    let Ok(status) = built else {
        eprintln!("skipped: there is no C compiler");
        return None;
    };
    assert!(status.success(), "the stub does not build");
    Some(())
}

/// Runs a claim for each probe with a driver in `folder` that does as `stub` says.
fn run(folder: &Path, stub: &str) -> (Output, Vec<Record>) {
    let claims: Vec<_> = probes()
        .map(|it| {
            json!({"page": "variables/a/A.md", "id": it, "statement": "It is so.", "probe": it,
                   "expect": ["ended is exit 0"], "needs": ["gpu"]})
        })
        .collect();
    let (asked, out) = (folder.join("claims.json"), folder.join("out.jsonl"));
    std::fs::write(&asked, json!(claims).to_string()).expect("claims can be written");
    let output = Command::new(PROGRAM)
        .args(["verify", "--level", "gpu", "--limit", "2", "--pass", "STUB"])
        .args(["--pass", "LD_LIBRARY_PATH", "--claims"])
        .arg(&asked)
        .arg("--out")
        .arg(&out)
        .env("LD_LIBRARY_PATH", folder)
        .env("STUB", stub)
        .output()
        .expect("the program can be started");
    let evidence = Evidence::read(&out).expect("records can be read");
    (
        output,
        evidence.all().map(|(_, record)| record.clone()).collect(),
    )
}

fn all_say(folder: &Path, stub: &str, wanted: &str) {
    let (output, records) = run(folder, stub);
    assert_eq!(output.status.code(), Some(3), "{stub}: {output:?}");
    assert_eq!(records.len(), probes().count(), "{stub}");
    for record in records {
        assert_eq!(
            record.verdict,
            Verdict::NotRunnable,
            "{stub}: {}",
            record.claim
        );
        assert!(
            record.why.contains(wanted),
            "{stub}: {}: {}",
            record.claim,
            record.why
        );
    }
}

/// What a probe tells when it is called with the driver in a folder.
fn child(folder: &Path, name: &str, stub: &str) -> Value {
    let report = folder.join(format!("{name}.json"));
    let request = json!({"probe": name, "parameters": {}, "set": {}, "report": report,
        "folder": folder, "copies": folder, "packages": null, "libraries": [folder], "uuids": []});
    let asked = folder.join("request.json");
    std::fs::write(&asked, request.to_string()).expect("the request can be written");
    let status = Command::new(PROGRAM)
        .arg("child")
        .arg(&asked)
        .env("LD_LIBRARY_PATH", folder)
        .env("STUB", stub)
        .stderr(std::process::Stdio::null())
        .status()
        .expect("the program can be started");
    assert!(status.success(), "{name}: {status}");
    let text = std::fs::read(&report).expect("the probe told something");
    serde_json::from_slice(&text).expect("a report is JSON")
}

#[test]
fn without_a_driver_each_claim_says_so() {
    if Command::new("nvidia-smi").output().is_ok() {
        eprintln!("skipped: there is a driver");
        return;
    }
    all_say(temporary().path(), "", "there is no NVIDIA driver");
}

#[test]
fn a_driver_that_fails_is_told_in_words() {
    let folder = temporary();
    let Some(()) = stub(folder.path(), &[]) else {
        return;
    };
    for (stub, wanted) in [
        ("no-gpu", "there is no NVIDIA GPU (100)"),
        ("mismatch", "different versions (803)"),
        ("exclusive", "it is busy (46)"),
        ("busy", "the GPU is busy: 40960 MiB"),
        ("crash", "ended with signal 6 at cuInit"),
        ("hang", "ended with time limit at cuInit"),
    ] {
        all_say(folder.path(), stub, wanted);
    }
}

#[test]
fn a_driver_that_lacks_a_function_is_too_old() {
    let folder = temporary();
    let Some(()) = stub(folder.path(), &["-DOLD"]) else {
        return;
    };
    all_say(
        folder.path(),
        "",
        "too old or damaged: Missing symbol cuMemGetInfo_v2",
    );
}

#[test]
fn each_probe_says_why_it_cannot_run_and_one_observes_that() {
    let folder = temporary();
    let Some(()) = stub(folder.path(), &[]) else {
        return;
    };
    let rust = probes().filter(|it| !["torch-on-gpu", "container"].contains(it));
    for name in rust {
        let told = child(folder.path(), name, "no-gpu");
        if told.get("init").is_some() {
            assert_eq!(told["init"], 100, "{name}");
            continue;
        }
        let why = told["cannot"].as_str().unwrap_or_default();
        let launcher = name == "nccl-ranks" && why.contains("deploy/verify/verify.slurm");
        assert!(
            launcher || why.contains("CUDA_ERROR_NO_DEVICE (100)"),
            "{name}: {told}"
        );
    }
}

/// An unpacked bundle.
fn bundle() -> (tempfile::TempDir, PathBuf) {
    let folder = temporary();
    let archive = folder.path().join("bundle.tar.gz");
    let made = Command::new(PROGRAM)
        .arg("bundle")
        .arg(&archive)
        .arg("--content")
        .arg(here("../../content"))
        .output()
        .expect("the program can be started");
    assert!(made.status.success(), "{made:?}");
    let status = Command::new("tar")
        .arg("-xzf")
        .arg(&archive)
        .arg("-C")
        .arg(folder.path())
        .status();
    assert!(
        status.is_ok_and(|it| it.success()),
        "the archive can be unpacked"
    );
    let unpacked = folder.path().join("readpoint-verify");
    (folder, unpacked)
}

fn script(unpacked: &Path) -> Command {
    let mut command = Command::new(unpacked.join("run.sh"));
    command.env_clear().current_dir("/");
    command
}

#[test]
fn a_bundle_runs_with_nothing_around_it_and_goes_on_after_it_was_killed() {
    let (_folder, unpacked) = bundle();
    let listed = script(&unpacked)
        .args(["--only", "cvd-uuid", "--dry-run", "--level", "gpu"])
        .output();
    let listed = listed.expect("the script can be started");
    assert!(
        String::from_utf8_lossy(&listed.stdout).contains("cvd-uuid"),
        "{listed:?}"
    );

    let claims = ["fine", "hang"].map(|fake| {
        json!({"page": "variables/a/FAKE.md", "id": fake, "statement": "It is so.",
               "set": {"FAKE": fake}, "probe": "python-import", "expect": ["ended is exit 0"],
               "needs": ["torch"]})
    });
    std::fs::write(unpacked.join("claims.json"), json!(claims).to_string()).expect("is written");
    let python = here("tests/fake/python");
    let mut first = script(&unpacked);
    first.arg("--python").arg(&python).args(["--jobs", "1"]);
    let mut first = first.spawn().expect("the script can be started");
    let out = unpacked.join("evidence.jsonl");
    let begin = Instant::now();
    while !out.exists() {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "no record in time"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    first.kill().expect("it can be ended");
    first.wait().expect("it has ended");

    let mut second = script(&unpacked);
    second.arg("--python").arg(&python).args(["--limit", "1"]);
    let second = second.output().expect("the script can be started");
    assert_eq!(second.status.code(), Some(1), "{second:?}");
    let text = String::from_utf8_lossy(&second.stdout).into_owned();
    assert!(text.contains("0 confirmed, 1 refuted"), "{text}");
    let evidence = Evidence::read(&out).expect("records can be read");
    let claims: Vec<_> = evidence
        .all()
        .map(|(_, record)| record.claim.as_str())
        .collect();
    assert_eq!(claims, ["fine", "hang"]);
}

#[test]
fn the_scripts_of_clusters_are_whole() {
    for path in ["../../deploy/verify/verify.slurm", "bundle/run.sh"] {
        let status = Command::new("bash").arg("-n").arg(here(path)).status();
        assert!(status.is_ok_and(|it| it.success()), "{path}");
    }
    let dry = Command::new("bash")
        .arg(here("../../deploy/verify/verify.slurm"))
        .args(["--python", "/opt/python"])
        .envs([
            ("DRY_RUN", "1"),
            ("SLURM_NNODES", "2"),
            ("FIRST", "a"),
            ("ADDRESS", "10.0.0.1"),
        ])
        .output()
        .expect("bash can be started");
    let text = String::from_utf8_lossy(&dry.stdout).into_owned();
    assert!(dry.status.success(), "{dry:?}");
    assert!(text.contains("--nodes=1 --ntasks=1"), "{text}");
    assert!(
        text.contains("run 2 10.0.0.1:29400 --python /opt/python"),
        "{text}"
    );
}
