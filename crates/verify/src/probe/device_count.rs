//! `device-count`: the driver's start, the GPUs that it shows, the libraries that it maps.

use std::collections::BTreeSet;

use serde::Deserialize;

use super::{Observe, Request};
use crate::gpu::driver::{Driver, SUCCESS};
use crate::gpu::environment::set_late;
use crate::report::Report;

/// The probe.
#[derive(Debug)]
pub(super) struct DeviceCount;

#[derive(Deserialize)]
struct Parameters {
    #[serde(default)]
    early: Vec<String>,
    #[serde(default)]
    late: Vec<String>,
}

impl Observe for DeviceCount {
    fn observe(&self, request: &Request, report: &mut Report) -> anyhow::Result<()> {
        let parameters: Parameters = request.parameters()?;
        let driver = Driver::load()?;
        set_late(&parameters.early);
        report.reach("cuInit");
        let code = driver.init();
        report.tell("init", code);
        report.tell("listed", request.uuids.len());
        report.tell("mapped", mapped());
        if code != SUCCESS {
            return Ok(());
        }
        set_late(&parameters.late);
        report.reach("devices");
        report.tell("count", driver.count()?);
        let first = driver.first()?;
        report.tell("bus", first.bus()?);
        report.tell("multiprocessors", first.multiprocessors()?);
        let uuid = first.uuid()?;
        report.tell("first", request.uuids.first() == Some(&uuid));
        Ok(())
    }
}

/// The compilers of the driver that are mapped.
fn mapped() -> Vec<String> {
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let names = maps.lines().filter_map(|line| line.rsplit_once('/'));
    let names = names.map(|(_, name)| name.split(".so").next().unwrap_or(name));
    let wanted = names.filter(|it| {
        ["ptxjitcompiler", "nvvm"]
            .iter()
            .any(|part| it.contains(part))
    });
    let found: BTreeSet<_> = wanted.map(str::to_owned).collect();
    found.into_iter().collect()
}
