//! Pages through the generator: whatever a folder says, the finished site is inert and complete.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use camino::{Utf8Component, Utf8Path};
use readpoint_content::render;
use readpoint_generator::{Base, Builder, Files, Options};

use super::folder::Folder;
use super::{inert, page};

/// Builds before a builder is replaced: it remembers every block that it has highlighted.
const BUILDS: usize = 400;

#[derive(Default)]
struct State {
    folder: Folder,
    builder: Builder,
    builds: usize,
    /// Files that were looked at and are still the same.
    seen: BTreeMap<String, Arc<Vec<u8>>>,
}

static STATE: LazyLock<Mutex<State>> = LazyLock::new(Mutex::default);

/// Builds in memory what can be built, and looks at each file that is new.
pub(super) fn run(data: &[u8]) {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    state.builds += 1;
    if state.builds.is_multiple_of(BUILDS) {
        state.builder = Builder::new();
    }
    let State {
        folder,
        builder,
        seen,
        ..
    } = &mut *state;
    folder.fill(data);
    match builder.files(&options(folder), &|_| ()) {
        Ok((files, _)) => {
            look(&files, seen);
            *seen = files;
        }
        Err(problems) => assert!(!render(&problems, false).is_empty(), "no reason is given"),
    }
}

fn options(folder: &Folder) -> Options {
    Options {
        content: folder.roots.clone(),
        site: Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("sites/_site"),
        engine: None,
        out: "never-written".into(),
        base: Base::Relative,
        origin: None,
        keep_going: true,
        precompress: false,
    }
}

fn look(files: &Files, seen: &Files) {
    for (path, bytes) in files {
        if seen.get(path).is_some_and(|it| it == bytes) {
            continue;
        }
        let mut parts = Utf8Path::new(path).components();
        let inside = parts.all(|it| matches!(it, Utf8Component::Normal(_)));
        assert!(inside, "{path} leads out of the site");
        let text = String::from_utf8_lossy(bytes);
        if path.ends_with(".html") {
            let faults = inert::faults(&text);
            assert!(faults.is_empty(), "{path}: {}", faults.join("; "));
        }
        if path.ends_with(".json") {
            let read: Result<serde_json::Value, _> = serde_json::from_str(&text);
            assert!(read.is_ok(), "{path} is no JSON");
        }
    }
}

/// The same folders as for the loader.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    page::seeds()
}
