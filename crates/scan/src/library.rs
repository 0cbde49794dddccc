//! Shared libraries by their texts: names of variables in read-only sections. A text shows that the
//! library knows the name, not that it reads it; and a library can put a name together while it
//! runs, so that a text which is not there shows nothing.

use std::path::{Path, PathBuf};

use anyhow::Context;
use object::{Object, ObjectSection, ReadCache};
use rayon::prelude::*;

use crate::document::{Place, STRING};
use crate::name::{is_known_kind, looks_like_one};

/// The libraries directly in `folder` and below it, sorted, each with the path to show.
pub(crate) fn all(root: &Path, shown: impl Fn(&str) -> Option<String>) -> Vec<(PathBuf, String)> {
    let files = walkdir::WalkDir::new(root).sort_by_file_name().into_iter();
    let files = files
        .filter_map(Result::ok)
        .filter(|it| it.file_type().is_file());
    let libraries = files.filter_map(|it| {
        let relative = it.path().strip_prefix(root).ok()?.to_str()?;
        let name = relative.rsplit('/').next()?;
        let library = name.ends_with(".so") || name.contains(".so.");
        let shown = shown(relative).filter(|_| library)?;
        Some((it.into_path(), shown))
    });
    libraries.collect()
}

/// The names in every library.
pub(crate) fn places(libraries: &[(PathBuf, String)]) -> anyhow::Result<Vec<Place>> {
    let all: Vec<_> = libraries
        .par_iter()
        .map(|(path, shown)| names(path).map(|it| (shown, it)))
        .collect::<anyhow::Result<_>>()?;
    let places = all.into_iter().flat_map(|(shown, names)| {
        names.into_iter().map(|name| Place {
            name,
            file: shown.clone(),
            line: 0,
            lines: None,
            symbol: String::new(),
            reader: STRING.to_owned(),
            default: None,
            expression: String::new(),
        })
    });
    Ok(places.collect())
}

fn names(path: &Path) -> anyhow::Result<Vec<String>> {
    let file = std::fs::File::open(path);
    let file = file.with_context(|| format!("{} cannot be read", path.display()))?;
    let cache = ReadCache::new(file);
    let Ok(object) = object::File::parse(&cache) else {
        // A linker script, or a library of another system.
        return Ok(Vec::new());
    };
    let mut names = Vec::new();
    for section in object.sections() {
        if section.name().is_ok_and(|it| it.starts_with(".rodata")) {
            names.extend(texts(section.data().unwrap_or_default()));
        }
    }
    names.sort();
    names.dedup();
    Ok(names)
}

/// Texts that look like names of variables: from NUL to NUL, or behind data that is no text.
fn texts(data: &[u8]) -> Vec<String> {
    let names = data.split(|it| *it == 0).filter_map(name_at_end);
    let names = names.filter(|it| looks_like_one(it) && is_known_kind(it));
    names.map(str::to_owned).collect()
}

/// The letters at the end of a piece of data, unless a sentence ends with them.
fn name_at_end(piece: &[u8]) -> Option<&str> {
    let part = |it: &u8| it.is_ascii_uppercase() || it.is_ascii_digit() || *it == b'_';
    let length = piece.iter().rev().take_while(|it| part(it)).count();
    let (before, name) = piece.split_at(piece.len() - length);
    let sentence = before.len() > 8
        && before
            .iter()
            .rev()
            .take(8)
            .all(|it| (b' '..=b'~').contains(it));
    let spaced = before.contains(&b' ');
    (!sentence && !spaced).then(|| std::str::from_utf8(name).ok())?
}
