//! The probes: one program for each name that `readpoint_evidence::probe` declares.
//!
//! There are three ways to be a probe. A **script** is Python that the stack's interpreter runs. A
//! **child** is Rust that runs in a process of its own, so that it may crash; it reads its typed
//! parameters from a [`Request`] and tells what it sees to a [`Report`]. A **program** is one of
//! the host's. To add one: declare it in `readpoint_evidence`, write its file here, name it in
//! [`PROBES`].

mod bad_launch;
mod container;
mod convolution;
mod coredump_attribute;
mod create_context;
mod cublas_memory;
mod device_count;
mod graph_flags;
mod host_program;
mod illegal_access;
mod injection;
mod kernel_loading;
mod launch_queue;
mod launch_time;
mod library_load;
mod matrix_product;
mod module_data;
mod module_loading_mode;
mod nccl_one_rank;
pub mod nccl_ranks;
mod nccl_two_ranks;
mod ptx;
mod streams;
mod strings;

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::Context;
use readpoint_catalog::Argument;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::gpu::{OnGpu, WithLibraries};
use crate::report::Report;

/// A probe and its program.
#[derive(Debug)]
pub struct Probe {
    /// Its name in front matter.
    pub name: &'static str,
    /// What is run.
    pub how: How,
}

/// The ways to be a probe.
#[derive(Debug)]
pub enum How {
    /// Python that defines `probe(parameters, report)`; see `python/prelude.py`.
    Script(&'static str),
    /// Rust in a process of its own.
    Child(&'static dyn Observe),
    /// A program of the host: from the request its path and arguments, and what it must not be
    /// given.
    Program(Start),
}

/// Finds a program and its arguments.
type Start = fn(&Request) -> anyhow::Result<(PathBuf, Vec<String>)>;

/// Rust that observes something, in a process of its own.
pub trait Observe: std::fmt::Debug + Sync {
    /// Does it, telling what is seen as it goes.
    ///
    /// # Errors
    ///
    /// What stopped it; the run then has the field `raised`.
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()>;
}

/// What a probe is asked.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Request {
    /// The probe's name.
    pub probe: String,
    /// The claim's parameters.
    pub parameters: BTreeMap<String, Argument>,
    /// The claim's variables, which the process has in its environment too.
    pub set: BTreeMap<String, String>,
    /// Where the report goes.
    pub report: PathBuf,
    /// The folder of the run.
    pub folder: PathBuf,
    /// A folder for copies of libraries.
    pub copies: PathBuf,
    /// The folder of the stack's Python packages.
    pub packages: Option<PathBuf>,
    /// Folders with the stack's NVIDIA libraries.
    pub libraries: Vec<PathBuf>,
    /// UUIDs of the GPUs.
    pub uuids: Vec<String>,
}

impl Request {
    /// The parameters as a type.
    ///
    /// # Errors
    ///
    /// They do not fit the type; the loader of content refuses such claims.
    pub fn parameters<T: DeserializeOwned>(&self) -> anyhow::Result<T> {
        let value = serde_json::to_value(&self.parameters)?;
        serde_json::from_value(value)
            .with_context(|| format!("the parameters do not fit the probe {}", self.probe))
    }
}

/// What every script begins with.
pub const PRELUDE: &str = include_str!("../../python/prelude.py");

/// Every probe.
pub const PROBES: &[Probe] = &[
    script(
        "python-import",
        include_str!("../../python/python_import.py"),
    ),
    script("python-value", include_str!("../../python/python_value.py")),
    script(
        "allocator-settings",
        include_str!("../../python/allocator_settings.py"),
    ),
    script("thread-count", include_str!("../../python/thread_count.py")),
    script(
        "process-group",
        include_str!("../../python/process_group.py"),
    ),
    script(
        "torchrun-workers",
        include_str!("../../python/torchrun_workers.py"),
    ),
    script(
        "loaded-libraries",
        include_str!("../../python/loaded_libraries.py"),
    ),
    script("library-call", include_str!("../../python/library_call.py")),
    script(
        "nccl-parameter",
        include_str!("../../python/nccl_parameter.py"),
    ),
    child("strings", &strings::Strings),
    child("device-count", &OnGpu(device_count::DeviceCount)),
    child("create-context", &OnGpu(create_context::CreateContext)),
    child(
        "module-loading-mode",
        &OnGpu(module_loading_mode::ModuleLoadingMode),
    ),
    child("kernel-loading", &OnGpu(kernel_loading::KernelLoading)),
    child("module-data", &OnGpu(module_data::ModuleData)),
    child("ptx", &OnGpu(ptx::Ptx)),
    child("launch-time", &OnGpu(launch_time::LaunchTime)),
    child("illegal-access", &OnGpu(illegal_access::IllegalAccess)),
    child(
        "coredump-attribute",
        &OnGpu(coredump_attribute::CoredumpAttribute),
    ),
    child("streams", &OnGpu(streams::Streams)),
    child("launch-queue", &OnGpu(launch_queue::LaunchQueue)),
    child("graph-flags", &OnGpu(graph_flags::GraphFlags)),
    child("bad-launch", &OnGpu(bad_launch::BadLaunch)),
    child("injection", &OnGpu(injection::Injection)),
    child(
        "library-load",
        &OnGpu(WithLibraries(library_load::LibraryLoad)),
    ),
    child(
        "matrix-product",
        &OnGpu(WithLibraries(matrix_product::MatrixProduct)),
    ),
    child(
        "cublas-memory",
        &OnGpu(WithLibraries(cublas_memory::CublasMemory)),
    ),
    child(
        "convolution",
        &OnGpu(WithLibraries(convolution::Convolution)),
    ),
    child(
        "nccl-one-rank",
        &OnGpu(WithLibraries(nccl_one_rank::NcclOneRank)),
    ),
    child(
        "nccl-two-ranks",
        &OnGpu(WithLibraries(nccl_two_ranks::NcclTwoRanks)),
    ),
    child("nccl-ranks", &OnGpu(WithLibraries(nccl_ranks::NcclRanks))),
    script("torch-on-gpu", include_str!("../../python/torch_on_gpu.py")),
    program("host-program", host_program::start),
    program("container", container::start),
];

const fn script(name: &'static str, text: &'static str) -> Probe {
    Probe {
        name,
        how: How::Script(text),
    }
}

const fn child(name: &'static str, observe: &'static dyn Observe) -> Probe {
    Probe {
        name,
        how: How::Child(observe),
    }
}

const fn program(name: &'static str, start: Start) -> Probe {
    Probe {
        name,
        how: How::Program(start),
    }
}

/// Finds a probe by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Probe> {
    PROBES.iter().find(|it| it.name == name)
}

/// The child's work: reads the request, observes, and tells.
///
/// # Errors
///
/// The request cannot be read, or what stopped the probe.
pub fn run_child(request: &std::path::Path) -> anyhow::Result<()> {
    let text = std::fs::read(request).context("the request cannot be read")?;
    let request: Request = serde_json::from_slice(&text)?;
    let probe = find(&request.probe).context("there is no such probe")?;
    let How::Child(observe) = &probe.how else {
        anyhow::bail!("the probe {} is no child", probe.name);
    };
    let mut report = Report::new(&request.report);
    let seen = observe.observe(&request, &mut report);
    if let Err(error) = &seen {
        report.tell("raised", format!("{error:#}"));
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use readpoint_evidence::probe;

    #[test]
    fn every_declared_probe_has_a_program_and_the_other_way_round() {
        for declared in probe::all() {
            assert!(
                find(declared.name).is_some(),
                "{} has no program",
                declared.name
            );
        }
        for program in PROBES {
            assert!(
                probe::find(program.name).is_some(),
                "{} is not declared",
                program.name
            );
        }
    }
}
