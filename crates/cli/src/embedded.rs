//! The catalogue and pages inside the program, and a team's additions to them.

use std::collections::BTreeMap;

use anyhow::{Context, bail};
use camino::Utf8Path;
use readpoint_catalog::Catalog;
use readpoint_content::{Content, load, render};

use crate::arguments::Overlay;
use crate::output;

const CATALOG: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/catalog.json"));
const CHECKS: &str = include_str!(concat!(env!("OUT_DIR"), "/checks.json"));
const PAGES: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/pages.json"));

/// What a check needs of the catalogue, with the overlay's additions.
pub(crate) fn checks(overlay: &Overlay) -> anyhow::Result<Catalog> {
    match &overlay.content {
        Some(_) => catalog(overlay),
        None => Catalog::for_checks(CHECKS).context("the catalogue inside this program is damaged"),
    }
}

/// The whole catalogue, with the overlay's additions.
pub(crate) fn catalog(overlay: &Overlay) -> anyhow::Result<Catalog> {
    let catalog = read(CATALOG)?;
    match &overlay.content {
        Some(folder) => Ok(added(folder, &catalog)?.catalog),
        None => Ok(catalog),
    }
}

/// The Markdown of a variable's or a code's page, with references to sources left out.
pub(crate) fn page(name: &str, overlay: &Overlay) -> anyhow::Result<String> {
    let mut head = String::new();
    if let Some(folder) = &overlay.content {
        let content = added(folder, &read(CATALOG)?)?;
        if let Some(changed) = content.overrides.get(name) {
            head = format!("Changed here: {} ({})\n\n", changed.reason, changed.owner);
        }
        let own = content
            .pages
            .iter()
            .find(|page| page.front.name() == Some(name));
        if let Some(page) = own {
            return Ok(without_references(page.markdown()));
        }
    }
    let pages: BTreeMap<&str, String> =
        serde_json::from_slice(PAGES).context("the pages inside this program are damaged")?;
    let text = pages.get(name).map(|text| without_references(text));
    Ok(head + text.unwrap_or_default().trim_start())
}

fn read(catalog: &[u8]) -> anyhow::Result<Catalog> {
    serde_json::from_slice(catalog).context("the catalogue inside this program is damaged")
}

/// Loads a team's folder; mistakes in it are shown with their place.
fn added(folder: &Utf8Path, base: &Catalog) -> anyhow::Result<Content> {
    let loaded = load(folder, base);
    if loaded.problems.is_empty() {
        return Ok(loaded.content);
    }
    output::note(&render(&loaded.problems, false));
    bail!(
        "{folder} holds {} to mend",
        output::plural(loaded.problems.len(), "mistake")
    );
}

/// Markdown as a terminal shows it best: `[@id]` marks removed.
fn without_references(markdown: &str) -> String {
    let mut text = String::with_capacity(markdown.len());
    let mut rest = markdown;
    while let Some(at) = rest.find("[@") {
        let Some(end) = rest[at..].find(']') else {
            break;
        };
        text.push_str(rest[..at].trim_end_matches(' '));
        rest = &rest[at + end + 1..];
    }
    text.push_str(rest);
    text
}
