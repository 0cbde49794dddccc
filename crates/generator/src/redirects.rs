//! Addresses that lead to a page under another one: a variable by its bare name, a page by the
//! address that it had before.
//!
//! A plain file cannot answer with a status, so each is a page that sends the reader on and tells
//! search engines where the page stands. `content/redirects.toml` holds `"old/address/" =
//! "new/address/"` for pages that moved.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use readpoint_content::{Content, Front, Problem};

use crate::html::escaped;
use crate::options::Base;

/// The file with addresses of pages that moved.
pub(crate) const FILE: &str = "redirects.toml";

/// Every address that leads elsewhere, with where it leads; both relative to the base.
pub(crate) fn all(
    content: &Content,
    roots: &[Utf8PathBuf],
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    for page in &content.pages {
        if let Front::Variable(variable) = &page.front {
            let lower = variable.name.to_lowercase();
            all.insert(format!("variables/{lower}/"), page.url());
            all.insert(format!("variables/{}/", variable.name), page.url());
        }
    }
    for root in roots {
        all.extend(moved(&root.join(FILE), problems));
    }
    all
}

/// The addresses of pages that moved; a file that is not there names none.
fn moved(path: &camino::Utf8Path, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let Ok(text) = std::fs::read_to_string(path) else {
        return BTreeMap::new();
    };
    toml::from_str(&text).unwrap_or_else(|error| {
        problems.push(Problem::of_file(path, error.to_string()));
        BTreeMap::new()
    })
}

/// The page at `url` that leads to `target`; `permalink` is the complete address of the target,
/// where it is known.
pub(crate) fn page(url: &str, target: &str, permalink: Option<&str>, base: &Base) -> String {
    let address = escaped(&format!("{}{target}", base.root(url)));
    let canonical = escaped(permalink.unwrap_or(&address));
    let title = escaped(
        target
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .unwrap_or(target),
    );
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta http-equiv=\"refresh\" content=\"0; url={address}\">\n\
         <link rel=\"canonical\" href=\"{canonical}\">\n</head>\n\
         <body><p><a href=\"{address}\">{title}</a></p></body>\n</html>\n"
    )
}
