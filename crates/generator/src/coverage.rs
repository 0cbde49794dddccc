//! What the reference covers, and how deep: counted from the pages themselves.

use std::collections::BTreeSet;

use readpoint_catalog::{Audience, Depth, Status, Variable};
use readpoint_content::Content;
use serde::Serialize;

use crate::scans::ScanRow;

/// What the coverage page shows.
#[derive(Clone, Debug, Serialize)]
pub struct CoveragePart {
    /// One row for each component, in the order of the site.
    pub components: Vec<CoverageRow>,
    /// All of them together.
    pub total: CoverageRow,
    /// What was searched for reads, by component, the newest release first.
    pub scans: Vec<ScanRow>,
    /// Names that are known to be read by something and have no page.
    pub names_without_page: usize,
}

/// How deep one component is covered.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CoverageRow {
    /// Name for people.
    pub title: String,
    /// Address of its list.
    pub url: String,
    /// Variables with a page.
    pub variables: usize,
    /// Pages that say everything.
    pub full: usize,
    /// Pages that say who reads it, where, and one sentence.
    pub brief: usize,
    /// Variables meant to be set by users.
    pub for_users: usize,
    /// Those of them whose page is full.
    pub for_users_full: usize,
    /// Pages of names that nothing reads, or no longer.
    pub not_read: usize,
    /// Pages with at least one place in a source tree or library.
    pub with_read_point: usize,
    /// Examples that a test runs.
    pub examples: usize,
    /// Claims that a machine can check.
    pub claims: usize,
}

impl CoverageRow {
    fn add(&mut self, variable: &Variable) {
        let full = variable.depth == Depth::Full;
        let for_users = variable.audience == Audience::User;
        let gone = matches!(variable.status, Status::Removed | Status::NotRead);
        self.variables += 1;
        self.full += usize::from(full);
        self.brief += usize::from(!full);
        self.for_users += usize::from(for_users && !gone);
        self.for_users_full += usize::from(for_users && !gone && full);
        self.not_read += usize::from(gone);
        self.with_read_point += usize::from(!variable.read_points.is_empty());
        self.claims += variable.claims.len();
    }
}

/// Counts everything.
pub(crate) fn part(content: &Content, scans: &[ScanRow]) -> CoveragePart {
    let catalog = &content.catalog;
    let mut total = CoverageRow {
        title: "All".to_owned(),
        url: "variables/".to_owned(),
        ..CoverageRow::default()
    };
    let mut components = Vec::new();
    for component in &catalog.components {
        let mut row = CoverageRow {
            title: component.title.clone(),
            url: format!("variables/{}/", component.id),
            ..CoverageRow::default()
        };
        let own = catalog.variables.values();
        let own: Vec<_> = own.filter(|it| it.component == component.id).collect();
        for variable in &own {
            row.add(variable);
            total.add(variable);
        }
        row.examples = tested(content, &own);
        total.examples += row.examples;
        components.push(row);
    }
    CoveragePart {
        components,
        total,
        scans: scans.to_vec(),
        names_without_page: catalog.names.len(),
    }
}

/// The tested examples on the pages of these variables.
fn tested(content: &Content, variables: &[&Variable]) -> usize {
    let urls: BTreeSet<_> = variables.iter().map(|it| it.url()).collect();
    let examples = content.examples.iter();
    let tested = examples.filter(|it| it.test.is_some() && urls.contains(&it.url));
    tested.count()
}
