//! `illegal-access`: a kernel writes where no memory is.

use serde::Deserialize;

use super::{Observe, Request};
use crate::gpu::driver::{Context, Stream};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct IllegalAccess;

/// An address that is aligned and never given out.
const NOWHERE: u64 = 0x10;

#[derive(Deserialize)]
struct Parameters {
    #[serde(default)]
    fill: usize,
}

impl Observe for IllegalAccess {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let parameters: Parameters = request.parameters()?;
        let context = Context::open()?;
        if parameters.fill > 0 {
            let memory = context.allocate(parameters.fill << 20)?;
            context.fill(memory, 0xa5)?;
        }
        let store = context.kernel("store")?;
        context.synchronize()?;
        report.reach("launch");
        report.tell(
            "launch",
            store.launch_code(Stream::DEFAULT, [1, 1, 1], NOWHERE),
        );
        report.reach("synchronize");
        report.tell("synchronize", context.synchronize_code());
        report.reach("end");
        Ok(())
    }
}
