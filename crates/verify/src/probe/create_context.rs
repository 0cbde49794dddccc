//! `create-context`: whether a context can be made, and how much memory is in use then.

use super::{Observe, Request};
use crate::gpu::driver::{Driver, SUCCESS};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct CreateContext;

impl Observe for CreateContext {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let driver = Driver::load()?;
        report.reach("cuInit");
        let code = driver.init();
        report.tell("init", code);
        if code != SUCCESS {
            return Ok(());
        }
        report.tell("offers", driver.version()?);
        report.reach("context");
        let before = driver.first().and_then(|device| device.context());
        report.tell(
            "context",
            before
                .as_ref()
                .map_or_else(|failed| failed.code, |_| SUCCESS),
        );
        if let Ok(context) = before {
            report.tell("used", context.used()?);
        }
        Ok(())
    }
}
