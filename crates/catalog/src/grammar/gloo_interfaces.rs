//! `gloo-interfaces`: network interfaces by their full names, divided by commas. There is no
//! leaving out and no matching: a name that does not exist fails the process
//! group. Nothing after the last comma is no entry.

use super::build::is_address;
use super::{Context, Fault, Finding, Reading, Verdict};
use crate::prelude::*;

const FAILS: &str = "creating the process group fails";

/// Reads the list.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    let mut findings = Vec::new();
    let count = value.split(',').count();
    let mut start = 0;
    for (index, name) in value.split(',').enumerate() {
        let range = start..start + name.len();
        start += name.len() + 1;
        let last = index + 1 == count;
        if last && (!context.complete || name.is_empty()) {
            continue;
        }
        if name.starts_with(['^', '=', '!']) || name.contains('*') {
            let message = format!(
                "`{name}` is taken for a full name: Gloo knows no `^`, `=` or `*`; {FAILS}"
            );
            findings.push(
                Finding::error(Fault::Syntax, range, message)
                    .help("write full names such as `eth0`"),
            );
        } else if name.trim() != name || name.is_empty() {
            let message = format!("blanks and empty entries count as names; {FAILS}");
            findings.push(
                Finding::error(Fault::Syntax, range, message)
                    .help("write names divided by single commas"),
            );
        } else if is_address(name) {
            let message = format!(
                "`{name}` is an address, and Gloo looks for an interface of that name; {FAILS}"
            );
            findings.push(
                Finding::error(Fault::Misread, range, message)
                    .help("write a name such as `eth0`; `ip -br addr` lists them"),
            );
        } else if name.contains([' ', ';', '/']) {
            let message = format!("`{name}` is not the name of one interface; {FAILS}");
            findings
                .push(Finding::error(Fault::Syntax, range, message).help("divide names by commas"));
        }
    }
    let verdict = if findings.is_empty() {
        Verdict::Accepted
    } else {
        Verdict::Rejected
    };
    Reading { verdict, findings }
}
