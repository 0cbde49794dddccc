//! `coredump-attribute`: whether a program can turn core dumps off.

use super::{Observe, Request};
use crate::gpu::driver::Driver;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct CoredumpAttribute;

impl Observe for CoredumpAttribute {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let driver = Driver::load()?.start()?;
        // That the request is refused is an observation too; what counts is what holds after it.
        let asked = driver.set_coredump(false);
        report.tell("asked", asked.map_or_else(|failed| failed.code, |()| 0));
        report.tell("on", driver.coredump()?);
        Ok(())
    }
}
