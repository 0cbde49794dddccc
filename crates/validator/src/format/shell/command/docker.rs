//! `docker run` and relatives: the program is the one in the container.
//!
//! Where the line names no program, the image's own entry point runs, and the launch is called
//! after the image: `vllm/vllm-openai:latest` gives `vllm-openai`.

use super::super::super::image::{short_name, torch_of_image};
use super::super::super::mapped::Mapped;
use super::super::super::no_equals;
use super::super::expand::Field;
use super::super::run::{Invocation, Shell, Status};
use super::super::source::HOLE;
use super::super::state::{Certainty, Content, Variables};
use super::super::syntax::is_name;
use super::options::{self, Found, Style};
use super::{env_file, inner, launch, run_program, setting};
use crate::reading::{GrantKind, Reach, Slip, SlipKind};
use readpoint_catalog::prelude::*;

const RUN: Style = Style {
    valued: &["-a", "-c", "-e", "-h", "-l", "-m", "-p", "-u", "-v", "-w"],
    bare: &[
        "--detach",
        "--disable-content-trust",
        "--init",
        "--interactive",
        "--ipc-host",
        "--no-deps",
        "--no-healthcheck",
        "--oom-kill-disable",
        "--privileged",
        "--publish-all",
        "--quiet",
        "--read-only",
        "--replace",
        "--rm",
        "--service-ports",
        "--sig-proxy",
        "--tls",
        "--tlsverify",
        "--tty",
        "--use-aliases",
        "--build",
    ],
    unknown_valued: true,
    clustered: true,
};

const GLOBAL: Style = Style {
    valued: &["-H", "-c", "-f", "-l", "-p"],
    bare: &[
        "--debug",
        "--tls",
        "--tlsverify",
        "--compatibility",
        "--remote",
    ],
    unknown_valued: true,
    clustered: true,
};

/// The variable in which the runtime of a container is told which GPUs it gets.
const GPU_LIST: &str = "NVIDIA_VISIBLE_DEVICES";

/// `docker`, `podman`, `nvidia-docker`, `nerdctl`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (_, mut at) = options::read(arguments, GLOBAL);
    let word = |at: usize| arguments.get(at).map(Field::text).unwrap_or_default();
    if matches!(word(at).as_str(), "container" | "compose") {
        at += 1;
        let (_, more) = options::read(&arguments[at.min(arguments.len())..], GLOBAL);
        at += more;
    }
    match word(at).as_str() {
        "run" | "create" | "exec" => container(shell, invocation, at + 1),
        "build" | "buildx" => {
            build_arguments(shell, &arguments[at..]);
            generic(shell, invocation);
        }
        _ => generic(shell, invocation),
    }
}

fn generic(shell: &mut Shell, invocation: &Invocation) {
    let name = invocation.fields[0].text();
    launch::launch(shell, super::base(&name), invocation);
}

/// `--build-arg NAME=value`: gone when the image runs.
fn build_arguments(shell: &mut Shell, arguments: &[Field]) {
    for pair in arguments.windows(2) {
        if pair[0].text() == "--build-arg"
            && let Some((name, name_span, parts)) = setting::split(&pair[1])
        {
            let assignment =
                setting::assignment(&name, name_span, parts, &pair[1], Reach::BuildOnly);
            shell.record_assignment(assignment, true);
        }
    }
}

