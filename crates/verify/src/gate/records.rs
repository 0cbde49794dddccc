//! Records against claims: none refuted, none of an earlier text, none that its own observation
//! does not bear out.

use std::path::Path;

use readpoint_content::{Page, Place, Problem};
use readpoint_evidence::{Record, Stack, Verdict, about, hash, misses};

use super::{Finding, View, finding};

pub(super) fn check(view: &View<'_>, folder: &Path) -> Vec<Finding> {
    let all = view.evidence.all();
    all.filter_map(|(stack, record)| one(view, folder, stack, record))
        .collect()
}

fn one(view: &View<'_>, folder: &Path, stack: &Stack, record: &Record) -> Option<Finding> {
    let id = &record.claim;
    let file = folder.join(format!("{}.jsonl", stack.stack));
    let in_file = |message: String, help: String| {
        let mut problem = Problem::of_file(file.display().to_string(), message);
        problem.help = Some(help);
        problem
    };
    let again = format!("run `cargo xtask verify --only {id}` on such a stack");
    let Some((page, claim)) = view.claims.get(id.as_str()) else {
        let message = format!("the record of `{id}` is of a claim that is no longer there");
        return Some(stale(in_file(message, prune("remove it"))));
    };
    if record.hash != hash(claim) {
        let message = format!("the record of `{id}` is of an earlier text of the claim");
        return Some(stale(in_file(message, prune(&again))));
    }
    if !about(claim, stack) {
        let message = format!("the record of `{id}` is of a stack that the claim is not about");
        return Some(stale(in_file(message, prune("remove it"))));
    }
    match record.verdict {
        Verdict::NotRunnable => None,
        Verdict::Refuted => {
            let message = format!("a run on {} refuted `{id}`: {}", stack.stack, record.why);
            let help = format!("correct the page and the claim, then {again}");
            Some(finding(on_page(page, id, message, help)))
        }
        Verdict::Confirmed => {
            let misses = misses(&claim.expect, &record.observed, &record.other);
            let miss = misses.first()?;
            let message = format!(
                "the record of `{id}` says confirmed, but what it observed does not: {miss}"
            );
            Some(finding(in_file(message, again)))
        }
    }
}

fn stale(problem: Problem) -> Finding {
    Finding {
        problem,
        forgivable: true,
    }
}

fn prune(first: &str) -> String {
    format!(
        "{first}; `cargo xtask evidence prune` removes every such record, and \
         `--allow-unverified` publishes with the weaker level shown"
    )
}

/// A problem at the line of the page that names the claim.
fn on_page(page: &Page, id: &str, message: String, help: String) -> Problem {
    let text = &page.source.text;
    let named = text.find(&format!("\"{id}\""));
    let span = named.map_or(0..0, |at| at + 1..at + 1 + id.len());
    Problem {
        place: Place {
            file: page.source.clone(),
            span,
        },
        message,
        help: Some(help),
        also: None,
    }
}
