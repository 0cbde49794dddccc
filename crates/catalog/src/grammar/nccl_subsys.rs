//! `nccl-subsys`: subsystems divided by commas, in any letter case; `^` at the start means all
//! but these. What is known depends on the NCCL that the torch wheel brings (`ncclDebugInit` in
//! `src/debug.cc`). Since NCCL 2.30.7 one unknown name makes the whole list count for nothing, and
//! blanks do not matter; before, an unknown name counts for nothing by itself.

use crate::prelude::*;
use core::ops::Range;

use super::build::{listed, meant, pieces};
use super::nccl_wheel::nccl;
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gather, Gathered, Version};

/// The first NCCL that takes the list as a whole.
const WHOLE: Version = Version::new(2, 30, 7);

/// The names, each with the first NCCL that has it; 0.0.0 where all that matter do.
const NAMES: [(&str, Version); 19] = [
    ("INIT", Version::new(0, 0, 0)),
    ("COLL", Version::new(0, 0, 0)),
    ("P2P", Version::new(0, 0, 0)),
    ("SHM", Version::new(0, 0, 0)),
    ("NET", Version::new(0, 0, 0)),
    ("GRAPH", Version::new(0, 0, 0)),
    ("TUNING", Version::new(0, 0, 0)),
    ("ENV", Version::new(0, 0, 0)),
    ("ALLOC", Version::new(0, 0, 0)),
    ("ALLOC_HOST", WHOLE),
    ("CALL", Version::new(0, 0, 0)),
    ("PROXY", Version::new(2, 18, 1)),
    ("NVLS", Version::new(2, 17, 1)),
    ("BOOTSTRAP", Version::new(2, 21, 5)),
    ("REG", Version::new(2, 21, 5)),
    ("PROFILE", Version::new(2, 22, 3)),
    ("RAS", Version::new(2, 24, 3)),
    ("DESTROY", Version::new(2, 30, 3)),
    ("ALL", Version::new(0, 0, 0)),
];

/// Reads the list.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let nccl = nccl(context.torch);
    let has: Vec<&str> = NAMES
        .iter()
        .filter(|(_, since)| *since <= nccl)
        .map(|&(name, _)| name)
        .gathered();
    let names: Vec<String> = has.iter().map(|&name| name.to_owned()).gathered();
    let skipped = usize::from(value.starts_with('^'));
    let count = value.split(',').count();
    let mut findings = Vec::new();
    for (index, (name, range)) in pieces(&value[skipped..], |c| c == ',').enumerate() {
        let unfinished = !context.complete && index + 1 == count;
        let range = range.start + skipped..range.end + skipped;
        let known = has.iter().any(|it| it.eq_ignore_ascii_case(name));
        if known && nccl < WHOLE {
            findings.add_all(blank(value, &range));
        }
        if unfinished || name.is_empty() || known {
            continue;
        }
        let what = if nccl < WHOLE {
            "ignores this name without a word"
        } else {
            "ignores the whole list and keeps its default"
        };
        let message = format!("`{name}` is no subsystem of NCCL {nccl}, which {what}");
        findings.push(
            Finding::error(Fault::UnknownWord, range, message)
                .help(format!("subsystems: {}", listed(&has)))
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

/// A blank beside a name, which is part of it for readers before [`WHOLE`].
fn blank(value: &str, name: &Range<usize>) -> Option<Finding> {
    let before = &value[..name.start];
    let after = &value[name.end..];
    let start = before.trim_end_matches(' ').len();
    let end = value.len() - after.trim_start_matches(' ').len();
    ((start, end) != (name.start, name.end)).then(|| {
        let name = &value[name.clone()];
        let message = format!("the blank beside `{name}` is part of the name, so NCCL ignores it");
        Finding::error(Fault::Syntax, start..end, message).write(name)
    })
}
