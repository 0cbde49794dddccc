//! What the check needs of the pages: name, status, and read-points with their lines.

use std::path::{Path, PathBuf};

use readpoint_catalog::{ReadPoint, Status};
use serde::Deserialize;
use toml::Spanned;

/// A variable's page.
#[derive(Debug)]
pub struct Page {
    /// Its file.
    pub path: PathBuf,
    /// Its name.
    pub name: String,
    /// Whether anything reads it.
    pub status: Status,
    /// Read-points, with the line of the page where each begins.
    pub read_points: Vec<(usize, ReadPoint)>,
}

#[derive(Deserialize)]
struct Front {
    name: String,
    #[serde(default)]
    status: Status,
    #[serde(default, rename = "read_point")]
    read_points: Vec<Spanned<ReadPoint>>,
}

/// Reads every page under `folder` (`content/variables`). Pages with mistakes are left out here:
/// `readpoint build` reports them.
pub fn load(folder: &Path) -> Vec<Page> {
    let files = walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter();
    let files = files.filter_map(Result::ok);
    let files = files.filter(|it| it.path().extension().is_some_and(|it| it == "md"));
    files.filter_map(|it| page(it.path())).collect()
}

fn page(path: &Path) -> Option<Page> {
    let text = std::fs::read_to_string(path).ok()?;
    let front = text.strip_prefix("+++\n")?.split("\n+++").next()?;
    let parsed: Front = toml::from_str(front).ok()?;
    let points = parsed.read_points.into_iter().map(|it| {
        let before = &front[..it.span().start.min(front.len())];
        // The line of `[[read_point]]`; `+++` is the first.
        (before.matches('\n').count() + 2, it.into_inner())
    });
    Some(Page {
        path: path.to_owned(),
        name: parsed.name,
        status: parsed.status,
        read_points: points.collect(),
    })
}
