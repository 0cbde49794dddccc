//! The content, the templates and the playground's engine inside the program.
//!
//! `build/pack.rs` writes the pack when the program is built. A build that needs it unpacks it
//! into a folder of its own, which goes away with the value.

use std::io::Read;
use std::sync::Arc;

use anyhow::{Context, ensure};
use camino::{Utf8Path, Utf8PathBuf};
use readpoint_generator::Files;
use tempfile::TempDir;

const PACK: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pack.br"));
const BUILT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/built.br"));

/// The unpacked folder.
#[derive(Debug)]
pub(crate) struct Unpacked {
    /// Removes it in the end.
    _folder: TempDir,
    root: Utf8PathBuf,
}

impl Unpacked {
    /// Unpacks into a new temporary folder.
    pub(crate) fn new() -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()
            .context("no temporary folder can be made to unpack into; set TMPDIR to one")?;
        let root = Utf8PathBuf::try_from(folder.path().to_owned())?;
        for (path, bytes) in files(PACK)? {
            let target = root.join(path);
            std::fs::create_dir_all(target.parent().unwrap_or(&root))?;
            std::fs::write(&target, bytes)
                .with_context(|| format!("{target} cannot be written"))?;
        }
        Ok(Self {
            _folder: folder,
            root,
        })
    }

    /// One of its folders: `content`, `site` or `engine`.
    pub(crate) fn folder(&self, name: &str) -> Utf8PathBuf {
        self.root.join(name)
    }

    /// Whether a path lies in it.
    pub(crate) fn holds(&self, path: &Utf8Path) -> bool {
        path.starts_with(&self.root)
    }
}

/// The finished site inside the program, where `cargo xtask dist` has put one.
pub(crate) fn built() -> anyhow::Result<Option<Files>> {
    let plain = |(path, bytes): (String, Vec<u8>)| {
        let path = path.split_once('/').map(|(_, path)| path.to_owned())?;
        Some((path, Arc::new(bytes)))
    };
    let files: Files = files(BUILT)?.into_iter().filter_map(plain).collect();
    Ok(Some(files).filter(|it| !it.is_empty()))
}

/// Every file of a pack: its path and its bytes.
fn files(packed: &[u8]) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    const DAMAGED: &str = "the files inside this program are damaged";
    let mut pack = Vec::new();
    brotli::Decompressor::new(packed, 1 << 16)
        .read_to_end(&mut pack)
        .context(DAMAGED)?;
    let (mut files, mut rest) = (Vec::new(), pack.as_slice());
    while !rest.is_empty() {
        let path = part(&mut rest).context(DAMAGED)?;
        let bytes = part(&mut rest).context(DAMAGED)?;
        let path = String::from_utf8(path.to_vec()).context(DAMAGED)?;
        ensure!(!path.contains(".."), DAMAGED);
        files.push((path, bytes.to_vec()));
    }
    Ok(files)
}

/// Takes one piece, which its length stands before.
fn part<'p>(rest: &mut &'p [u8]) -> Option<&'p [u8]> {
    let (length, after) = rest.split_first_chunk::<4>()?;
    let length = usize::try_from(u32::from_le_bytes(*length)).ok()?;
    let (part, after) = after.split_at_checked(length)?;
    *rest = after;
    Some(part)
}
