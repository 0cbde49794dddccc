//! Reads `content/` when the program is built, so that `check` and `explain` need no files, and
//! packs everything that a site is made of, so that `build` and `serve` need none either.
//!
//! Mistakes of authors are warnings here: they must never keep anybody from building the program
//! that reports them (`readpoint build`).

#[path = "build/pack.rs"]
mod pack;

use std::collections::BTreeMap;
use std::path::Path;

use readpoint_content::{Content, load};

fn main() -> std::io::Result<()> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let workspace = workspace.unwrap_or(Path::new("."));
    let root = workspace.join("content");
    let root = camino::Utf8PathBuf::try_from(root).map_err(|error| error.into_io_error())?;
    let loaded = load(&root, &readpoint_catalog::Catalog::default());
    for problem in &loaded.problems {
        let (line, column) = problem.place.line_column();
        let file = problem.place.file.path.as_path();
        println!("cargo::warning={file}:{line}:{column}: {}", problem.message);
    }
    let out = std::env::var_os("OUT_DIR")
        .map(std::path::PathBuf::from)
        .unwrap_or_default();
    pack::write(workspace, &out)?;
    std::fs::write(
        out.join("catalog.json"),
        serde_json::to_vec(&loaded.content.catalog)?,
    )?;
    // What a check reads at every start: the rules' words go into SARIF.
    let mut checks = loaded.content.catalog.slim();
    checks.rules = loaded.content.catalog.rules.clone();
    std::fs::write(out.join("checks.json"), serde_json::to_vec(&checks)?)?;
    std::fs::write(
        out.join("pages.json"),
        serde_json::to_vec(&pages(&loaded.content))?,
    )
}

/// Markdown of the pages that `explain` shows, by variable name or code.
fn pages(content: &Content) -> BTreeMap<String, &str> {
    content
        .pages
        .iter()
        .filter_map(|page| Some((page.front.name()?.to_owned(), page.markdown())))
        .collect()
}
