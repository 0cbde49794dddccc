//! Places that pages refer to beside the reads: the function that parses a value, a table of
//! words. A scan notes those that its tree really holds, so that the check needs no tree.

use std::collections::BTreeMap;

use rayon::prelude::*;
use readpoint_catalog::ReadPoint;

use crate::check::related;
use crate::document::{ANCHOR, Place};
use crate::pages::Page;
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
    let mut read: BTreeMap<(&str, &str), Vec<&Place>> = BTreeMap::new();
    for place in reads {
        let of_file = read.entry((&place.name, &place.file)).or_default();
        of_file.push(place);
    }
    let none = Vec::new();
    let mut asked = Vec::new();
    for page in pages {
        let points = page.read_points.iter().map(|(_, it)| it);
        let points = points.filter(|it| it.repository == repository && it.release == release);
        let points = points.map(|point| {
            let key = (page.name.as_str(), point.file.as_str());
            (point, read.get(&key).unwrap_or(&none))
        });
        let points: Vec<_> = points.collect();
        let any_read = points.iter().any(|(point, reads)| shown(reads, point));
        for (point, reads) in points.iter().filter(|(point, reads)| !shown(reads, point)) {
            // A page that shows no read yet means one: being somewhere in its function is not
            // enough.
            let near = reads.iter().any(|it| related(&it.symbol, &point.symbol));
            asked.push((page.name.as_str(), *point, near && !any_read));
        }
    }
    let files: Vec<_> = by_file(tree, asked).into_iter().collect();
    let found = files.into_par_iter();
    found
        .flat_map_iter(|(at, asked)| in_file(&tree.files[at], asked))
        .collect()
}

/// A point to confirm: the page's name, the point, and whether its line must name its symbol.
type Asked<'a> = (&'a str, &'a ReadPoint, bool);

/// The points by file, as far as the tree has the file.
fn by_file<'a>(tree: &Tree, asked: Vec<Asked<'a>>) -> BTreeMap<usize, Vec<Asked<'a>>> {
    let mut files: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for asked in asked {
        if let Some(at) = tree.at(&asked.1.file) {
            files.entry(at).or_default().push(asked);
        }
    }
    files
}

/// The points that a file confirms: by a word of the line, or by what is around the line.
fn in_file(file: &File, asked: Vec<Asked<'_>>) -> Vec<Place> {
    let (mut sure, rest): (Vec<_>, Vec<_>) = asked
        .into_iter()
        .partition(|(_, point, _)| is_written(file, point));
    let open: Vec<_> = rest
        .into_iter()
        .filter(|(_, point, strict)| !strict && point.line.is_some())
        .collect();
    let lines: Vec<_> = open
        .iter()
        .map(|(_, point, _)| line_of(point) + file.extra_lines)
        .collect();
    if !lines.is_empty() {
        let symbols = crate::rounds::symbols_at(file, &lines);
        let around = open.into_iter().zip(symbols);
        let fits = around.filter(|((_, point, _), symbol)| {
            symbol.as_ref().is_some_and(|it| related(it, &point.symbol))
        });
        sure.extend(fits.map(|(asked, _)| asked));
    }
    sure.into_iter()
        .map(|(name, point, _)| place(name, point))
        .collect()
}

fn line_of(point: &ReadPoint) -> usize {
    point.line.unwrap_or_default() as usize
}

fn is_written(file: &File, point: &ReadPoint) -> bool {
    let text = std::str::from_utf8(&file.text).unwrap_or_default();
    let text = match point.line {
        Some(_) => text
            .lines()
            .nth((line_of(point) + file.extra_lines).saturating_sub(1)),
        None => Some(text),
    };
    text.is_some_and(|it| holds(it, &point.symbol))
}

fn place(name: &str, point: &ReadPoint) -> Place {
    Place {
        name: name.to_owned(),
        file: point.file.clone(),
        line: line_of(point),
        lines: None,
        symbol: point.symbol.clone(),
        reader: ANCHOR.to_owned(),
        default: None,
        expression: String::new(),
    }
}

/// Whether one of the places is what the point says.
fn shown(places: &[&Place], point: &ReadPoint) -> bool {
    let fits = |it: &&Place| it.has_line(point.line) && related(&it.symbol, &point.symbol);
    places.iter().any(fits)
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
