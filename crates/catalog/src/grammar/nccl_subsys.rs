//! `nccl-subsys`: subsystems divided by commas, in any letter case; `^` at the start means all
//! but these. One unknown name makes the whole list count for nothing.

use super::build::{listed, meant, pieces};
use super::{Context, Fault, Finding, Reading, Verdict};

const NAMES: [&str; 19] = [
    "INIT",
    "COLL",
    "P2P",
    "SHM",
    "NET",
    "GRAPH",
    "TUNING",
    "ENV",
    "ALLOC",
    "ALLOC_HOST",
    "CALL",
    "PROXY",
    "NVLS",
    "BOOTSTRAP",
    "REG",
    "PROFILE",
    "RAS",
    "DESTROY",
    "ALL",
];

/// Reads the list.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let names = NAMES.map(String::from);
    let skipped = usize::from(value.starts_with('^'));
    let count = value.split(',').count();
    let mut findings = Vec::new();
    for (index, (name, range)) in pieces(&value[skipped..], |c| c == ',').enumerate() {
        let unfinished = !context.complete && index + 1 == count;
        if unfinished || name.is_empty() || NAMES.iter().any(|it| it.eq_ignore_ascii_case(name)) {
            continue;
        }
        let range = range.start + skipped..range.end + skipped;
        let message =
            format!("`{name}` is no subsystem; NCCL ignores the whole list and keeps its default");
        findings.push(
            Finding::error(Fault::UnknownWord, range, message)
                .help(format!("subsystems: {}", listed(&NAMES)))
                .maybe_write(meant(name, &names)),
        );
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Ignored
    };
    Reading { verdict, findings }
}
