//! RP302: an assignment written after the program, which gets it as an argument.

use super::{Context, Finding, Rule};
use crate::reading::{Assignment, Launch, Reach};
use readpoint_catalog::prelude::*;

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP302"],
    check,
};

/// Programs that take `NAME=value` arguments as settings of their own.
const TAKES: &[&str] = &[
    "make",
    "gmake",
    "ninja",
    "cmake",
    "meson",
    "just",
    "bazel",
    "scons",
    "dd",
    "systemctl",
    "helm",
    "terraform",
    "conda",
    "mamba",
    "micromamba",
];
/// Programs that are known to do nothing with such an argument.
const IGNORES: &[&str] = &["python", "python3", "torchrun", "accelerate", "deepspeed"];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in context.reaching(Reach::Argument) {
        let command = program(context, assignment).map(|launch| launch.command.as_str());
        let text = context.text.get(assignment.span.clone());
        // `bash -c 'NAME=value command'`: a text of its own, not an argument that looks like one.
        let nested = text.is_some_and(|it| it.contains(char::is_whitespace));
        if nested || is_of_option(context, assignment) || command.is_some_and(takes) {
            continue;
        }
        let name = &assignment.name;
        let program = command.unwrap_or("the program");
        let message = format!(
            "`{name}` stands after the program, so `{program}` gets it as an argument only"
        );
        let finding = if command.is_some_and(|it| IGNORES.contains(&it)) {
            Finding::error("RP302", &assignment.span, message)
        } else {
            Finding::warning("RP302", &assignment.span, message)
        };
        findings.push(finding.about(name).help("write it before the command"));
    }
}

/// Whether a program takes such arguments as settings.
fn takes(command: &str) -> bool {
    TAKES.contains(&command)
}

/// Whether the word before the assignment is an option, which may well take it as its value
/// (`-x NAME=value`, `--env NAME=value`).
fn is_of_option(context: &Context<'_>, assignment: &Assignment) -> bool {
    let before = context
        .text
        .get(..assignment.span.start)
        .unwrap_or_default();
    let word = before.trim_end().rsplit(char::is_whitespace).next();
    word.is_some_and(|word| word.starts_with('-') && !word.contains('='))
}

/// The last launch that begins before the assignment.
fn program<'a>(context: &Context<'a>, assignment: &Assignment) -> Option<&'a Launch> {
    let launches = &context.reading.launches;
    launches
        .iter()
        .filter(|launch| launch.span.start <= assignment.span.start)
        .max_by_key(|launch| launch.span.start)
}
