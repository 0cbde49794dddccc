//! Slurm: `srun`, `sbatch`, `salloc` and the directives of a batch script.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Written};
use super::super::source::{Source, parts_of, text_of};
use super::super::state::{Content, Variable, Variables};
use super::options::{self, Found, Style};
use super::{inner, launch, setting};
use crate::reading::{Assignment, GrantKind, Origin, Part, Quoting, Reach, Span, Value};

const SLURM: Style = Style {
    valued: &[
        "-A", "-B", "-C", "-D", "-G", "-J", "-L", "-M", "-N", "-S", "-c", "-d", "-e", "-i", "-m",
        "-n", "-o", "-p", "-q", "-r", "-t", "-w", "-x", "-a",
    ],
    bare: &[
        "--contiguous",
        "--disable-status",
        "--exact",
        "--exclusive",
        "--hold",
        "--immediate",
        "--label",
        "--multi-prog",
        "--no-kill",
        "--no-requeue",
        "--overcommit",
        "--overlap",
        "--oversubscribe",
        "--parsable",
        "--preserve-env",
        "--pty",
        "--quiet",
        "--requeue",
        "--reboot",
        "--spread-job",
        "--unbuffered",
        "--verbose",
        "--wait",
        "--x11",
        "--kill-on-bad-exit",
        "--use-min-nodes",
        "--propagate",
        "--container-remap-root",
        "--container-mount-home",
        "--no-container-mount-home",
        "--no-container-remap-root",
        "--container-writable",
        "--container-readonly",
    ],
    unknown_valued: true,
    clustered: true,
};

/// Where a batch job keeps its choice of `--export` for its steps.
const INHERITED: &str = "SLURM_EXPORT_ENV";

/// Options that ask for GPUs.
const GPUS: &[&str] = &[
    "--gpus",
    "--gpus-per-node",
    "--gpus-per-socket",
    "--gpus-per-task",
    "--gres",
    "-G",
];

/// `srun`
pub(super) fn srun(shell: &mut Shell, invocation: &Invocation) {
    start(shell, invocation, "srun");
}

/// `salloc`: like `srun`, but nothing where it names no program.
pub(super) fn salloc(shell: &mut Shell, invocation: &Invocation) {
    start(shell, invocation, "salloc");
}

fn start(shell: &mut Shell, invocation: &Invocation, program: &str) {
    let arguments = invocation.arguments();
    let (found, at) = options::read(arguments, SLURM);
    let vars = environment(shell, &found, program == "srun");
    let inner = invocation.from(1 + at);
    shell.in_environment(vars, |shell| {
        grants(shell, &found);
        launch::launch(shell, program, invocation);
        inner::also_inside(shell, &inner);
    });
}

/// `sbatch`: a script, `--wrap TEXT`, or text on standard input.
pub(super) fn sbatch(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let (found, at) = options::read(arguments, SLURM);
    let vars = environment(shell, &found, false);
    let wrap = found.iter().find(|option| option.name == "--wrap");
    let wrap = wrap.and_then(|option| option.value);
    let source = wrap
        .and_then(|(field, from)| setting::tail(&field.parts, from))
        .map(|parts| Written::from(Source::from_parts(&parts)));
    let source = source.or_else(|| match arguments.get(at) {
        Some(file) => file.known().and_then(|name| shell.file(&name)),
        None => shell.take_stdin().map(Written::from),
    });
    shell.in_environment(vars, |shell| {
        grants(shell, &found);
        match &source {
            Some(source) => shell.in_shell(None, |shell| {
                shell.run_written(source);
                Flow::Next
            }),
            None => launch::launch(shell, "sbatch", invocation),
        }
    });
}

