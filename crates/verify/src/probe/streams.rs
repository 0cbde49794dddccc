//! `streams`: whether streams that have nothing to do with each other wait for each other.

use std::time::{Duration, Instant};

use serde::Deserialize;

use super::{Observe, Request};
use crate::gpu::driver::{Context, Kernel, Stream};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct Streams;

/// Nanoseconds that each kernel takes.
const TIME: u64 = 50_000_000;

#[derive(Deserialize)]
struct Parameters {
    #[serde(default = "eight")]
    streams: usize,
}

const fn eight() -> usize {
    8
}

impl Observe for Streams {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let parameters: Parameters = request.parameters()?;
        let context = Context::open()?;
        let spin = context.kernel("spin")?;
        let streams: Result<Vec<_>, _> =
            (0..parameters.streams).map(|_| context.stream()).collect();
        let streams = streams?;
        time(&context, spin, &streams, 1)?;
        report.reach("one");
        let one = time(&context, spin, &streams[..1], TIME)?;
        report.reach("all");
        let all = time(&context, spin, &streams, TIME)?;
        report.tell("ratio", all.as_secs_f64() / one.as_secs_f64());
        Ok(())
    }
}

/// Two kernels on each stream, both of the first before those of the next.
fn time(
    context: &Context,
    spin: Kernel,
    streams: &[Stream],
    nanoseconds: u64,
) -> anyhow::Result<Duration> {
    context.synchronize()?;
    let begin = Instant::now();
    for stream in streams {
        spin.launch(*stream, nanoseconds)?;
        spin.launch(*stream, nanoseconds)?;
    }
    context.synchronize()?;
    Ok(begin.elapsed())
}
