//! `module-loading-mode`: how the driver says that it loads modules.

use super::{Observe, Request};
use crate::gpu::driver::Driver;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct ModuleLoadingMode;

impl Observe for ModuleLoadingMode {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        report.tell("mode", Driver::load()?.start()?.loading_mode()?);
        Ok(())
    }
}
