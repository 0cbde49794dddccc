//! A team's folder: the skeleton, its rules in the checker, its words and pages in the site.

use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{readpoint, stdout};

/// A launch that obeys the skeleton's rule, and one that does not.
const OBEYS: &str = "export TEAM_DATASET_ROOT=/data\ntorchrun train.py\n";
const DISOBEYS: &str = "torchrun train.py\n";

/// A skeleton in a new folder.
struct Team {
    held: tempfile::TempDir,
}

impl Team {
    fn new() -> Self {
        let held = tempfile::tempdir().expect("a temporary folder");
        let team = Self { held };
        let made = readpoint(&["init", &team.path()], "");
        assert_eq!(made.status.code(), Some(0));
        team
    }

    fn folder(&self) -> PathBuf {
        self.held.path().join("team")
    }

    fn path(&self) -> String {
        self.folder().display().to_string()
    }

    fn write(&self, file: &str, text: &str) {
        std::fs::write(self.folder().join(file), text).expect("the skeleton has the folder");
    }

    /// A rule that says `body` of the variable that `bad` exports.
    fn rule(&self, code: &str, body: &str, bad: &str, good: &str) {
        let name = bad
            .trim_start_matches("export ")
            .split('=')
            .next()
            .unwrap_or_default();
        let front = format!(
            "code = \"{code}\"\nname = \"a rule\"\nsummary = \"Says something.\"\n\
             owner = \"GPU team\"\nvariables = [\"{name}\"]\n{body}"
        );
        let text = format!(
            "## Bad\n\n```bash expect={code}\n{bad}\n```\n\n## Good\n\n```bash check\n{good}\n```\n"
        );
        let page = format!("+++\n{front}\n+++\n\n{text}");
        self.write(&format!("rules/{code}.md"), &page);
    }

    fn check(&self, text: &str, more: &[&str]) -> (Option<i32>, Value) {
        let path = self.path();
        let mut arguments = vec!["check", "--format", "json", "--content", &path];
        arguments.extend(more);
        let output = readpoint(&arguments, text);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        let report = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"));
        (output.status.code(), report)
    }

    /// Code, message, help of the first finding of a second rule.
    fn first(&self, text: &str, more: &[&str]) -> Option<[String; 3]> {
        let (_, report) = self.check(text, more);
        let found = report["inputs"][0]["diagnostics"].as_array()?;
        let found = found.iter().find(|it| it["code"] == "TEAM002")?;
        Some(["code", "message", "help"].map(|key| found[key].as_str().unwrap_or("").to_owned()))
    }

    /// What is wrong with the folder.
    fn mistakes(&self) -> String {
        let output = readpoint(&["check", "--content", &self.path()], OBEYS);
        assert_eq!(output.status.code(), Some(2));
        String::from_utf8(output.stderr).expect("the report is text")
    }
}

#[test]
fn the_skeleton_checks_and_its_rule_fires() {
    let team = Team::new();
    let (status, report) = team.check(OBEYS, &[]);
    assert_eq!(status, Some(0));
    assert_eq!(report["inputs"][0]["diagnostics"], Value::Array(Vec::new()));
    let (status, report) = team.check(DISOBEYS, &[]);
    assert_eq!(status, Some(1));
    let found = &report["inputs"][0]["diagnostics"][0];
    assert_eq!(found["code"], "TEAM001");
    assert_eq!(found["url"], "rules/TEAM001/");
    assert_eq!(found["span"]["start"], 0, "it points at the launch");
    let silenced = "# readpoint: ignore TEAM001 -- a test\ntorchrun train.py\n";
    assert_eq!(team.check(silenced, &[]).0, Some(0));
}

#[test]
fn nothing_is_overwritten() {
    let team = Team::new();
    team.write("launch.sh", "mine\n");
    let again = readpoint(&["init", &team.path()], "");
    assert_eq!(again.status.code(), Some(2));
    let kept = std::fs::read_to_string(team.folder().join("launch.sh"));
    assert_eq!(kept.expect("it was written above"), "mine\n");
}

#[test]
fn the_site_takes_name_address_and_reasons() {
    let team = Team::new();
    let out = team.held.path().join("site");
    let shown = out.display().to_string();
    let path = team.path();
    let base = ["--base", "/docs/readpoint/", "--wasm", "none"];
    let arguments = [&["build", "--content", &path, "--out", &shown], &base[..]].concat();
    let built = readpoint(&arguments, "");
    let said = String::from_utf8_lossy(&built.stderr);
    assert_eq!(built.status.code(), Some(0), "{said}");
    let page = |path: &str| std::fs::read_to_string(out.join(path)).expect("a built page");
    let home = page("index.html");
    assert!(home.contains("GPU variables at our place"));
    assert!(home.contains("href=\"/docs/readpoint/variables/team/\""));
    let rule = page("rules/TEAM001/index.html");
    assert!(rule.contains("GPU platform") && rule.contains("must be set"));
    let changed = page("variables/nccl/NCCL_SOCKET_IFNAME/index.html");
    assert!(changed.contains("Our image sets it"), "the reason is shown");
    let catalog: Value = serde_json::from_str(&page("catalog.json")).expect("JSON");
    assert_eq!(
        catalog["team"][0]["code"], "TEAM001",
        "the playground gets the rule"
    );
    assert!(
        Path::new(&out)
            .join("recipes/first-job/index.html")
            .is_file()
    );
}

