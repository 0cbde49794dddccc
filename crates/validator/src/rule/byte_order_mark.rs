//! RP318: a byte order mark before the first command, which the shell then does not find.

use super::{Context, Finding, Rule};
use crate::Kind;
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP318"],
    check,
};

/// Kinds whose reader takes the mark for letters of the first line.
const KINDS: &[Kind] = &[
    Kind::Shell,
    Kind::Slurm,
    Kind::DockerRun,
    Kind::Mpirun,
    Kind::Csh,
    Kind::Batch,
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let Some(rest) = context.text.strip_prefix('\u{feff}') else {
        return;
    };
    let first = rest.lines().next().unwrap_or_default().trim();
    if !KINDS.contains(&context.reading.kind) || first.is_empty() {
        return;
    }
    let message = if first.starts_with("#!") {
        "a byte order mark stands before `#!`, so the system does not find the interpreter"
    } else {
        "a byte order mark stands before the first command, so the shell does not find that command"
    };
    let span = 0..context.text.len() - rest.len();
    findings.push(
        Finding::error("RP318", &span, message.to_owned())
            .edits(vec![(span.clone(), String::new())])
            .help("save the file as UTF-8 without a byte order mark"),
    );
}
