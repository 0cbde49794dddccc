//! `ssh` and `pdsh`: a command on another machine, which sees nothing of this environment.

use super::super::builtin::joined;
use super::super::run::{Invocation, Shell, Status};
use super::inner::passing;
use super::options::{self, Style};

const SSH: Style = Style {
    valued: &[
        "-B", "-D", "-E", "-F", "-I", "-J", "-L", "-O", "-Q", "-R", "-S", "-W", "-b", "-c", "-e",
        "-i", "-l", "-m", "-o", "-p", "-w",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

const PDSH: Style = Style {
    valued: &["-R", "-X", "-f", "-g", "-l", "-t", "-u", "-w", "-x"],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// `ssh HOST TEXT`
pub(super) fn ssh(shell: &mut Shell, invocation: &Invocation) {
    let (_, host) = options::read(invocation.arguments(), SSH);
    remotely(shell, invocation, host + 1);
}

/// `pdsh -w HOSTS TEXT`
pub(super) fn pdsh(shell: &mut Shell, invocation: &Invocation) {
    let (_, text) = options::read(invocation.arguments(), PDSH);
    remotely(shell, invocation, text);
}

/// Runs what stands from an argument on, on another machine.
fn remotely(shell: &mut Shell, invocation: &Invocation, from: usize) {
    let arguments = invocation.arguments();
    let command = arguments.get(from..).unwrap_or_default();
    if command.is_empty() {
        shell.emit_unknown();
        shell.status = Status::Presumed;
        return;
    }
    let source = joined(command);
    let vars = passing(shell, |_| false);
    shell.in_environment(vars, |shell| {
        shell.in_shell(None, |shell| shell.run_text(&source));
    });
    shell.status = Status::Presumed;
}
