//! `launch-time`: whether a launch returns before its kernel has ended.

use std::time::Instant;

use super::{Observe, Request};
use crate::gpu::driver::{Context, Stream};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct LaunchTime;

/// Nanoseconds that the kernel takes.
const TIME: u64 = 200_000_000;

impl Observe for LaunchTime {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let spin = context.kernel("spin")?;
        // The first launch of a kernel may load it.
        spin.launch(Stream::DEFAULT, 1)?;
        context.synchronize()?;
        report.reach("launch");
        let begin = Instant::now();
        spin.launch(Stream::DEFAULT, TIME)?;
        let launched = begin.elapsed();
        context.synchronize()?;
        report.tell(
            "ratio",
            launched.as_secs_f64() / begin.elapsed().as_secs_f64(),
        );
        Ok(())
    }
}
