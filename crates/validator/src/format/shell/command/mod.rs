//! Programs: which commands are launches, and the launchers that change what a program sees.

mod apptainer;
mod docker;
mod env;
mod env_file;
mod inner;
mod kubectl;
mod launch;
mod mpi;
mod options;
mod parallel;
mod ray;
mod remote;
mod runner;
mod setting;
mod slurm;
mod sudo;
mod terminal;
mod wrapper;
mod xargs;

pub(super) use inner::with_clean_environment;
pub(super) use launch::launch_unknown;
use readpoint_catalog::prelude::*;
pub(super) use setting::cut;
pub(super) use slurm::directives;

use super::expand::Field;
use super::run::{Flow, Invocation, Shell, Status};
use super::utility;
use crate::reading::{Slip, SlipKind};

/// Runs a launcher.
type Launcher = fn(&mut Shell, &Invocation);

/// Programs that are read further than their name.
const LAUNCHERS: &[(&str, Launcher)] = &[
    ("apptainer", apptainer::run),
    ("bash", inner::shell_program),
    ("clush", remote::pdsh),
    ("conda", launch::conda),
    ("dash", inner::shell_program),
    ("docker", docker::run),
    ("doas", sudo::doas),
    ("env", env::run),
    ("ksh", inner::shell_program),
    ("kubectl", kubectl::run),
    ("mamba", launch::conda),
    ("micromamba", launch::conda),
    ("mpiexec", mpi::run),
    ("mpiexec.hydra", mpi::run),
    ("mpirun", mpi::run),
    ("nerdctl", docker::run),
    ("nvidia-docker", docker::run),
    ("orterun", mpi::run),
    ("parallel", parallel::run),
    ("pdsh", remote::pdsh),
    ("podman", docker::run),
    ("prterun", mpi::run),
    ("ray", ray::run),
    ("salloc", slurm::salloc),
    ("sbatch", slurm::sbatch),
    ("screen", terminal::screen),
    ("script", wrapper::script),
    ("sh", inner::shell_program),
    ("singularity", apptainer::run),
    ("srun", slurm::srun),
    ("ssh", remote::ssh),
    ("su", sudo::su),
    ("sudo", sudo::sudo),
    ("tmux", terminal::tmux),
    ("watch", remote::watch),
    ("xargs", xargs::run),
    ("zsh", inner::shell_program),
];

/// Commands that are shell functions wherever they work.
const FUNCTIONS: &[&str] = &[
    "deactivate",
    "ml",
    "module",
    "nvm",
    "setenv",
    "setx",
    "spack",
    "workon",
];

/// A program's name without its folder.
pub(super) fn base(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// Starts a program that is neither function nor builtin nor small utility.
pub(super) fn start(shell: &mut Shell, name: &str, invocation: &Invocation) -> Flow {
    let program = base(name);
    let (grants, launches) = (shell.record.grants.len(), shell.record.launches.len());
    if runner::run(shell, program, invocation) {
        // It has run.
    } else if let Some((_, run)) = LAUNCHERS.iter().find(|(it, _)| *it == program) {
        run(shell, invocation);
    } else if let Some(wrapper) = wrapper::find(program) {
        wrapper::run(shell, wrapper, invocation);
    } else if FUNCTIONS.contains(&program) {
        shell.emit_unknown();
        shell.status = Status::Presumed;
    } else if let Some(written) = shell.file(name).filter(|_| name.contains('/')) {
        inner::script(shell, invocation, &written);
    } else if is_program(name) && !looks_assigned(name, invocation) {
        launch::launch(shell, program, invocation);
    } else {
        shell.status = Status::Known(127);
    }
    shell.record.settle_grants(grants, launches);
    Flow::Next
}

/// `NAME = value`: no program is called like that.
fn looks_assigned(name: &str, invocation: &Invocation) -> bool {
    if name.contains(|c: char| c.is_ascii_lowercase()) {
        return false;
    }
    let signs = invocation.arguments().first().map(Field::text);
    signs.is_some_and(|text| text.starts_with('=') && !text.starts_with("=="))
}

/// Runs what stands behind a wrapper: a program, never a builtin.
pub(super) fn run_program(shell: &mut Shell, invocation: &Invocation) {
    let Some(first) = invocation.fields.first() else {
        shell.status = Status::Known(0);
        return;
    };
    let Some(name) = first.known() else {
        launch_unknown(shell, invocation);
        return;
    };
    if setting_as_program(shell, invocation) {
        shell.status = Status::Known(127);
        return;
    }
    if utility::run(shell, base(&name), invocation) {
        return;
    }
    if super::builtin::find(&name).is_some() {
        shell.status = Status::Known(127);
        return;
    }
    shell.with_words(invocation.fields.len(), |shell| {
        shell.level(|shell| start(shell, &name, invocation));
    });
}

/// `nohup NAME=value program`: what starts a program takes no settings. Gives whether it is so.
fn setting_as_program(shell: &mut Shell, invocation: &Invocation) -> bool {
    let [first, _, ..] = invocation.fields.as_slice() else {
        return false;
    };
    let Some((name, ..)) = setting::split(first) else {
        return false;
    };
    let plain = !first.text().contains([' ', '\n']);
    let looks = name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase());
    if plain && looks {
        // In a file that the text writes, the place is the whole of what is written.
        let exact = first.span.len() == first.text().len();
        shell.slip(Slip {
            kind: SlipKind::SettingAsProgram,
            name: Some(name),
            span: first.span.clone(),
            edits: match exact {
                true => vec![(first.span.start..first.span.start, "env ".into())],
                false => Vec::new(),
            },
        });
    }
    plain && looks
}

/// Whether a variable in front of this word stands for something like `sudo` or nothing.
pub(super) fn is_runner(name: &str) -> bool {
    const PROGRAMS: &[&str] = &["accelerate", "deepspeed", "torchrun"];
    let program = base(name);
    program.starts_with("python")
        || PROGRAMS.contains(&program)
        || LAUNCHERS.iter().any(|(it, _)| *it == program)
        || wrapper::find(program).is_some()
}

/// Whether a word can name a program at all. Numbers, lists and names of Python files on their
/// own are pieces of a value that a blank or `;` has cut off.
pub(super) fn is_program(name: &str) -> bool {
    if name.contains('/') {
        return !name.ends_with('/') && !name.contains(['=', ',']);
    }
    let starts = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    let letters = |c: char| c.is_ascii_alphanumeric() || "_-.+".contains(c);
    let is_variable = name.contains('_') && !name.contains(|c: char| c.is_ascii_lowercase());
    starts && name.chars().all(letters) && !is_variable && !name.ends_with(".py")
}
