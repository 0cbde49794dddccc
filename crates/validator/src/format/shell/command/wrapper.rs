//! Wrappers: programs that start another one in the same environment and count as it.

use super::super::run::{Invocation, Shell, Status};
use super::super::source::Source;
use super::options::{self, Style};
use super::{inner, run_program, setting};

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

/// `script -c TEXT`: the text in a shell of its own, with a terminal that is written down.
pub(super) fn script(shell: &mut Shell, invocation: &Invocation) {
    let style = Style {
        valued: &["-B", "-E", "-I", "-O", "-T", "-c", "-m", "-o", "--command"],
        bare: &[],
        unknown_valued: false,
        clustered: true,
    };
    let (found, _) = options::read(invocation.arguments(), style);
    let text = found
        .iter()
        .find(|it| matches!(it.name.as_str(), "-c" | "--command"));
    let parts = text
        .and_then(|it| it.value)
        .and_then(|(field, from)| setting::tail(&field.parts, from));
    if let Some(parts) = parts {
        let vars = shell.vars.inherited();
        inner::run_text(shell, vars, &Source::from_parts(&parts));
    }
    shell.emit_unknown();
    shell.status = Status::Presumed;
}
