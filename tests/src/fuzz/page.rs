//! Front matter and Markdown through the loader: pages, overrides, rules of a team, settings.

use std::fs;
use std::path::Path;
use std::sync::{LazyLock, Mutex, PoisonError};

use readpoint_catalog::Catalog;
use readpoint_content::{Loaded, Loader, Problem, load_all, render};
use walkdir::WalkDir;

use super::folder::{Folder, bytes};

/// The folder, and a loader that stays.
static STATE: LazyLock<Mutex<(Folder, Loader)>> = LazyLock::new(Mutex::default);

/// Loads a folder anew and with a loader that remembers; both say the same, and each mistake has
/// its place.
pub(super) fn run(data: &[u8]) {
    let mut state = STATE.lock().unwrap_or_else(PoisonError::into_inner);
    let (folder, loader) = &mut *state;
    folder.fill(data);
    let fresh = load_all(&folder.roots);
    let again = loader.load(&folder.roots);
    placed(fresh.problems.iter().chain(&fresh.notices));
    assert_eq!(
        said(&fresh),
        said(&again),
        "a loader that stays says something else"
    );
    let json = serde_json::to_string(&fresh.content.catalog).expect("a catalogue is JSON");
    let read: Catalog = serde_json::from_str(&json).expect("a catalogue reads its own JSON");
    assert_eq!(read, fresh.content.catalog);
    let slim = fresh.content.catalog.slim();
    let json = serde_json::to_string(&slim).expect("a catalogue is JSON");
    assert_eq!(
        Catalog::for_checks(&json),
        Some(slim),
        "the engine reads something else"
    );
}

fn placed<'a>(problems: impl Iterator<Item = &'a Problem>) {
    for problem in problems {
        let also = problem.also.as_ref().map(|(place, _)| place);
        for place in std::iter::once(&problem.place).chain(also) {
            let piece = place.file.text.get(place.span.clone());
            assert!(
                piece.is_some(),
                "{:?} is no piece of {}",
                place.span,
                place.file.path
            );
        }
        assert!(!problem.message.is_empty());
    }
}

/// What a load says, in words.
fn said(loaded: &Loaded) -> String {
    let pages = loaded.content.pages.iter();
    let pages: Vec<_> = pages
        .map(|page| format!("{} {}", page.url(), page.title()))
        .collect();
    let problems = render(&loaded.problems, false);
    format!("{problems}\n{}\n{:?}", pages.join("\n"), loaded.left_out)
}

/// The cases of mistakes, the good sites, the skeleton of a team's folder, and hostile pages.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut seeds = cases(&here.join("sites/errors"));
    for (alone, folder) in [
        (false, here.join("sites/good/content")),
        (true, here.join("sites/links/content")),
        (false, here.join("../crates/cli/skeleton")),
        (false, here.join("sites/hostile/content")),
    ] {
        let files = files(&folder);
        seeds.extend(
            files
                .iter()
                .map(|file| bytes(alone, std::slice::from_ref(file))),
        );
        seeds.push(bytes(alone, &files));
    }
    seeds.retain(|seed| seed.len() > 2);
    seeds
}

/// The files of the cases in a folder, each case a folder of its own.
fn cases(folder: &Path) -> Vec<Vec<u8>> {
    let mut cases = Vec::new();
    for (_, text) in files(folder) {
        for case in text.split("\n=== ") {
            let case = case.split("\n-->").next().unwrap_or(case);
            let files = case.split("\n--- ").skip(1).filter_map(|file| {
                let (path, text) = file.split_once('\n')?;
                Some((path.trim_start_matches("team/").to_owned(), text.to_owned()))
            });
            cases.push(bytes(
                !case.contains("\n--- team/"),
                &files.collect::<Vec<_>>(),
            ));
        }
    }
    cases
}

/// The texts under a folder, by path.
fn files(folder: &Path) -> Vec<(String, String)> {
    let walk = WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .flatten();
    let read = |entry: walkdir::DirEntry| {
        let path = entry.path().strip_prefix(folder).ok()?.to_str()?.to_owned();
        Some((path, fs::read_to_string(entry.path()).ok()?))
    };
    walk.filter_map(read).collect()
}
