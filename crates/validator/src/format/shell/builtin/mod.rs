//! Shell builtins.

mod declare;
mod flow;
mod output;
mod read;
mod set;
mod test;

pub(super) use declare::{declare, is_declaration, keeps_prefix};
pub(super) use flow::joined;

use super::run::{Flow, Invocation, Shell, Status};

/// Runs a builtin.
pub(super) type Builtin = fn(&mut Shell, &Invocation) -> Flow;

/// All builtins, by name.
const BUILTINS: &[(&str, Builtin)] = &[
    (".", flow::source),
    (":", succeed),
    ("[", test::bracket),
    ("alias", succeed),
    ("bg", succeed),
    ("bind", succeed),
    ("break", flow::leave_loop),
    ("builtin", flow::builtin),
    ("caller", succeed),
    ("cd", presume),
    ("command", flow::command),
    ("compgen", presume),
    ("complete", succeed),
    ("compopt", succeed),
    ("continue", flow::next_round),
    ("declare", declare::from_fields),
    ("dirs", presume),
    ("disown", succeed),
    ("echo", output::echo),
    ("enable", succeed),
    ("eval", flow::eval),
    ("exec", flow::exec),
    ("exit", flow::exit),
    ("export", declare::from_fields),
    ("false", fail),
    ("fg", succeed),
    ("getopts", read::getopts),
    ("hash", ask),
    ("help", succeed),
    ("history", succeed),
    ("jobs", succeed),
    ("kill", presume),
    ("let", set::evaluate),
    ("local", declare::from_fields),
    ("logout", flow::exit),
    ("mapfile", read::mapfile),
    ("popd", presume),
    ("printf", output::printf),
    ("pushd", presume),
    ("pwd", presume),
    ("read", read::read),
    ("readarray", read::mapfile),
    ("readonly", declare::from_fields),
    ("return", flow::leave_function),
    ("set", set::set),
    ("shift", set::shift),
    ("shopt", succeed),
    ("source", flow::source),
    ("suspend", succeed),
    ("test", test::test),
    ("times", presume),
    ("trap", flow::trap),
    ("true", succeed),
    ("type", ask),
    ("typeset", declare::from_fields),
    ("ulimit", presume),
    ("umask", presume),
    ("unalias", succeed),
    ("unset", set::unset),
    ("wait", presume),
];

/// The builtin of a name.
pub(super) fn find(name: &str) -> Option<Builtin> {
    let index = BUILTINS
        .binary_search_by_key(&name, |(name, _)| name)
        .ok()?;
    Some(BUILTINS[index].1)
}

/// Does nothing, successfully.
fn succeed(shell: &mut Shell, _: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    Flow::Next
}

/// Does nothing, unsuccessfully.
fn fail(shell: &mut Shell, _: &Invocation) -> Flow {
    shell.status = Status::Known(1);
    Flow::Next
}

/// Does something outside the environment that is expected to work.
fn presume(shell: &mut Shell, _: &Invocation) -> Flow {
    shell.emit_unknown();
    shell.status = Status::Presumed;
    Flow::Next
}

/// Answers a question about the outside.
fn ask(shell: &mut Shell, _: &Invocation) -> Flow {
    shell.emit_unknown();
    shell.status = Status::Open;
    Flow::Next
}
