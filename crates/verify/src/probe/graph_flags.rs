//! `graph-flags`: the flags of a graph that was instantiated without any.

use super::{Observe, Request};
use crate::gpu::driver::Context;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct GraphFlags;

impl Observe for GraphFlags {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        report.tell("flags", Context::open()?.graph_flags()?);
        Ok(())
    }
}
