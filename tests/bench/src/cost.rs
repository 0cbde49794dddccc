//! What one program costs: time, processor time, and the memory it held at most.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeVal;

use crate::figure;

/// Runs a program to its end and prints `wall` and `cpu` in seconds, `memory` in megabytes. Only
/// one program is measured by a process: the system tells the largest of all children.
pub(crate) fn measure(command: &[String]) -> anyhow::Result<()> {
    let (program, arguments) = command.split_first().context("name a program to measure")?;
    let started = Instant::now();
    let output = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{program}` could not be started"))?;
    let wall = started.elapsed();
    ensure!(
        output.status.success(),
        "`{}` ended with {}: {}",
        command.join(" "),
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let used = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    figure("wall", wall.as_secs_f64());
    let cpu = seconds(used.user_time()) + seconds(used.system_time());
    figure("cpu", cpu.as_secs_f64());
    figure("memory", used.max_rss() as f64 / 1024.0);
    Ok(())
}

fn seconds(time: TimeVal) -> Duration {
    let micros = time.tv_sec() * 1_000_000 + time.tv_usec();
    Duration::from_micros(micros.unsigned_abs())
}
