//! Reading what is to be checked.

use std::io::Read;

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

/// Reads the named files, the launch texts below named folders, or standard input where nothing
/// is named.
pub(crate) fn read(paths: &[Utf8PathBuf]) -> anyhow::Result<Vec<Source>> {
    if paths.is_empty() {
        return Ok(vec![one("-".into())?]);
    }
    let mut sources = Vec::new();
    for path in paths {
        if path.is_dir() {
            sources.extend(below(path)?);
        } else {
            sources.push(one(path.clone())?);
        }
    }
    Ok(sources)
}

/// The launch texts below a folder. A file there that is not UTF-8 is passed over with a word,
/// because nobody named it.
fn below(folder: &Utf8Path) -> anyhow::Result<Vec<Source>> {
    let mut sources = Vec::new();
    for path in tree::files(folder)? {
        match one(path) {
            Ok(source) => sources.push(source),
            Err(trouble) => output::complain(&format!("passed over: {trouble:#}")),
        }
    }
    Ok(sources)
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
