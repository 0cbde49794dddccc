//! Files that are published as they are, under names that carry a hash of their content.
//!
//! Templates name them by [`Assets::published`]. Where a style sheet or script names another
//! file of the site (`url("…")`, `"./report.js"`), the name is replaced too, so files are taken in
//! the order of their dependencies. A style sheet that imports others of its folder
//! (`@import "./page.css";` on a line of its own) is published with their text in it, and they are
//! not published themselves: a browser asks once and draws sooner.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use readpoint_content::{Problem, fingerprint};
use walkdir::WalkDir;

use crate::output::Files;

/// Folder of `site/` that holds templates, which are not published.
pub(crate) const TEMPLATES: &str = "templates";
/// Folders of `site/` that are not published.
const UNPUBLISHED: [&str; 2] = [TEMPLATES, crate::words::FOLDER];
/// Where the playground's engine is published.
pub(crate) const ENGINE: &str = "wasm";
/// Kinds of file whose text may name other files.
const LINKING: [&str; 4] = ["css", "js", "mjs", "webmanifest"];
/// Files without a hash: programs look for them under this name. Those that change with the pages
/// have none either ([`Assets::keep`]): a new name would change every page in turn.
const FIXED: [&str; 2] = ["favicon.ico", "humans.txt"];

/// Published files by logical path: `style/site.css`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Assets {
    pub(crate) names: BTreeMap<String, String>,
    /// Content by published path.
    pub(crate) files: Files,
}

impl Assets {
    /// The published path of a file.
    pub(crate) fn published(&self, path: &str) -> Option<&str> {
        self.names.get(path).map(String::as_str)
    }

    /// Logical paths, for suggestions.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// Publishes a file; the name in `files` gets the hash, or stays where others rely on it.
    pub(crate) fn publish(&mut self, path: &str, bytes: Vec<u8>) {
        let name = match FIXED.contains(&path) {
            true => path.to_owned(),
            false => hashed(path, &bytes),
        };
        self.files.insert(name.clone(), Arc::new(bytes));
        self.names.insert(path.to_owned(), name);
    }

    /// The published path of a file that the build makes: its own name after `prefix`, for
    /// programs look for it there, or it changes with every page.
    pub(crate) fn keep(&mut self, path: &str, prefix: &str) -> String {
        let name = format!("{prefix}{path}");
        self.names.insert(path.to_owned(), name.clone());
        name
    }
}

/// Reads `site/` and the engine's folder.
pub(crate) fn load(
    site: &Utf8Path,
    engine: Option<&Utf8Path>,
    problems: &mut Vec<Problem>,
) -> Assets {
    let mut sources = BTreeMap::new();
    read(site, "", &mut sources, problems);
    if let Some(engine) = engine {
        read(engine, ENGINE, &mut sources, problems);
    }
    let mut assets = Assets::default();
    let taken = inline(&mut sources);
    sources.retain(|path, _| !taken.contains(path));
    let paths: Vec<_> = sources.keys().cloned().collect();
    for path in &paths {
        publish(path, &sources, &mut BTreeSet::new(), &mut assets);
    }
    assets
}

/// Puts style sheets in the place where others import them; gives the paths of those.
fn inline(sources: &mut BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let mut taken = BTreeSet::new();
    let sheets = sources.keys().filter(|path| path.ends_with(".css"));
    let sheets: Vec<_> = sheets.cloned().collect();
    for path in sheets {
        let folder = Utf8Path::new(&path).parent().unwrap_or(Utf8Path::new(""));
        let Ok(text) = std::str::from_utf8(&sources[&path]) else {
            continue;
        };
        let lines = text.split_inclusive('\n').map(|line| {
            let imported = line.trim().strip_prefix("@import \"./");
            let name = imported.and_then(|it| it.strip_suffix("\";"))?;
            let target = folder.join(name).into_string();
            let text = std::str::from_utf8(sources.get(&target)?).ok()?;
            let plain =
                Utf8Path::new(&target).parent() == Some(folder) && !text.contains("@import");
            plain.then_some((target, text))
        });
        let lines: Vec<_> = lines.zip(text.split_inclusive('\n')).collect();
        let pieces = lines
            .iter()
            .map(|(found, line)| found.as_ref().map_or(*line, |it| it.1));
        let whole: String = pieces.collect();
        taken.extend(
            lines
                .iter()
                .filter_map(|(found, _)| Some(found.as_ref()?.0.clone())),
        );
        sources.insert(path, whole.into_bytes());
    }
    taken
}

