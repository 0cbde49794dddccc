//! Small utilities: not launches, and some of them are pure enough to follow.

mod text;

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::builtin;
use super::expand::Field;
use super::run::{Invocation, Shell, Status};
use super::source::{known, parts_of, text_of};
use crate::reading::{Origin, Part};

/// What is known of a utility.
#[derive(Clone, Copy)]
enum Utility {
    /// Its output follows from arguments and input; `None`: not this time.
    Pure(fn(&[&str], Option<&str>) -> Option<String>),
    /// A builtin does the same.
    Builtin,
    /// Expected to work, output not known.
    Presumed,
    /// Asked a question.
    Open,
    /// Prints what it reads, known or not.
    Passes,
}

/// All utilities, by name.
const UTILITIES: &[(&str, Utility)] = &[
    ("[", Utility::Builtin),
    ("arch", Utility::Presumed),
    ("awk", Utility::Presumed),
    ("base64", Utility::Presumed),
    ("basename", Utility::Pure(text::basename)),
    ("bc", Utility::Presumed),
    ("cat", Utility::Passes),
    ("chgrp", Utility::Presumed),
    ("chmod", Utility::Presumed),
    ("chown", Utility::Presumed),
    ("clear", Utility::Presumed),
    ("cmp", Utility::Open),
    ("column", Utility::Presumed),
    ("comm", Utility::Presumed),
    ("cp", Utility::Presumed),
    ("cut", Utility::Pure(text::cut)),
    ("date", Utility::Presumed),
    ("df", Utility::Presumed),
    ("diff", Utility::Open),
    ("dirname", Utility::Pure(text::dirname)),
    ("du", Utility::Presumed),
    ("echo", Utility::Builtin),
    ("egrep", Utility::Open),
    ("expr", Utility::Presumed),
    ("false", Utility::Builtin),
    ("fgrep", Utility::Open),
    ("file", Utility::Presumed),
    ("find", Utility::Presumed),
    ("fmt", Utility::Presumed),
    ("free", Utility::Presumed),
    ("gawk", Utility::Presumed),
    ("getconf", Utility::Presumed),
    ("grep", Utility::Open),
    ("groups", Utility::Presumed),
    ("gzip", Utility::Presumed),
    ("head", Utility::Pure(text::head)),
    ("hostname", Utility::Presumed),
    ("id", Utility::Presumed),
    ("join", Utility::Presumed),
    ("jq", Utility::Presumed),
    ("kill", Utility::Presumed),
    ("killall", Utility::Presumed),
    ("less", Utility::Presumed),
    ("ln", Utility::Presumed),
    ("ls", Utility::Presumed),
    ("lscpu", Utility::Presumed),
    ("lspci", Utility::Presumed),
    ("lsof", Utility::Open),
    ("md5sum", Utility::Presumed),
    ("mkdir", Utility::Presumed),
    ("mkfifo", Utility::Presumed),
    ("mktemp", Utility::Presumed),
    ("more", Utility::Presumed),
    ("mv", Utility::Presumed),
    ("nl", Utility::Presumed),
    ("nproc", Utility::Presumed),
    ("od", Utility::Presumed),
    ("paste", Utility::Pure(text::paste)),
    ("pgrep", Utility::Open),
    ("pidof", Utility::Open),
    ("ping", Utility::Open),
    ("pkill", Utility::Presumed),
    ("printenv", Utility::Presumed),
    ("printf", Utility::Builtin),
    ("ps", Utility::Presumed),
    ("pwd", Utility::Presumed),
    ("readlink", Utility::Presumed),
    ("realpath", Utility::Presumed),
    ("rev", Utility::Pure(text::rev)),
    ("rm", Utility::Presumed),
    ("rmdir", Utility::Presumed),
    ("sed", Utility::Presumed),
    ("seq", Utility::Pure(text::seq)),
    ("sha256sum", Utility::Presumed),
    ("shuf", Utility::Presumed),
    ("sleep", Utility::Presumed),
    ("sort", Utility::Presumed),
    ("split", Utility::Presumed),
    ("stat", Utility::Presumed),
    ("stty", Utility::Presumed),
    ("sync", Utility::Presumed),
    ("tac", Utility::Pure(text::tac)),
    ("tail", Utility::Pure(text::tail)),
    ("tar", Utility::Presumed),
    ("tee", Utility::Passes),
    ("test", Utility::Builtin),
    ("touch", Utility::Presumed),
    ("tput", Utility::Presumed),
    ("tr", Utility::Pure(text::tr)),
    ("true", Utility::Builtin),
    ("tty", Utility::Open),
    ("uname", Utility::Presumed),
    ("uniq", Utility::Presumed),
    ("uptime", Utility::Presumed),
    ("wc", Utility::Pure(text::wc)),
    ("which", Utility::Open),
    ("whereis", Utility::Open),
    ("who", Utility::Presumed),
    ("whoami", Utility::Presumed),
    ("xxd", Utility::Presumed),
    ("yes", Utility::Presumed),
    ("zcat", Utility::Presumed),
];