/// A container with its options from `from` on.
fn container(shell: &mut Shell, invocation: &Invocation, from: usize) {
    let arguments = invocation.arguments();
    let mut at = from;
    inner::passing(shell, |_| false);
    let mut vars = Variables::default();
    let mut entry = None;
    loop {
        let (found, length) = options::read(arguments.get(at..).unwrap_or_default(), RUN);
        // What `-e` says counts more than what a file says, wherever it stands.
        for option in found.iter().filter(|it| it.name == "--env-file") {
            env_file::read(shell, &mut vars, option);
            setting_for_file(shell, option);
        }
        for option in &found {
            apply(shell, &mut vars, option, &mut entry);
        }
        if found.iter().any(|it| it.name == "--gpus") {
            decided_by_runtime(&mut vars);
        }
        at += length;
        match taken_for_image(shell, arguments, at) {
            Some(next) => {
                vars.replace("export", None);
                at = next;
            }
            None => break,
        }
    }
    let Some(image) = arguments.get(at) else {
        generic(shell, invocation);
        return;
    };
    if image.text().trim().is_empty() {
        shell.status = Status::Known(125);
        return;
    }
    if let Some(version) = torch_of_image(&image.text()) {
        shell
            .record
            .torch
            .get_or_insert((version, image.span.clone()));
    }
    let behind = at + 1;
    behind_image(shell, arguments, behind);
    let first = arguments.get(behind).map(Field::text);
    let program = match entry {
        Some(entry) => {
            let mut inner = invocation.from(1 + behind);
            inner.fields.insert(0, entry);
            inner
        }
        None if first.as_deref().is_some_and(|text| !text.starts_with('-')) => {
            invocation.from(1 + behind)
        }
        None => {
            let name = image_name(&image.text());
            let inner = invocation.from(behind);
            shell.in_environment(vars, |shell| launch::launch(shell, &name, &inner));
            return;
        }
    };
    shell.in_environment(vars, |shell| run_program(shell, &program));
}

/// What a launch of an image's own entry point is called.
pub(super) fn image_name(image: &str) -> String {
    short_name(image).replace(HOLE, "$")
}

/// `--env-file NAME=value`: docker looks for a file of this name.
fn setting_for_file(shell: &mut Shell, option: &Found<'_>) {
    let value = option.value.and_then(|(field, from)| part_of(field, from));
    let Some((name, ..)) = value.as_ref().and_then(setting::split) else {
        return;
    };
    let option = option.field.span.clone();
    let edits = match option.len() == "--env-file".len() {
        true => vec![(option.clone(), "--env".to_owned())],
        false => Vec::new(),
    };
    shell.slip(Slip {
        kind: SlipKind::OptionMisplaced,
        name: Some(name),
        span: option.start..value.map_or(option.end, |it| it.span.end),
        edits,
    });
}

/// With `--gpus` docker sets the list of GPUs itself; what `-e` says of it need not stay.
fn decided_by_runtime(vars: &mut Variables) {
    if let Some(mut list) = vars.saved(GPU_LIST) {
        list.content = Content::Text(HOLE.to_string());
        vars.put(GPU_LIST, list);
    }
}

/// Applies one option of the container.
fn apply(shell: &mut Shell, vars: &mut Variables, option: &Found<'_>, entry: &mut Option<Field>) {
    match option.name.as_str() {
        "-e" | "--env" => set(shell, vars, option),
        "--gpus" => shell.granted(GrantKind::DockerGpus, option.known(), option.span()),
        "--runtime" if option.known().as_deref() == Some("nvidia") => {
            shell.granted(GrantKind::NvidiaRuntime, option.known(), option.span());
        }
        "--privileged" => shell.granted(GrantKind::Privileged, None, option.span()),
        "--entrypoint" => {
            *entry = option.value.and_then(|(field, from)| part_of(field, from));
        }
        _ => {}
    }
}

/// The value of an option as an argument of its own.
pub(super) fn part_of(field: &Field, from: usize) -> Option<Field> {
    let parts = setting::tail(&field.parts, from)?;
    let start = parts.first().map_or(field.span.end, |part| part.span.start);
    Some(Field {
        span: start.min(field.span.end)..field.span.end,
        parts,
        glob: false,
        single: true,
    })
}

/// `-e NAME=value` and `-e NAME`.
fn set(shell: &mut Shell, vars: &mut Variables, option: &Found<'_>) {
    let Some((field, from)) = option.value else {
        return;
    };
    // `-e=NAME=value`: the first sign belongs to the option.
    let glued = from > 0 && option.name == "-e" && field.text()[from..].starts_with('=');
    let Some(value) = part_of(field, from + usize::from(glued)) else {
        return;
    };
    if setting::put(shell, vars, &value) {
        return;
    }
    match value.known() {
        Some(name) if is_name(&name) => pass_through(shell, vars, &name),
        Some(_) => mark_no_equals(shell, &value),
        None => {}
    }
}

