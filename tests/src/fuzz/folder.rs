//! A content folder made of bytes: the first says what it stands on, then each file is a byte that
//! names its place, its text, and a NUL.

use std::fs;

use camino::{Utf8Path, Utf8PathBuf};

/// Where a file of a team's folder can stand.
const PLACES: &[&str] = &[
    "readpoint.toml",
    "names.toml",
    "redirects.toml",
    "variables/nccl/NCCL_FUZZ.md",
    "variables/nccl/NCCL_DEBUG.md",
    "overrides/NCCL_DEBUG.md",
    "rules/TEAM001.md",
    "rules/TEAM002.md",
    "rules/RP201.md",
    "recipes/fuzz.md",
    "guides/fuzz.md",
    "symptoms/fuzz.md",
    "readers/fuzz.md",
    "zh/readpoint.toml",
    "zh/guides/fuzz.md",
    "zh/guides/start.md",
    "evidence/fuzz.jsonl",
    "scan/fuzz.jsonl",
];

/// What a folder has that stands by itself and says nothing of components.
const SETTINGS: &str = include_str!("../../sites/good/content/readpoint.toml");

/// A folder on disk that is filled again and again.
#[derive(Debug)]
pub struct Folder {
    /// Removes the folder in the end.
    _held: tempfile::TempDir,
    /// The content folders that are loaded on top of each other.
    pub roots: Vec<Utf8PathBuf>,
    own: Utf8PathBuf,
}

impl Folder {
    /// An empty folder; one that a name tells from others.
    ///
    /// # Panics
    ///
    /// Where no temporary folder can be made.
    #[must_use]
    pub fn new() -> Self {
        let held = tempfile::tempdir().expect("a temporary folder");
        let own = Utf8Path::from_path(held.path()).expect("temporary folders have UTF-8 names");
        let own = own.join("content");
        Self {
            _held: held,
            roots: Vec::new(),
            own,
        }
    }

    /// Fills it with what the bytes say.
    ///
    /// # Panics
    ///
    /// Where the folder cannot be written.
    pub fn fill(&mut self, data: &[u8]) {
        let (first, rest) = data.split_first().unwrap_or((&0, &[]));
        let alone = first % 2 == 1;
        if self.own.exists() {
            fs::remove_dir_all(&self.own).expect("our own folder can be removed");
        }
        fs::create_dir_all(&self.own).expect("a folder can be made in a temporary one");
        if alone {
            self.write("readpoint.toml", SETTINGS.as_bytes());
        }
        for file in rest.split(|byte| *byte == 0) {
            if let Some((place, text)) = file.split_first() {
                self.write(PLACES[usize::from(*place) % PLACES.len()], text);
            }
        }
        let good = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("sites/good/content");
        self.roots = (!alone).then_some(good).into_iter().collect();
        self.roots.push(self.own.clone());
    }

    fn write(&self, path: &str, text: &[u8]) {
        let path = self.own.join(path);
        let folder = path.parent().unwrap_or(&self.own);
        fs::create_dir_all(folder).expect("a folder can be made in a temporary one");
        // Two files at one place: the later one stands.
        fs::write(path, text).expect("a file can be written in a temporary folder");
    }
}

impl Default for Folder {
    fn default() -> Self {
        Self::new()
    }
}

/// The bytes of a folder with these files; those that have no place are left out.
#[must_use]
pub fn bytes(alone: bool, files: &[(String, String)]) -> Vec<u8> {
    let mut bytes = vec![u8::from(alone)];
    for (path, text) in files {
        let place = PLACES.iter().position(|it| it == path || alike(it, path));
        if let Some(place) = place.and_then(|it| u8::try_from(it).ok()) {
            bytes.push(place);
            bytes.extend(text.replace('\0', "").bytes());
            bytes.push(0);
        }
    }
    bytes
}

/// Whether a file can stand at a place of its kind, under the place's name.
fn alike(place: &str, path: &str) -> bool {
    let folder = |it: &str| it.rsplit_once('/').map(|(folder, _)| folder.to_owned());
    folder(place).is_some() && folder(place) == folder(path)
}
