//! A launch: a program, what it sees, and what its arguments say.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Invocation, Shell, Status};
use super::super::source::HOLE;
use super::super::syntax::is_name;
use super::setting;
use crate::reading::{Grant, GrantKind, Launch, Reach, Slip, SlipKind, Span};

/// Programs that take `NAME=value` as arguments of their own.
const TAKES_SETTINGS: &[&str] = &[
    "ansible",
    "cmake",
    "conda",
    "docker",
    "docker-compose",
    "gcloud",
    "helm",
    "kubectl",
    "make",
    "mamba",
    "meson",
    "micromamba",
    "mpiexec",
    "mpiexec.hydra",
    "mpirun",
    "nerdctl",
    "ninja",
    "nvidia-docker",
    "orterun",
    "pipenv",
    "pixi",
    "podman",
    "poetry",
    "prterun",
    "salloc",
    "sbatch",
    "srun",
    "systemctl",
    "systemd-run",
    "uv",
];

/// Options that take a setting.
const SETTING_OPTIONS: &[&str] = &["--build-arg", "--env", "--set", "-D", "-E", "-e", "-x"];

/// Options of launchers that number GPUs.
const GPU_OPTIONS: &[(&str, &str)] = &[
    ("accelerate", "--gpu_ids"),
    ("accelerate", "--gpu-ids"),
    ("deepspeed", "--exclude"),
    ("deepspeed", "--include"),
    ("deepspeed", NUMBER),
];

/// The option that gives a number of GPUs, counted from 0, rather than a list.
const NUMBER: &str = "--num_gpus";

/// Most GPUs of one machine that are counted.
const MAX_GPUS: usize = 64;

/// Starts a program with the current environment.
pub(super) fn launch(shell: &mut Shell, program: &str, invocation: &Invocation) {
    let arguments = invocation.arguments();
    if !TAKES_SETTINGS.contains(&program) {
        record_arguments(shell, arguments);
    }
    let environment = shell.environment();
    shell.launched(Launch {
        command: program.to_owned(),
        arguments: arguments.iter().map(Field::known).gathered(),
        environment,
        span: invocation.span.clone(),
    });
    gpu_grants(shell, program, arguments);
    shell.emit_unknown();
    shell.status = Status::Presumed;
}

/// Starts a program whose name is not known; it is shown as it is written.
pub(in super::super) fn launch_unknown(shell: &mut Shell, invocation: &Invocation) {
    let first = &invocation.fields[0];
    let text = first.text();
    if text.contains('=') {
        shell.status = Status::Known(127);
        return;
    }
    let name = super::base(&text).replace(HOLE, "$");
    let name = if name.is_empty() {
        "$".to_owned()
    } else {
        name
    };
    launch(shell, &name, invocation);
}

/// `NAME=value` among the arguments of a program: it is not put into the environment.
fn record_arguments(shell: &mut Shell, arguments: &[Field]) {
    // Behind `env` they are what they look like: `nsys profile env NAME=value program`.
    let is_env = |field: &Field| field.known().is_some_and(|it| super::base(&it) == "env");
    let end = arguments.iter().position(is_env);
    let arguments = &arguments[..end.unwrap_or(arguments.len())];
    for (index, field) in arguments.iter().enumerate() {
        let before = index.checked_sub(1).map(|at| arguments[at].text());
        let belongs = before.is_some_and(|text| SETTING_OPTIONS.contains(&text.as_str()));
        if let Some((name, name_span, parts)) = setting::split(field)
            && is_environment_name(&name)
            && !belongs
        {
            let assignment = setting::assignment(&name, name_span, parts, field, Reach::Argument);
            shell.record_assignment(assignment, true);
        }
    }
}

/// Whether a name looks like an environment variable rather than an option of the program.
fn is_environment_name(name: &str) -> bool {
    is_name(name) && name.contains('_') && !name.contains(|c: char| c.is_ascii_lowercase())
}

