//! Files to disk, so that no reader ever sees half a site.
//!
//! The first build of a builder makes a new folder beside the old one and exchanges the two; one
//! that is killed leaves the old site as it was, and its own folder for the next build to remove.
//! Files that the old site has with the same bytes are linked and not written, so their times stay
//! and a server's caches with them. Later
//! builds of the same builder replace single files, each by a rename, and only those that changed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use readpoint_content::Problem;

/// A site in memory: content by path. What did not change is shared with the build before.
pub type Files = BTreeMap<String, Arc<Vec<u8>>>;

/// Files that every site has; a folder without them is none, and is not replaced.
const MARKS: [&str; 2] = ["catalog.json", "404.html"];

/// What a builder has written so far.
#[derive(Debug, Default)]
pub(crate) struct Written {
    out: Utf8PathBuf,
    files: Files,
}

impl Written {
    /// Brings the folder `out` up to `files`; gives the number of files written.
    pub(crate) fn update(&mut self, out: &Utf8Path, files: &Files) -> Result<usize, Problem> {
        let failed = |error: io::Error| failed(out, &error);
        let warm = self.out == out && out.exists();
        let written = if warm {
            self.replace_changed(out, files).map_err(failed)?
        } else {
            if !may_replace(out) {
                let mut problem =
                    Problem::of_file(out, "this folder holds something else than a site");
                problem.help = Some("name a new folder, or one that an earlier build wrote".into());
                return Err(problem);
            }
            swap(out, files).map_err(failed)?
        };
        self.out = out.to_owned();
        self.files.clone_from(files);
        Ok(written)
    }

    fn replace_changed(&self, out: &Utf8Path, files: &Files) -> io::Result<usize> {
        // Two that share their bytes are not compared.
        let changed = |path: &str, bytes| self.files.get(path) != Some(bytes);
        let fresh: Vec<_> = files
            .iter()
            .filter(|(path, bytes)| changed(path, bytes))
            .collect();
        for (path, bytes) in &fresh {
            let target = out.join(path);
            let temporary = out.join(format!("{path}.new"));
            write(&temporary, bytes)?;
            std::fs::rename(temporary, target)?;
        }
        for path in self.files.keys().filter(|path| !files.contains_key(*path)) {
            std::fs::remove_file(out.join(path))?;
        }
        Ok(fresh.len())
    }
}

/// What the system says of a folder that cannot be written, and the way out.
fn failed(out: &Utf8Path, error: &io::Error) -> Problem {
    use io::ErrorKind as Kind;
    let way_out = match error.kind() {
        Kind::StorageFull | Kind::QuotaExceeded | Kind::FileTooLarge => {
            "make room there, or name a folder elsewhere with --out"
        }
        Kind::NotADirectory | Kind::AlreadyExists => {
            "a part of this path is a file; name another folder with --out"
        }
        _ => "name a folder that may be written with --out",
    };
    let message = format!("cannot be written: {error}; what was there before is unchanged");
    let mut problem = Problem::of_file(out, message);
    problem.help = Some(way_out.to_owned());
    problem
}

/// Takes out what would be written outside of the site's folder, and reports it.
pub(crate) fn keep_inside(files: &mut Files, problems: &mut Vec<Problem>) {
    files.retain(|path, _| {
        let mut parts = Utf8Path::new(path).components();
        let inside = parts.all(|it| matches!(it, Utf8Component::Normal(_)));
        if !inside || path.contains(['\\', '\0']) {
            let message = "this address leads out of the site's folder";
            problems.push(Problem::of_file(path.escape_debug().to_string(), message));
            return false;
        }
        true
    });
}

/// Whether a folder is absent, empty, or a site.
fn may_replace(out: &Utf8Path) -> bool {
    let Ok(mut entries) = out.read_dir_utf8() else {
        return !out.exists();
    };
    entries.next().is_none() || MARKS.iter().all(|mark| out.join(mark).is_file())
}

