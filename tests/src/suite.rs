//! The one runner of all case files: renders what happened, compares, or rewrites.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::case::{Case, CaseFile};

/// Where the case files of a stage live.
#[must_use]
pub fn folder(stage: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cases")
        .join(stage)
}

/// Every case of a stage with the file it stands in, files in alphabetical order.
///
/// # Errors
/// Names the file that cannot be read.
pub fn load(stage: &str) -> Result<Vec<(PathBuf, CaseFile)>, String> {
    let folder = folder(stage);
    let entries = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "txt"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let source =
                fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let file = CaseFile::parse(&source).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok((path, file))
        })
        .collect()
}

/// Runs a stage: with `UPDATE=1` in the environment files are rewritten, else differences are
/// told. `CASE=part` runs only cases whose name contains `part`.
///
/// # Errors
/// The differences, one paragraph a case.
pub fn run(stage: &str, render: impl Fn(&Case) -> String) -> Result<usize, String> {
    let update = std::env::var_os("UPDATE").is_some();
    let filter = std::env::var("CASE").unwrap_or_default();
    let mut names = BTreeSet::new();
    let mut failures = String::new();
    for (path, mut file) in load(stage)? {
        for case in &mut file.cases {
            if !names.insert(case.name.clone()) {
                let _ = writeln!(failures, "{}: two cases have this name\n", case.name);
            }
            if !case.name.contains(&filter) {
                continue;
            }
            let actual = render(case).trim_end().to_owned();
            if actual != case.expected && !update {
                describe(&mut failures, &path, case, &actual);
            }
            case.expected = actual;
        }
        if update {
            fs::write(&path, file.render()).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    if failures.is_empty() {
        Ok(names.len())
    } else {
        Err(failures)
    }
}

fn describe(failures: &mut String, path: &Path, case: &Case, actual: &str) {
    let file = path.file_name().unwrap_or_default().to_string_lossy();
    let _ = writeln!(failures, "{file}: {}\n{}", case.name, case.text);
    let expected: Vec<&str> = case.expected.lines().collect();
    let actual: Vec<&str> = actual.lines().collect();
    for line in expected.iter().filter(|line| !actual.contains(line)) {
        let _ = writeln!(failures, "  - {line}");
    }
    for line in actual.iter().filter(|line| !expected.contains(line)) {
        let _ = writeln!(failures, "  + {line}");
    }
    failures.push('\n');
}
