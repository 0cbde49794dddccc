//! Files to disk, so that no reader ever sees half a site.
//!
//! The first build of a builder writes a new folder beside the old one and swaps the two. Later
//! builds of the same builder replace single files, each by a rename, and only those that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use readpoint_content::Problem;

use crate::assets::fingerprint;

/// A site in memory: content by path.
pub type Files = BTreeMap<String, Vec<u8>>;

/// Files that every site has; a folder without them is none, and is not replaced.
const MARKS: [&str; 2] = ["catalog.json", "404.html"];

/// What a builder has written so far.
#[derive(Debug, Default)]
pub(crate) struct Written {
    out: Utf8PathBuf,
    files: BTreeMap<String, u64>,
}

impl Written {
    /// Brings the folder `out` up to `files`; gives the number of files written.
    pub(crate) fn update(&mut self, out: &Utf8Path, files: &Files) -> Result<usize, Problem> {
        let failed =
            |error: io::Error| Problem::of_file(out, format!("cannot be written: {error}"));
        let prints: BTreeMap<_, _> = files
            .par_iter()
            .map(|(path, bytes)| (path.clone(), fingerprint(bytes)))
            .collect();
        let warm = self.out == out && out.exists();
        let written = if warm {
            self.replace_changed(out, files, &prints).map_err(failed)?
        } else {
            if !may_replace(out) {
                let mut problem =
                    Problem::of_file(out, "this folder holds something else than a site");
                problem.help = Some("name a new folder, or one that an earlier build wrote".into());
                return Err(problem);
            }
            swap(out, files).map_err(failed)?;
            files.len()
        };
        self.out = out.to_owned();
        self.files = prints;
        Ok(written)
    }

    fn replace_changed(
        &self,
        out: &Utf8Path,
        files: &Files,
        prints: &BTreeMap<String, u64>,
    ) -> io::Result<usize> {
        let changed = |path: &str| self.files.get(path) != prints.get(path);
        let fresh: Vec<_> = files.iter().filter(|(path, _)| changed(path)).collect();
        for (path, bytes) in &fresh {
            let target = out.join(path);
            let temporary = out.join(format!("{path}.new"));
            write(&temporary, bytes)?;
            std::fs::rename(temporary, target)?;
        }
        for path in self.files.keys().filter(|path| !prints.contains_key(*path)) {
            std::fs::remove_file(out.join(path))?;
        }
        Ok(fresh.len())
    }
}

/// Whether a folder is absent, empty, or a site.
fn may_replace(out: &Utf8Path) -> bool {
    let Ok(mut entries) = out.read_dir_utf8() else {
        return !out.exists();
    };
    entries.next().is_none() || MARKS.iter().all(|mark| out.join(mark).is_file())
}

/// Writes everything beside `out` and swaps.
fn swap(out: &Utf8Path, files: &Files) -> io::Result<()> {
    let beside = |suffix: &str| {
        let name = out.file_name().unwrap_or("site");
        out.with_file_name(format!(".{name}.{suffix}"))
    };
    let (fresh, old) = (beside("new"), beside("old"));
    for left in [&fresh, &old] {
        if left.exists() {
            std::fs::remove_dir_all(left)?;
        }
    }
    write_all(&fresh, files)?;
    if out.exists() {
        std::fs::rename(out, &old)?;
    }
    std::fs::rename(&fresh, out)?;
    if old.exists() {
        std::fs::remove_dir_all(&old)?;
    }
    Ok(())
}

/// Writes all files; each folder is made once.
fn write_all(root: &Utf8Path, files: &Files) -> io::Result<()> {
    let folders: BTreeSet<_> = files
        .keys()
        .map(|path| Utf8Path::new(path).parent())
        .collect();
    for folder in folders.into_iter().flatten() {
        std::fs::create_dir_all(root.join(folder))?;
    }
    files
        .par_iter()
        .try_for_each(|(path, bytes)| std::fs::write(root.join(path), bytes))
}

fn write(path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes)
}