fn gpu_grants(shell: &mut Shell, program: &str, arguments: &[Field]) {
    for (_, option) in GPU_OPTIONS.iter().filter(|(of, _)| *of == program) {
        for (index, field) in arguments.iter().enumerate() {
            let text = field.text();
            let value = match text.strip_prefix(option) {
                Some("") => arguments.get(index + 1).and_then(Field::known),
                Some(rest) if rest.starts_with('=') => Some(rest[1..].to_owned()),
                _ => continue,
            };
            let value = match value {
                Some(number) if *option == NUMBER => match numbered(&number) {
                    Some(list) => Some(list),
                    None => continue,
                },
                value => value,
            };
            shell.granted(GrantKind::Launcher, value, field.span.clone());
        }
    }
}

/// The GPUs that a number gives.
fn numbered(number: &str) -> Option<String> {
    let count: usize = number
        .parse()
        .ok()
        .filter(|it| (1..=MAX_GPUS).contains(it))?;
    let numbers: Vec<String> = (0..count).map(|it| it.to_string()).gathered();
    Some(numbers.join(","))
}

/// `conda`: activation is a shell function, `env config vars set` keeps variables.
pub(super) fn conda(shell: &mut Shell, invocation: &Invocation) {
    let texts: Vec<String> = invocation.arguments().iter().map(Field::text).gathered();
    let words: Vec<&str> = texts.iter().map(String::as_str).gathered();
    match words.as_slice() {
        ["activate" | "deactivate", ..] => shell.status = Status::Presumed,
        ["env", "config", "vars", "set", ..] => {
            for (at, field) in invocation.arguments().iter().enumerate().skip(4) {
                apart(shell, field, invocation.arguments().get(at + 1));
                if let Some((name, name_span, parts)) = setting::split(field) {
                    let assignment =
                        setting::assignment(&name, name_span, parts, field, Reach::Program);
                    shell.record_assignment(assignment, true);
                }
            }
            shell.status = Status::Presumed;
        }
        _ => launch(shell, "conda", invocation),
    }
}

/// `NAME:value`, and `NAME value` in two words, where a setting was meant.
fn apart(shell: &mut Shell, field: &Field, next: Option<&Field>) {
    let Some(name) = field.known() else { return };
    let value = next.and_then(Field::known);
    match (next, value) {
        (Some(next), Some(value)) if is_environment_name(&name) && !value.contains('=') => {
            shell.slip(Slip {
                kind: SlipKind::NoEquals,
                name: Some(name),
                span: field.span.start..next.span.end,
                edits: vec![(field.span.end..next.span.start, "=".into())],
            });
        }
        _ => super::docker::mark_no_equals(shell, field),
    }
}

impl Shell {
    /// What a program started now sees.
    pub(super) fn environment(&mut self) -> crate::reading::Environment {
        if self.is_dry() || self.record.is_full() {
            return crate::reading::Environment::new();
        }
        self.vars.environment()
    }

    /// Notes that a launcher does not pass a variable on to other hosts.
    pub(super) fn not_forwarded(&mut self, name: &str, places: &[usize]) {
        let place = places
            .last()
            .and_then(|at| self.record.assignments.get(*at));
        let Some(span) = place.map(|it| it.span.clone()) else {
            return;
        };
        self.slip(Slip {
            kind: SlipKind::NotForwarded,
            name: Some(name.to_owned()),
            span,
            edits: Vec::new(),
        });
    }

    /// Records a launch, unless this run only looks ahead or never comes here.
    pub(super) fn launched(&mut self, launch: Launch) {
        if self.is_dry() {
            return;
        }
        let places: Vec<usize> = self
            .vars
            .names()
            .filter_map(|name| self.vars.told(name))
            .filter(|variable| variable.setting().is_some())
            .flat_map(|variable| variable.places.iter().copied())
            .gathered();
        self.record.seen(&places);
        if self.is_reached() {
            self.record.launch(launch);
        }
    }

    /// Records a grant of GPUs for what the command at hand starts.
    pub(super) fn granted(&mut self, by: GrantKind, value: Option<String>, span: Span) {
        if !self.is_dry() && self.is_reached() {
            self.record.grants.push(Grant {
                by,
                value,
                span,
                launches: Vec::new(),
            });
        }
    }
}
