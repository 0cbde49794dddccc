//! RP103: a name that is still read, but has a successor.

use readpoint_catalog::grammar::reached;
use readpoint_catalog::prelude::*;
use readpoint_catalog::{Status, Variable};

use super::misspelled::rename;
use super::{Context, Finding, Rule, removed};
use crate::reading::{Assignment, Span};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP103"],
    check,
};

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        if variable.status != Status::Deprecated || !applies(context, variable) {
            continue;
        }
        findings.push(finding(context, assignment, variable));
    }
}

/// Whether the release judged by is one that prefers another name.
fn applies(context: &Context<'_>, variable: &Variable) -> bool {
    let since = variable.deprecated.as_ref();
    since.is_none_or(|it| reached(it, context.torch) != Some(false))
        && !removed::is_gone(variable, context.torch)
}

fn finding(context: &Context<'_>, assignment: &Assignment, variable: &Variable) -> Finding {
    let name = &assignment.name;
    let since = variable
        .deprecated
        .as_ref()
        .map(|release| format!(" since {release}"))
        .unwrap_or_default();
    let message = match &variable.replaced_by {
        Some(new) if context.reading.assignments.iter().any(|it| it.name == *new) => {
            format!("`{name}` is an old name for `{new}`, which this text also sets")
        }
        Some(new) => format!("`{name}` is deprecated{since}; its name is now `{new}`"),
        None => format!("`{name}` is deprecated{since}"),
    };
    let mut finding = Finding::warning("RP103", &assignment.name_span, message)
        .about(name)
        .edits(edits(context, assignment, variable));
    finding.help = removed::way_out(variable);
    finding
}

/// Writes the new name where it takes the same values.
fn edits(
    context: &Context<'_>,
    assignment: &Assignment,
    variable: &Variable,
) -> Vec<(Span, String)> {
    let successor = variable.replaced_by.as_deref();
    let Some(new) = successor.and_then(|name| context.find(name)) else {
        return Vec::new();
    };
    let same = new.grammar == variable.grammar && new.grammar_options == variable.grammar_options;
    let known = new
        .since
        .as_ref()
        .is_none_or(|it| it.project == "torch" && it.version <= context.torch);
    if same && known {
        rename(context, assignment, &new.name)
    } else {
        Vec::new()
    }
}
