//! Reading what is to be checked.

use std::io::Read as _;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};

use crate::{output, tree};

/// A text and where it came from.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path, or `-` for standard input.
    pub(crate) path: Utf8PathBuf,
    /// The text.
    pub(crate) text: String,
}

/// What was read.
#[derive(Debug, Default)]
pub(crate) struct Read {
    /// The texts, in the order of the arguments.
    pub(crate) sources: Vec<Source>,
    /// Something below a folder could not be read; it was said already.
    pub(crate) trouble: bool,
}

/// Reads the named files, the launch texts below named folders, or standard input where nothing
/// is named.
pub(crate) fn read(paths: &[Utf8PathBuf]) -> anyhow::Result<Read> {
    let mut read = Read::default();
    if paths.is_empty() {
        read.sources.push(one("-".into())?);
    }
    for path in paths {
        anyhow::ensure!(
            path != "",
            "an empty name names no file; `-` or no name at all reads standard input"
        );
        if path.is_dir() {
            below(path, &mut read);
        } else {
            read.sources.push(one(path.clone())?);
        }
    }
    Ok(read)
}

/// The launch texts below a folder. What cannot be read there is passed over with a word, so that
/// one file hides no other.
fn below(folder: &Utf8Path, read: &mut Read) {
    let found = tree::files(folder);
    if found.files.is_empty() && found.troubles.is_empty() {
        output::note(&format!(
            "readpoint: {folder} holds no launch texts: nothing was checked"
        ));
    }
    for path in found.files {
        match one(path) {
            Ok(source) => read.sources.push(source),
            Err(trouble) => read.passed_over(&trouble),
        }
    }
    for trouble in &found.troubles {
        read.passed_over(trouble);
    }
}

impl Read {
    fn passed_over(&mut self, trouble: &anyhow::Error) {
        self.trouble = true;
        output::complain(&format!("passed over: {trouble:#}"));
    }
}

fn one(path: Utf8PathBuf) -> anyhow::Result<Source> {
    let bytes = if path == "-" {
        standard_input()?
    } else {
        file(&path)?
    };
    let text = text(&path, bytes)?;
    Ok(Source { path, text })
}

/// The bytes as text, or a sentence that names the place where they are none.
pub(crate) fn text(path: &Utf8Path, bytes: Vec<u8>) -> anyhow::Result<String> {
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{path} is not UTF-8 text: byte {at} cannot be read; save it as UTF-8")
    })
}

fn standard_input() -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    std::io::stdin()
        .read_to_end(&mut bytes)
        .context("standard input could not be read")?;
    Ok(bytes)
}

fn file(path: &Utf8Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("{path} could not be read"))
}
