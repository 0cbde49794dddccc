//! Places that pages refer to beside the reads: the function that parses a value, a table of
//! words. A scan notes those that its tree really holds, so that the check needs no tree.

use std::collections::BTreeMap;

use readpoint_catalog::ReadPoint;

use crate::check::related;
use crate::document::{ANCHOR, Place};
use crate::pages::Page;
use crate::rounds;
use crate::tree::{File, Tree};
use crate::unit::last_part;

/// The places of `pages` at this repository and release which `tree` confirms.
pub(crate) fn confirmed(
    tree: &Tree,
    pages: &[Page],
    repository: &str,
    release: &str,
    reads: &[Place],
) -> Vec<Place> {
    let mut read: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for place in reads {
        read.entry((&*place.name, &*place.file))
            .or_default()
            .push(&place.symbol);
    }
    let mut found = Vec::new();
    for page in pages {
        let points = page.read_points.iter().map(|(_, it)| it);
        let points = points.filter(|it| it.repository == repository && it.release == release);
        for point in points {
            // Where the symbol reads the name, being somewhere in it is not enough.
            let symbols = read.get(&(&*page.name, &*point.file));
            let reads = |symbols: &Vec<&str>| symbols.iter().any(|it| related(it, &point.symbol));
            let strict = symbols.is_some_and(reads);
            found.extend(confirm(tree, &page.name, point, strict));
        }
    }
    found
}

fn confirm(tree: &Tree, name: &str, point: &ReadPoint, strict: bool) -> Option<Place> {
    let file = &tree.files[tree.at(&point.file)?];
    let line = point.line.unwrap_or_default() as usize;
    let written = match point.line {
        Some(_) => text_of(file, line).is_some_and(|it| holds(it, &point.symbol)),
        None => std::str::from_utf8(&file.text).is_ok_and(|it| holds(it, &point.symbol)),
    };
    let held = written
        || (!strict && line > 0)
            && rounds::symbol_at(file, line + file.extra_lines)
                .is_some_and(|it| related(&it, &point.symbol));
    held.then(|| Place {
        name: name.to_owned(),
        file: point.file.clone(),
        line,
        lines: None,
        symbol: point.symbol.clone(),
        reader: ANCHOR.to_owned(),
        default: None,
        expression: String::new(),
    })
}

fn text_of(file: &File, line: usize) -> Option<&str> {
    let text = std::str::from_utf8(&file.text).ok()?;
    text.lines().nth((line + file.extra_lines).checked_sub(1)?)
}

/// Whether a text holds the last part of a symbol, or of one of several, as a word.
fn holds(text: &str, symbol: &str) -> bool {
    let mut wanted = symbol
        .split([',', ' '])
        .map(last_part)
        .filter(|it| !it.is_empty());
    let word = |it: char| !(it.is_alphanumeric() || it == '_');
    wanted.any(|wanted| text.split(word).any(|it| it == wanted))
}