fn grants(shell: &mut Shell, found: &[Found<'_>]) {
    for option in found {
        if GPUS.contains(&option.name.as_str()) {
            shell.granted(GrantKind::Slurm, option.known(), option.span());
        }
    }
}

/// The environment that `--export` lets through. A step of a job that was submitted with
/// `--export` inherits that choice in `SLURM_EXPORT_ENV`.
fn environment(shell: &mut Shell, found: &[Found<'_>], step: bool) -> Variables {
    let export = found.iter().rfind(|option| option.name == "--export");
    if let Some((field, from)) = export.and_then(|option| option.value) {
        return match setting::tail(&field.parts, from) {
            Some(parts) => passed(shell, &parts, field),
            None => inner::doubtful(shell),
        };
    }
    let inherited = shell.vars.told(INHERITED).cloned().filter(|_| step);
    match inherited.map(|it| (it.content, it.maybe_unset)) {
        Some((Content::Text(list), false)) => {
            let mut parts = Vec::new();
            parts_of(&list, &(0..0), Origin::Derived, &mut parts);
            inherited_list(shell, &parts)
        }
        Some((Content::Unset, false)) | None => inner::passing(shell, |_| true),
        Some(_) => inner::doubtful(shell),
    }
}

/// What a job's own `--export` lets through to a step: its settings were told where they stand.
fn inherited_list(shell: &mut Shell, list: &[Part]) -> Variables {
    let items = items(list);
    if items
        .iter()
        .any(|item| item.iter().any(|it| it.text.is_none()))
    {
        return inner::doubtful(shell);
    }
    let texts: Vec<String> = items.iter().map(|item| text_of(item)).gathered();
    let settings: Vec<(&str, &str)> = texts.iter().filter_map(|it| it.split_once('=')).gathered();
    let mut vars = named(shell, &texts);
    for (name, value) in settings {
        let places = shell.vars.get(name).places;
        vars.put(name, Variable::exported(value.to_owned(), places));
    }
    vars
}

/// What the list of `--export` lets through.
fn passed(shell: &mut Shell, parts: &[Part], field: &Field) -> Variables {
    let items = items(parts);
    let texts: Vec<String> = items.iter().map(|item| text_of(item)).gathered();
    let mut vars = named(shell, &texts);
    for item in items {
        if let Some((name, name_span, parts)) = setting::split_parts(&item) {
            setting::put_parts(shell, &mut vars, &name, name_span, parts, field);
        }
    }
    vars
}

/// The variables that a list names, or all.
fn named(shell: &mut Shell, list: &[String]) -> Variables {
    let all = list.iter().any(|item| item.eq_ignore_ascii_case("ALL"));
    let named = |name: &str| {
        let item = |item: &String| item.split('=').next() == Some(name);
        list.iter().any(item)
    };
    inner::passing(shell, |name| {
        all || name.starts_with("SLURM_") || named(name)
    })
}

/// The pieces between commas that stand outside quotes.
pub(super) fn items(parts: &[Part]) -> Vec<Vec<Part>> {
    let mut items: Vec<Vec<Part>> = vec![Vec::new()];
    for part in parts {
        let Some(text) = &part.text else {
            items
                .last_mut()
                .into_iter()
                .for_each(|item| item.push(part.clone()));
            continue;
        };
        let mut at = 0;
        for (index, piece) in text.split(',').enumerate() {
            if index > 0 {
                items.push(Vec::new());
            }
            if !piece.is_empty()
                && let Some(item) = items.last_mut()
            {
                item.push(setting::cut(part, at, at + piece.len()));
            }
            at += piece.len() + 1;
        }
    }
    items
}

/// Reads the `#SBATCH` lines in front of a batch script: grants, and what `--export` sets.
pub(in super::super) fn directives(shell: &mut Shell, text: &str) {
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim_end();
        if let Some(options) = trimmed.strip_prefix("#SBATCH") {
            directive(shell, options, start + "#SBATCH".len());
        } else if !trimmed.is_empty() && !trimmed.starts_with('#') {
            return;
        }
    }
}

fn directive(shell: &mut Shell, options: &str, offset: usize) {
    let mut fields = Vec::new();
    let mut at = 0;
    for word in options.split([' ', '\t']) {
        let span = offset + at..offset + at + word.len();
        at += word.len() + 1;
        if word.starts_with('#') {
            break;
        }
        if !word.is_empty() {
            fields.push(plain_field(word, span));
        }
    }
    let (found, _) = options::read(&fields, SLURM);
    grants(shell, &found);
    let export = found.iter().find(|option| option.name == "--export");
    let Some((field, from)) = export.and_then(|option| option.value) else {
        return;
    };
    let parts = setting::tail(&field.parts, from).unwrap_or_default();
    let list = items(&parts);
    for item in &list {
        if let Some((name, name_span, parts)) = setting::split_parts(item) {
            let assignment = setting::assignment(&name, name_span, parts, field, Reach::Program);
            export_from_directive(shell, assignment);
        }
    }
    let text = text_of(&parts);
    if !text.eq_ignore_ascii_case("ALL") {
        // The steps inside export no more than that, until the script says so.
        let choice = Variable {
            set_here: false,
            ..Variable::exported(text, Vec::new())
        };
        shell.vars.put(INHERITED, choice);
    }
}

fn export_from_directive(shell: &mut Shell, assignment: Assignment) {
    let text = assignment
        .value
        .parts
        .iter()
        .filter_map(|part| part.text.clone())
        .gathered();
    let name = assignment.name.clone();
    let place = shell.record_assignment(assignment, false);
    shell.vars.put(
        &name,
        Variable::exported(text, place.into_iter().gathered()),
    );
}

fn plain_field(word: &str, span: Span) -> Field {
    let value = Value::verbatim(word, span.clone(), Quoting::Bare);
    debug_assert!(
        value
            .parts
            .iter()
            .all(|part| part.origin != Origin::Derived)
    );
    Field {
        parts: value.parts,
        span,
        glob: false,
        single: true,
    }
}
