//! `injection`: whether the driver loads a library that a variable names.

use std::process::Command;

use anyhow::Context;

use super::{Observe, Request};
use crate::gpu::driver::Driver;
use crate::machine;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct Injection;

/// Leaves a mark in the current folder.
const SOURCE: &str = "\
#include <fcntl.h>
int InitializeInjection(void) { return open(\"mark\", O_CREAT | O_WRONLY, 0600) >= 0; }
";

impl Observe for Injection {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let compiler = machine::find("cc").context("this host has no C compiler (cc)")?;
        let source = request.report.with_extension("c");
        std::fs::write(&source, SOURCE)?;
        let status = Command::new(compiler)
            .args(["-shared", "-fPIC", "-o"])
            .arg(request.folder.join("inject.so"))
            .arg(&source)
            .status()?;
        anyhow::ensure!(
            status.success(),
            "the library cannot be built: cc ended with {status}"
        );
        report.reach("cuInit");
        Driver::load()?.start()?;
        report.tell("mark", request.folder.join("mark").exists());
        Ok(())
    }
}
