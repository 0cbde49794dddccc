//! Packs `content/`, `site/` and the playground's engine into one compressed file, which the
//! program carries, and a finished site into another. `src/packed.rs` reads what this writes.

use std::io::Write;
use std::path::{Path, PathBuf};

/// Names the folder of the engine; a program built without it has a playground that cannot check.
const ENGINE: &str = "READPOINT_ENGINE";

/// Names the folder of a site that is finished; a program built without it builds it at every start.
const BUILT: &str = "READPOINT_BUILT";

/// How much is seen at once: pages resemble each other, so all of them should be.
const WINDOW: u32 = 24;

/// Writes both packs of a workspace into the folder `out`.
pub(crate) fn write(workspace: &Path, out: &Path) -> std::io::Result<()> {
    let sources = [
        ("content", Some(workspace.join("content"))),
        ("site", Some(workspace.join("site"))),
        ("engine", named(ENGINE)),
    ];
    write_one(&sources, &out.join("pack.br"))?;
    write_one(&[("built", named(BUILT))], &out.join("built.br"))
}

/// The folder that a variable of the environment names.
fn named(variable: &str) -> Option<PathBuf> {
    println!("cargo::rerun-if-env-changed={variable}");
    std::env::var_os(variable).map(PathBuf::from)
}

fn write_one(folders: &[(&str, Option<PathBuf>)], target: &Path) -> std::io::Result<()> {
    let file = std::fs::File::create(target)?;
    let mut pack = brotli::CompressorWriter::new(file, 1 << 16, quality(), WINDOW);
    for (name, folder) in folders {
        let Some(folder) = folder else { continue };
        println!("cargo::rerun-if-changed={}", folder.display());
        add(&mut pack, name, folder)?;
    }
    pack.flush()
}

/// A build for work is made often and stays here; one for use is made once and travels.
fn quality() -> u32 {
    match std::env::var("PROFILE").as_deref() {
        Ok("release") => 9,
        _ => 2,
    }
}

/// Adds the files below a folder in the order of their names: length and text of the path, then
/// length and bytes of the content.
fn add(pack: &mut impl Write, name: &str, folder: &Path) -> std::io::Result<()> {
    let mut entries: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(std::fs::DirEntry::file_name);
    for entry in entries {
        let own = entry.file_name();
        let path = format!("{name}/{}", own.to_string_lossy());
        if own.to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            add(pack, &path, &entry.path())?;
            continue;
        }
        for part in [path.as_bytes(), &std::fs::read(entry.path())?] {
            let length = u32::try_from(part.len()).map_err(std::io::Error::other)?;
            pack.write_all(&length.to_le_bytes())?;
            pack.write_all(part)?;
        }
    }
    Ok(())
}
