//! The scans beside the pages: what is read and not documented, what pages say of the sources that
//! the sources do not say, and pages of names that nothing reads.

mod points;
mod report;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use readpoint_catalog::Status;

use crate::allow::{self, Allowed};
use crate::document::{Document, Place};
use crate::pages::{self, Page};
use crate::scans::{Scans, version};

pub(crate) use points::related;
pub use report::{Finding, render};

/// Compares scans and pages of a content folder.
///
/// # Errors
/// Where a scan or the exceptions cannot be read.
pub fn check(content: &Path) -> anyhow::Result<Vec<Finding>> {
    let scans = Scans::load(&content.join("scan"))?;
    let allowed = Allowed::load(&content.join("scan/allow.toml"))?;
    let pages = pages::load(&content.join("variables"));
    let mut findings = undocumented(&scans, &pages, &allowed);
    findings.extend(points::check(&scans, &pages, &allowed));
    findings.extend(not_found(&scans, &pages, &allowed));
    let unused = allowed.unused().into_iter().map(|it| Finding {
        kind: report::Kind::Exception,
        place: "content/scan/allow.toml".to_owned(),
        message: format!("the exception {it} excepts nothing"),
        help: "delete it".to_owned(),
    });
    findings.extend(unused);
    Ok(findings)
}

/// Names that something reads and that have no page.
fn undocumented(scans: &Scans, pages: &[Page], allowed: &Allowed) -> Vec<Finding> {
    let known: BTreeSet<_> = pages.iter().map(|it| it.name.as_str()).collect();
    let mut missing: BTreeMap<&str, Vec<(&Document, &Place)>> = BTreeMap::new();
    for (document, place) in scans.places() {
        let name = place.name.as_str();
        if place.is_string() || place.is_anchor() || name.contains('*') || known.contains(name) {
            continue;
        }
        let component = &document.header.component;
        if !allow::covered(&allowed.undocumented, name, component, &place.file) {
            missing.entry(name).or_default().push((document, place));
        }
    }
    missing
        .into_iter()
        .map(|(name, places)| report::undocumented(name, &places))
        .collect()
}

/// Pages of names that count as read and that no scan knows.
fn not_found(scans: &Scans, pages: &[Page], allowed: &Allowed) -> Vec<Finding> {
    let all = scans.places().filter(|(_, it)| !it.is_anchor());
    let names: BTreeSet<_> = all.map(|(_, it)| it.name.as_str()).collect();
    let patterns: Vec<_> = names
        .iter()
        .filter(|it| it.contains('*') && it.len() > 1)
        .collect();
    let read =
        |name: &str| names.contains(name) || patterns.iter().any(|it| allow::matches(it, name));
    let active = pages
        .iter()
        .filter(|it| matches!(it.status, Status::Active | Status::Deprecated));
    let unread = active.filter(|it| !read(&it.name));
    let unread = unread.filter(|it| {
        let component = it.path.parent().and_then(Path::file_name);
        let component = component.and_then(|it| it.to_str()).unwrap_or_default();
        !allow::covered(&allowed.not_found, &it.name, component, "")
    });
    unread
        .map(|it| report::not_found(it, &newest(scans)))
        .collect()
}

/// The newest release of each component.
fn newest(scans: &Scans) -> String {
    let mut newest: BTreeMap<&str, &Document> = BTreeMap::new();
    for document in &scans.documents {
        let known = newest.entry(&document.header.component).or_insert(document);
        if version(document) > version(known) {
            *known = document;
        }
    }
    let shown = newest
        .values()
        .map(|it| format!("{} {}", it.header.component, it.header.release));
    shown.collect::<Vec<_>>().join(", ")
}
