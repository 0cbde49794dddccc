//! Shells inside the shell, and environments made for a program.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status, Written};
use super::super::source::{HOLE, Source};
use super::super::state::{Variable, Variables};

/// `bash`, `sh` and relatives: `-c TEXT`, or text on standard input.
pub(super) fn shell_program(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let mut at = 0;
    let mut text = false;
    let mut options = Vec::new();
    while let Some(option) = arguments.get(at).and_then(Field::known) {
        if !option.starts_with(['-', '+']) || option == "-" {
            break;
        }
        at += 1;
        match option.as_str() {
            "--" => break,
            "-O" | "+O" | "--rcfile" | "--init-file" => at += 1,
            _ if option.starts_with("--") => {}
            _ => {
                text |= option.starts_with('-') && option.contains('c');
                if option.ends_with('o') {
                    options.add_all(
                        arguments
                            .get(at)
                            .and_then(Field::known)
                            .map(|it| format!("o{it}")),
                    );
                    at += 1;
                }
                options.push(option);
            }
        }
    }
    let operands = arguments.get(at..).unwrap_or_default();
    let source = match operands.first() {
        Some(field) if text => Some(Source::from_parts(&field.parts).into()),
        Some(field) => field.known().and_then(|name| shell.file(&name)),
        None if !text => shell.take_stdin().map(Written::from),
        _ => None,
    };
    let Some(source) = source else {
        let program = super::base(&invocation.fields[0].text()).to_owned();
        super::launch::launch(shell, &program, invocation);
        return;
    };
    let skipped = if text { 2 } else { 1 };
    let positional: Vec<String> = operands.iter().skip(skipped).map(Field::text).gathered();
    let positional = invocation.exact.then(|| Rc::new(positional));
    let vars = shell.vars.inherited();
    shell.in_environment(vars, |shell| {
        shell.in_shell(positional, |shell| {
            shell.settings.options.errexit = options
                .iter()
                .any(|it| it.starts_with('-') && it.contains('e') || it == "oerrexit");
            shell.run_written(&source)
        });
    });
}

/// A script that the text has written, run by its name.
pub(super) fn script(shell: &mut Shell, invocation: &Invocation, written: &Written) {
    let is_shell = |text: &Source| {
        let first = text.text.lines().next().unwrap_or_default();
        !first.starts_with("#!") || first.ends_with("sh")
    };
    if !written.texts.iter().all(is_shell) {
        let name = super::base(&invocation.fields[0].text()).to_owned();
        return super::launch::launch(shell, &name, invocation);
    }
    let positional: Vec<String> = invocation.arguments().iter().map(Field::text).gathered();
    let positional = invocation.exact.then(|| Rc::new(positional));
    let vars = shell.vars.inherited();
    shell.in_environment(vars, |shell| {
        shell.in_shell(positional, |shell| shell.run_written(written));
    });
}

/// Programs that say more about what they start; behind another launcher they are read too.
const SPEAKING: &[&str] = &[
    "apptainer",
    "bash",
    "docker",
    "env",
    "nvidia-docker",
    "podman",
    "sh",
    "singularity",
    "sudo",
];

/// Looks into what a launcher starts, where that says more: `srun bash -c '…'`.
pub(super) fn also_inside(shell: &mut Shell, invocation: &Invocation) {
    let name = invocation.fields.first().and_then(Field::known);
    let last = invocation
        .fields
        .last()
        .map(Field::text)
        .unwrap_or_default();
    let says = invocation.fields.len() > 1 && last.chars().any(|c| c != HOLE);
    if super::setting_as_program(shell, invocation) {
        return;
    }
    if says && name.is_some_and(|name| SPEAKING.contains(&super::base(&name))) {
        super::run_program(shell, invocation);
    }
}

/// Runs something with an empty environment.
pub(in super::super) fn with_clean_environment(shell: &mut Shell, run: impl FnOnce(&mut Shell)) {
    shell.in_environment(Variables::nothing(), run);
}

impl Shell {
    /// The text that waits on standard input, if it is known.
    pub(in super::super) fn take_stdin(&mut self) -> Option<Source> {
        self.input.text.as_ref()?;
        let input = core::mem::take(&mut self.input);
        Some(Source::from_parts(&input.parts))
    }

    /// Runs something in which `vars` are all the variables; the shell's own come back.
    pub(super) fn in_environment(&mut self, vars: Variables, run: impl FnOnce(&mut Self)) {
        self.with_environment(vars, run);
    }

    /// The same; gives what became of `vars`.
    pub(super) fn with_environment(
        &mut self,
        vars: Variables,
        run: impl FnOnce(&mut Self),
    ) -> Variables {
        let outer = core::mem::replace(&mut self.vars, vars);
        self.without_frames(run);
        core::mem::replace(&mut self.vars, outer)
    }

    /// Runs a line of a makefile's recipe.
    pub(in super::super) fn run_recipe(&mut self, vars: Variables, source: &Source) {
        run_text(self, vars, source);
    }

    /// Runs something as a shell of its own, with nothing but its environment from this one.
    pub(super) fn in_shell(
        &mut self,
        positional: Option<Rc<Vec<String>>>,
        run: impl FnOnce(&mut Self) -> Flow,
    ) {
        let settings = core::mem::take(&mut self.settings);
        let locals = core::mem::take(&mut self.locals);
        let covers = core::mem::take(&mut self.covers);
        self.settings.positional = positional;
        self.untested(|shell| shell.subshell(run));
        if self.status == Status::Open {
            self.status = Status::Presumed;
        }
        (self.locals, self.covers) = (locals, covers);
        self.settings = settings;
    }
}

/// Runs shell text in an environment, in a shell of its own.
pub(super) fn run_text(shell: &mut Shell, vars: Variables, source: &Source) {
    shell.in_environment(vars, |shell| {
        shell.in_shell(None, |shell| shell.run_text(source));
    });
}

/// Everything the text has set may or may not be there.
pub(super) fn doubtful(shell: &Shell) -> Variables {
    let mut vars = shell.vars.inherited();
    let names: Vec<String> = vars.names().cloned().gathered();
    for name in names {
        let mut variable = vars.get(&name);
        variable.maybe_unset = true;
        vars.put(&name, variable);
    }
    vars
}

/// The environment that stays when only some variables pass.
pub(super) fn passing(shell: &mut Shell, passes: impl Fn(&str) -> bool) -> Variables {
    let mut vars = shell.vars.inherited();
    let names: Vec<String> = vars.names().cloned().gathered();
    let mut dropped = Vec::new();
    for name in names {
        if passes(&name) {
            continue;
        }
        dropped.add_all(vars.get(&name).places);
        vars.put(&name, Variable::outside(&name));
    }
    if !shell.is_dry() {
        shell.record.dropped(&dropped);
    }
    vars
}
