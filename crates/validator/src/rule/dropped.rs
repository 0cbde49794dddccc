//! RP310: taken away by a launcher that does not pass the environment on.

use readpoint_catalog::Variable;
use readpoint_catalog::prelude::*;

use super::{Context, Finding, Rule, removed};
use crate::reading::{Reach, SlipKind, Span};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP310"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let mut word = 0..0;
    for assignment in &context.reading.assignments {
        if word.contains(&assignment.span.start) {
            // A list is looked at once, however many settings it has.
            continue;
        }
        word = word_around(context.text, assignment.span.start);
        if let Some(option) = exclusive_export(context, &word) {
            let message = "`--export` without `ALL` passes on only what it names".to_owned();
            findings.push(
                Finding::warning("RP310", &option, message)
                    .about(&assignment.name)
                    .help("write `--export=ALL,NAME=value`"),
            );
        }
    }
    for slip in &context.reading.slips {
        let name = slip.name.as_deref().unwrap_or_default();
        if slip.kind == SlipKind::NotForwarded && context.is_real(name) {
            let message = format!(
                "mpirun passes on to other hosts only what `-x` names; ranks there do not see `{name}`"
            );
            findings.push(
                Finding::warning("RP310", &slip.span, message)
                    .about(name)
                    .help(format!("write `-x {name}` before the program")),
            );
        }
    }
    for assignment in context.reaching(Reach::Dropped) {
        let name = &assignment.name;
        let gone = |it: &Variable| removed::is_gone(it, context.torch);
        if context.variable(assignment).is_some_and(gone) {
            continue;
        }
        let message =
            format!("the launcher does not pass `{name}` on, so the program does not see it");
        findings.push(
            Finding::warning("RP310", &assignment.span, message)
                .about(name)
                .help(format!(
                    "behind the launcher, write `env {name}=…` before the program"
                )),
        );
    }
}

/// The word of the text that a place stands in: what blanks and quotes end.
fn word_around(text: &str, at: usize) -> Span {
    let blank = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\0');
    let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
    let start = before.rfind(blank).map_or(0, |at| at + 1);
    let end = after.find(blank).map_or(text.len(), |length| at + length);
    start..end
}

/// The `--export=` option of srun or sbatch that a word is, where it does not also pass everything
/// else on.
fn exclusive_export(context: &Context<'_>, word: &Span) -> Option<Span> {
    let list = context.text.get(word.clone())?.strip_prefix("--export=")?;
    (!list.split(',').any(|it| it == "ALL")).then(|| word.clone())
}
