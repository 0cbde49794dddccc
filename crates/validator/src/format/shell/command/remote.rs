//! `ssh`: a command on another machine, which sees nothing of this environment.

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

/// `ssh HOST TEXT`
pub(super) fn ssh(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (_, host) = options::read(arguments, SSH);
    let command = arguments.get(host + 1..).unwrap_or_default();
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