/// `-e NAME:value`: the launcher looks for a variable of this whole name.
pub(super) fn mark_no_equals(shell: &mut Shell, field: &Field) {
    if let Some(slip) = no_equals::slip(&Mapped::from_parts(&field.parts)) {
        shell.slip(slip);
    }
}

/// `-e NAME`: the value of the shell, if it is exported there.
pub(super) fn pass_through(shell: &mut Shell, vars: &mut Variables, name: &str) {
    let mut variable = shell.vars.get(name);
    if variable.exported == Certainty::No && variable.set_here {
        return;
    }
    if variable.content == Content::Unset {
        return;
    }
    variable.set_here = true;
    variable.exported = Certainty::Yes;
    vars.put(name, variable);
}

/// What docker takes for the image and is a setting: `-e export NAME=value`, `-e A=1 NAME=value`,
/// `-e NAME value`. Gives where reading goes on.
fn taken_for_image(shell: &mut Shell, arguments: &[Field], at: usize) -> Option<usize> {
    let image = arguments.get(at)?;
    let before = arguments.get(at.checked_sub(1)?)?;
    let option = at.checked_sub(2).and_then(|at| arguments.get(at));
    arguments.get(at + 1)?;
    let of_option = option.is_some_and(|it| matches!(it.text().as_str(), "-e" | "--env"));
    let (kind, name, start, edit) = match (setting::split(image), before.text()) {
        (Some((name, ..)), text) if text == "export" => {
            let edit = (before.span.start..image.span.start, String::new());
            (SlipKind::OptionMisplaced, name, before.span.start, edit)
        }
        (Some((name, ..)), _) => {
            let edit = (image.span.start..image.span.start, "-e ".into());
            (SlipKind::OptionMisplaced, name, image.span.start, edit)
        }
        (None, name) if of_option && is_name(&name) && !can_be_image(&image.text()) => {
            let edit = (before.span.end..image.span.start, "=".into());
            (SlipKind::NoEquals, name, before.span.start, edit)
        }
        _ => return None,
    };
    shell.slip(Slip {
        kind,
        name: Some(name),
        span: start..image.span.end,
        edits: vec![edit],
    });
    Some(at + 1)
}

/// Whether a text can name an image: in lower case, and more than a number.
fn can_be_image(text: &str) -> bool {
    let name = text.split([':', '@']).next().unwrap_or_default();
    let upper = |c: char| c.is_ascii_uppercase();
    let last = name.rsplit('/').next().unwrap_or_default();
    text.contains(HOLE)
        || (!last.contains(upper) && last.contains(|c: char| c.is_ascii_alphabetic()))
}

/// Options behind the image belong to the program.
fn behind_image(shell: &mut Shell, arguments: &[Field], from: usize) {
    let behind = arguments.get(from..).unwrap_or_default();
    for (index, field) in behind.iter().enumerate() {
        let text = field.text();
        let value = behind.get(index + 1);
        let (name, span) = match text.as_str() {
            "-e" | "--env" => match value.and_then(setting::split) {
                Some((name, ..)) => (
                    Some(name),
                    field.span.start..value.map_or(0, |it| it.span.end),
                ),
                None => continue,
            },
            _ if text.starts_with("--env=") => {
                let inner = part_of(field, 6).and_then(|field| setting::split(&field));
                match inner {
                    Some((name, ..)) => (Some(name), field.span.clone()),
                    None => continue,
                }
            }
            "--gpus" | "--shm-size" | "--ipc" if index == 0 => (None, field.span.clone()),
            _ if index == 0 && text.starts_with("--gpus=") => (None, field.span.clone()),
            _ => continue,
        };
        shell.slip(Slip {
            kind: SlipKind::OptionMisplaced,
            name,
            span,
            edits: Vec::new(),
        });
    }
}
