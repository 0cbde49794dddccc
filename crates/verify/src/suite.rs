//! Runs a plan: several claims at once where they leave the machine's time alone, a record after
//! each of them, and a count at the end.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use readpoint_evidence::{Evidence, Record, StoreError, Verdict};

use crate::plan::Item;
use crate::runner::{self, Settings};

/// Where records go.
#[derive(Clone, Debug)]
pub enum Out {
    /// `content/evidence/`, one file for each stack.
    Folder(PathBuf),
    /// One file with everything, which a bundle brings back.
    File(PathBuf),
}

/// Hears of each claim as it begins, and of its record.
pub trait Watch: Sync {
    /// A claim begins.
    fn begin(&self, item: &Item<'_>);
    /// It has ended.
    fn end(&self, item: &Item<'_>, record: &Record);
}

impl Out {
    /// Reads what is there already.
    ///
    /// # Errors
    ///
    /// Something is there that is no evidence.
    pub fn load(&self) -> Result<Evidence, StoreError> {
        match self {
            Self::Folder(path) => Evidence::load(path),
            Self::File(path) if path.exists() => Evidence::read(path),
            Self::File(_) => Ok(Evidence::default()),
        }
    }

    fn save(&self, evidence: &Evidence, stack: &str) -> Result<(), StoreError> {
        match self {
            Self::Folder(path) => evidence.save(path, stack),
            Self::File(path) => evidence.save_as(path),
        }
    }

    /// The folder or file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Folder(path) | Self::File(path) => path,
        }
    }
}

/// Runs every item. Claims on a GPU run one after the other, once the others are through, for
/// they measure times and memory.
///
/// # Errors
///
/// A record that could not be written; no further claim is begun then, and every record that was
/// written stays. The records come with the names of their stacks, as they ended.
pub fn run(
    items: &[Item<'_>],
    settings: &Settings,
    jobs: usize,
    (out, evidence): (&Out, Evidence),
    watch: &dyn Watch,
) -> Result<Vec<(String, Record)>, StoreError> {
    let (gpu, cpu): (Vec<_>, Vec<_>) = items.iter().partition(|item| item.on_gpu());
    let suite = Suite {
        settings,
        out,
        watch,
        evidence: Mutex::new(evidence),
        failed: Mutex::new(None),
    };
    let mut records = suite.run(&cpu, jobs);
    records.extend(suite.run(&gpu, 1));
    match suite.failed.into_inner() {
        Ok(None) => Ok(records),
        Ok(Some(error)) => Err(error),
        Err(poisoned) => Err(poisoned.into_inner().unwrap_or_else(|| StoreError {
            path: out.path().to_owned(),
            line: 0,
            message: "a run ended in the middle".to_owned(),
        })),
    }
}

struct Suite<'a> {
    settings: &'a Settings,
    out: &'a Out,
    watch: &'a dyn Watch,
    evidence: Mutex<Evidence>,
    failed: Mutex<Option<StoreError>>,
}

impl Suite<'_> {
    fn run(&self, items: &[&Item<'_>], jobs: usize) -> Vec<(String, Record)> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                if self.failed.lock().is_ok_and(|it| it.is_some()) {
                    break;
                }
                self.watch.begin(item);
                let record = runner::run(item, self.settings);
                self.keep(item, &record);
                self.watch.end(item, &record);
                done.push((item.target.stack.stack.clone(), record));
            }
            done
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..jobs.max(1)).map(|_| scope.spawn(work)).collect();
            let done = workers
                .into_iter()
                .flat_map(|it| it.join().unwrap_or_default());
            done.collect()
        })
    }

    /// Writes the record before anything else is begun.
    fn keep(&self, item: &Item<'_>, record: &Record) {
        let Ok(mut evidence) = self.evidence.lock() else {
            return;
        };
        let stack = &item.target.stack;
        evidence.put(stack, record.clone());
        if let Err(error) = self.out.save(&evidence, &stack.stack)
            && let Ok(mut failed) = self.failed.lock()
        {
            failed.get_or_insert(error);
        }
    }
}

/// What a run comes to, for the exit status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Confirmed claims.
    pub confirmed: usize,
    /// Refuted claims.
    pub refuted: usize,
    /// Claims that could not be run.
    pub not_runnable: usize,
}

impl Count {
    /// Counts records.
    pub fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Self {
        let mut count = Self::default();
        for record in records {
            match record.verdict {
                Verdict::Confirmed => count.confirmed += 1,
                Verdict::Refuted => count.refuted += 1,
                Verdict::NotRunnable => count.not_runnable += 1,
            }
        }
        count
    }

    /// 0: every claim that could be run is confirmed; 1: one is refuted; 3: none could be run.
    #[must_use]
    pub const fn status(&self) -> u8 {
        if self.refuted > 0 {
            1
        } else if self.confirmed == 0 && self.not_runnable > 0 {
            3
        } else {
            0
        }
    }
}
