//! `interface-list`: network interfaces by the beginning of their names.

use super::build::is_address;
use super::{Context, Fault, Finding, Reading, prefix_list};
use crate::prelude::*;

/// Reads the list; the empty value is the same as none.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    prefix_list::read(value, context, "interface", |name, range| {
        let address = name.split('/').next().unwrap_or(name);
        let is_address = is_address(address);
        let message = format!(
            "`{name}` is an address, and NCCL compares the names of interfaces; none matches"
        );
        is_address.then(|| {
            Finding::error(Fault::Misread, range.clone(), message)
                .help("write a name such as `eth0`; `ip -br addr` lists them")
        })
    })
}
