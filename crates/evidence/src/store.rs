//! `content/evidence/`: one file for each stack, its first line the stack, then one record a line
//! in the order of the claims' ids. A file may hold several such groups: the file that a bundle
//! brings back does.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::{Record, Stack, Verdict};

/// The folder below the content folder.
pub const FOLDER: &str = "evidence";

/// The ending of its files.
const EXTENSION: &str = "jsonl";

/// A stack and what was run on it, by claim.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Group {
    /// What the records were run on.
    pub stack: Stack,
    /// Records by claim.
    pub records: BTreeMap<String, Record>,
}

/// All records that are kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    /// By stack.
    pub groups: Vec<Group>,
}

/// A file that cannot be read, or holds something else.
#[derive(Debug)]
pub struct StoreError {
    /// The file.
    pub path: PathBuf,
    /// The line, counted from 1; 0 for the file as a whole.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.display();
        match self.line {
            0 => write!(f, "{path}: {}", self.message),
            line => write!(f, "{path}:{line}: {}", self.message),
        }
    }
}

impl std::error::Error for StoreError {}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Stack(Stack),
    Record(Box<Record>),
}

impl Evidence {
    /// Reads the folder; one that is not there is empty.
    ///
    /// # Errors
    ///
    /// The first file that cannot be read, or holds a line that is neither stack nor record.
    pub fn load(folder: &Path) -> Result<Self, StoreError> {
        let mut paths: Vec<_> = match fs::read_dir(folder) {
            Ok(entries) => entries.flatten().map(|entry| entry.path()).collect(),
            Err(_) => return Ok(Self::default()),
        };
        paths.retain(|path| path.extension().is_some_and(|it| it == EXTENSION));
        paths.sort();
        let mut evidence = Self::default();
        for path in paths {
            evidence.merge(Self::read(&path)?);
        }
        Ok(evidence)
    }

    /// Reads one file.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let error = |line, message: String| StoreError {
            path: path.to_owned(),
            line,
            message,
        };
        let text = fs::read_to_string(path).map_err(|it| error(0, it.to_string()))?;
        Self::parse(&text).map_err(|(line, message)| error(line, message))
    }

    fn parse(text: &str) -> Result<Self, (usize, String)> {
        let mut evidence = Self::default();
        for (at, line) in text.lines().enumerate() {
            let wrong = |message: String| (at + 1, message);
            match serde_json::from_str(line).map_err(|it| wrong(it.to_string()))? {
                Line::Stack(stack) => evidence.groups.push(Group {
                    stack,
                    records: BTreeMap::new(),
                }),
                Line::Record(record) => {
                    let group = evidence.groups.last_mut();
                    let group = group.ok_or_else(|| wrong("a record before any stack".into()))?;
                    group.records.insert(record.claim.clone(), *record);
                }
            }
        }
        Ok(evidence)
    }

    /// Takes in what `added` holds. A record replaces the one of the same claim on a stack of the
    /// same name, except that one which says "not runnable" never replaces one of the same claim
    /// that says more.
    pub fn merge(&mut self, added: Self) {
        for group in added.groups {
            for record in group.records.into_values() {
                self.put(&group.stack, record);
            }
        }
    }

    /// Takes in one record.
    pub fn put(&mut self, stack: &Stack, record: Record) {
        let same_name = |group: &&mut Group| group.stack.stack == stack.stack;
        let kept = self
            .groups
            .iter()
            .filter(|it| it.stack.stack == stack.stack);
        let mut kept = kept.filter_map(|group| group.records.get(&record.claim));
        let says_more = |it: &Record| it.hash == record.hash && it.verdict != Verdict::NotRunnable;
        if record.verdict == Verdict::NotRunnable && kept.any(says_more) {
            return;
        }
        for group in self.groups.iter_mut().filter(same_name) {
            group.records.remove(&record.claim);
        }
        let claim = record.claim.clone();
        match self.groups.iter_mut().find(|group| group.stack == *stack) {
            Some(group) => {
                group.records.insert(claim, record);
            }
            None => self.groups.push(Group {
                stack: stack.clone(),
                records: BTreeMap::from([(claim, record)]),
            }),
        }
        self.groups.retain(|group| !group.records.is_empty());
        self.groups.sort_by(|a, b| a.stack.cmp(&b.stack));
    }

    /// The records of one claim.
    pub fn of<'a>(&'a self, claim: &str) -> impl Iterator<Item = (&'a Stack, &'a Record)> {
        let groups = self.groups.iter();
        groups.filter_map(move |group| Some((&group.stack, group.records.get(claim)?)))
    }

    /// All records.
    pub fn all(&self) -> impl Iterator<Item = (&Stack, &Record)> {
        let groups = self.groups.iter();
        groups.flat_map(|group| group.records.values().map(|record| (&group.stack, record)))
    }

    /// Writes the groups of one stack into the folder. The file changes as a whole or not at all.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be written.
    pub fn save(&self, folder: &Path, stack: &str) -> Result<(), StoreError> {
        let path = folder.join(format!("{stack}.{EXTENSION}"));
        let groups = self.groups.iter().filter(|it| it.stack.stack == stack);
        write(&path, &lines(groups))
    }

    /// Writes every group into one file, for another machine to merge.
    ///
    /// # Errors
    ///
    /// A file that cannot be written.
    pub fn save_as(&self, path: &Path) -> Result<(), StoreError> {
        write(path, &lines(self.groups.iter()))
    }

    /// Writes every file of the folder anew, and removes those of stacks that are gone.
    ///
    /// # Errors
    ///
    /// A folder or file that cannot be written.
    pub fn save_all(&self, folder: &Path) -> Result<(), StoreError> {
        let mut names: Vec<_> = self
            .groups
            .iter()
            .map(|it| it.stack.stack.clone())
            .collect();
        names.dedup();
        for name in &names {
            self.save(folder, name)?;
        }
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let stem = path
                .file_stem()
                .and_then(|it| it.to_str())
                .unwrap_or_default();
            let ours = path.extension().is_some_and(|it| it == EXTENSION);
            if ours && !names.iter().any(|name| name == stem) {
                fs::remove_file(&path).map_err(|it| failed(&path, &it))?;
            }
        }
        Ok(())
    }
}

