//! `strings`: which files of a stack hold a text. A text in a library shows that the library knows
//! it, not that it reads a variable of that name; a text that is not there may still be put
//! together at run time. A text that looks like a variable's name is looked for as a whole word:
//! `NCCL_TIMEOUT` is not found in `DEFAULT_PG_NCCL_TIMEOUT`.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use memchr::memmem::Finder;
use serde::Deserialize;
use walkdir::WalkDir;

use super::{Observe, Request};
use crate::report::Report;

/// Bytes read at once.
const BLOCK: usize = 1 << 20;

/// The probe.
#[derive(Debug)]
pub(super) struct Strings;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Parameters {
    text: String,
    within: Vec<String>,
}

impl Observe for Strings {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let Parameters { text, within } = request.parameters()?;
        let packages = request.packages.as_ref().context("there is no stack")?;
        let needle = Needle::new(&text);
        let mut files = Vec::new();
        for place in &within {
            files.extend(files_of(place, packages)?);
        }
        files.sort();
        files.dedup();
        let mut found = Vec::new();
        for path in &files {
            if holds(path, &needle)? {
                let name = path.strip_prefix(packages).unwrap_or(path);
                found.push(name.display().to_string());
            }
        }
        report.tell("searched", files.len());
        report.tell("found_in", found);
        Ok(())
    }
}

/// The files of a place; a place without any is a mistake, for it would hold nothing.
fn files_of(place: &str, packages: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let torch = packages.join("torch");
    let nvidia = packages.join("nvidia");
    let files = match place {
        "torch" => list(&torch.join("lib"), is_library),
        "python" => list(&torch, |name| name.ends_with(".py")),
        "headers" => list(&torch.join("include"), |_| true),
        "nccl" => list(&nvidia.join("nccl"), is_library),
        "nvidia" => list(&nvidia, is_library),
        _ => bail!("`{place}` is no place to look in"),
    };
    anyhow::ensure!(!files.is_empty(), "there are no files in `{place}`");
    Ok(files)
}

fn is_library(name: &str) -> bool {
    name.ends_with(".so") || name.contains(".so.")
}

fn list(folder: &Path, wanted: impl Fn(&str) -> bool) -> Vec<PathBuf> {
    let entries = WalkDir::new(folder).into_iter().flatten();
    let files = entries.filter(|it| it.file_type().is_file());
    let named = files.filter(|it| it.file_name().to_str().is_some_and(&wanted));
    named.map(walkdir::DirEntry::into_path).collect()
}

/// What is looked for.
struct Needle<'a> {
    finder: Finder<'a>,
    whole_word: bool,
}

impl<'a> Needle<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            finder: Finder::new(text),
            whole_word: text.bytes().all(is_word)
                && !text.bytes().any(|it| it.is_ascii_lowercase()),
        }
    }

    fn len(&self) -> usize {
        self.finder.needle().len()
    }

    /// Whether a block holds it. Blocks overlap by the text and one byte, so what touches an end
    /// that is not the file's is decided in the other block, where its neighbour can be seen.
    fn is_in(&self, block: &[u8], first: bool, last: bool) -> bool {
        let mut places = self.finder.find_iter(block);
        places.any(|at| {
            let before = at.checked_sub(1).and_then(|it| block.get(it));
            let after = block.get(at + self.len());
            let seen = (before.is_some() || first) && (after.is_some() || last);
            let mut borders = [before, after].into_iter().flatten().copied();
            seen && !(self.whole_word && borders.any(is_word))
        })
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Whether a file holds the text, read block by block: libraries are larger than some machines'
/// memory.
fn holds(path: &Path, needle: &Needle<'_>) -> anyhow::Result<bool> {
    let mut file = File::open(path).with_context(|| path.display().to_string())?;
    let mut buffer = vec![0; needle.len() + 1 + BLOCK];
    let (mut kept, mut first) = (0, true);
    loop {
        let count = file.read(&mut buffer[kept..])?;
        let end = kept + count;
        if needle.is_in(&buffer[..end], first, count == 0) {
            return Ok(true);
        }
        if count == 0 {
            return Ok(false);
        }
        let tail = end.saturating_sub(needle.len() + 1);
        first = first && tail == 0;
        buffer.copy_within(tail..end, 0);
        kept = end - tail;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(bytes: &[u8], text: &str) -> Option<bool> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let path = folder.path().join("file");
        std::fs::write(&path, bytes).expect("it can be written");
        holds(&path, &Needle::new(text)).ok()
    }

    #[test]
    fn a_text_across_two_blocks_is_found() {
        for at in BLOCK - 10..BLOCK + 10 {
            let mut bytes = vec![b'.'; BLOCK + 40];
            bytes[at..at + 6].copy_from_slice(b"NEEDLE");
            assert_eq!(held(&bytes, "NEEDLE"), Some(true), "{at}");
            assert_eq!(held(&bytes, "EEDLE"), Some(false), "{at}");
            assert_eq!(held(&bytes, "NEEDLES"), Some(false), "{at}");
        }
    }

    #[test]
    fn a_name_is_a_whole_word_and_a_sentence_is_not() {
        assert_eq!(held(b"NCCL_TIMEOUT", "NCCL_TIMEOUT"), Some(true));
        assert_eq!(held(b"PG_NCCL_TIMEOUT", "NCCL_TIMEOUT"), Some(false));
        assert_eq!(held(b"NCCL_TIMEOUT_MS", "NCCL_TIMEOUT"), Some(false));
        assert_eq!(held(b"that no rope fits", "no rope"), Some(true));
    }
}
