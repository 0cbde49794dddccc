//! Wrappers: programs that start another one in the same environment and count as it.

use super::super::run::{Invocation, Shell};
use super::options::{self, Style};
use super::run_program;

/// A wrapper.
#[derive(Debug)]
pub(super) struct Wrapper {
    name: &'static str,
    /// Options that take the next argument.
    valued: &'static [&'static str],
    /// Arguments between the options and the program.
    operands: usize,
}

const fn wrapper(name: &'static str, valued: &'static [&'static str], operands: usize) -> Wrapper {
    Wrapper {
        name,
        valued,
        operands,
    }
}

/// All wrappers, by name.
const WRAPPERS: &[Wrapper] = &[
    wrapper("catchsegv", &[], 0),
    wrapper("chroot", &["--userspec", "--groups"], 1),
    wrapper("chrt", &["-T", "-P", "-D"], 1),
    wrapper(
        "flock",
        &["-w", "-E", "--timeout", "--conflict-exit-code"],
        1,
    ),
    wrapper("ionice", &["-c", "-n", "-p", "-t"], 0),
    wrapper("nice", &["-n", "--adjustment"], 0),
    wrapper("nohup", &[], 0),
    wrapper(
        "numactl",
        &[
            "-C",
            "-N",
            "-i",
            "-m",
            "-p",
            "--cpunodebind",
            "--cpubind",
            "--interleave",
            "--membind",
            "--physcpubind",
            "--preferred",
        ],
        0,
    ),
    wrapper("prlimit", &[], 0),
    wrapper("script", &[], 0),
    wrapper("setsid", &[], 0),
    wrapper(
        "stdbuf",
        &["-i", "-o", "-e", "--input", "--output", "--error"],
        0,
    ),
    wrapper("taskset", &[], 1),
    wrapper("time", &["-f", "-o", "--format", "--output"], 0),
    wrapper("timeout", &["-k", "-s", "--kill-after", "--signal"], 1),
    wrapper("unbuffer", &[], 0),
    wrapper(
        "xvfb-run",
        &[
            "-e",
            "-f",
            "-n",
            "-p",
            "-s",
            "-w",
            "--server-args",
            "--server-num",
        ],
        0,
    ),
];

/// The wrapper of a name.
pub(super) fn find(name: &str) -> Option<&'static Wrapper> {
    WRAPPERS.iter().find(|wrapper| wrapper.name == name)
}

/// Runs the program behind a wrapper.
pub(super) fn run(shell: &mut Shell, wrapper: &Wrapper, invocation: &Invocation) {
    let style = Style {
        valued: wrapper.valued,
        bare: &[],
        unknown_valued: false,
        clustered: true,
    };
    let (_, at) = options::read(invocation.arguments(), style);
    run_program(shell, &invocation.from(1 + at + wrapper.operands));
}