fn lines<'a>(groups: impl Iterator<Item = &'a Group>) -> String {
    let mut text = String::new();
    for group in groups {
        // Texts, numbers and maps with text keys: serde_json has nothing to refuse here.
        text.push_str(&serde_json::to_string(&group.stack).unwrap_or_default());
        text.push('\n');
        for record in group.records.values() {
            text.push_str(&serde_json::to_string(record).unwrap_or_default());
            text.push('\n');
        }
    }
    text
}

/// Writes beside the file and swaps, so that a run that is killed leaves the old or the new one.
fn write(path: &Path, text: &str) -> Result<(), StoreError> {
    let beside = path.with_extension("part");
    let written = || -> std::io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut file = fs::File::create(&beside)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&beside, path)
    };
    written().map_err(|error| {
        let _ = fs::remove_file(&beside);
        failed(path, &error)
    })
}

fn failed(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError {
        path: path.to_owned(),
        line: 0,
        message: format!("cannot be written: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn stack(name: &str, cpu: &str) -> Stack {
        Stack {
            stack: name.to_owned(),
            cpu: cpu.to_owned(),
            ..Stack::default()
        }
    }

    fn record(claim: &str, verdict: Verdict) -> Record {
        Record {
            claim: claim.to_owned(),
            hash: "00".to_owned(),
            verdict,
            why: String::new(),
            level: Level::Cpu,
            observed: BTreeMap::new(),
            other: BTreeMap::new(),
            date: "2026-01-01".to_owned(),
            tool: "0".to_owned(),
        }
    }

    #[test]
    fn what_is_written_is_read_again_and_sorted() {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut evidence = Evidence::default();
        for (name, claim) in [("b", "z"), ("b", "a"), ("a", "m")] {
            evidence.put(&stack(name, "c"), record(claim, Verdict::Confirmed));
        }
        evidence.save_all(folder.path()).expect("it can be written");
        let read = Evidence::load(folder.path()).expect("it can be read");
        assert_eq!(read, evidence);
        let text = fs::read_to_string(folder.path().join("b.jsonl")).expect("it is there");
        let claims: Vec<_> = text.lines().skip(1).map(|line| &line[..13]).collect();
        assert_eq!(claims, ["{\"claim\":\"a\",", "{\"claim\":\"z\","]);
    }

    #[test]
    fn a_new_run_replaces_the_old_one_also_from_another_machine() {
        let mut evidence = Evidence::default();
        evidence.put(&stack("a", "old"), record("x", Verdict::Confirmed));
        evidence.put(&stack("a", "new"), record("x", Verdict::Refuted));
        let found: Vec<_> = evidence
            .all()
            .map(|(it, record)| (it.cpu.as_str(), record.verdict))
            .collect();
        assert_eq!(found, [("new", Verdict::Refuted)]);
    }

    #[test]
    fn what_could_not_be_run_takes_nothing_away() {
        let mut evidence = Evidence::default();
        evidence.put(&stack("a", "c"), record("x", Verdict::Confirmed));
        evidence.put(&stack("a", "c"), record("x", Verdict::NotRunnable));
        let found: Vec<_> = evidence.all().map(|(_, record)| record.verdict).collect();
        assert_eq!(found, [Verdict::Confirmed]);
    }

    #[test]
    fn a_line_that_is_no_record_is_named() {
        assert_eq!(Evidence::parse("{\"x\":1}\n").err().map(|it| it.0), Some(1));
        let alone = serde_json::to_string(&record("x", Verdict::Confirmed)).unwrap_or_default();
        assert_eq!(Evidence::parse(&alone).err().map(|it| it.0), Some(1));
    }
}
