//! `kernel-loading`: which kernels of a module are loaded before any is asked for.

use super::{Observe, Request};
use crate::gpu::driver::Context;
use crate::gpu::kernels;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct KernelLoading;

impl Observe for KernelLoading {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        report.reach("load");
        let module = context.load(&kernels::small())?;
        report.tell("loaded", module.loaded()?);
        Ok(())
    }
}
