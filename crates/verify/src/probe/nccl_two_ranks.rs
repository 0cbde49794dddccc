//! `nccl-two-ranks`: two ranks of one process on one GPU.

use super::{Observe, Request};
use crate::gpu::driver::Context;
use crate::gpu::nccl::{self, Communicator, Meeting};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct NcclTwoRanks;

/// Numbers that are summed.
const COUNT: usize = 1 << 20;

impl Observe for NcclTwoRanks {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let before = context.used()?;
        let meeting = Meeting::new()?;
        report.reach("join");
        let (communicators, created) = meeting.join_all(&context, 2);
        report.tell("created", created);
        if created != 0 {
            return Ok(());
        }
        report.reach("sum");
        report.tell("reduced", summed(&context, &communicators)?);
        report.tell("taken", context.used()?.saturating_sub(before));
        Ok(())
    }
}

/// Whether the sum of 1, 2, … is there in the end, on each rank.
fn summed(context: &Context, communicators: &[Communicator]) -> anyhow::Result<bool> {
    let (mut ranks, mut wanted, mut mine) = (Vec::new(), 0.0f32, 0.0f32);
    for communicator in communicators {
        mine += 1.0;
        wanted += mine;
        ranks.push((
            *communicator,
            context.upload(&vec![mine; COUNT])?,
            context.stream()?,
        ));
    }
    nccl::sum(&ranks, COUNT)?;
    context.synchronize()?;
    for (_, memory, _) in &ranks {
        let numbers: Vec<f32> = context.download(*memory)?;
        if numbers.iter().any(|it| it.to_bits() != wanted.to_bits()) {
            return Ok(false);
        }
    }
    Ok(true)
}
