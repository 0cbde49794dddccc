//! `library-load`: how many threads the process has while a large library's code is loaded.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use super::{Observe, Request};
use crate::gpu::blas::Blas;
use crate::gpu::driver::Context;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct LibraryLoad;

impl Observe for LibraryLoad {
    fn observe(&self, _: &Request, report: &mut Report) -> anyhow::Result<()> {
        let context = Context::open()?;
        let (done, most) = (AtomicBool::new(false), AtomicUsize::new(0));
        report.reach("load");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    most.fetch_max(threads(), Ordering::SeqCst);
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            let created = Blas::create(&context);
            done.store(true, Ordering::SeqCst);
            created
        })?;
        report.tell("threads", most.load(Ordering::SeqCst));
        Ok(())
    }
}

fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(0, Iterator::count)
}
