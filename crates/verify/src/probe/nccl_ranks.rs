//! `nccl-ranks`: one rank of a communicator whose other ranks are other processes, on this host or
//! others. A launcher (`deploy/`) starts the suite once for each rank and tells each its number.

use anyhow::Context as _;

use super::{Observe, Request};
use crate::gpu::driver::Context;
use crate::gpu::environment::set_late;
use crate::gpu::nccl::{self, Meeting};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct NcclRanks;

/// The number of ranks.
pub(crate) const RANKS: &str = "READPOINT_RANKS";
/// This process's number, from 0.
const RANK: &str = "READPOINT_RANK";
/// Address and first port of rank 0.
const MEET: &str = "READPOINT_MEET";

/// What a launcher sets for each rank; every run is handed it.
pub const VARIABLES: [&str; 3] = [RANKS, RANK, MEET];

/// Ports above the first one; each claim has its own, so that a late rank cannot meet the next one.
const PORTS: u32 = 1000;

/// Numbers that are summed.
const COUNT: usize = 1 << 20;

impl Observe for NcclRanks {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let ranks: i32 = number(RANKS)?;
        let rank: i32 = number(RANK)?;
        set_late(&[format!("NCCL_COMM_ID={}", meet(request)?)]);
        let context = Context::open()?;
        let before = context.used()?;
        report.reach("join");
        let (communicator, created) = Meeting::new()?.join(&context, ranks, rank);
        report.tell("created", created);
        if created != 0 {
            return Ok(());
        }
        report.reach("sum");
        let memory = context.upload(&vec![1.0f32; COUNT])?;
        nccl::sum(&[(communicator, memory, context.stream()?)], COUNT)?;
        context.synchronize()?;
        let numbers: Vec<f32> = context.download(memory)?;
        report.tell("ranks", ranks);
        report.tell(
            "reduced",
            numbers.iter().all(|it| f64::from(*it) == f64::from(ranks)),
        );
        report.tell("taken", context.used()?.saturating_sub(before));
        Ok(())
    }
}

fn number<T: std::str::FromStr>(name: &str) -> anyhow::Result<T> {
    let text = std::env::var(name).ok();
    text.and_then(|it| it.parse().ok()).with_context(|| {
        format!("several ranks are started by deploy/verify/verify.slurm, which sets {name}")
    })
}

/// Where the ranks of this claim meet.
fn meet(request: &Request) -> anyhow::Result<String> {
    let at = std::env::var(MEET).with_context(|| format!("{MEET} is not set"))?;
    let (host, port) = at
        .rsplit_once(':')
        .with_context(|| format!("{MEET} has no port"))?;
    let port: u32 = port
        .parse()
        .with_context(|| format!("{MEET} has no port"))?;
    let set = serde_json::to_string(&request.set)?;
    let sum = set.bytes().fold(7u32, |sum, byte| {
        sum.wrapping_mul(31).wrapping_add(byte.into())
    });
    Ok(format!("{host}:{}", port + sum % PORTS))
}
