//! What a reader downloads for a page: HTML, styles and scripts, with Brotli.

use std::collections::BTreeSet;
use std::io::Write;

use camino::{Utf8Path, Utf8PathBuf};
use walkdir::WalkDir;

use crate::figure;

/// The median and the largest page under `variables/`, lists included, and the list of all
/// variables, in bytes.
pub(crate) fn measure(site: &Utf8Path) -> anyhow::Result<()> {
    let mut sizes = Vec::new();
    for entry in WalkDir::new(site.join("variables")) {
        let path = Utf8PathBuf::try_from(entry?.into_path())?;
        // A bare name leads to its page and is none.
        let leads = path.strip_prefix(site)?.components().count() == 3;
        let component = path
            .parent()
            .is_some_and(|it| it.join("summaries.json").is_file());
        if path.file_name() == Some("index.html") && (!leads || component) {
            sizes.push(page(&path)?);
        }
    }
    figure("page.median", crate::quantile(&mut sizes, 0.5));
    figure("page.largest", crate::quantile(&mut sizes, 1.0));
    figure("page.list", page(&site.join("variables/index.html"))?);
    Ok(())
}

fn page(path: &Utf8Path) -> anyhow::Result<f64> {
    let mut files = BTreeSet::from([path.to_owned()]);
    let mut open = vec![path.to_owned()];
    while let Some(file) = open.pop() {
        let text = std::fs::read_to_string(&file)?;
        for found in parts(&file, &text) {
            if files.insert(found.clone()) {
                open.push(found);
            }
        }
    }
    let sizes = files
        .iter()
        .map(|file| Ok(brotli(&std::fs::read(file)?)? as f64));
    sizes.sum::<anyhow::Result<f64>>()
}

/// Styles and scripts that a file names and loads at once.
fn parts(file: &Utf8Path, text: &str) -> Vec<Utf8PathBuf> {
    let Some(folder) = file.parent() else {
        return Vec::new();
    };
    let marks = ["href=\"", "src=\"", "from \"", "@import \"", "import \""];
    let named = marks.into_iter().flat_map(|mark| {
        text.match_indices(mark)
            .filter_map(move |(at, _)| text[at + mark.len()..].split('"').next())
    });
    named
        .filter(|name| name.ends_with(".css") || name.ends_with(".js"))
        .map(|name| normal(&folder.join(name)))
        .filter(|path| path.is_file())
        .collect()
}

/// The path without `.` and `..`.
fn normal(path: &Utf8Path) -> Utf8PathBuf {
    let mut out = Utf8PathBuf::new();
    for part in path.components() {
        match part.as_str() {
            ".." => drop(out.pop()),
            "." => {}
            name => out.push(name),
        }
    }
    out
}

fn brotli(bytes: &[u8]) -> anyhow::Result<usize> {
    let mut out = Vec::new();
    let mut writer = brotli::CompressorWriter::new(&mut out, 4096, 11, 22);
    writer.write_all(bytes)?;
    drop(writer);
    Ok(out.len())
}
