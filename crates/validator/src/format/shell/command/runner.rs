//! Tools that run a program in an environment of packages: `uv run`, `conda run`. The program sees
//! the variables as they are.

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::options::{self, Style};
use super::{launch, run_program};

/// A tool.
#[derive(Debug)]
struct Runner {
    name: &'static str,
    /// Options behind `run` that take the next argument.
    valued: &'static [&'static str],
}

const CONDA: &[&str] = &["--cwd", "--name", "--prefix", "-n", "-p"];

/// All tools, by name.
const RUNNERS: &[Runner] = &[
    Runner {
        name: "conda",
        valued: CONDA,
    },
    Runner {
        name: "hatch",
        valued: &[],
    },
    Runner {
        name: "mamba",
        valued: CONDA,
    },
    Runner {
        name: "micromamba",
        valued: CONDA,
    },
    Runner {
        name: "pdm",
        valued: &["-p", "--project"],
    },
    Runner {
        name: "pipenv",
        valued: &[],
    },
    Runner {
        name: "pixi",
        valued: &["-e", "--environment", "--manifest-path"],
    },
    Runner {
        name: "poetry",
        valued: &["-C", "--directory", "-P", "--project"],
    },
    Runner {
        name: "rye",
        valued: &[],
    },
    Runner {
        name: "uv",
        valued: &[
            "--directory",
            "--env-file",
            "--extra",
            "--group",
            "--index",
            "--index-url",
            "--only-group",
            "--package",
            "--project",
            "--python",
            "--with",
            "--with-editable",
            "--with-requirements",
            "-p",
            "-w",
        ],
    },
];

/// Runs what stands behind `run`; gives whether the invocation is one of these.
pub(super) fn run(shell: &mut Shell, program: &str, invocation: &Invocation) -> bool {
    let Some(runner) = RUNNERS.iter().find(|it| it.name == program) else {
        return false;
    };
    let arguments = invocation.arguments();
    let style = Style {
        valued: runner.valued,
        bare: &[],
        unknown_valued: false,
        clustered: false,
    };
    let (_, verb) = options::read(arguments, style);
    if arguments.get(verb).map(Field::text).as_deref() != Some("run") {
        return false;
    }
    let (found, length) = options::read(&arguments[verb + 1..], style);
    let inner = invocation.from(1 + verb + 1 + length);
    let Some(first) = inner.fields.first() else {
        return false;
    };
    let module = found
        .iter()
        .any(|it| matches!(it.name.as_str(), "-m" | "--module" | "-s"));
    if module || first.text().ends_with(".py") {
        launch::launch(shell, "python", &invocation.from(verb + 1 + length));
    } else {
        run_program(shell, &inner);
    }
    true
}
