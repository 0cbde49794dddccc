//! What the gate refuses, each with its place and a way out.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use readpoint_catalog::Catalog;
use readpoint_content::{Content, load};
use readpoint_evidence::{Evidence, FOLDER, Level, Record, Stack, Verdict, hash};

const SETTINGS: &str = r#"torch = ["2.15.0"]

[[component]]
id = "a"
title = "A"
summary = "It."
layer = "framework"
"#;

/// A content folder with one page, one claim, and what the page's text says.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new(statement: &str, text: &str) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let place = Self { folder };
        let page = format!(
            "+++\nname = \"NAME\"\ncomponent = \"a\"\nsummary = \"It.\"\ngrammar = \"text\"\n\
             default = \"unset\"\nread_when = \"import\"\non_invalid = \"not-checked\"\n\
             audience = \"user\"\n\n[[claim]]\nid = \"it-is-so\"\nstatement = \"{statement}\"\n\
             probe = \"python-import\"\nexpect = [\"ended is exit 0\"]\n+++\n{text}\n"
        );
        place.write("readpoint.toml", SETTINGS);
        place.write("variables/a/NAME.md", &page);
        place
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().expect("it has a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    fn content(&self) -> Content {
        let root = camino::Utf8Path::from_path(self.folder.path()).expect("it is UTF-8");
        let loaded = load(root, &Catalog::default());
        assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
        loaded.content
    }

    /// Keeps a record of the claim as it is now.
    fn record(&self, verdict: Verdict, ended: &str) {
        let content = self.content();
        let variable = content.catalog.variables.get("NAME").expect("it is there");
        let claim = &variable.claims[0];
        let record = Record {
            claim: claim.id.clone(),
            hash: hash(claim),
            verdict,
            why: "ended is `signal 6`".to_owned(),
            level: Level::Cpu,
            observed: [("ended".to_owned(), ended.into())].into(),
            other: Default::default(),
            date: "2026-01-01".to_owned(),
            tool: "0".to_owned(),
        };
        let stack = Stack {
            stack: "torch-2.15.0-cpu".to_owned(),
            ..Stack::default()
        };
        let mut evidence = Evidence::default();
        evidence.put(&stack, record);
        let folder = self.folder.path().join(FOLDER);
        evidence.save_all(&folder).expect("it can be written");
    }

    fn gate(&self, more: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_readpoint-verify"))
            .args(["gate", "--content"])
            .arg(self.folder.path())
            .args(more)
            .output()
            .expect("the program can be started")
    }

    /// What the gate says; it must refuse.
    fn refused(&self, more: &[&str]) -> String {
        let output = self.gate(more);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{text}");
        text
    }

    fn passes(&self, more: &[&str]) -> bool {
        self.gate(more).status.success()
    }
}

#[test]
fn a_confirmed_claim_is_published() {
    let place = Place::new("It is so.", "It is verified [@it-is-so].");
    place.record(Verdict::Confirmed, "exit 0");
    assert!(place.passes(&[]));
}

#[test]
fn a_refuted_claim_is_refused_at_its_line() {
    let place = Place::new("It is so.", "Text.");
    place.record(Verdict::Refuted, "signal 6");
    for more in [&[][..], &["--allow-unverified"]] {
        let text = place.refused(more);
        assert!(
            text.contains("refuted `it-is-so`: ended is `signal 6`"),
            "{text}"
        );
        assert!(text.contains("NAME.md:12:7"), "{text}");
        assert!(
            text.contains("cargo xtask verify --only it-is-so"),
            "{text}"
        );
    }
}

