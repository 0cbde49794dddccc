//! A process with an end: it runs in a group of its own, under a limit of time, memory and output,
//! and whatever becomes of it is told and never shared.
//!
//! The process is started through a guard, this same program, which asks the kernel to end it with
//! its parent, turns core files off and becomes the program that was asked for. So the environment
//! of the run acts on that program alone, and a verifier that is killed leaves nothing behind.
//!
//! Memory is the resident memory of the whole group, looked at ten times a second. A limit of the
//! address space would be simpler and does not work: CUDA reserves far more than it uses.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use rustix::process::{Pid, Resource, Rlimit, Signal};
use serde::{Deserialize, Serialize};

/// How often the process is looked at.
const TICK: Duration = Duration::from_millis(20);

/// How many looks pass between two looks at its memory.
const MEMORY_TICKS: u32 = 5;

/// How long the output is waited for once the process is gone.
const LAST_OUTPUT: Duration = Duration::from_secs(2);

/// What a guard writes that cannot become its program.
pub const GUARD_FAILED: &str = "the guard failed: ";

/// What is started.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Program {
    /// The program's path.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its whole environment.
    pub environment: BTreeMap<String, String>,
    /// The folder it starts in.
    pub folder: PathBuf,
}

/// What a run may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Time without a new step: since the start, or since the report was last written.
    pub time: Duration,
    /// Resident memory of the whole group, in bytes.
    pub memory: u64,
    /// Bytes of either output.
    pub output: usize,
}

/// What became of a process.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// `exit 0`, `signal 6`, `time limit`, `memory limit`, `output limit`.
    pub ended: String,
    /// Its standard output, up to the limit.
    pub stdout: String,
    /// Its standard error, up to the limit.
    pub stderr: String,
    /// Its process id.
    pub pid: u32,
}

/// Runs a program to its end; `guard` starts this program's own guard, see [`become_program`], and
/// `report` is the file that the program writes at each step.
///
/// # Errors
///
/// The guard cannot be started, or its file cannot be written.
pub fn run(
    guard: &Path,
    program: &Program,
    report: &Path,
    limits: Limits,
) -> anyhow::Result<Outcome> {
    let order = tempfile::NamedTempFile::new().context("no temporary file can be made")?;
    serde_json::to_writer(&order, program)?;
    let mut child = Command::new(guard)
        .arg("guard")
        .arg(order.path())
        .arg(std::process::id().to_string())
        .env_clear()
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
        .with_context(|| format!("{} cannot be started", guard.display()))?;
    let full = Arc::new(AtomicBool::new(false));
    let stdout = collect(child.stdout.take(), limits.output, &full);
    let stderr = collect(child.stderr.take(), limits.output, &full);
    let ended = watch(&mut child, report, limits, &full)?;
    let outcome = Outcome {
        ended,
        stdout: stdout.recv_timeout(LAST_OUTPUT).unwrap_or_default(),
        stderr: stderr.recv_timeout(LAST_OUTPUT).unwrap_or_default(),
        pid: child.id(),
    };
    if let Some(why) = outcome.stderr.strip_prefix(GUARD_FAILED) {
        anyhow::bail!("{}", why.trim());
    }
    Ok(outcome)
}

/// Waits for the end, or brings it about.
fn watch(
    child: &mut Child,
    report: &Path,
    limits: Limits,
    full: &AtomicBool,
) -> anyhow::Result<String> {
    let mut step = (Instant::now(), None);
    let mut looks = 0u32;
    loop {
        if let Some(status) = child.try_wait()? {
            end_group(child.id());
            return Ok(words(status));
        }
        looks += 1;
        let written = fs::metadata(report).and_then(|it| it.modified()).ok();
        if written != step.1 {
            step = (Instant::now(), written);
        }
        let over = if full.load(Ordering::Relaxed) {
            Some("output limit")
        } else if step.0.elapsed() > limits.time {
            Some("time limit")
        } else if looks.is_multiple_of(MEMORY_TICKS) && resident(child.id()) > limits.memory {
            Some("memory limit")
        } else {
            None
        };
        if let Some(limit) = over {
            end_group(child.id());
            child.wait()?;
            return Ok(limit.to_owned());
        }
        std::thread::sleep(TICK);
    }
}

fn words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("exit {code}"),
        (None, Some(signal)) => format!("signal {signal}"),
        (None, None) => "unknown".to_owned(),
    }
}

/// Ends everything that is left of a group; nothing may be.
fn end_group(pid: u32) {
    let pid = i32::try_from(pid).ok().and_then(Pid::from_raw);
    if let Some(pid) = pid {
        let _ = rustix::process::kill_process_group(pid, Signal::KILL);
    }
}

/// Reads a pipe to its end in a thread. What comes after `limit` bytes is read and dropped, and
/// `full` is set.
fn collect(
    pipe: Option<impl Read + Send + 'static>,
    limit: usize,
    full: &Arc<AtomicBool>,
) -> Receiver<String> {
    let (sender, receiver) = channel();
    let full = Arc::clone(full);
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        let mut block = [0; 16 * 1024];
        let mut pipe = pipe;
        while let Some(count) = pipe.as_mut().and_then(|it| it.read(&mut block).ok()) {
            if count == 0 {
                break;
            }
            let room = limit.saturating_sub(kept.len()).min(count);
            kept.extend_from_slice(&block[..room]);
            if room < count {
                full.store(true, Ordering::Relaxed);
            }
        }
        let _ = sender.send(String::from_utf8_lossy(&kept).into_owned());
    });
    receiver
}

/// Resident bytes of all processes of a group; processes that end meanwhile count as nothing.
fn resident(group: u32) -> u64 {
    let page = rustix::param::page_size() as u64;
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let pages = entries.filter_map(|entry| {
        let stat = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name in brackets may hold blanks; what follows it does not.
        let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
        let of_group = fields.get(2)?.parse::<u32>().ok()? == group;
        of_group.then(|| fields.get(21)?.parse::<u64>().ok())?
    });
    pages.sum::<u64>() * page
}

/// The guard's work: reads what to become, and becomes it. Returns only if that fails.
///
/// # Errors
///
/// The order cannot be read, or the program cannot be started.
pub fn become_program(order: &Path, parent: u32) -> anyhow::Result<()> {
    let text = fs::read(order).context("the guard's order cannot be read")?;
    let program: Program = serde_json::from_slice(&text)?;
    rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?;
    // A parent that ended before the line above ended without a signal.
    let current = rustix::process::getppid().map(|it| it.as_raw_nonzero().get());
    anyhow::ensure!(
        current.and_then(|it| u32::try_from(it).ok()) == Some(parent),
        "the verifier is gone"
    );
    let none = Rlimit {
        current: Some(0),
        maximum: Some(0),
    };
    rustix::process::setrlimit(Resource::Core, none)?;
    let arguments: Vec<OsString> = program.arguments.iter().map(OsString::from).collect();
    let error = Command::new(&program.path)
        .args(arguments)
        .env_clear()
        .envs(&program.environment)
        .current_dir(&program.folder)
        .exec();
    Err(error).with_context(|| format!("{} cannot be started", program.path.display()))
}
