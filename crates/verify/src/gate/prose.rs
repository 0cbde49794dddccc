//! Pages that say of a statement that a run has confirmed it. Only a record may say so: such a
//! paragraph must refer to a claim that has one.

use std::ops::Range;

use readpoint_content::{Page, Place, Problem, markdown};
use regex::Regex;

use super::{Finding, View, finding};

/// What claims a run without naming one.
const BOASTS: &str =
    r"(?i)\b(verified|confirmed (by|in|on) (a|an|the|our) \w+|checked on (a|an|the|our) \w+)\b";

pub(super) fn check(view: &View<'_>) -> Vec<Finding> {
    let boasts = Regex::new(BOASTS).expect("the pattern is a constant, and a test uses it");
    let pages = view.content.pages.iter();
    pages
        .flat_map(|page| of_page(view, page, &boasts))
        .collect()
}

fn of_page(view: &View<'_>, page: &Page, boasts: &Regex) -> Vec<Finding> {
    let text = page.markdown();
    let mut findings = Vec::new();
    for paragraph in paragraphs(text) {
        let own = &text[paragraph.clone()];
        let Some(boast) = boasts.find(own) else {
            continue;
        };
        let mut ids = markdown::references(own).map(|(_, id)| id);
        if ids.any(|id| view.level(id).is_some()) {
            continue;
        }
        let start = page.body.start + paragraph.start;
        let span = start + boast.start()..start + boast.end();
        findings.push(finding(Problem {
            place: Place {
                file: page.source.clone(),
                span,
            },
            message: format!("`{}` is said here, and no record says so", boast.as_str()),
            help: Some(
                "refer to a claim that a run has confirmed, `[@id]`, in the same paragraph; or \
                 leave the word out"
                    .to_owned(),
            ),
            also: None,
        }));
    }
    findings
}

/// The stretches between empty lines.
fn paragraphs(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for part in text.split_inclusive("\n\n") {
        found.push(start..start + part.len());
        start += part.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_boast_is_told_from_ordinary_words() {
        let boasts = Regex::new(BOASTS).expect("the pattern is sound");
        for text in [
            "Verified.",
            "confirmed on an H200",
            "checked on our cluster",
        ] {
            assert!(boasts.is_match(text), "{text}");
        }
        for text in [
            "unverified",
            "the user must confirm",
            "a check of the value",
        ] {
            assert!(!boasts.is_match(text), "{text}");
        }
    }
}
