//! The program alone: what is inside it makes the same site as the folders it was built from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Builds a site from `here`; no engine, for a program of a test has none inside.
fn build(here: &Path, out: &Path, more: &[&str]) {
    let built = Command::new(env!("CARGO_BIN_EXE_readpoint"))
        .current_dir(here)
        .args(["build", "--wasm", "none", "--out"])
        .arg(out)
        .args(more)
        .output()
        .expect("the program was built for this test");
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
}

/// Every file below a folder.
fn files(folder: &Path, below: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in std::fs::read_dir(folder.join(below)).expect("a built folder") {
        let entry = entry.expect("an entry of a built folder");
        let path = below.join(entry.file_name());
        if entry.path().is_dir() {
            files(folder, &path, found);
        } else {
            let bytes = std::fs::read(entry.path()).expect("a built file");
            found.insert(path, bytes);
        }
    }
}

#[test]
fn what_is_inside_builds_the_site_of_the_folders() {
    let work = tempfile::tempdir().expect("a temporary folder");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.display().to_string();
    let (alone, folders) = (work.path().join("alone"), work.path().join("folders"));
    build(work.path(), &alone, &[]);
    build(work.path(), &folders, &["--root", &root]);
    let (mut ours, mut theirs) = (BTreeMap::new(), BTreeMap::new());
    files(&alone, Path::new(""), &mut ours);
    files(&folders, Path::new(""), &mut theirs);
    assert!(ours.len() > 1000, "only {} files", ours.len());
    assert_eq!(
        ours.keys().collect::<Vec<_>>(),
        theirs.keys().collect::<Vec<_>>()
    );
    let differ = ours.iter().filter(|(path, bytes)| theirs[*path] != **bytes);
    assert_eq!(
        differ.map(|(path, _)| path).collect::<Vec<_>>(),
        Vec::<&PathBuf>::new()
    );
}

#[test]
fn a_root_that_holds_nothing_is_told() {
    let work = tempfile::tempdir().expect("a temporary folder");
    let root = work.path().display().to_string();
    let built = super::readpoint(&["build", "--root", &root, "--out", "never"], "");
    assert_eq!(built.status.code(), Some(2));
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(said.contains("holds neither content/ nor site/"), "{said}");
}