#[test]
fn explain_knows_the_team() {
    let team = Team::new();
    let path = team.path();
    let text = stdout(&["explain", "--content", &path, "TEAM001"], "");
    assert!(text.contains("job without its data"), "{text}");
    let text = stdout(&["explain", "--content", &path, "NCCL_SOCKET_IFNAME"], "");
    assert!(text.contains("Changed here: Our image sets it"), "{text}");
}

#[test]
fn a_pin_offers_its_value() {
    let team = Team::new();
    let body = "severity = \"error\"\npin = \"WARN\"\nwhy = \"logs fill the disk\"";
    let (bad, good) = (
        "export NCCL_DEBUG=INFO\npython a.py",
        "export NCCL_DEBUG=WARN\npython a.py",
    );
    team.rule("TEAM002", body, bad, good);
    let [code, message, help] = team.first(&format!("{bad}\n"), &[]).expect("a finding");
    assert_eq!(code, "TEAM002");
    assert_eq!(message, "`NCCL_DEBUG` is `INFO` and is to be `WARN`");
    assert_eq!(
        help,
        "set it to `WARN`: logs fill the disk; asked for by GPU team"
    );
    let (path, text) = (team.path(), format!("{bad}\n"));
    let fixed = stdout(&["check", "--fix", "--content", &path, "-"], &text);
    assert_eq!(fixed, format!("{good}\n"));
}

/// Each demand, and each restriction under which it is silent.
#[test]
fn demands_and_restrictions() {
    let (bad, good) = (
        "export NCCL_DEBUG=INFO\ntorchrun a.py",
        "export NCCL_DEBUG=WARN\ntorchrun a.py",
    );
    let cases = [
        (
            "forbid = [\"INFO\"]",
            "`NCCL_DEBUG` is `INFO`, which is not allowed",
        ),
        (
            "allow_only = [\"WARN\", \"VERSION\"]",
            "`NCCL_DEBUG` is `INFO`; only `WARN`, `VERSION` is allowed",
        ),
        ("forbid = [\"INFO\"]\nmessage = \"quiet\"", "quiet"),
    ];
    for (body, expected) in cases {
        let team = Team::new();
        let loud = format!(
            "severity = \"warning\"\n{body}\nkinds = [\"shell\"]\ntorch = \">= 2.8\"\nprograms = [\"torch*\"]"
        );
        team.rule("TEAM002", &loud, bad, good);
        std::fs::remove_file(team.folder().join("rules/TEAM001.md")).expect("of the skeleton");
        let recipe = team.folder().join("recipes/first-job.md");
        std::fs::remove_file(recipe).expect("of the skeleton");
        let text = format!("{bad}\n");
        let found = team.first(&text, &[]).map(|it| it[1].clone());
        assert_eq!(found.as_deref(), Some(expected));
        assert_eq!(
            team.first(&text, &["--torch", "2.7.0"]),
            None,
            "an older release"
        );
        assert_eq!(
            team.first("NCCL_DEBUG=INFO\n", &["--as", "envfile"]),
            None,
            "another kind"
        );
        assert_eq!(
            team.first("NCCL_DEBUG=INFO python a.py\n", &[]),
            None,
            "another program"
        );
    }
}

#[test]
fn numbers_have_bounds() {
    let team = Team::new();
    let body = "severity = \"warning\"\nwarn_below = 2\nwarn_above = 16";
    let script = |value: &str| format!("export OMP_NUM_THREADS={value}\npython a.py");
    team.rule("TEAM002", body, &script("1"), &script("8"));
    let said = |value: &str| team.first(&script(value), &[]).map(|it| it[1].clone());
    assert_eq!(
        said("1").as_deref(),
        Some("`OMP_NUM_THREADS` is `1`, below 2")
    );
    assert_eq!(
        said("17").as_deref(),
        Some("`OMP_NUM_THREADS` is `17`, above 16")
    );
    assert_eq!(said("2"), None);
    assert_eq!(said("$N"), None, "what is not known is not judged");
}

#[test]
fn an_example_that_does_not_hold_is_a_mistake() {
    let team = Team::new();
    let body = "severity = \"error\"\nforbid = [\"INFO\"]";
    team.rule(
        "TEAM002",
        body,
        "export NCCL_DEBUG=WARN\npython a.py",
        "python a.py",
    );
    let said = team.mistakes();
    assert!(
        said.contains("this example gives nothing and says that it gives TEAM002"),
        "{said}"
    );
}