fn find(name: &str) -> Option<Utility> {
    let row = UTILITIES.iter().find(|(it, _)| *it == name)?;
    Some(row.1)
}

/// Runs a small utility; `false` if the program is none.
pub(super) fn run(shell: &mut Shell, name: &str, invocation: &Invocation) -> bool {
    let Some(utility) = find(name) else {
        return false;
    };
    shell.status = Status::Presumed;
    match utility {
        Utility::Builtin => {
            if let Some(builtin) = builtin::find(name) {
                builtin(shell, invocation);
            }
        }
        Utility::Presumed => shell.emit_unknown(),
        Utility::Open => {
            shell.emit_unknown();
            shell.status = Status::Open;
        }
        Utility::Pure(compute) => pure(shell, compute, invocation),
        Utility::Passes => pass(shell, name, invocation),
    }
    true
}

fn pure(
    shell: &mut Shell,
    compute: fn(&[&str], Option<&str>) -> Option<String>,
    invocation: &Invocation,
) {
    let texts: Option<Vec<String>> = invocation.arguments().iter().map(Field::known).collect();
    let texts = texts.filter(|_| invocation.exact);
    let output = texts.and_then(|texts| {
        let texts: Vec<&str> = texts.iter().map(String::as_str).gathered();
        compute(&texts, shell.input.text.as_deref().and_then(known))
    });
    match output {
        Some(text) => {
            shell.emit(&text);
            shell.status = Status::Known(0);
        }
        None => shell.emit_unknown(),
    }
}

/// `cat` without files, and `tee`.
fn pass(shell: &mut Shell, name: &str, invocation: &Invocation) {
    let reads_files = name == "cat"
        && invocation
            .arguments()
            .iter()
            .any(|field| field.text() != "-");
    let parts = core::mem::take(&mut shell.input.parts);
    match shell.input.text.take().filter(|_| !reads_files) {
        Some(text) => {
            if name == "tee" {
                tee(shell, invocation, &text, parts);
            }
            shell.emit(&text);
            shell.status = Status::Known(0);
            shell.input.text = Some(String::new());
        }
        None => shell.emit_unknown(),
    }
}

/// Keeps what `tee` writes into files.
fn tee(shell: &mut Shell, invocation: &Invocation, text: &str, parts: Vec<Part>) {
    let names: Vec<String> = invocation.arguments().iter().map(Field::text).gathered();
    let appends = names.iter().any(|it| it == "-a" || it == "--append");
    let mut written = parts;
    if text_of(&written) != text {
        written.clear();
        parts_of(text, &invocation.span, Origin::Derived, &mut written);
    }
    for name in names.iter().filter(|it| !it.starts_with('-')) {
        shell.write_file(name, written.clone(), appends);
    }
}
