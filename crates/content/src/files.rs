//! Finds the pages under a content folder and reads their files.

use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use crate::{LANGUAGES, PageKind, Problem, SourceFile, overrides};

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
    let found = found(root, problems);
    let read: Vec<_> = found
        .into_par_iter()
        .map(|(kind, path)| {
            let source = read(&root.join(&path))?;
            Ok(PageFile { kind, path, source })
        })
        .collect();
    let mut pages = Vec::with_capacity(read.len());
    for page in read {
        match page {
            Ok(page) => pages.push(page),
            Err(problem) => problems.push(problem),
        }
    }
    pages
}

/// The kinds and paths of all pages under `root`, sorted by path.
fn found(root: &Utf8Path, problems: &mut Vec<Problem>) -> Vec<(PageKind, Utf8PathBuf)> {
    let mut pages = Vec::new();
    let walk = WalkDir::new(root).sort_by_file_name().into_iter();
    let skipped = |entry: &DirEntry| is_hidden(entry) || is_readme(entry) || is_read_apart(entry);
    for entry in walk.filter_entry(|entry| !skipped(entry)) {
        match entry {
            Ok(entry) if entry.file_type().is_file() => {
                pages.extend(page(root, &entry, problems));
            }
            Ok(entry) => problems.extend(link(&entry)),
            Err(error) => {
                let path = error.path().and_then(Utf8Path::from_path).unwrap_or(root);
                problems.push(Problem::of_file(path, format!("cannot be read: {error}")));
            }
        }
    }
    pages
}

/// A page or folder that is a symbolic link: what stands elsewhere is not published.
fn link(entry: &DirEntry) -> Option<Problem> {
    let path = entry.path();
    let holds_pages = path.extension().is_some_and(|it| it == "md") || path.is_dir();
    let is_link = entry.path_is_symlink() && holds_pages;
    is_link.then(|| not_followed(&path.to_string_lossy()))
}

fn not_followed(path: &str) -> Problem {
    let mut problem = Problem::of_file(path, "this is a symbolic link, which is not followed");
    problem.help = Some("put the file or folder itself here".to_owned());
    problem
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

/// What a folder says of itself is no page.
fn is_readme(entry: &DirEntry) -> bool {
    entry.depth() == 1 && entry.file_name() == "README.md"
}

fn is_hidden(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    entry.depth() > 0 && name.starts_with('.')
}

/// Whether this is a folder that is read by itself: that of a language, or the overrides.
fn is_read_apart(entry: &DirEntry) -> bool {
    let name = entry.file_name().to_string_lossy();
    let language = || LANGUAGES.iter().any(|language| language.code == name);
    entry.depth() == 1 && (name == overrides::FOLDER || language())
}

/// A Markdown file, read but not yet understood.
#[derive(Debug)]
pub(crate) struct RawFile {
    /// Path under the folder that was asked for.
    pub(crate) path: Utf8PathBuf,
    /// Its text.
    pub(crate) source: Arc<SourceFile>,
}

/// Reads the Markdown files of a folder, sorted by name; there is none where there is no folder.
pub(crate) fn markdown(folder: &Utf8Path, problems: &mut Vec<Problem>) -> Vec<RawFile> {
    let mut files = Vec::new();
    if folder.is_symlink() {
        problems.push(not_followed(folder.as_str()));
        return files;
    }
    let walk = WalkDir::new(folder).min_depth(1).sort_by_file_name();
    let walk = walk.into_iter().filter_entry(|entry| !is_hidden(entry));
    for entry in walk.flatten() {
        if !entry.file_type().is_file() {
            problems.extend(link(&entry));
            continue;
        }
        let Some(path) = Utf8Path::from_path(entry.path()) else {
            continue;
        };
        if path.extension() != Some("md") {
            continue;
        }
        match read(path) {
            Ok(source) => files.push(RawFile {
                path: path.strip_prefix(folder).unwrap_or(path).to_owned(),
                source,
            }),
            Err(problem) => problems.push(problem),
        }
    }
    files
}

fn page(
    root: &Utf8Path,
    entry: &DirEntry,
    problems: &mut Vec<Problem>,
) -> Option<(PageKind, Utf8PathBuf)> {
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
        let places =
            "variables/<component>/<NAME>.md, symptoms/, recipes/, rules/, guides/ or readers/";
        problem.help = Some(format!("pages are {places}"));
        problems.push(problem);
        return None;
    };
    Some((kind, relative.to_owned()))
}

fn kind(relative: &Utf8Path) -> Option<PageKind> {
    let parts: Vec<_> = relative.iter().collect();
    let kind = PageKind::ALL
        .into_iter()
        .find(|kind| Some(&kind.folder()) == parts.first())?;
    let depth = if kind == PageKind::Variable { 3 } else { 2 };
    (parts.len() == depth).then_some(kind)
}
