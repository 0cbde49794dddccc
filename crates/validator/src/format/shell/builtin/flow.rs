//! Builtins that steer the run: `exit`, `return`, `break`, `eval`, `exec`, `trap`, `source`.

use alloc::rc::Rc;

use super::super::command;
use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status, Written};
use super::super::source::{HOLE, Source};

/// `exit` and `logout`
pub(super) fn exit(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = code(shell, invocation);
    Flow::Exit
}

/// `return`
pub(super) fn leave_function(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = code(shell, invocation);
    if shell.locals.is_empty() {
        // Outside a function it is an error that changes nothing.
        return Flow::Next;
    }
    Flow::Return
}

fn code(shell: &Shell, invocation: &Invocation) -> Status {
    match invocation.arguments().first() {
        None => shell.status,
        Some(field) => match field
            .known()
            .and_then(|text| text.trim().parse::<i64>().ok())
        {
            Some(code) => Status::Known(u8::try_from(code.rem_euclid(256)).unwrap_or(0)),
            None => Status::Open,
        },
    }
}

/// `break`
pub(super) fn leave_loop(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    if shell.in_loop() {
        Flow::Break(levels(invocation))
    } else {
        Flow::Next
    }
}

/// `continue`
pub(super) fn next_round(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    if shell.in_loop() {
        Flow::Continue(levels(invocation))
    } else {
        Flow::Next
    }
}

fn levels(invocation: &Invocation) -> usize {
    let first = invocation.arguments().first().and_then(Field::known);
    first.and_then(|text| text.parse().ok()).unwrap_or(1)
}

/// `eval`
pub(super) fn eval(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let source = joined(invocation.arguments());
    if source.text.chars().all(|c| c == HOLE) && !source.text.is_empty() {
        // `eval "$(conda shell.bash hook)"`: settings, as `source` brings them.
        shell.emit_unknown();
        shell.status = Status::Presumed;
        return Flow::Next;
    }
    shell.status = Status::Known(0);
    shell.run_text(&source)
}

/// Arguments put together with blanks, as `eval` does.
pub(in super::super) fn joined(fields: &[Field]) -> Source {
    let mut source = Source::from_parts(&[]);
    for (index, field) in fields.iter().enumerate() {
        if index > 0 {
            source.push_glue(" ");
        }
        for part in &field.parts {
            source.push(part);
        }
    }
    source
}

/// `source FILE`: what it sets is known where the text has written the file; elsewhere what the
/// text has set is taken to stay.
pub(super) fn source(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let arguments = invocation.arguments();
    let file = arguments.iter().find(|field| field.text() != "--");
    let found = match file.and_then(Field::known).as_deref() {
        Some("/dev/stdin") => shell.take_stdin().map(Written::from),
        Some(name) => shell.file(name),
        None => None,
    };
    let returns = |text: &Source| text.text.contains("return");
    let follows = |it: &Written| arguments.len() == 1 && !it.texts.iter().any(returns);
    if let Some(written) = found.filter(follows) {
        shell.status = Status::Known(0);
        return shell.run_written(&written);
    }
    shell.emit_unknown();
    shell.status = Status::Presumed;
    Flow::Next
}

/// `exec`: replaces the shell; without a command only its redirections count.
pub(super) fn exec(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let mut at = 1;
    let mut clean = false;
    while let Some(option) = invocation.fields.get(at).and_then(Field::known) {
        match option.as_str() {
            "-a" => at += 2,
            "-c" => {
                clean = true;
                at += 1;
            }
            "-l" | "--" => at += 1,
            _ => break,
        }
    }
    if invocation.fields.len() <= at {
        shell.status = Status::Known(0);
        return Flow::Next;
    }
    shell.settings.exit_trap = None;
    let inner = invocation.from(at);
    if clean {
        command::with_clean_environment(shell, |shell| command::run_program(shell, &inner));
    } else {
        command::run_program(shell, &inner);
    }
    Flow::Exit
}

/// `command`: the same without functions; `-v` asks.
pub(super) fn command(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let mut at = 1;
    while let Some(option) = invocation.fields.get(at).and_then(Field::known) {
        match option.as_str() {
            "-v" | "-V" => return super::ask(shell, invocation),
            "-p" | "--" => at += 1,
            _ => break,
        }
    }
    shell.invoke(&invocation.from(at), false)
}

/// `builtin`
pub(super) fn builtin(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let name = invocation.arguments().first().and_then(Field::known);
    match name.as_deref().and_then(super::find) {
        Some(run) => run(shell, &invocation.from(1)),
        None => super::fail(shell, invocation),
    }
}

/// `trap`: what runs when the shell ends is kept; signals are left out.
pub(super) fn trap(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    let arguments = invocation.arguments();
    let Some((action, signals)) = arguments.split_first() else {
        return Flow::Next;
    };
    let is_exit =
        |field: &Field| matches!(field.text().as_str(), "EXIT" | "0" | "exit" | "SIGEXIT");
    if !signals.iter().any(is_exit) {
        return Flow::Next;
    }
    shell.settings.exit_trap = match action.text().as_str() {
        "-" | "" => None,
        _ => Some(Rc::new(action.parts.clone())),
    };
    Flow::Next
}
