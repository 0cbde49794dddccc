//! `mpirun`, `mpiexec`: the environment that the ranks see.

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::options::{self, Found, Style};
use super::{inner, launch, setting};

const MPI: Style = Style {
    valued: &[
        "--bind-to",
        "--cpu-set",
        "--display",
        "--env",
        "--host",
        "--hostfile",
        "--hosts",
        "--launcher",
        "--machinefile",
        "--map-by",
        "--n",
        "--np",
        "--output",
        "--output-filename",
        "--prefix",
        "--rank-by",
        "--stdin",
        "--timeout",
        "--wd",
        "--wdir",
        "--with-ft",
        "-H",
        "-N",
        "-bind-to",
        "-bootstrap",
        "-c",
        "-cpus-per-proc",
        "-cpus-per-rank",
        "-f",
        "-genvlist",
        "-envlist",
        "-host",
        "-hostfile",
        "-hosts",
        "-iface",
        "-launcher",
        "-machinefile",
        "-map-by",
        "-n",
        "-np",
        "-npernode",
        "--npernode",
        "-output-filename",
        "-perhost",
        "-ppn",
        "--ppn",
        "-rank-by",
        "-rmk",
        "-wd",
        "-wdir",
        "-x",
        "--x",
        "-rf",
        "--rankfile",
    ],
    bare: &[],
    unknown_valued: false,
    clustered: false,
};

/// Options that take a name and a value.
const PAIRS: &[&str] = &[
    "--gmca",
    "--mca",
    "--omca",
    "--pmca",
    "--prtemca",
    "-gmca",
    "-mca",
];

/// Options that take a variable and its value.
const SETTINGS: &[&str] = &["--env", "--genv", "-env", "-genv"];

/// `mpirun`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let mut vars = shell.vars.inherited();
    let arguments = invocation.arguments();
    let mut at = 0;
    while let Some(field) = arguments.get(at) {
        let text = field.text();
        if PAIRS.contains(&text.as_str()) {
            at += 3;
        } else if SETTINGS.contains(&text.as_str()) {
            at += 1 + setting_pair(
                shell,
                &mut vars,
                arguments.get(at + 1..).unwrap_or_default(),
            );
        } else if text.starts_with('-') {
            let (found, length) = options::read(&arguments[at..next_option(arguments, at)], MPI);
            found
                .iter()
                .for_each(|option| apply(shell, &mut vars, option));
            at += length.max(1);
        } else {
            break;
        }
    }
    let inner = invocation.from(1 + at.min(arguments.len()));
    let program = super::base(&invocation.fields[0].text()).to_owned();
    shell.in_environment(vars, |shell| {
        launch::launch(shell, &program, invocation);
        inner::also_inside(shell, &inner);
    });
}

/// The end of the option at `at` and its value.
fn next_option(arguments: &[Field], at: usize) -> usize {
    (at + 2).min(arguments.len())
}

/// `-genv NAME VALUE` or `-genv NAME=VALUE`; gives how many arguments it took.
fn setting_pair(
    shell: &mut Shell,
    vars: &mut super::super::state::Variables,
    arguments: &[Field],
) -> usize {
    let Some(first) = arguments.first() else {
        return 0;
    };
    if setting::put(shell, vars, first) {
        return 1;
    }
    if let (Some(name), Some(value)) = (first.known(), arguments.get(1)) {
        let span = first.span.clone();
        setting::put_parts(shell, vars, &name, span, value.parts.clone(), value);
    }
    2
}

fn apply(shell: &mut Shell, vars: &mut super::super::state::Variables, option: &Found<'_>) {
    if !matches!(option.name.as_str(), "-x" | "--x") {
        return;
    }
    if let Some((field, 0)) = option.value {
        setting::put(shell, vars, field);
    }
}
