//! The committed scan files, all together.

use std::path::Path;

use anyhow::Context;
use readpoint_catalog::Version;

use crate::document::{Document, Place};

/// Every file under `content/scan`, sorted by component and release.
#[derive(Debug, Default)]
pub struct Scans {
    /// The files.
    pub documents: Vec<Document>,
}

impl Scans {
    /// Reads `folder`; a folder that is not there holds no scans.
    ///
    /// # Errors
    /// Where a file cannot be read, or is none of this format.
    pub fn load(folder: &Path) -> anyhow::Result<Self> {
        let files = walkdir::WalkDir::new(folder)
            .sort_by_file_name()
            .into_iter();
        let files = files.filter_map(Result::ok);
        let files = files.filter(|it| it.path().extension().is_some_and(|it| it == "jsonl"));
        let documents = files.map(|file| {
            let path = file.path();
            let text = std::fs::read_to_string(path);
            let text = text.with_context(|| format!("{} cannot be read", path.display()))?;
            Document::parse(&text).with_context(|| format!("in {}", path.display()))
        });
        let mut documents = documents.collect::<anyhow::Result<Vec<_>>>()?;
        documents.sort_by_key(|it| (it.header.component.clone(), version(it)));
        Ok(Self { documents })
    }

    /// Every place with the file that holds it.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Document, &Place)> {
        let all = self.documents.iter();
        all.flat_map(|document| document.places.iter().map(move |place| (document, place)))
    }

    /// The places where `name` is read or known, newest release first.
    pub(crate) fn of(&self, name: &str) -> Vec<(&Document, &Place)> {
        let mut found: Vec<_> = self.places().filter(|(_, it)| it.name == name).collect();
        found.sort_by_key(|(document, place)| {
            (place.is_string(), std::cmp::Reverse(version(document)))
        });
        found
    }
}

/// The version of a scan's release, for comparing releases of one component.
pub(crate) fn version(document: &Document) -> Version {
    let release = document.header.release.trim_start_matches('v');
    let release = release.split('-').next().unwrap_or(release);
    release.parse().unwrap_or(Version::new(0, 0, 0))
}
