//! `apptainer` and `singularity`: containers that keep the environment unless told otherwise.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::super::source::text_of;
use super::super::state::Variables;
use super::docker::image_name;
use super::options::{self, Style};
use super::{inner, launch, run_program, setting};

const EXEC: Style = Style {
    valued: &["-B", "-H", "-S", "-W", "-o"],
    bare: &[
        "--cleanenv",
        "--compat",
        "--contain",
        "--containall",
        "--disable-cache",
        "--fakeroot",
        "--ipc",
        "--keep-privs",
        "--net",
        "--no-eval",
        "--no-home",
        "--no-init",
        "--no-privs",
        "--no-umask",
        "--nv",
        "--nvccli",
        "--pid",
        "--rocm",
        "--userns",
        "--uts",
        "--vm",
        "--writable",
        "--writable-tmpfs",
        "--no-https",
        "--nohttps",
    ],
    unknown_valued: true,
    clustered: true,
};

/// Variables of this shape are meant for the inside.
const PREFIXES: &[&str] = &["APPTAINERENV_", "SINGULARITYENV_"];

/// `apptainer exec`, `run`, `shell`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let at = arguments
        .iter()
        .position(|field| !field.text().starts_with('-'));
    let at = at.unwrap_or(arguments.len());
    let action = arguments.get(at).map(Field::text).unwrap_or_default();
    if !matches!(action.as_str(), "exec" | "run" | "shell") {
        let name = super::base(&invocation.fields[0].text()).to_owned();
        return launch::launch(shell, &name, invocation);
    }
    let rest = &arguments[at + 1..];
    let (found, length) = options::read(rest, EXEC);
    let clean = |name: &str| {
        name == "--cleanenv"
            || name == "--containall"
            || (!name.starts_with("--") && name.contains(['e', 'C']))
    };
    let closed = found
        .iter()
        .any(|option| option.value.is_none() && clean(&option.name));
    let mut vars = inner::passing(shell, |name| !closed || prefixed(name).is_some());
    unprefix(&mut vars);
    for option in found.iter().filter(|option| option.name == "--env") {
        if let Some((field, from)) = option.value {
            set_list(shell, &mut vars, field, from);
        }
    }
    let image = at + 1 + length;
    let program = invocation.from(1 + image + 1);
    let name = arguments.get(image).map(|field| image_name(&field.text()));
    shell.in_environment(vars, |shell| {
        if action == "exec" && !program.fields.is_empty() {
            run_program(shell, &program);
        } else if let Some(name) = name {
            let name = name.strip_suffix(".sif").unwrap_or(&name).to_owned();
            launch::launch(shell, &name, &program);
        }
    });
}

fn prefixed(name: &str) -> Option<&str> {
    PREFIXES.iter().find_map(|prefix| name.strip_prefix(prefix))
}

/// `APPTAINERENV_NAME` becomes `NAME`.
fn unprefix(vars: &mut Variables) {
    let names: Vec<String> = vars.names().cloned().gathered();
    for name in names {
        if let Some(inner) = prefixed(&name) {
            let variable = vars.get(&name);
            vars.put(inner, variable);
        }
    }
}

/// `--env A=1,B=2`: a comma followed by another name begins the next one.
fn set_list(shell: &mut Shell, vars: &mut Variables, field: &Field, from: usize) {
    let Some(parts) = setting::tail(&field.parts, from) else {
        return;
    };
    let text = text_of(&parts);
    let ambiguous = text.split(',').count() > 1;
    if let Some((name, name_span, parts)) = setting::split_parts(&parts)
        && !ambiguous
    {
        setting::put_parts(shell, vars, &name, name_span, parts, field);
        return;
    }
    for item in super::slurm::items(&parts) {
        if let Some((name, name_span, parts)) = setting::split_parts(&item) {
            setting::put_parts(shell, vars, &name, name_span, parts, field);
        }
    }
}
