//! What there is to run on: the host, its GPU as nvidia-smi tells it, and each Python with torch.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context;
use readpoint_evidence::Stack;
use serde::Deserialize;

use crate::gpu::state;
use crate::probe::nccl_ranks;
use crate::runner::Settings;

/// Tells versions without importing torch, which would take seconds and may end the process.
const VERSIONS: &str = include_str!("../python/versions.py");

/// Where programs of the host are looked for.
pub const PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/// What a stack has from its driver, beside what nvidia-smi tells.
const OFFERS: &str = "driver-cuda";

/// There is a GPU, but nothing that tells which.
const NO_NAMES: &str = "nvidia-smi is missing or fails, and a record must name GPU and driver";

/// A stack to run claims on, and where it lies on this machine.
#[derive(Clone, Debug, Default)]
pub struct Target {
    /// What records say of it.
    pub stack: Stack,
    /// Its Python; none for the bare host.
    pub python: Option<Python>,
    /// UUIDs of the GPUs, in the order of nvidia-smi. Records do not keep them.
    pub uuids: Vec<String>,
    /// Why its GPU cannot be used, where that was looked at.
    pub absent: Option<String>,
}

/// An interpreter with torch.
#[derive(Clone, Debug, Deserialize)]
pub struct Python {
    /// The interpreter as it was given; a path without links would lose its packages.
    #[serde(skip)]
    pub path: PathBuf,
    /// The folder of its packages.
    pub packages: PathBuf,
    /// Folders with NVIDIA's libraries.
    pub libraries: Vec<PathBuf>,
    /// Versions by name: `torch`, `cuda`, `nccl`, `cudnn`, `cublas`, `python`, `triton`.
    versions: BTreeMap<String, String>,
}

/// What nvidia-smi says.
#[derive(Clone, Debug, Default)]
struct Gpu {
    name: String,
    has: BTreeMap<String, String>,
    uuids: Vec<String>,
}

/// Finds the host, and a stack for each interpreter.
///
/// # Errors
///
/// An interpreter that cannot be started, or has no torch.
pub fn targets(interpreters: &[PathBuf]) -> anyhow::Result<Vec<Target>> {
    let gpu = gpu();
    let mut targets = vec![target(None, gpu.as_ref())];
    for path in interpreters {
        targets.push(target(Some(python(path)?), gpu.as_ref()));
    }
    Ok(targets)
}

fn target(python: Option<Python>, gpu: Option<&Gpu>) -> Target {
    let mut has = host();
    let mut name = "host".to_owned();
    if let Some(python) = &python {
        let torch = python.versions.get("torch").map_or("", String::as_str);
        name = format!("torch-{}", torch.split('+').next().unwrap_or(torch));
        has.extend(python.versions.clone());
    }
    has.extend(gpu.map(|it| it.has.clone()).unwrap_or_default());
    let on = gpu.map_or_else(|| "cpu".to_owned(), |it| slug(&it.name));
    Target {
        stack: Stack {
            stack: format!("{name}-{on}"),
            has,
            os: system(),
            cpu: processor("model name"),
            gpu: gpu.map(|it| it.name.clone()),
        },
        python,
        uuids: gpu.map(|it| it.uuids.clone()).unwrap_or_default(),
        absent: None,
    }
}

/// Starts the driver once, and notes for all stacks why its GPU cannot be used, or which CUDA
/// version it offers.
pub fn look_at_gpu(targets: &mut [Target], settings: &Settings) {
    let told = state::look(settings);
    for target in targets {
        match &told {
            Err(why) => target.absent = Some(why.clone()),
            Ok(_) if target.stack.gpu.is_none() => target.absent = Some(NO_NAMES.to_owned()),
            Ok(fields) => {
                let offers = fields.get("offers").and_then(serde_json::Value::as_str);
                let offers = offers.unwrap_or_default().to_owned();
                target.absent = too_new(&target.stack, &offers);
                target.stack.has.insert(OFFERS.to_owned(), offers);
            }
        }
    }
}

/// Whether the stack was built for a CUDA that the driver does not know. Minor releases of one
/// major one work together.
fn too_new(stack: &Stack, offers: &str) -> Option<String> {
    let needed = stack.has.get("cuda")?;
    let major = |text: &str| text.split('.').next().and_then(|it| it.parse::<u32>().ok());
    let fits = major(needed) <= major(offers);
    let why = || {
        format!("the driver is too old: it offers CUDA {offers}, and torch was built for {needed}")
    };
    (!fits).then(why)
}

