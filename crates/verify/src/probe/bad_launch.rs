//! `bad-launch`: a launch that the driver refuses, and what it writes about that. The launch is done
//! by a process of its own, so that everything is written when the files are read.

use walkdir::WalkDir;

use super::{Observe, Request};
use crate::gpu::driver::{Context, Stream};
use crate::gpu::nested;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct BadLaunch;

/// No GPU takes so many threads in the third dimension.
const TOO_LARGE: [u32; 3] = [1, 1, 128];

impl Observe for BadLaunch {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        if nested::is_inner(request) {
            let context = Context::open()?;
            let empty = context.kernel("empty")?;
            report.tell("launch", empty.launch_code(Stream::DEFAULT, TOO_LARGE, 0));
            return Ok(());
        }
        let told = nested::run(request)?;
        report.tell("launch", told.get("launch").cloned().unwrap_or_default());
        let files = WalkDir::new(&request.folder)
            .sort_by_file_name()
            .into_iter()
            .flatten();
        let texts = files.filter_map(|it| std::fs::read_to_string(it.path()).ok());
        report.tell("log", texts.collect::<String>());
        Ok(())
    }
}
