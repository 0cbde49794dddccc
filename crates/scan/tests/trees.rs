//! Small trees under `tests/scan`: each is scanned, and its file is compared with the one beside
//! it. `UPDATE=1` rewrites the files; read the difference.

use std::path::{Path, PathBuf};

use readpoint_scan::{KINDS, Request, pages, scan};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/scan")
}

/// Compares a text with a file, or rewrites the file.
fn expect(path: &Path, found: &str) -> anyhow::Result<()> {
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, found)?;
        return Ok(());
    }
    let expected = std::fs::read_to_string(path)?;
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (found, expected) = (lines(found), lines(&expected));
    let more: Vec<_> = found.iter().filter(|it| !expected.contains(it)).collect();
    let fewer: Vec<_> = expected.iter().filter(|it| !found.contains(it)).collect();
    anyhow::ensure!(
        more.is_empty() && fewer.is_empty(),
        "{}: found {more:#?}, missed {fewer:#?}; UPDATE=1 rewrites the file",
        path.display()
    );
    Ok(())
}

#[test]
fn trees_give_their_files() -> anyhow::Result<()> {
    for kind in KINDS.iter().filter(|it| folder().join(it.name).exists()) {
        let case = folder().join(kind.name);
        let root = case.join("tree");
        let request = Request {
            kind,
            root: &root,
            component: None,
            release: None,
            commit: None,
            pages: &pages(&case.join("content/variables")),
        };
        let document = scan(&request, &|_| ())?;
        expect(&case.join("expected.jsonl"), &document.to_text()?)?;
    }
    Ok(())
}

#[test]
fn no_tree_reads_what_is_only_mentioned() -> anyhow::Result<()> {
    const NEVER: &[&str] = &[
        "COMMENT",
        "DOCSTRING",
        "IN_STRING",
        "ONLY_SET",
        "ONLY_DELETED",
        "SET_IN_COPY",
        "OTHER_MAPPING",
        "OTHER_DICT",
        "DEAD",
        "NOT_THE_HELPER",
        "TEST_ONLY",
    ];
    for kind in KINDS {
        let Ok(text) = std::fs::read_to_string(folder().join(kind.name).join("expected.jsonl"))
        else {
            continue;
        };
        for line in text.lines().skip(1) {
            let place: readpoint_scan::Place = serde_json::from_str(line)?;
            let wrong = NEVER.iter().find(|it| place.name.contains(**it));
            assert_eq!(wrong, None, "{line}");
        }
    }
    Ok(())
}

/// A folder of pages and scans that disagree in every way.
fn disagreeing() -> PathBuf {
    folder().join("check/content")
}

#[test]
fn the_check_tells_what_disagrees() -> anyhow::Result<()> {
    let text = readpoint_scan::render(&readpoint_scan::check(&disagreeing())?);
    let text = text.replace(&format!("{}/", disagreeing().display()), "");
    expect(&folder().join("check/expected.txt"), &text)
}

#[test]
fn a_new_page_holds_what_the_scans_know() -> anyhow::Result<()> {
    let scans = readpoint_scan::Scans::load(&disagreeing().join("scan"))?;
    let (component, text) = readpoint_scan::skeleton(&scans, "RP_UNDOCUMENTED", None)?;
    assert_eq!(component, "torch-core");
    expect(&folder().join("check/RP_UNDOCUMENTED.md"), &text)?;
    assert!(readpoint_scan::skeleton(&scans, "RP_NOBODY_KNOWS", None).is_err());
    Ok(())
}