#[test]
fn evidence_of_a_claim_that_changed_is_refused_unless_the_weaker_level_will_do() {
    let place = Place::new("It is so.", "Text.");
    place.record(Verdict::Confirmed, "exit 0");
    let evidence = fs::read(place.folder.path().join("evidence/torch-2.15.0-cpu.jsonl"));
    let changed = Place::new("It is otherwise.", "Text.");
    let text = String::from_utf8(evidence.expect("it is there")).expect("it is text");
    changed.write("evidence/torch-2.15.0-cpu.jsonl", &text);
    let text = changed.refused(&[]);
    assert!(text.contains("an earlier text of the claim"), "{text}");
    assert!(text.contains("torch-2.15.0-cpu.jsonl"), "{text}");
    assert!(text.contains("cargo xtask evidence prune"), "{text}");
    assert!(changed.passes(&["--allow-unverified"]));
}

#[test]
fn a_page_that_says_verified_without_a_record_is_refused() {
    let place = Place::new("It is so.", "Text.\n\nThis is verified [@it-is-so].");
    let text = place.refused(&["--allow-unverified"]);
    assert!(
        text.contains("`verified` is said here, and no record says so"),
        "{text}"
    );
    assert!(text.contains("NAME.md:19:9"), "{text}");
}

#[test]
fn a_record_that_its_own_observation_contradicts_is_refused() {
    let place = Place::new("It is so.", "Text.");
    place.record(Verdict::Confirmed, "signal 6");
    let text = place.refused(&[]);
    assert!(
        text.contains("says confirmed, but what it observed does not"),
        "{text}"
    );
}

#[test]
fn a_badge_that_a_template_forged_is_refused() {
    let place = Place::new("It is so.", "Text.");
    let badge = |level: &str| {
        format!(
            "<p><span class=\"badge {level}\" data-claim=\"it-is-so\" data-level=\"{level}\">x</span>"
        )
    };
    let site = place.folder.path().join("site");
    let shown = site.to_str().expect("it is UTF-8").to_owned();
    place.write("site/index.html", &badge("gpu"));
    let text = place.refused(&["--site", &shown]);
    assert!(
        text.contains("says `gpu`, and its records say `unconfirmed`"),
        "{text}"
    );
    place.write("site/index.html", &badge("unconfirmed"));
    assert!(place.passes(&["--site", &shown]));
    place.record(Verdict::Confirmed, "exit 0");
    assert!(!place.passes(&["--site", &shown]));
    place.write("site/index.html", &badge("cpu"));
    assert!(place.passes(&["--site", &shown]));
    place.write(
        "site/index.html",
        "<span class=\"badge cpu\">run on CPU</span>",
    );
    assert!(
        place
            .refused(&["--site", &shown])
            .contains("names no claim")
    );
}

#[test]
fn prune_removes_what_counts_for_nothing() {
    let place = Place::new("It is so.", "Text.");
    place.record(Verdict::Confirmed, "exit 0");
    let path = place.folder.path().join("evidence/torch-2.15.0-cpu.jsonl");
    let prune = || {
        Command::new(env!("CARGO_BIN_EXE_readpoint-verify"))
            .args(["evidence", "prune", "--content"])
            .arg(place.folder.path())
            .status()
    };
    assert!(prune().is_ok_and(|it| it.success()));
    assert!(path.exists());
    let text = fs::read_to_string(&path).unwrap_or_default();
    place.write(
        "evidence/torch-2.15.0-cpu.jsonl",
        &text.replace("\"hash\":\"", "\"hash\":\"0"),
    );
    assert!(prune().is_ok_and(|it| it.success()));
    assert!(!path.exists());
}

#[test]
fn merge_takes_in_what_another_machine_brought_back() {
    let place = Place::new("It is so.", "Text.");
    place.record(Verdict::Confirmed, "exit 0");
    let from = place.folder.path().join("evidence/torch-2.15.0-cpu.jsonl");
    let other = Place::new("It is so.", "Text.");
    let status = Command::new(env!("CARGO_BIN_EXE_readpoint-verify"))
        .args(["evidence", "merge"])
        .arg(&from)
        .arg("--content")
        .arg(other.folder.path())
        .status();
    assert!(status.is_ok_and(|it| it.success()));
    let merged = Evidence::load(Path::new(&other.folder.path().join(FOLDER)));
    assert_eq!(merged.map(|it| it.all().count()).ok(), Some(1));
}
