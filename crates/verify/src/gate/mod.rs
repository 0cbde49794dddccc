//! What must not be published: a claim that a run has refuted, evidence of a claim that has
//! changed, and a page that says more than its records do.
//!
//! Each finding has its place and a way out. What [`Finding::forgivable`] marks may be published
//! with the weaker level shown, for evidence that does not count raises no level.

mod badges;
mod prose;
mod records;

use std::collections::BTreeMap;
use std::path::Path;

use readpoint_catalog::Claim;
use readpoint_content::{Content, Front, Page, Problem};
use readpoint_evidence::{Evidence, Level, standing};

/// Why something must not be published.
#[derive(Debug)]
pub struct Finding {
    /// Where, what, and the way out.
    pub problem: Problem,
    /// Whether it may be published with the weaker level shown.
    pub forgivable: bool,
}

/// Claims and pages as the gate looks at them.
pub(crate) struct View<'a> {
    content: &'a Content,
    claims: BTreeMap<&'a str, (&'a Page, &'a Claim)>,
    evidence: &'a Evidence,
}

impl<'a> View<'a> {
    fn new(content: &'a Content, evidence: &'a Evidence) -> Self {
        let mut claims = BTreeMap::new();
        for page in &content.pages {
            if let Front::Variable(variable) = &page.front {
                let own = variable.claims.iter();
                claims.extend(own.map(|claim| (claim.id.as_str(), (page, claim))));
            }
        }
        Self {
            content,
            claims,
            evidence,
        }
    }

    /// The level that runs have given a claim.
    fn level(&self, id: &str) -> Option<Level> {
        let (_, claim) = self.claims.get(id)?;
        standing(claim, self.evidence).level
    }
}

/// Holds claims, records and pages against each other; `folder` is where the records lie.
#[must_use]
pub fn content(content: &Content, evidence: &Evidence, folder: &Path) -> Vec<Finding> {
    let view = View::new(content, evidence);
    let mut findings = records::check(&view, folder);
    findings.extend(prose::check(&view));
    findings
}

/// Holds the badges of a built site against the records.
///
/// # Errors
///
/// The site cannot be read.
pub fn site(content: &Content, evidence: &Evidence, site: &Path) -> std::io::Result<Vec<Finding>> {
    badges::check(&View::new(content, evidence), site)
}

fn finding(problem: Problem) -> Finding {
    Finding {
        problem,
        forgivable: false,
    }
}
