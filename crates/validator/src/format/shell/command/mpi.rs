//! `mpirun`, `mpiexec`: the environment that the ranks see.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::super::state::Variables;
use super::super::syntax::is_name;
use super::options::{self, Found, Style};
use super::{docker, inner, launch, setting};
use crate::reading::{Slip, SlipKind};

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
            at += usize::from(value_apart(shell, arguments, at));
        } else {
            break;
        }
    }
    let at = at.min(arguments.len());
    if goes_elsewhere(&arguments[..at]) {
        keep_back(shell, &mut vars, &arguments[..at]);
    }
    let inner = invocation.from(1 + at);
    let program = super::base(&invocation.fields[0].text()).to_owned();
    shell.in_environment(vars, |shell| {
        launch::launch(shell, &program, invocation);
        inner::also_inside(shell, &inner);
    });
}

/// Options that name the hosts.
const HOSTS: &[&str] = &[
    "--host",
    "--hostfile",
    "--machinefile",
    "-H",
    "-host",
    "-hostfile",
    "-machinefile",
];

/// Options that only the launcher of MPICH and Intel MPI has, which passes everything on.
const HYDRA: &[&str] = &[
    "-bootstrap",
    "-envall",
    "-envlist",
    "-genv",
    "-genvall",
    "-genvlist",
    "-hosts",
    "-iface",
    "-launcher",
    "-ppn",
    "-rmk",
    "-env",
    "-f",
];

/// Whether Open MPI starts ranks on other hosts.
fn goes_elsewhere(options: &[Field]) -> bool {
    let texts: Vec<String> = options.iter().map(Field::text).gathered();
    if texts.iter().any(|text| HYDRA.contains(&text.as_str())) {
        return false;
    }
    texts.iter().enumerate().any(|(at, text)| {
        let (name, value) = match text.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (text.as_str(), texts.get(at + 1).map(String::as_str)),
        };
        let here = |host: &str| {
            let name = host.split(':').next().unwrap_or_default();
            matches!(name, "localhost" | "127.0.0.1")
        };
        HOSTS.contains(&name) && value.is_some_and(|value| !value.split(',').all(here))
    })
}

/// Ranks on other hosts see of the environment only what `-x` names; ranks on this one see all.
fn keep_back(shell: &mut Shell, vars: &mut super::super::state::Variables, options: &[Field]) {
    let given: Vec<String> = options
        .windows(2)
        .filter(|pair| matches!(pair[0].text().as_str(), "-x" | "--x"))
        .map(|pair| {
            pair[1]
                .text()
                .split('=')
                .next()
                .unwrap_or_default()
                .to_owned()
        })
        .gathered();
    let names: Vec<String> = vars.names().cloned().gathered();
    for name in names {
        let passes = ["OMPI_", "PMIX_", "PRTE_"]
            .iter()
            .any(|it| name.starts_with(it));
        let mut variable = vars.get(&name);
        if passes || given.contains(&name) || variable.setting().is_none() {
            continue;
        }
        variable.maybe_unset = true;
        shell.not_forwarded(&name, &variable.places);
        vars.put(&name, variable);
    }
}

/// `-x NAME value`: mpirun takes the value for the program. Gives whether it stands at `at`.
fn value_apart(shell: &mut Shell, arguments: &[Field], at: usize) -> bool {
    let behind = arguments.get(at..).unwrap_or_default();
    let ([.., option, name], [value, next, ..]) = (&arguments[..at], behind) else {
        return false;
    };
    let known = name.known().filter(|name| is_name(name));
    let (Some(name_text), Some(text), Some(next)) = (known, value.known(), next.known()) else {
        return false;
    };
    let more = [
        "-x",
        "--x",
        "-np",
        "-n",
        "-mca",
        "--mca",
        "-H",
        "--hostfile",
    ];
    let capitals = !text.contains(|c: char| c.is_ascii_lowercase()) && !text.contains('/');
    let is_value = !super::is_runner(&text)
        && !text.starts_with('-')
        && (capitals
            || !super::is_program(&text)
            || super::is_runner(&next)
            || more.contains(&&*next));
    if !matches!(option.text().as_str(), "-x" | "--x") || !is_value {
        return false;
    }
    shell.slip(Slip {
        kind: SlipKind::SettingAsProgram,
        name: Some(name_text),
        span: name.span.start..value.span.end,
        edits: vec![(name.span.end..value.span.start, "=".into())],
    });
    true
}

/// The end of the option at `at` and its value.
fn next_option(arguments: &[Field], at: usize) -> usize {
    let takes = |it: &Field| MPI.valued.contains(&it.text().as_str());
    let takes = arguments.get(at).is_some_and(takes);
    (at + 1 + usize::from(takes)).min(arguments.len())
}

/// `-genv NAME VALUE` or `-genv NAME=VALUE`; gives how many arguments it took.
fn setting_pair(shell: &mut Shell, vars: &mut Variables, arguments: &[Field]) -> usize {
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

fn apply(shell: &mut Shell, vars: &mut Variables, option: &Found<'_>) {
    if !matches!(option.name.as_str(), "-x" | "--x") {
        return;
    }
    if let Some((field, 0)) = option.value
        && !setting::put(shell, vars, field)
    {
        docker::mark_no_equals(shell, field);
    }
}
