//! RP301: a shell variable that no program gets to see.

use super::{Context, Finding, Rule, words};
use crate::Kind;
use crate::reading::{Assignment, Launch, Reach, Span};
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP301"],
    check,
};

/// Names that a session usually has in its environment already, so that a bare assignment
/// changes what programs see.
const INHERITED: &[&str] = &["PATH", "HOME", "USER", "SHELL", "LANG"];
/// Names that many sessions have in their environment already.
const OFTEN_INHERITED: &[&str] = &["LD_LIBRARY_PATH", "CUDA_HOME", "CUDA_PATH", "TMPDIR"];

/// Launchers of torch, as a text writes them: they may stand in a variable that is started later.
const LAUNCHERS: &[&str] = &[
    "torchrun",
    "torch.distributed.run",
    "torch.distributed.launch",
    "accelerate launch",
];

/// Names that the launchers set for their workers, whatever the environment holds.
const RENDEZVOUS: &[&str] = &[
    "LOCAL_RANK",
    "MASTER_ADDR",
    "MASTER_PORT",
    "RANK",
    "WORLD_SIZE",
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::ShellOnly) {
        let name = assignment.name.as_str();
        if context.uses(name) || INHERITED.contains(&name) || is_told(context, name) {
            continue;
        }
        if context.reading.kind == Kind::Python && !words::has_vendor(name) {
            // Programs call their own numbers `WORLD_SIZE` and the like.
            continue;
        }
        let written = context.text.get(assignment.span.clone());
        let is_default = written.is_some_and(|it| it.starts_with("${"));
        let finding = if is_default {
            let message = format!(
                "the default of `{name}` stays a shell variable; programs see only what came from outside"
            );
            Finding::warning("RP301", &assignment.span, message)
        } else if OFTEN_INHERITED.contains(&name) {
            let message = format!(
                "`{name}` is not exported; programs see it only if it was in the environment before"
            );
            Finding::warning("RP301", &assignment.span, message)
        } else if context.reading.kind == Kind::Python {
            let message = format!(
                "`{name}` is a name of Python's own here; what reads the environment does not see it"
            );
            Finding::warning("RP301", &assignment.span, message)
        } else {
            let message =
                format!("`{name}` is a shell variable here, so no program that is started sees it");
            Finding::error("RP301", &assignment.span, message)
        };
        findings.push(
            finding
                .about(name)
                .edits(edits(context, assignment))
                .help(if is_default {
                    format!("write `export {name}` below it")
                } else {
                    help(context.reading.kind, name)
                }),
        );
    }
}

/// Whether a launcher of the text gives its workers this name itself.
fn is_told(context: &Context<'_>, name: &str) -> bool {
    let named = |launcher: &&str| context.text.contains(*launcher);
    let is_deepspeed = |launch: &Launch| launch.command == "deepspeed";
    RENDEZVOUS.contains(&name)
        && (LAUNCHERS.iter().any(named) || context.reading.launches.iter().any(is_deepspeed))
}

/// How a shell exports a variable.
fn help(kind: Kind, name: &str) -> String {
    match kind {
        Kind::Fish => format!("write `set -gx {name} …`, or put `{name}=…` before the command"),
        Kind::Csh => format!("write `setenv {name} …`"),
        Kind::Powershell => format!("write `$env:{name} = …`"),
        Kind::Python => format!(
            "write `os.environ[\"{name}\"] = …` before `import torch`, or export it before Python starts"
        ),
        _ => format!("write `export {name}=…`, or put it before the command"),
    }
}

/// Exports an assignment that has its line for itself.
fn edits(context: &Context<'_>, assignment: &Assignment) -> Vec<(Span, String)> {
    let span = &assignment.span;
    let around = context
        .text
        .get(..span.start)
        .zip(context.text.get(span.end..));
    let Some((before, after)) = around else {
        return Vec::new();
    };
    let left = before.rsplit('\n').next().unwrap_or_default().trim_start();
    let right = after.split('\n').next().unwrap_or_default();
    if !right.trim().is_empty() {
        return Vec::new();
    }
    let written = context.text.get(span.clone()).unwrap_or_default();
    if !written.starts_with(&assignment.name) {
        return Vec::new();
    }
    let start = span.start;
    let insert = |text: &str| vec![(start..start, text.to_owned())];
    match context.reading.kind {
        Kind::Shell | Kind::Slurm if left.is_empty() => insert("export "),
        Kind::Fish if left == "set " => insert("-gx "),
        Kind::Powershell if left == "$" => insert("env:"),
        _ => Vec::new(),
    }
}
