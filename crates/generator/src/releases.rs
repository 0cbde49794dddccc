//! What releases changed: collected from every variable, by project and release.

use std::collections::BTreeMap;

use readpoint_catalog::{Catalog, ChangeKind, Release, Variable, Version};
use readpoint_content::markdown::references;
use serde::Serialize;

use crate::context::Link;
use crate::html::{inline, plain};
use crate::library::Library;

/// Projects with names for people, in the order of the site; others follow by id.
const PROJECTS: [(&str, &str); 6] = [
    ("torch", "PyTorch"),
    ("nccl", "NCCL"),
    ("cuda", "CUDA"),
    ("cublas", "cuBLAS"),
    ("cudnn", "cuDNN"),
    ("container-toolkit", "NVIDIA container toolkit"),
];

/// What people call each sort of change, the most disruptive first.
const KINDS: [(ChangeKind, &str); 6] = [
    (ChangeKind::Removed, "No longer read"),
    (ChangeKind::Renamed, "Renamed"),
    (ChangeKind::Default, "Default changed"),
    (ChangeKind::Changed, "Read or acting differently"),
    (ChangeKind::Deprecated, "Deprecated"),
    (ChangeKind::Added, "New"),
];

/// A project and its releases, newest first.
#[derive(Clone, Debug, Serialize)]
pub struct ProjectPart {
    /// `torch`.
    pub id: String,
    /// `PyTorch`.
    pub title: String,
    /// `releases/torch/`.
    pub url: String,
    /// Its releases.
    pub releases: Vec<ReleasePart>,
}

/// One release.
#[derive(Clone, Debug, Serialize)]
pub struct ReleasePart {
    /// `2.15.0`.
    pub version: String,
    /// `PyTorch 2.15.0`.
    pub title: String,
    /// `releases/torch/2.15.0/`.
    pub url: String,
    /// Libraries that its default wheel installs: project and version.
    pub bundled: Vec<(String, String)>,
    /// What changed, by sort.
    pub groups: Vec<ChangeGroup>,
    /// Number of changes.
    pub count: usize,
    /// Whether it is the release that the others are held against.
    pub baseline: bool,
    /// `3 new, 1 no longer read`; empty where nothing is known.
    pub summary: String,
}

/// Changes of one sort in one release.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeGroup {
    /// `No longer read`.
    pub title: &'static str,
    /// `removed`, `renamed`, `default`, `changed`, `deprecated`, `added`.
    pub kind: ChangeKind,
    /// The changes by name of the variable.
    pub changes: Vec<ChangeRow>,
}

/// One change.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeRow {
    /// The variable's page.
    pub link: Link,
    /// One sentence, with code marked.
    pub what_html: String,
    /// The same, plain.
    #[serde(skip)]
    pub what: String,
}

/// A change as a variable's own page shows it.
#[derive(Clone, Debug, Serialize)]
pub struct HistoryRow {
    /// `torch 2.8.0`.
    pub release: String,
    /// `torch`, `nccl` …
    pub project: String,
    /// `2.8.0`.
    pub version: String,
    /// Address of the release's page.
    pub url: String,
    /// `New`, `Default changed` …
    pub title: &'static str,
    /// `added`, `default` …
    pub kind: ChangeKind,
    /// One sentence, with code marked; empty for the first release.
    pub what_html: String,
}

/// Everything that releases changed.
pub(crate) struct Releases {
    projects: BTreeMap<String, BTreeMap<Version, Vec<(ChangeKind, ChangeRow)>>>,
}

impl Releases {
    /// Collects the changes of all variables; releases that pages tell apart are there even if
    /// nothing changed.
    pub(crate) fn collect(catalog: &Catalog, library: &Library) -> Self {
        let mut releases = Self {
            projects: BTreeMap::new(),
        };
        let torch = releases.projects.entry("torch".to_owned()).or_default();
        torch.extend(catalog.torch.iter().map(|&version| (version, Vec::new())));
        for variable in catalog.variables.values() {
            let Some(link) = library.link(&variable.name) else {
                continue;
            };
            for (release, kind, what) in changes(variable) {
                let row = ChangeRow {
                    link: link.clone(),
                    what_html: inline(&what),
                    what: plain(&what),
                };
                let project = releases.projects.entry(release.project).or_default();
                project
                    .entry(release.version)
                    .or_default()
                    .push((kind, row));
            }
        }
        releases
    }

    /// As templates get it: the known projects first, each with its newest release first.
    pub(crate) fn parts(&self, catalog: &Catalog) -> Vec<ProjectPart> {
        let place = |id: &str| PROJECTS.iter().position(|(known, _)| *known == id);
        let mut ids: Vec<_> = self.projects.keys().collect();
        ids.sort_by_key(|id| (place(id).unwrap_or(PROJECTS.len()), (*id).clone()));
        ids.into_iter().map(|id| self.part(id, catalog)).collect()
    }

