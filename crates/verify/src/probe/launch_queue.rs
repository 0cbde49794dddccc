//! `launch-queue`: how many launches fit into the queue before one has to wait.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::{Observe, Request};
use crate::gpu::driver::{Context, Stream};
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct LaunchQueue;

/// A queue that takes so many has no end that we could see.
const MOST: u32 = 1 << 20;

/// A launch waits when none has been counted for so long.
const STILL: Duration = Duration::from_secs(1);

impl Observe for LaunchQueue {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let (wait, empty) = (context.kernel("wait")?, context.kernel("empty")?);
        empty.launch(Stream::DEFAULT, 0)?;
        context.synchronize()?;
        let (flag, address) = context.shared()?;
        wait.launch(Stream::DEFAULT, address)?;
        report.reach("launches");
        let (counted, launched) = (AtomicU32::new(0), AtomicU32::new(0));
        let filled = std::thread::scope(|scope| {
            scope.spawn(|| watch(&launched, &counted, flag));
            while counted.load(Ordering::SeqCst) == 0 && launched.load(Ordering::SeqCst) < MOST {
                empty.launch(Stream::DEFAULT, 0)?;
                launched.fetch_add(1, Ordering::SeqCst);
            }
            Ok::<_, anyhow::Error>(launched.load(Ordering::SeqCst) < MOST)
        });
        anyhow::ensure!(filled?, "{MOST} launches did not fill the queue");
        context.synchronize()?;
        report.tell("count", counted.load(Ordering::SeqCst));
        Ok(())
    }
}

/// Waits until the launches stand still, notes their number and lets the kernel end.
fn watch(launched: &AtomicU32, counted: &AtomicU32, flag: &AtomicU32) {
    let mut before = 0;
    loop {
        std::thread::sleep(STILL);
        let now = launched.load(Ordering::SeqCst);
        if now == before {
            counted.store(now, Ordering::SeqCst);
            flag.store(1, Ordering::SeqCst);
            return;
        }
        before = now;
    }
}
