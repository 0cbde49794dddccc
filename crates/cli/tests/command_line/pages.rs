//! The workflows that publish a team's site on GitHub and GitLab Pages: their shell lines, run here
//! with the program of this build in the place of the download.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use sha2::{Digest, Sha256};

/// A rule of the team, about a variable that the small site has.
const RULE: &str = "+++\ncode = \"TEAM001\"\nname = \"loud log\"\nseverity = \"error\"\nsummary = \"The log fills the disk.\"\n\
    owner = \"GPU team\"\nvariables = [\"NCCL_DEBUG\"]\nforbid = [\"TRACE\"]\n+++\n\n## Bad\n\n\
    ```bash expect=TEAM001\nexport NCCL_DEBUG=TRACE\npython a.py\n```\n\n## Good\n\n\
    ```bash check\nexport NCCL_DEBUG=WARN\npython a.py\n```\n";

/// A repository of a team, and the folder that the program is loaded from.
struct Repository {
    held: tempfile::TempDir,
    given: BTreeMap<&'static str, String>,
}

impl Repository {
    fn new() -> Self {
        let held = tempfile::tempdir().expect("a temporary folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sites");
        let repository = Self {
            held,
            given: BTreeMap::new(),
        };
        // A small site: the program takes what is in its folder for what is inside it.
        copy(
            &root.join("good/content"),
            &repository.work().join("content"),
        );
        copy(&root.join("_site"), &repository.work().join("site"));
        repository.write(
            "gpu-rules/readpoint.toml",
            "[site]\nname = \"GPU at our place\"\n",
        );
        repository.write("gpu-rules/rules/TEAM001.md", RULE);
        repository.with_program()
    }

    fn with_program(mut self) -> Self {
        let offered = self.held.path().join("offered");
        std::fs::create_dir(&offered).expect("a new folder");
        let program = std::fs::read(env!("CARGO_BIN_EXE_readpoint")).expect("the program");
        std::fs::write(offered.join("readpoint"), &program).expect("a copy");
        let digest = Sha256::digest(&program);
        let sum = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        let address = format!("file://{}", offered.display());
        self.given.extend([
            ("DOWNLOAD", address),
            ("SHA256", sum),
            ("FOLDER", "gpu-rules".into()),
        ]);
        self
    }

    fn work(&self) -> PathBuf {
        self.held.path().join("work")
    }

    fn write(&self, file: &str, text: &str) {
        let path = self.work().join(file);
        std::fs::create_dir_all(path.parent().expect("below the folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    fn read(&self, file: &str) -> String {
        let text = std::fs::read_to_string(self.work().join(file));
        text.unwrap_or_else(|error| panic!("{file}: {error}"))
    }

    /// Runs shell lines as a runner does: the first that fails ends it.
    fn run(&self, lines: &str) -> Output {
        Command::new("bash")
            .args(["--noprofile", "--norc", "-eo", "pipefail", "-c", lines])
            .current_dir(self.work())
            .envs(&self.given)
            .output()
            .expect("bash is there")
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder");
    for entry in std::fs::read_dir(from)
        .expect("a folder of the tests")
        .flatten()
    {
        let (path, other) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy(&path, &other);
        } else {
            std::fs::copy(&path, &other).expect("a copy");
        }
    }
}

/// The scripts of a workflow's steps: what stands behind `run:`, on its line or below it.
fn steps(workflow: &str) -> Vec<String> {
    let (mut steps, mut open): (Vec<String>, Option<usize>) = (Vec::new(), None);
    for line in workflow.lines() {
        let depth = line.len() - line.trim_start().len();
        if open.is_some_and(|it| depth > it) {
            if let Some(last) = steps.last_mut() {
                last.push_str(&format!("{}\n", line.trim_start()));
            }
        } else if let Some(script) = line.trim_start().strip_prefix("run: ") {
            let below = script == "|";
            open = below.then_some(depth);
            steps.push(if below {
                String::new()
            } else {
                script.to_owned()
            });
        } else {
            open = None;
        }
    }
    steps
}

fn said(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

#[test]
fn github_checks_and_publishes() {
    let mut repository = Repository::new();
    repository.given.extend([
        ("BASE", "/gpu/".to_owned()),
        ("ORIGIN", "https://team.example.org".to_owned()),
    ]);
    let workflow = include_str!("../../../../deploy/pages/github.yml");
    let steps = steps(workflow);
    let [get, check, build] = &steps[..] else {
        panic!("three steps: {steps:#?}");
    };
    let loaded = repository.run(get);
    assert!(loaded.status.success(), "{}", said(&loaded));
    repository.write("launch.sh", "export NCCL_DEBUG=TRACE\npython a.py\n");
    let refused = repository.run(check);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let annotation = "::error file=launch.sh,line=1,col=8,title=TEAM001::";
    assert!(said(&refused).contains(annotation), "{}", said(&refused));
    repository.write("launch.sh", "export NCCL_DEBUG=WARN\npython a.py\n");
    let checked = repository.run(check);
    assert!(checked.status.success(), "{}", said(&checked));
    let built = repository.run(build);
    assert!(built.status.success(), "{}", said(&built));
    let page = repository.read("_site/rules/TEAM001/index.html");
    assert!(
        page.contains("https://team.example.org/gpu/rules/TEAM001/"),
        "{page}"
    );
    assert!(repository.read("_site/404.html").contains("\"/gpu/"));
    assert!(
        workflow.contains("path: _site\n"),
        "what is built is what is published"
    );
}

#[test]
fn gitlab_checks_and_publishes() {
    let mut repository = Repository::new();
    let workflow = include_str!("../../../../deploy/pages/gitlab.yml");
    let (_, script) = workflow.split_once("  script:\n").expect("a script");
    let lines = script.lines().take_while(|line| line.starts_with("    "));
    let lines: Vec<&str> = lines
        .filter_map(|line| line.strip_prefix("    - "))
        .collect();
    let script = lines.join("\n");
    for (address, base, origin) in [
        (
            "https://team.example.org/gpu/docs",
            "/gpu/docs/",
            "https://team.example.org",
        ),
        ("https://gpu.example.org", "/", "https://gpu.example.org"),
    ] {
        repository.given.insert("CI_PAGES_URL", address.to_owned());
        let built = repository.run(&script);
        assert!(built.status.success(), "{}", said(&built));
        let page = repository.read("public/rules/TEAM001/index.html");
        assert!(
            page.contains(&format!("{origin}{base}rules/TEAM001/")),
            "{page}"
        );
        assert!(
            repository
                .read("public/404.html")
                .contains(&format!("\"{base}variables/\""))
        );
        assert!(repository.work().join("public/catalog.json.br").is_file());
    }
    repository.write("launch.sh", "export NCCL_DEBUG=TRACE\npython a.py\n");
    let refused = repository.run(&script);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("TEAM001"), "{}", said(&refused));
}

/// A file that is not the one that was meant is not run.
#[test]
fn another_program_is_refused() {
    let repository = Repository::new();
    let github = steps(include_str!("../../../../deploy/pages/github.yml"));
    let other = repository.held.path().join("offered/readpoint");
    std::fs::write(&other, "#!/bin/sh\ntouch ran\n").expect("the folder is there");
    let refused = repository.run(&github.join("\n"));
    assert!(!refused.status.success());
    assert!(
        said(&refused).contains("readpoint: FAILED"),
        "{}",
        said(&refused)
    );
    assert!(!repository.work().join("ran").exists());
}
