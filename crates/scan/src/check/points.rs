//! Read-points of pages beside the scan of the same release.

use crate::allow::{self, Allowed};
use crate::document::{Document, Place};
use crate::pages::Page;
use crate::scans::Scans;
use readpoint_catalog::ReadPoint;

use super::report::{Finding, Kind};

/// Kinds of files that a wheel holds; read-points in others cannot be judged by its scan.
const IN_WHEELS: &[&str] = &[".py", ".h", ".hpp", ".cuh"];

/// Every read-point that a scanned release does not show.
pub(super) fn check(scans: &Scans, pages: &[Page], allowed: &Allowed) -> Vec<Finding> {
    let mut findings = Vec::new();
    for page in pages {
        for (line, point) in &page.read_points {
            let documents = documents(scans, point);
            if documents.is_empty() {
                continue;
            }
            let Some((message, help)) = judge(&page.name, point, &documents) else {
                continue;
            };
            if allow::covered(
                &allowed.read_points,
                &page.name,
                &point.repository,
                &point.file,
            ) {
                continue;
            }
            findings.push(Finding {
                kind: Kind::ReadPoint,
                place: format!("{}:{line}", page.path.display()),
                message,
                help,
            });
        }
    }
    findings
}

/// The scans that can show the point.
fn documents<'a>(scans: &'a Scans, point: &ReadPoint) -> Vec<&'a Document> {
    let shows = |it: &&Document| {
        let header = &it.header;
        let same = header.repository == point.repository && header.release == point.release;
        same && (header.component != "torch"
            || IN_WHEELS.iter().any(|end| point.file.ends_with(end)))
    };
    scans.documents.iter().filter(shows).collect()
}

/// What is wrong with a point, and the way out.
fn judge(name: &str, point: &ReadPoint, documents: &[&Document]) -> Option<(String, String)> {
    let places = documents.iter().flat_map(|it| &it.places);
    let places: Vec<_> = places.filter(|it| it.file == point.file).collect();
    let own: Vec<_> = places
        .iter()
        .copied()
        .filter(|it| !it.is_anchor() && fits_name(&it.name, name))
        .collect();
    let line = |it: &Place| it.has_line(point.line);
    let symbol = |it: &Place| related(&it.symbol, &point.symbol);
    let anchored = places
        .iter()
        .any(|it| it.is_anchor() && it.name == name && line(it) && it.symbol == point.symbol);
    if anchored || own.iter().any(|it| line(it) && symbol(it)) {
        return None;
    }
    let at = shown(point);
    if let Some(moved) = own.iter().find(|it| symbol(it)) {
        let help = format!("write line = {}", moved.line);
        return Some((
            format!(
                "{name} is not read at {at}: {} reads it at line {}",
                moved.symbol, moved.line
            ),
            help,
        ));
    }
    if let Some(other) = own.iter().find(|it| point.line.is_some() && line(it)) {
        let help = format!("write symbol = \"{}\"", other.symbol);
        return Some((
            format!(
                "{at} is not in {}: that line is in {}",
                point.symbol, other.symbol
            ),
            help,
        ));
    }
    let elsewhere = own
        .iter()
        .map(|it| format!("line {} in {}", it.line, it.symbol));
    let elsewhere: Vec<_> = elsewhere.take(3).collect();
    let found = if elsewhere.is_empty() {
        "nothing in this file reads it".to_owned()
    } else {
        format!("the file reads it at {}", elsewhere.join(", "))
    };
    let help = "correct it; where the point shows something other than the read itself, scan the tree again \
                and the scan notes the place if it is there";
    Some((
        format!("{name} is not read at {at}: {found}"),
        help.to_owned(),
    ))
}

fn shown(point: &ReadPoint) -> String {
    let line = point.line.map_or(String::new(), |it| format!(":{it}"));
    format!("{} {}{line} {}", point.release, point.file, point.symbol)
}

fn fits_name(pattern: &str, name: &str) -> bool {
    pattern == name || (pattern.contains('*') && pattern.len() > 1 && allow::matches(pattern, name))
}

/// Whether two symbols name one thing, more or less exactly: `at::Context` and
/// `at::Context::flag`, `instance` and `Config::instance`.
pub(crate) fn related(a: &str, b: &str) -> bool {
    if a.is_empty() || b.is_empty() {
        // The scan does not know the symbol.
        return true;
    }
    let parts = |text: &str| -> Vec<String> {
        let text = text.replace("::", ".");
        text.split('.').map(str::to_owned).collect()
    };
    let (a, b) = (parts(a), parts(b));
    let (short, long) = if a.len() <= b.len() {
        (&a, &b)
    } else {
        (&b, &a)
    };
    long.windows(short.len()).any(|it| it == short.as_slice())
}
