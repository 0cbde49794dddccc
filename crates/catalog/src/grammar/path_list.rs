//! `path-list`: folders divided by colons, as the loader and shells read them.

use super::build::pieces;
use super::path::shorthand;
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::Severity;
use crate::prelude::*;

/// Reads a list of folders.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let windows = value.contains(";") || value.contains(":\\");
    if value.is_empty() || windows {
        return Reading::accepted();
    }
    let count = value.split(':').count();
    let mut findings = Vec::new();
    for (index, (folder, range)) in pieces(value, |c| c == ':').enumerate() {
        let unfinished = !context.complete && index + 1 == count;
        if unfinished {
            continue;
        }
        let name = &context.variable.name;
        if folder.is_empty() {
            let message = "an empty entry stands for the current folder, whose files are then taken first or last".to_owned();
            findings.push(
                Finding::new(Severity::Warning, Fault::Risky, range, message)
                    .help("remove the colon that is too many"),
            );
        } else if folder == name || matches!(folder, "PATH" | "LD_LIBRARY_PATH") {
            let message =
                format!("`{folder}` is a plain word here and not the old value, which is lost");
            findings.push(
                Finding::error(Fault::Misread, range, message).help(format!("write `${folder}`")),
            );
        } else if let Some(finding) = shorthand(folder, range.clone()) {
            findings.push(finding);
        } else if !folder.starts_with('/') {
            let message =
                format!("`{folder}` depends on the folder that the program is started in");
            findings.push(Finding::new(Severity::Info, Fault::Risky, range, message));
        }
    }
    let wrong = findings.iter().any(|it| it.fault == Fault::Misread);
    let verdict = if wrong {
        Verdict::Ignored
    } else {
        Verdict::Accepted
    };
    Reading { verdict, findings }
}
