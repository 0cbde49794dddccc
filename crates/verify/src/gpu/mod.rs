//! Calls into the CUDA driver and its libraries, each behind a safe function. All unsafe code of
//! this crate stands here.
//!
//! A probe of a GPU runs inside of [`OnGpu`]: an error that it returns is the reason why it cannot
//! observe anything, and never what it observed. What it is to observe it tells, and be it an error
//! code.

#![allow(unsafe_code, reason = "C libraries are called")]

pub(crate) mod blas;
pub(crate) mod dnn;
pub(crate) mod driver;
pub(crate) mod environment;
pub(crate) mod kernels;
pub(crate) mod libraries;
pub(crate) mod nccl;
pub(crate) mod nested;
pub(crate) mod numbers;
pub(crate) mod state;

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::probe::{Observe, Request};
use crate::report::Report;

/// A call that did not do what it should.
#[derive(Debug)]
pub(crate) struct Failed {
    /// The function.
    pub(crate) call: &'static str,
    /// The name of what it returned.
    pub(crate) name: String,
    /// The number of what it returned.
    pub(crate) code: u32,
}

impl std::fmt::Display for Failed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} returned {} ({})", self.call, self.name, self.code)
    }
}

impl std::error::Error for Failed {}

/// A probe whose errors are reasons why it cannot run here.
#[derive(Debug)]
pub(crate) struct OnGpu<T>(pub(crate) T);

impl<T: Observe> Observe for OnGpu<T> {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        // The bindings panic where a library lacks a function that they are asked for.
        let seen = catch_unwind(AssertUnwindSafe(|| self.0.observe(request, report)));
        match seen {
            Ok(Ok(())) => {}
            Ok(Err(error)) => report.cannot(&format!("{error:#}")),
            Err(panic) => report.cannot(&format!(
                "a library of this host is too old or damaged: {}",
                words(panic.as_ref())
            )),
        }
        Ok(())
    }
}

/// The same for a probe that calls the stack's own libraries.
#[derive(Debug)]
pub(crate) struct WithLibraries<T>(pub(crate) T);

impl<T: Observe> Observe for WithLibraries<T> {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        libraries::put_first(request)?;
        self.0.observe(request, report)
    }
}

fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("unknown")
        .lines()
        .next()
        .unwrap_or_default()
        .to_owned()
}
