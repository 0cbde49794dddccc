//! "How we know": read-points, documents and claims of a variable as one numbered list.

use std::collections::{BTreeMap, HashMap};

use readpoint_catalog::{Claim, ReadPoint, Source, Variable};
use readpoint_evidence::Evidence as Records;

use crate::context::Evidence;
use crate::html::{escaped, inline};
use crate::runs;

/// Repositories whose files have a permanent address, with what stands before a release's name in
/// their tags.
const HOSTED: &[(&str, &str)] = &[
    ("pytorch/pytorch", "v"),
    ("NVIDIA/nccl", "v"),
    ("NVIDIA/nvidia-container-toolkit", "v"),
    ("NVIDIA/libnvidia-container", "v"),
];

/// Lists the evidence of a variable; `records` say which claims runs have confirmed.
pub(crate) fn list(variable: &Variable, records: &Records) -> Vec<Evidence> {
    let points = variable.read_points.iter().map(read_point);
    let sources = variable.sources.iter().map(source);
    let claims = variable.claims.iter().map(|it| claim(it, records));
    let mut list: Vec<_> = points.chain(sources).chain(claims).collect();
    for (index, item) in list.iter_mut().enumerate() {
        item.number = index + 1;
        if item.anchor.is_empty() {
            item.anchor = item.number.to_string();
        }
        item.anchor.insert_str(0, "ref-");
    }
    list
}

/// The number of each item that has an id, for references in the text.
pub(crate) fn numbers(variable: &Variable) -> HashMap<&str, usize> {
    let points = variable.read_points.iter().map(|it| it.id.as_deref());
    let sources = variable.sources.iter().map(|it| it.id.as_deref());
    let claims = variable.claims.iter().map(|it| Some(it.id.as_str()));
    let ids = points.chain(sources).chain(claims).enumerate();
    ids.filter_map(|(index, id)| Some((id?, index + 1)))
        .collect()
}

/// An item with nothing in it; number and anchor come from its place in the list.
fn blank(kind: &'static str, id: Option<&str>, level: (&'static str, &'static str)) -> Evidence {
    Evidence {
        number: 0,
        anchor: id.unwrap_or_default().to_owned(),
        id: id.unwrap_or_default().to_owned(),
        kind,
        title_html: String::new(),
        url: None,
        repository: String::new(),
        release: String::new(),
        place: String::new(),
        set: BTreeMap::new(),
        probe: String::new(),
        expect: Vec::new(),
        needs: Vec::new(),
        documented_html: String::new(),
        runs: Vec::new(),
        level: level.0,
        level_text: level.1,
    }
}

fn read_point(point: &ReadPoint) -> Evidence {
    let is_library = point.repository.contains(".so") || point.repository.ends_with(".dll");
    let level = if is_library {
        ("binary", "found in a shipped library")
    } else {
        ("read-point", "found in the source")
    };
    let line = point
        .line
        .map(|line| format!(":{line}"))
        .unwrap_or_default();
    Evidence {
        title_html: format!("<code>{}</code>", escaped(&point.symbol)),
        url: permalink(point),
        repository: point.repository.clone(),
        release: point.release.clone(),
        place: format!("{}{line}", point.file),
        ..blank("read-point", point.id.as_deref(), level)
    }
}

/// The file at the release's tag, at the line.
fn permalink(point: &ReadPoint) -> Option<String> {
    let (repository, prefix) = HOSTED.iter().find(|(name, _)| *name == point.repository)?;
    let version = point.release.rsplit(' ').next().unwrap_or_default();
    let version = version.strip_prefix(prefix).unwrap_or(version);
    if !version.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let line = point
        .line
        .map(|line| format!("#L{line}"))
        .unwrap_or_default();
    let file = &point.file;
    Some(format!(
        "https://github.com/{repository}/blob/{prefix}{version}/{file}{line}"
    ))
}

fn source(source: &Source) -> Evidence {
    let level = ("documented", "stated in a document");
    Evidence {
        title_html: inline(&source.document),
        url: source.url.clone(),
        release: source.release.clone().unwrap_or_default(),
        ..blank("source", source.id.as_deref(), level)
    }
}

fn claim(claim: &Claim, records: &Records) -> Evidence {
    Evidence {
        title_html: inline(&claim.statement),
        set: claim.set.clone(),
        probe: claim.probe.clone(),
        expect: claim.expect.clone(),
        needs: claim.needs.clone(),
        documented_html: claim.documented.as_deref().map(inline).unwrap_or_default(),
        runs: runs::of(claim, records),
        ..blank("claim", Some(&claim.id), runs::level(claim, records))
    }
}
