//! Finds the pages under a content folder and reads their files.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use walkdir::{DirEntry, WalkDir};

use crate::{LANGUAGES, PageKind, Problem, SourceFile};

/// A page's file, read but not yet understood.
#[derive(Debug)]
pub(crate) struct PageFile {
    /// Which kind its folder makes it.
    pub(crate) kind: PageKind,
    /// Path under the content folder.
    pub(crate) path: Utf8PathBuf,
    /// Its text.
    pub(crate) source: Arc<SourceFile>,
}

/// Reads every page under `root`, sorted by path; files that are no page are reported.
pub(crate) fn pages(root: &Utf8Path, problems: &mut Vec<Problem>) -> Vec<PageFile> {
    let mut pages = Vec::new();
    let walk = WalkDir::new(root).sort_by_file_name().into_iter();
    let skipped = |entry: &DirEntry| is_hidden(entry) || is_translations(entry);
    for entry in walk.filter_entry(|entry| !skipped(entry)) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                pages.extend(page(root, &entry, problems));
            }
            Ok(_) => {}
            Err(error) => {
                let path = error.path().and_then(Utf8Path::from_path).unwrap_or(root);
                problems.push(Problem::of_file(path, format!("cannot be read: {error}")));
            }
        }
    }
    pages
}

/// Reads one file; the problem says why where it cannot.
pub(crate) fn read(path: &Utf8Path) -> Result<Arc<SourceFile>, Problem> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(Arc::new(SourceFile {
            path: path.to_owned(),
            text,
        })),
        Err(error) => Err(Problem::of_file(path, format!("cannot be read: {error}"))),
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && name.starts_with('.')
}

/// Whether this is the folder of a language, which is read by itself.
fn is_translations(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() == 1 && LANGUAGES.iter().any(|language| language.code == name)
}

fn page(root: &Utf8Path, entry: &DirEntry, problems: &mut Vec<Problem>) -> Option<PageFile> {
    let Some(path) = Utf8Path::from_path(entry.path()) else {
        let path = entry.path().to_string_lossy().into_owned();
        problems.push(Problem::of_file(path, "the file's name is not UTF-8"));
        return None;
    };
    let relative = path.strip_prefix(root).unwrap_or(path);
    if relative.extension() != Some("md") {
        return None;
    }
    let Some(kind) = kind(relative) else {
        let mut problem = Problem::of_file(path, "this file is in no folder that holds pages");
        let places = "variables/<component>/<NAME>.md, recipes/, rules/, guides/ or readers/";
        problem.help = Some(format!("pages are {places}"));
        problems.push(problem);
        return None;
    };
    match read(path) {
        Ok(source) => Some(PageFile {
            kind,
            path: relative.to_owned(),
            source,
        }),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

fn kind(relative: &Utf8Path) -> Option<PageKind> {
    let parts: Vec<_> = relative.iter().collect();
    let kind = PageKind::ALL
        .into_iter()
        .find(|kind| Some(&kind.folder()) == parts.first())?;
    let depth = if kind == PageKind::Variable { 3 } else { 2 };
    (parts.len() == depth).then_some(kind)
}
