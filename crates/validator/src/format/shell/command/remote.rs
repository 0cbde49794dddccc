//! `ssh` and relatives: a command on other machines, which sees nothing of this environment.
//! `watch` puts its arguments together in the same way, and stays here.

use super::super::builtin::joined;
use super::super::run::{Invocation, Shell, Status};
use super::inner::{self, passing};
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
    valued: &[
        "-F",
        "-R",
        "-S",
        "-f",
        "-g",
        "-l",
        "-o",
        "-t",
        "-u",
        "-w",
        "-x",
        "--hostfile",
        "--group",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

const WATCH: Style = Style {
    valued: &["-n", "-q", "--equexit", "--interval"],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// `ssh HOST TEXT`
pub(super) fn ssh(shell: &mut Shell, invocation: &Invocation) {
    let (_, host) = options::read(invocation.arguments(), SSH);
    remote(shell, invocation, host + 1);
}

/// `pdsh -w HOSTS TEXT`, `clush -w HOSTS TEXT`
pub(super) fn pdsh(shell: &mut Shell, invocation: &Invocation) {
    let (_, at) = options::read(invocation.arguments(), PDSH);
    remote(shell, invocation, at);
}

fn remote(shell: &mut Shell, invocation: &Invocation, from: usize) {
    let command = invocation.arguments().get(from..).unwrap_or_default();
    if command.is_empty() {
        shell.emit_unknown();
    } else {
        let source = joined(command);
        let vars = passing(shell, |_| false);
        inner::run_text(shell, vars, &source);
    }
    shell.status = Status::Presumed;
}

/// `watch TEXT`
pub(super) fn watch(shell: &mut Shell, invocation: &Invocation) {
    let (_, at) = options::read(invocation.arguments(), WATCH);
    let command = invocation.arguments().get(at..).unwrap_or_default();
    let vars = shell.vars.inherited();
    inner::run_text(shell, vars, &joined(command));
    shell.status = Status::Presumed;
}
