//! The scans under `content/scan/`: which source trees and libraries were searched for reads of
//! environment variables. The coverage page lists them; `readpoint-scan` writes them.

use std::collections::BTreeSet;
use std::fs;

use camino::Utf8PathBuf;
use serde::{Deserialize, Serialize};

/// The folder below each content folder.
const FOLDER: &str = "scan";

/// One scan, as the coverage page shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ScanRow {
    /// What was scanned: `torch`, `nccl`, `libraries-of-torch`.
    pub component: String,
    /// Its release tag.
    pub release: String,
    /// The commit, where it is known.
    pub commit: Option<String>,
    /// Where the source lies, or the name of what has no public source.
    pub repository: String,
    /// Number of files that were read.
    pub files: u64,
    /// Number of places that read a variable.
    pub reads: usize,
    /// Number of different names.
    pub names: usize,
    /// What the scan could not see; may be empty.
    pub note: String,
}

/// The first line of a scan.
#[derive(Deserialize)]
struct Header {
    component: String,
    release: String,
    repository: String,
    commit: Option<String>,
    #[serde(default)]
    files: std::collections::BTreeMap<String, u64>,
    #[serde(default)]
    note: String,
}

/// Reads the scans of all content folders, by component, the newest release first. What is no scan
/// is left out: the scanner's own check reports it.
pub(crate) fn load(roots: &[Utf8PathBuf]) -> Vec<ScanRow> {
    let folders = roots.iter().map(|root| root.join(FOLDER));
    let entries = folders.filter_map(|folder| folder.read_dir_utf8().ok());
    let paths = entries.flatten().flatten().map(|entry| entry.into_path());
    let scans = paths.filter(|path| path.extension() == Some("jsonl"));
    let texts = scans.filter_map(|path| fs::read_to_string(path).ok());
    let mut rows: Vec<_> = texts.filter_map(|text| row(&text)).collect();
    rows.sort_by_key(|row| {
        let release = row.release.trim_start_matches('v').replace('-', ".");
        let numbers = release.split('.').map(|part| part.parse().unwrap_or(0u32));
        let newest_first: Vec<_> = numbers.map(std::cmp::Reverse).collect();
        (row.component.clone(), newest_first)
    });
    rows
}

fn row(text: &str) -> Option<ScanRow> {
    let (first, rest) = text.split_once('\n')?;
    let header: Header = serde_json::from_str(first).ok()?;
    // Every line begins with the name; that is all that is counted.
    let names: BTreeSet<_> = rest
        .lines()
        .filter_map(|line| line.split('"').nth(3))
        .collect();
    Some(ScanRow {
        component: header.component,
        release: header.release,
        commit: header.commit,
        repository: header.repository,
        files: header.files.values().sum(),
        reads: rest.lines().count(),
        names: names.len(),
        note: header.note,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scan_is_counted_and_anything_else_is_none() {
        let text = "{\"scan\":1,\"component\":\"nccl\",\"release\":\"v2\",\"repository\":\"a/b\",\
            \"files\":{\"cpp\":2,\"python\":1},\"note\":\"n\"}\n{\"name\":\"A\",\"file\":\"x\"}\n\
            {\"name\":\"A\",\"file\":\"y\"}\n{\"name\":\"B\",\"file\":\"y\"}\n";
        let found = row(text).map(|it| (it.files, it.reads, it.names));
        assert_eq!(found, Some((3, 3, 2)));
        assert!(row("no scan\n").is_none());
    }
}
