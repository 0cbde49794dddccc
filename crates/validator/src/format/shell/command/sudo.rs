//! `sudo`, `doas`, `su`: other users, and mostly other environments.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::Source;
use super::inner::passing;
use super::options::{self, Style};
use super::{run_program, setting};

const SUDO: Style = Style {
    valued: &[
        "-A",
        "-C",
        "-D",
        "-R",
        "-T",
        "-U",
        "-g",
        "-h",
        "-p",
        "-r",
        "-t",
        "-u",
        "--chdir",
        "--chroot",
        "--close-from",
        "--group",
        "--host",
        "--other-user",
        "--prompt",
        "--role",
        "--type",
        "--user",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: true,
};

/// `sudo`: nothing of the environment passes but what it is told to keep.
pub(super) fn sudo(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (found, mut at) = options::read(arguments, SUDO);
    let mut everything = false;
    let mut listed: Vec<String> = Vec::new();
    for option in &found {
        match option.name.as_str() {
            "--preserve-env" => match option.known() {
                Some(list) => listed.add_all(list.split(',').map(str::to_owned)),
                None => everything = true,
            },
            name if !name.starts_with("--") && name.contains('E') => everything = true,
            _ => {}
        }
    }
    // The loader removes these from any program that changes user.
    let unsafe_name = |name: &str| name.starts_with("LD_");
    let mut vars = passing(shell, |name| {
        (everything || listed.iter().any(|it| it == name)) && !unsafe_name(name)
    });
    while let Some(field) = arguments.get(at) {
        if !setting::put(shell, &mut vars, field) {
            break;
        }
        at += 1;
    }
    if at >= arguments.len() {
        shell.status = Status::Presumed;
        return;
    }
    shell.in_environment(vars, |shell| run_program(shell, &invocation.from(1 + at)));
}

/// `doas`: like `sudo`, without settings.
pub(super) fn doas(shell: &mut Shell, invocation: &Invocation) {
    let style = Style {
        valued: &["-C", "-u"],
        ..SUDO
    };
    let (_, at) = options::read(invocation.arguments(), style);
    let vars = passing(shell, |_| false);
    shell.in_environment(vars, |shell| run_program(shell, &invocation.from(1 + at)));
}

/// `su USER -c TEXT`: keeps the environment unless it is a login.
pub(super) fn su(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let texts: Vec<String> = arguments.iter().map(Field::text).gathered();
    let login = texts
        .iter()
        .any(|it| it == "-" || it == "-l" || it == "--login");
    let at = texts.iter().position(|it| it == "-c" || it == "--command");
    let Some(field) = at.and_then(|at| arguments.get(at + 1)) else {
        shell.status = Status::Presumed;
        return;
    };
    let source = Source::from_parts(&field.parts);
    let vars = passing(shell, |_| !login);
    shell.in_environment(vars, |shell| {
        shell.in_shell(None, |shell| {
            shell.run_text(&source);
            Flow::Next
        });
    });
}
