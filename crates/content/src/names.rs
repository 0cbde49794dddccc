//! `names.toml`: names that the stack reads and that have no page yet.

use std::collections::BTreeSet;

use camino::Utf8Path;

use crate::fields::{Fields, Sink};
use crate::{Problem, files, front};

/// The file's name.
const FILE: &str = "names.toml";

/// Reads the file under `root`; a folder without one has no such names.
pub(crate) fn load(root: &Utf8Path, problems: &mut Vec<Problem>) -> BTreeSet<String> {
    let path = root.join(FILE);
    if !path.exists() {
        return BTreeSet::new();
    }
    match files::read(&path) {
        Ok(file) => {
            let sink = Sink::new(file);
            let names = read(&sink);
            problems.extend(sink.into_problems());
            names
        }
        Err(problem) => {
            problems.push(problem);
            BTreeSet::new()
        }
    }
}

/// Every group names who reads it, for the person who extends it.
fn read(sink: &Sink) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let Some(table) = front::parse(sink, 0..sink.file().text.len()) else {
        return names;
    };
    let mut fields = Fields::new(table.get_ref(), 0..0, 0, sink);
    for mut group in fields.tables("group") {
        group.required::<String>("read_by");
        names.extend(group.texts("names"));
        group.finish();
    }
    fields.finish();
    names
}
