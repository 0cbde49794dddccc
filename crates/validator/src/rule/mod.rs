//! Rules: each file holds one rule, [`RULES`] lists them. A rule looks at a reading and reports
//! findings with its code; it knows nothing of other rules.

mod after_cuda;
mod after_import;
mod after_launch;
mod allocator_pair;
mod argument;
mod build_argument;
mod build_time;
mod byte_order_mark;
mod cancelling;
mod child;
mod container_list;
mod context;
mod cudnn_v8;
mod debug_switch;
mod deprecated;
mod dropped;
mod finding;
mod hardware;
mod misspelled;
mod more_ranks;
mod newer;
mod next_session;
mod not_exported;
mod not_read;
mod numbered_twice;
mod path_lost;
mod removed;
mod set_twice;
mod slip;
mod team;
mod tf32;
mod typographic_quotes;
mod unknown;
mod unparsed;
mod value;
mod view;
mod windows;
mod words;

pub use context::Context;
pub use finding::Finding;
use readpoint_catalog::prelude::*;

/// A rule: the codes it can report, and its check.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Codes that [`Rule::check`] can give; each has a page `content/rules/CODE.md`. Those of
    /// teams are in the catalogue.
    pub codes: &'static [&'static str],
    /// Adds findings.
    pub check: fn(&Context<'_>, &mut Vec<Finding>),
}

/// All rules, by code.
pub const RULES: &[Rule] = &[
    misspelled::RULE,
    not_read::RULE,
    deprecated::RULE,
    removed::RULE,
    unknown::RULE,
    newer::RULE,
    build_time::RULE,
    value::RULE,
    slip::RULE,
    typographic_quotes::RULE,
    not_exported::RULE,
    argument::RULE,
    after_import::RULE,
    after_cuda::RULE,
    child::RULE,
    dropped::RULE,
    after_launch::RULE,
    set_twice::RULE,
    next_session::RULE,
    byte_order_mark::RULE,
    build_argument::RULE,
    allocator_pair::RULE,
    tf32::RULE,
    cudnn_v8::RULE,
    container_list::RULE,
    numbered_twice::RULE,
    cancelling::RULE,
    path_lost::RULE,
    more_ranks::RULE,
    debug_switch::RULE,
    windows::RULE,
    hardware::RULE,
    unparsed::RULE,
    team::RULE,
];

/// Every code that a report can hold: those of the rules, and that of useless suppressions.
pub fn codes() -> impl Iterator<Item = &'static str> {
    let of_rules = RULES.iter().flat_map(|rule| rule.codes.iter().copied());
    of_rules.chain([crate::suppress::UNUSED])
}

/// Runs every rule.
#[must_use]
pub fn run(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in RULES {
        (rule.check)(context, &mut findings);
    }
    findings
}
