//! `nccl-one-rank`: a communicator of one rank.

use std::time::Duration;

use super::{Observe, Request};
use crate::gpu::driver::Context;
use crate::gpu::nccl::{IN_PROGRESS, Meeting};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct NcclOneRank;

impl Observe for NcclOneRank {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let meeting = Meeting::new()?;
        report.reach("join");
        let (communicator, first) = meeting.join(&context, 1, 0);
        report.tell("first", first);
        if first != 0 && first != IN_PROGRESS {
            return Ok(());
        }
        let mut last = communicator.state()?;
        while last == IN_PROGRESS {
            std::thread::sleep(Duration::from_millis(10));
            last = communicator.state()?;
        }
        report.tell("last", last);
        Ok(())
    }
}