fn python(path: &Path) -> anyhow::Result<Python> {
    let output = Command::new(path)
        .args(["-I", "-c", VERSIONS])
        .output()
        .with_context(|| format!("{} cannot be started", path.display()))?;
    anyhow::ensure!(
        output.status.success(),
        "{} has no torch: {}",
        path.display(),
        String::from_utf8_lossy(&output.stderr).trim()
    );
    let python: Python = serde_json::from_slice(&output.stdout)?;
    Ok(Python {
        path: std::path::absolute(path)?,
        ..python
    })
}

/// What every stack of this machine has.
fn host() -> BTreeMap<String, String> {
    let mut has = BTreeMap::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    has.insert("cores".to_owned(), cores.to_string());
    if processor("flags").split(' ').any(|flag| flag == "avx512f") {
        has.insert("avx512".to_owned(), "1".to_owned());
    }
    if processor("vendor_id") == "GenuineIntel" {
        has.insert("intel".to_owned(), "1".to_owned());
    }
    if let Ok(ranks) = std::env::var(nccl_ranks::RANKS) {
        has.insert("launcher".to_owned(), ranks);
    }
    for (name, program) in [
        ("compiler", "g++"),
        ("container-toolkit", "nvidia-ctk"),
        ("mps", "nvidia-cuda-mps-control"),
    ] {
        if let Some(version) = version_of(program) {
            has.insert(name.to_owned(), version);
        }
    }
    has
}

/// The first word of a program's `--version` that is a version.
fn version_of(program: &str) -> Option<String> {
    let output = Command::new(find(program)?)
        .arg("--version")
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let version =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let numbers = |word: &str| -> String {
        let number = |it: &char| it.is_ascii_digit() || *it == '.';
        word.chars().take_while(number).collect()
    };
    let found = text.split_whitespace().find(version).map(numbers);
    found.or_else(|| Some("0".to_owned()))
}

/// A program of the host by its name.
#[must_use]
pub fn find(program: &str) -> Option<PathBuf> {
    let folders = PATH.split(':').map(Path::new);
    folders.map(|it| it.join(program)).find(|it| it.is_file())
}

/// Asks nvidia-smi; none where there is no driver or no GPU.
fn gpu() -> Option<Gpu> {
    let query = "--query-gpu=name,compute_cap,driver_version,memory.total,uuid";
    let output = Command::new(find("nvidia-smi")?)
        .args([query, "--format=csv,noheader,nounits"])
        .output()
        .ok()
        .filter(|it| it.status.success())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows: Vec<Vec<_>> = text
        .lines()
        .map(|line| line.split(", ").collect())
        .collect();
    let [name, compute, driver, memory, _] = rows.first()?.as_slice() else {
        return None;
    };
    let has = [
        ("gpu", rows.len().to_string()),
        ("compute", (*compute).to_owned()),
        ("driver", (*driver).to_owned()),
        ("gpu-memory-mib", (*memory).to_owned()),
    ];
    Some(Gpu {
        name: (*name).to_owned(),
        has: has.map(|(name, value)| (name.to_owned(), value)).into(),
        uuids: rows
            .iter()
            .filter_map(|row| row.get(4))
            .map(|it| (*it).to_owned())
            .collect(),
    })
}

fn system() -> String {
    let text = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = text
        .lines()
        .find_map(|line| line.strip_prefix("PRETTY_NAME="));
    let name = name.unwrap_or("unknown system").trim_matches('"');
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    let kernel = kernel.split('-').next().unwrap_or_default();
    format!("{name}, Linux {}", kernel.trim())
}

/// A line of /proc/cpuinfo.
fn processor(key: &str) -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(':'));
    let mut found = lines.filter(|(name, _)| name.trim() == key);
    found
        .next()
        .map_or_else(String::new, |(_, value)| value.trim().to_owned())
}

/// A name in lower case with hyphens.
fn slug(name: &str) -> String {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    words
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stack_for_a_newer_cuda_than_the_driver_s_cannot_run() {
        let stack = |cuda: &str| Stack {
            has: [("cuda".to_owned(), cuda.to_owned())].into(),
            ..Stack::default()
        };
        assert_eq!(too_new(&stack("12.8"), "12.4"), None);
        assert_eq!(too_new(&stack("12.8"), "13.0"), None);
        let why = too_new(&stack("13.0"), "12.8").unwrap_or_default();
        assert!(
            why.contains("offers CUDA 12.8") && why.contains("built for 13.0"),
            "{why}"
        );
        assert_eq!(too_new(&Stack::default(), "12.8"), None);
    }
}
