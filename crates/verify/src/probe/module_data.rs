//! `module-data`: when a module's data takes GPU memory.

use super::{Observe, Request};
use crate::gpu::driver::{Context, Driver};
use crate::gpu::kernels;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct ModuleData;

impl Observe for ModuleData {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        report.tell("mode", Driver::load()?.loading_mode()?);
        let before = context.used()?;
        report.reach("load");
        let module = context.load(&kernels::with_data())?;
        let loaded = context.used()?;
        report.tell("at_load", loaded.saturating_sub(before));
        report.reach("symbol");
        module.symbol("data")?;
        report.tell("at_symbol", context.used()?.saturating_sub(loaded));
        Ok(())
    }
}