/// Makes everything beside `out` and puts it in its place in one step; what was there goes. Gives
/// the number of files written.
fn swap(out: &Utf8Path, files: &Files) -> io::Result<usize> {
    remove_left(out);
    let (fresh, held) = held(out)?;
    let done = make_all(&fresh, files, out).and_then(|written| {
        exchange(&fresh, out)?;
        Ok(written)
    });
    if fresh.exists() {
        // The old site, or half of a new one: what does not go now goes with the next build.
        let _ = std::fs::remove_dir_all(&fresh);
    }
    drop(held);
    done
}

/// A new folder beside `out`, held as long as the file that stands for it is open, so that another
/// build leaves it alone. One that was taken away before it was held is made again.
fn held(out: &Utf8Path) -> io::Result<(Utf8PathBuf, File)> {
    loop {
        let fresh = beside(out);
        std::fs::create_dir_all(&fresh)?;
        let file = match File::open(&fresh) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            other => other?,
        };
        // Where a file system knows no locks, nobody gets one, and nothing is taken away.
        let _ = file.lock_shared();
        if fresh.exists() {
            return Ok((fresh, file));
        }
    }
}

/// What the folders beside `out` are called in which builds work.
fn prefix(out: &Utf8Path) -> String {
    format!(".{}.new-", out.file_name().unwrap_or("site"))
}

/// A folder beside `out` that no other build has.
fn beside(out: &Utf8Path) -> Utf8PathBuf {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    out.with_file_name(format!("{}{}-{count}", prefix(out), std::process::id()))
}

/// Removes what builds have left that were killed: folders that nobody holds.
fn remove_left(out: &Utf8Path) {
    let parent = out
        .parent()
        .filter(|it| *it != "")
        .unwrap_or(Utf8Path::new("."));
    let entries = parent.read_dir_utf8().into_iter().flatten().flatten();
    for entry in entries.filter(|it| it.file_name().starts_with(&prefix(out))) {
        // Held while it is taken away: a build that has just made it then makes another.
        let folder = File::open(entry.path());
        if folder.as_ref().is_ok_and(|it| it.try_lock().is_ok()) {
            // Somebody else may be about to remove it too.
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

/// Exchanges two folders in one step where the system can, so that there is a site at any moment.
fn exchange(fresh: &Utf8Path, out: &Utf8Path) -> io::Result<()> {
    if !out.exists() {
        return std::fs::rename(fresh, out);
    }
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        let both = renameat_with(
            CWD,
            fresh.as_str(),
            CWD,
            out.as_str(),
            RenameFlags::EXCHANGE,
        );
        if both.is_ok() {
            return Ok(());
        }
    }
    let old = beside(out);
    std::fs::rename(out, &old)?;
    std::fs::rename(fresh, out)?;
    std::fs::remove_dir_all(&old)
}

/// Makes all files, each folder once; those that `old` has as well are links to its own. Gives the
/// number of files written.
fn make_all(root: &Utf8Path, files: &Files, old: &Utf8Path) -> io::Result<usize> {
    let folders: BTreeSet<_> = files
        .keys()
        .map(|path| Utf8Path::new(path).parent())
        .collect();
    for folder in folders.into_iter().flatten() {
        std::fs::create_dir_all(root.join(folder))?;
    }
    let make = |(path, bytes): (&String, &Arc<Vec<u8>>)| {
        let (path, old) = (root.join(path), old.join(path));
        if holds(&old, bytes) && std::fs::hard_link(&old, &path).is_ok() {
            return Ok(0);
        }
        std::fs::write(path, &**bytes).map(|()| 1)
    };
    files.par_iter().map(make).sum()
}

/// Whether a path is a file with these bytes, and no link to one.
fn holds(path: &Utf8Path, bytes: &[u8]) -> bool {
    let same_size = |it: std::fs::Metadata| it.is_file() && it.len() == bytes.len() as u64;
    path.symlink_metadata().is_ok_and(same_size) && std::fs::read(path).is_ok_and(|it| it == bytes)
}

fn write(path: &Utf8Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        std::fs::create_dir_all(folder)?;
    }
    std::fs::write(path, bytes)
}
