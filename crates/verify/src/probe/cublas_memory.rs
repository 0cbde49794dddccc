//! `cublas-memory`: the GPU memory that a cuBLAS handle takes for its workspace.
//!
//! A handle that is created before and kept has loaded the library's kernels; what the next one
//! takes is its workspace.

use serde::Deserialize;

use super::{Observe, Request};
use crate::gpu::Failed;
use crate::gpu::blas::Blas;
use crate::gpu::driver::{Context, Memory};
use crate::gpu::environment::set_late;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct CublasMemory;

/// Rows of the matrices.
const ROWS: i32 = 1024;

/// Bytes of a matrix.
const BYTES: usize = 1024 * 1024 * size_of::<f32>();

#[derive(Deserialize)]
struct Parameters {
    #[serde(default)]
    late: Vec<String>,
}

impl Observe for CublasMemory {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let parameters: Parameters = request.parameters()?;
        let context = Context::open()?;
        let mut memories = Vec::new();
        for _ in 0..3 {
            let memory = context.allocate(BYTES)?;
            context.fill(memory, 0)?;
            memories.push(memory);
        }
        let memories = [memories[0], memories[1], memories[2]];
        report.reach("handle");
        let handle = taken(&context, memories);
        report.tell(
            "created",
            handle.as_ref().map_or_else(|failed| failed.code, |_| 0),
        );
        let _kept = handle?;
        let (first, _also_kept) = taken(&context, memories)?;
        report.tell("first", first);
        set_late(&parameters.late);
        report.tell("second", taken(&context, memories)?.0);
        Ok(())
    }
}

/// MiB that a new handle and its first product take, and the handle.
fn taken(context: &Context, memories: [Memory; 3]) -> Result<(u64, Blas), Failed> {
    let before = context.used()?;
    let blas = Blas::create(context)?;
    blas.single(ROWS, memories)?;
    context.synchronize()?;
    Ok((context.used()?.saturating_sub(before), blas))
}
