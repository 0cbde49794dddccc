//! Reading what is to be checked.

use std::io::Read;

use anyhow::Context;
use camino::{Utf8Path, Utf8PathBuf};

/// A text and where it came from.
#[derive(Debug)]
pub(crate) struct Source {
    /// The path, or `-` for standard input.
    pub(crate) path: Utf8PathBuf,
    /// The text.
    pub(crate) text: String,
}

/// Reads the named files, or standard input where none is named.
pub(crate) fn read(paths: &[Utf8PathBuf]) -> anyhow::Result<Vec<Source>> {
    if paths.is_empty() {
        return Ok(vec![one("-".into())?]);
    }
    paths.iter().cloned().map(one).collect()
}

fn one(path: Utf8PathBuf) -> anyhow::Result<Source> {
    let bytes = if path == "-" {
        standard_input()?
    } else {
        file(&path)?
    };
    let text = String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        anyhow::anyhow!("{path} is not UTF-8 text: byte {at} cannot be read; save it as UTF-8")
    })?;
    Ok(Source { path, text })
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
