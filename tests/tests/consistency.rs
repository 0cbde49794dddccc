//! The repository agrees with itself: codes and pages, house style, wording.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use readpoint_catalog::{Catalog, grammar};
use readpoint_content::{Expectation, PageKind};
use readpoint_tests::content::{CONTENT, catalog, root};
use readpoint_tests::corpus::samples;
use readpoint_validator::check;
use readpoint_validator::rule::{RULES, codes};
use walkdir::WalkDir;

/// Sections of a rule's page, all of them, in this order.
const SECTIONS: &[&str] = &[
    "## What it says",
    "## Why it matters",
    "## Bad",
    "## Good",
    "## Fix",
    "## Sources",
];
/// Longest file that is still read in one sitting.
const LINES: usize = 600;
/// Crates that do no IO and never panic on what a user wrote.
const PURE: &[&str] = &["crates/catalog", "crates/validator", "crates/wasm"];
/// What a pure crate must not call.
const FORBIDDEN: &[&str] = &[
    ".unwrap()",
    "panic!(",
    "todo!(",
    "unreachable!(",
    "unimplemented!(",
];

/// Files with an extension under a folder of the repository, sorted.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let walk = WalkDir::new(root().join(folder)).sort_by_file_name();
    walk.into_iter()
        .filter_entry(|it| it.file_name() != "target")
        .flatten()
        .map(walkdir::DirEntry::into_path)
        .filter(|path| path.extension().is_some_and(|it| it == extension))
        .collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

fn rust_files() -> Vec<PathBuf> {
    ["crates", "xtask", "tests"]
        .iter()
        .flat_map(|folder| files(folder, "rs"))
        .collect()
}

fn stem(path: &Path) -> String {
    path.file_stem()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let codes: BTreeSet<String> = codes().map(str::to_owned).collect();
    let pages: BTreeSet<String> = files("content/rules", "md")
        .iter()
        .map(|it| stem(it))
        .collect();
    let loaded: BTreeSet<String> = catalog().rules.keys().cloned().collect();
    assert_eq!(codes, pages);
    assert_eq!(codes, loaded);
}

#[test]
fn codes_belong_to_one_rule_in_order() {
    let codes: Vec<&str> = RULES.iter().flat_map(|rule| rule.codes).copied().collect();
    let unique: BTreeSet<&str> = codes.iter().copied().collect();
    assert_eq!(codes.len(), unique.len(), "a code belongs to two rules");
}

#[test]
fn rule_pages_have_the_fixed_sections() {
    for path in files("content/rules", "md") {
        let page = read(&path);
        let sections: Vec<&str> = page.lines().filter(|it| it.starts_with("## ")).collect();
        assert_eq!(sections, SECTIONS, "{}", path.display());
    }
}

#[test]
fn rule_pages_show_a_bad_and_a_good_text() {
    let rules = CONTENT
        .pages
        .iter()
        .filter(|it| it.kind() == PageKind::Rule);
    for page in rules {
        let code = page.name();
        let of_page = CONTENT.examples.iter().filter(|it| it.url == page.url());
        let tests: Vec<_> = of_page.filter_map(|it| it.test.as_ref()).collect();
        let clean = |it: &&&readpoint_content::Test| it.expectation == Expectation::Clean;
        let names_itself = tests.iter().any(|it| match &it.expectation {
            Expectation::Codes(codes) => codes.contains(&code),
            Expectation::Clean => false,
        });
        let advice = catalog().rules[&code].severity == readpoint_catalog::Severity::Info;
        assert!(
            tests.iter().any(|it| clean(&it)),
            "{code} has no good example"
        );
        assert!(names_itself || advice, "{code} has no bad example");
    }
}

#[test]
fn every_grammar_that_a_page_names_exists() {
    for path in files("content/variables", "md") {
        let page = read(&path);
        let named = page
            .lines()
            .find_map(|line| line.strip_prefix("grammar = \""));
        let name = named.map_or("", |it| it.trim_end_matches('"'));
        assert!(
            grammar::find(name).is_some(),
            "{}: `{name}`",
            path.display()
        );
    }
}

#[test]
fn messages_follow_the_convention() {
    // Names that may open a message in upper case.
    let names = [
        "CUDA", "NCCL", "NVIDIA", "PyTorch", "Python", "Slurm", "Windows", "YAML", "TF32", "GPU",
    ];
    let mut bad = BTreeSet::new();
    for sample in samples() {
        let report = check(&sample.text, &sample.options, catalog());
        for it in report.inputs.iter().flat_map(|input| &input.diagnostics) {
            let message = it.message.as_str();
            let upper = message.starts_with(char::is_uppercase);
            let named = names.iter().any(|name| message.starts_with(name));
            if message.ends_with('.') || message.is_empty() || (upper && !named) {
                bad.insert(format!("{}: {message}", it.code));
            }
        }
    }
    assert!(bad.is_empty(), "{bad:#?}");
}

#[test]
fn rust_files_say_what_they_are_for_and_are_short() {
    for path in rust_files() {
        let source = read(&path);
        assert!(
            source.starts_with("//!"),
            "{} does not open with `//!`",
            path.display()
        );
        let lines = source.lines().count();
        assert!(lines <= LINES, "{} has {lines} lines", path.display());
    }
}

#[test]
fn pure_crates_do_not_panic() {
    for folder in PURE {
        for path in files(&format!("{folder}/src"), "rs") {
            let source = read(&path);
            let code = source.split("#[cfg(test)]").next().unwrap_or_default();
            for call in FORBIDDEN {
                let found = code
                    .lines()
                    .any(|it| it.contains(call) && !it.trim_start().starts_with("//"));
                assert!(!found, "{} calls {call}", path.display());
            }
        }
    }
}

/// Grammars know the NCCL of a wheel without the catalogue; both must say the same.
#[test]
fn wheels_bring_the_nccl_that_grammars_read_by() {
    for bundle in &catalog().bundles {
        let nccl = bundle.with.get("nccl").copied();
        assert_eq!(Some(grammar::nccl(bundle.torch)), nccl, "{}", bundle.torch);
    }
}

#[test]
fn the_engine_reads_what_the_catalogue_says() {
    let mut slim = catalog().slim();
    slim.team = readpoint_tests::content::team();
    let json = serde_json::to_string(&slim).expect("a catalogue is maps and strings");
    let read = Catalog::for_checks(&json).expect("the engine reads what serde writes");
    assert!(read.variables.len() > 1000);
    for (name, variable) in &slim.variables {
        assert_eq!(read.variables.get(name), Some(variable));
    }
    assert_eq!(read, slim);
    for wrong in [
        "",
        "[]",
        "{",
        "{\"format\":\"1\"}",
        "{\"variables\":[]}",
        "{} x",
    ] {
        assert_eq!(Catalog::for_checks(wrong), None, "{wrong}");
    }
}