    fn part(&self, id: &str, catalog: &Catalog) -> ProjectPart {
        let known = PROJECTS.iter().find(|(known, _)| *known == id);
        let title = known.map_or(id, |(_, title)| title).to_owned();
        let releases = self.projects.get(id).into_iter().flatten().rev();
        let releases = releases.map(|(version, changes)| {
            let bundled = match id {
                "torch" => bundled(catalog, *version),
                _ => Vec::new(),
            };
            let baseline = id == "torch" && catalog.torch.first() == Some(version);
            ReleasePart {
                baseline,
                ..release(id, &title, *version, changes, bundled)
            }
        });
        ProjectPart {
            id: id.to_owned(),
            url: format!("releases/{id}/"),
            releases: releases.collect(),
            title,
        }
    }
}

/// Everything a page says about releases, oldest first.
fn changes(variable: &Variable) -> Vec<(Release, ChangeKind, String)> {
    let mut changes = Vec::new();
    let mut add = |release: &Option<Release>, kind, what: String| {
        if let Some(release) = release {
            changes.push((release.clone(), kind, what));
        }
    };
    let instead = match (&variable.replaced_by, &variable.instead) {
        (Some(name), _) => format!("Use `{name}`."),
        (None, Some(instead)) => instead.clone(),
        (None, None) => String::new(),
    };
    add(&variable.since, ChangeKind::Added, variable.summary.clone());
    add(
        &variable.deprecated,
        ChangeKind::Deprecated,
        instead.clone(),
    );
    add(&variable.removed, ChangeKind::Removed, instead);
    for change in &variable.changes {
        let what = without_references(&change.what);
        changes.push((change.release.clone(), change.kind, what));
    }
    changes.sort_by(|a, b| (&a.0.project, a.0.version).cmp(&(&b.0.project, b.0.version)));
    changes
}

/// A sentence without its references to evidence, which only the variable's own page can number.
fn without_references(text: &str) -> String {
    let mut rest = text.to_owned();
    loop {
        let Some(range) = references(&rest).next().map(|(range, _)| range) else {
            return rest;
        };
        let start = rest[..range.start].trim_end().len();
        rest.replace_range(start..range.end, "");
    }
}

/// The history of one variable, oldest first.
pub(crate) fn history(variable: &Variable) -> Vec<HistoryRow> {
    let row = |(release, kind, what): (Release, ChangeKind, String)| HistoryRow {
        url: format!("releases/{}/{}/", release.project, release.version),
        release: release.to_string(),
        version: release.version.to_string(),
        project: release.project,
        title: title(kind),
        kind,
        // The page's own summary says what is new.
        what_html: match kind == ChangeKind::Added && what == variable.summary {
            true => String::new(),
            false => inline(&what),
        },
    };
    changes(variable).into_iter().map(row).collect()
}

fn title(kind: ChangeKind) -> &'static str {
    let found = KINDS.iter().find(|(known, _)| *known == kind);
    found.map_or("Changed", |(_, title)| title)
}

fn bundled(catalog: &Catalog, torch: Version) -> Vec<(String, String)> {
    let bundle = catalog.bundles.iter().find(|it| it.torch == torch);
    let with = bundle.into_iter().flat_map(|it| &it.with);
    let named = with.map(|(project, version)| {
        let known = PROJECTS.iter().find(|(known, _)| known == project);
        let title = known.map_or(project.as_str(), |(_, title)| title);
        (title.to_owned(), version.to_string())
    });
    named.collect()
}

fn release(
    id: &str,
    project: &str,
    version: Version,
    changes: &[(ChangeKind, ChangeRow)],
    bundled: Vec<(String, String)>,
) -> ReleasePart {
    let groups: Vec<_> = KINDS
        .iter()
        .map(|&(kind, title)| ChangeGroup {
            title,
            kind,
            changes: of_kind(changes, kind),
        })
        .filter(|group| !group.changes.is_empty())
        .collect();
    let counted = groups.iter();
    let counted: Vec<_> = counted
        .map(|it| format!("{} {}", it.changes.len(), it.title.to_lowercase()))
        .collect();
    ReleasePart {
        version: version.to_string(),
        title: format!("{project} {version}"),
        url: format!("releases/{id}/{version}/"),
        bundled,
        count: changes.len(),
        baseline: false,
        summary: counted.join(", "),
        groups,
    }
}

fn of_kind(changes: &[(ChangeKind, ChangeRow)], wanted: ChangeKind) -> Vec<ChangeRow> {
    let rows = changes.iter().filter(|(kind, _)| *kind == wanted);
    rows.map(|(_, row)| row.clone()).collect()
}
