//! The claims, with the page that each stands on.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;
use camino::Utf8Path;
use readpoint_catalog::Claim;
use readpoint_content::{Content, Front, load, render};
use serde::{Deserialize, Serialize};

/// A claim and its page.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Listed {
    /// The page's path below the content folder.
    pub page: String,
    /// The claim.
    #[serde(flatten)]
    pub claim: Claim,
}

/// The claims of a content folder, by id.
///
/// # Errors
///
/// The folder holds mistakes; they are told as the loader tells them.
pub fn of_content(root: &Utf8Path) -> anyhow::Result<Vec<Listed>> {
    let loaded = load(root, &readpoint_catalog::Catalog::default());
    anyhow::ensure!(
        loaded.problems.is_empty(),
        "{}",
        render(&loaded.problems, false)
    );
    Ok(of(&loaded.content))
}

/// The claims of loaded content, by id.
#[must_use]
pub fn of(content: &Content) -> Vec<Listed> {
    let mut found = BTreeMap::new();
    for page in &content.pages {
        let Front::Variable(variable) = &page.front else {
            continue;
        };
        for claim in &variable.claims {
            let listed = Listed {
                page: page.path.to_string(),
                claim: claim.clone(),
            };
            found.insert(claim.id.clone(), listed);
        }
    }
    found.into_values().collect()
}

/// The claims of a file, as a bundle carries them.
///
/// # Errors
///
/// The file cannot be read, or is something else.
pub fn of_file(path: &Path) -> anyhow::Result<Vec<Listed>> {
    let text = fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    serde_json::from_slice(&text).with_context(|| format!("{} holds no claims", path.display()))
}