/// Reads the files under a folder into `sources`, under `prefix`.
fn read(
    folder: &Utf8Path,
    prefix: &str,
    sources: &mut BTreeMap<String, Vec<u8>>,
    problems: &mut Vec<Problem>,
) {
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    let wanted = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        let skipped = name.starts_with('.')
            || name == "README.md"
            || (entry.depth() == 1 && prefix.is_empty() && UNPUBLISHED.contains(&&*name));
        entry.depth() == 0 || !skipped
    };
    for entry in walk.filter_entry(wanted) {
        let failed = match entry {
            Ok(entry) if !entry.file_type().is_file() => continue,
            Ok(entry) => {
                let path = Utf8PathBuf::from(entry.path().to_string_lossy().into_owned());
                match std::fs::read(&path) {
                    Ok(bytes) => {
                        let relative = path.strip_prefix(folder).unwrap_or(&path);
                        let logical = Utf8Path::new(prefix).join(relative);
                        sources.insert(logical.into_string().replace('\\', "/"), bytes);
                        continue;
                    }
                    Err(error) => Problem::of_file(path, format!("cannot be read: {error}")),
                }
            }
            Err(error) => Problem::of_file(folder, format!("cannot be read: {error}")),
        };
        problems.push(failed);
    }
}

/// Publishes a file after the files it names. Files that name each other in a circle keep the
/// name as written at the point where the circle closes.
fn publish(
    path: &str,
    sources: &BTreeMap<String, Vec<u8>>,
    open: &mut BTreeSet<String>,
    assets: &mut Assets,
) {
    if assets.published(path).is_some() || !open.insert(path.to_owned()) {
        return;
    }
    let bytes = &sources[path];
    let extension = Utf8Path::new(path).extension().unwrap_or_default();
    let linking = LINKING.contains(&extension);
    let text = linking.then(|| std::str::from_utf8(bytes).ok()).flatten();
    let bytes = match text {
        Some(text) => rewrite(path, text, sources, open, assets).into_bytes(),
        None => bytes.clone(),
    };
    assets.publish(path, bytes);
    open.remove(path);
}

/// Replaces the names of other files in a style sheet or script.
fn rewrite(
    path: &str,
    text: &str,
    sources: &BTreeMap<String, Vec<u8>>,
    open: &mut BTreeSet<String>,
    assets: &mut Assets,
) -> String {
    let folder = Utf8Path::new(path).parent().unwrap_or(Utf8Path::new(""));
    let mut written = String::with_capacity(text.len());
    let mut pieces = text.split_inclusive(['"', '\'', '(', ')', '`']);
    for piece in &mut pieces {
        let (name, end) = piece.split_at(piece.len() - last_length(piece));
        let target = resolve(folder, name).filter(|target| sources.contains_key(target));
        match target {
            Some(target) => {
                publish(&target, sources, open, assets);
                let published = assets.published(&target).unwrap_or(&target);
                written.push_str(&replace_name(name, &target, published));
            }
            None => written.push_str(name),
        }
        written.push_str(end);
    }
    written
}

/// The length of the delimiter that ends a piece; the last piece of a text has none.
fn last_length(piece: &str) -> usize {
    usize::from(piece.ends_with(['"', '\'', '(', ')', '`']))
}

/// The logical path that a relative name means, if it can be one.
fn resolve(folder: &Utf8Path, name: &str) -> Option<String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    if name.is_empty() || !name.contains('.') || !name.chars().all(plain) {
        return None;
    }
    let mut parts: Vec<&str> = folder.iter().collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The written name with its last part replaced by the published one's.
fn replace_name(name: &str, target: &str, published: &str) -> String {
    let file = |path: &str| path.rsplit('/').next().unwrap_or(path).len();
    let kept = &name[..name.len() - file(target)];
    format!("{kept}{}", &published[published.len() - file(published)..])
}

/// `style/site.css` → `style/site.1f3a9c0b2d4e5f60.css`.
fn hashed(path: &str, bytes: &[u8]) -> String {
    let hash = fingerprint(bytes);
    match path.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}.{hash:016x}.{extension}"),
        None => format!("{path}.{hash:016x}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imported_sheets_stand_in_the_one_that_imports_them() {
        let texts = [
            (
                "style/a.css",
                "/* a */\n@import \"./b.css\";\n@import \"../c.css\";\nx {}\n",
            ),
            ("style/b.css", "b { background: url(\"../i.png\"); }\n"),
            ("c.css", "c {}\n"),
        ];
        let texts = texts.map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()));
        let mut sources = BTreeMap::from(texts);
        let taken = inline(&mut sources);
        assert_eq!(taken, BTreeSet::from(["style/b.css".to_owned()]));
        let whole = "/* a */\nb { background: url(\"../i.png\"); }\n@import \"../c.css\";\nx {}\n";
        assert_eq!(sources["style/a.css"], whole.as_bytes());
        assert_eq!(sources["c.css"], b"c {}\n");
    }
}
