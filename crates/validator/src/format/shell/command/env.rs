//! `env`: settings in front of a program, and what it takes away.

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell};
use super::super::source::Source;
use super::super::state::{Variable, Variables};
use super::{run_program, setting};

/// Runs `env`.
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let mut vars = shell.vars.inherited();
    let arguments = invocation.arguments();
    let mut at = 0;
    while let Some(text) = arguments.get(at).map(Field::text) {
        at += 1;
        match text.as_str() {
            "-" | "-i" | "--ignore-environment" => vars = Variables::nothing(),
            "-u" | "--unset" => {
                if let Some(name) = arguments.get(at).and_then(Field::known) {
                    vars.put(&name, Variable::unset());
                }
                at += 1;
            }
            "-C" | "--chdir" => at += 1,
            "-S" | "--split-string" | "-vS" => {
                if let Some(field) = arguments.get(at) {
                    split_string(shell, vars, &field.parts, &arguments[at + 1..]);
                }
                return;
            }
            "--" => break,
            option if option.starts_with("-u") => vars.put(&option[2..], Variable::unset()),
            option if option.starts_with("--unset=") => vars.put(&option[8..], Variable::unset()),
            option if option.starts_with("-S") || option.starts_with("--split-string=") => {
                let from = if option.starts_with("-S") { 2 } else { 15 };
                if let Some(parts) = setting::tail(&arguments[at - 1].parts, from) {
                    split_string(shell, vars, &parts, &arguments[at..]);
                }
                return;
            }
            option if option.starts_with('-') => {}
            _ => {
                at -= 1;
                break;
            }
        }
    }
    while let Some(field) = arguments.get(at) {
        let sets = setting::put(shell, &mut vars, field) || field.text().contains('=');
        if !sets {
            break;
        }
        at += 1;
    }
    shell.in_environment(vars, |shell| run_program(shell, &invocation.from(1 + at)));
}

/// `env -S 'NAME=value program'`: blanks separate, much as in the shell.
fn split_string(
    shell: &mut Shell,
    vars: Variables,
    parts: &[crate::reading::Part],
    rest: &[Field],
) {
    let mut source = Source::from_parts(parts);
    for field in rest {
        source.push_glue(" ");
        for part in &field.parts {
            source.push(part);
        }
    }
    shell.in_environment(vars, |shell| {
        shell.in_shell(None, |shell| {
            shell.run_text(&source);
            Flow::Next
        });
    });
}
