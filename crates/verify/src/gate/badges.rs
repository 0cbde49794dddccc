//! The badges of a built site: each names its claim and its level, and the records must give that
//! claim that level. A template can forge one; a page cannot, for Markdown passes no HTML on.

use std::fs;
use std::path::Path;

use readpoint_content::Problem;
use readpoint_evidence::Level;
use regex::Regex;
use walkdir::WalkDir;

use super::{Finding, View, finding};

/// The start tag of a badge.
const BADGE: &str = r#"<[a-z]+ [^>]*class="badge[^>]*>"#;

pub(super) fn check(view: &View<'_>, site: &Path) -> std::io::Result<Vec<Finding>> {
    let tag = Regex::new(BADGE).expect("the pattern is a constant, and a test uses it");
    let mut findings = Vec::new();
    for entry in WalkDir::new(site).sort_by_file_name() {
        let entry = entry?;
        if entry.path().extension().is_none_or(|it| it != "html") {
            continue;
        }
        let html = fs::read_to_string(entry.path())?;
        let wrong = tag
            .find_iter(&html)
            .filter_map(|it| forged(view, it.as_str()));
        for message in wrong {
            let mut problem = Problem::of_file(entry.path().display().to_string(), message);
            problem.help = Some(
                "a badge shows the level that the records give; mend the template that wrote it"
                    .to_owned(),
            );
            findings.push(finding(problem));
        }
    }
    Ok(findings)
}

/// What is wrong with a badge.
fn forged(view: &View<'_>, tag: &str) -> Option<String> {
    let Some(claim) = attribute(tag, "data-claim") else {
        return Some(format!("a badge names no claim: {tag}"));
    };
    let shown = attribute(tag, "data-level").unwrap_or_default();
    let level = view.level(claim).map_or("unconfirmed", Level::word);
    (shown != level)
        .then(|| format!("the badge of `{claim}` says `{shown}`, and its records say `{level}`"))
}

fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split_once('"').map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_badge_is_found_with_its_claim() {
        let tag = Regex::new(BADGE).expect("the pattern is sound");
        let html =
            r#"<p><span class="badge cpu" data-claim="a" data-level="cpu">run on CPU</span>"#;
        let found = tag.find(html).map(|it| it.as_str()).unwrap_or_default();
        assert_eq!(attribute(found, "data-claim"), Some("a"));
        assert_eq!(attribute(found, "data-level"), Some("cpu"));
        assert!(!tag.is_match(r#"<span class="level">documented</span>"#));
    }
}
