//! The rules that a team wrote as data: one check for all, each finding with its rule's own code.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered, TeamRule};

use super::view::{View, views};
use super::{Context, Finding, Rule};
use crate::reading::Span;

/// The rule; its codes are those of the catalogue.
pub(super) const RULE: Rule = Rule { codes: &[], check };

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let rules = context.catalog.team.iter();
    let rules: Vec<&TeamRule> = rules.filter(|rule| is_for(rule, context)).gathered();
    if rules.is_empty() {
        return;
    }
    for view in views(context) {
        for rule in rules.iter().filter(|rule| starts(rule, &view)) {
            let names = rule.variables.iter();
            findings.add_all(names.filter_map(|name| judge(rule, name, &view, context)));
        }
    }
}

/// Whether a rule is for this kind of text and this torch release.
fn is_for(rule: &TeamRule, context: &Context<'_>) -> bool {
    let release = |it: &readpoint_catalog::VersionRange| it.contains(context.torch);
    (rule.kinds.is_empty() || names_kind(rule, context)) && rule.torch.as_ref().is_none_or(release)
}

fn names_kind(rule: &TeamRule, context: &Context<'_>) -> bool {
    let own = context.reading.kind.name();
    rule.kinds.iter().any(|kind| kind == own)
}

/// Whether a rule is for the program of an environment; one that is for some programs says nothing
/// of a text that starts none.
fn starts(rule: &TeamRule, view: &View<'_>) -> bool {
    let Some(launch) = view.launch() else {
        return rule.programs.is_empty();
    };
    let arguments = launch.arguments.iter();
    let words = arguments.filter_map(|it| it.as_deref());
    rule.is_for([launch.command.as_str()].into_iter().chain(words))
}

/// What a rule says about one variable of an environment.
fn judge(rule: &TeamRule, name: &str, view: &View<'_>, context: &Context<'_>) -> Option<Finding> {
    if !view.sets(name) {
        return missing(rule, name, view, context);
    }
    let value = view.value(name);
    let message = match value {
        _ if rule.forbid.as_ref().is_some_and(Vec::is_empty) => {
            format!("`{name}` is not to be set")
        }
        Some(value) => complaint(rule, name, value)?,
        None => return None,
    };
    let mut finding = finding(rule, name, &view.span(name), message);
    if let (Some(pin), Some(value)) = (&rule.pin, value) {
        // A value that other programs see too may be right for them.
        let only_here = rule.programs.is_empty() || context.reading.launches.len() == 1;
        let place = view.assignment(name).filter(|_| only_here);
        let edit = place.and_then(|it| it.value.edit(&(0..value.len()), pin));
        finding.edits.add_all(edit);
    }
    Some(finding)
}

/// A variable that must be set and is not. A text that starts nothing need not be all that a
/// program sees, unless the rule names its kind.
fn missing(rule: &TeamRule, name: &str, view: &View<'_>, context: &Context<'_>) -> Option<Finding> {
    let (span, place) = match view.launch() {
        Some(launch) => (launch.span.clone(), format!(" for `{}`", launch.command)),
        None => (0..0, String::new()),
    };
    let asked = view.launch().is_some() || names_kind(rule, context);
    let message = format!("`{name}` is not set{place}");
    (rule.require && asked).then(|| finding(rule, name, &span, message))
}

/// What is wrong with a value.
fn complaint(rule: &TeamRule, name: &str, value: &str) -> Option<String> {
    let number: Option<i64> = value.trim().parse().ok();
    let below = number.zip(rule.warn_below).filter(|(it, limit)| it < limit);
    let above = number.zip(rule.warn_above).filter(|(it, limit)| it > limit);
    let is = format!("`{name}` is `{value}`");
    let has = |values: &[String]| values.iter().any(|it| it == value);
    Some(match (&rule.pin, &rule.forbid) {
        (Some(pin), _) if pin != value => format!("{is} and is to be `{pin}`"),
        (_, Some(values)) if has(values) => format!("{is}, which is not allowed"),
        _ if !rule.allow_only.is_empty() && !has(&rule.allow_only) => {
            format!("{is}; only `{}` is allowed", rule.allow_only.join("`, `"))
        }
        _ => match (below, above) {
            (Some((_, limit)), _) => format!("{is}, below {limit}"),
            (None, Some((_, limit))) => format!("{is}, above {limit}"),
            (None, None) => return None,
        },
    })
}

/// A finding in the words of the rule, where it has its own.
fn finding(rule: &TeamRule, name: &str, span: &Span, message: String) -> Finding {
    let message = rule.message.clone().unwrap_or(message);
    let mut finding = Finding::new("", rule.severity, span, message).about(name);
    finding.code = Cow::Owned(rule.code.clone());
    let why = rule.why.as_ref();
    let pinned = rule.pin.as_ref().zip(why);
    let pinned = pinned.map(|(pin, why)| format!("set it to `{pin}`: {why}"));
    let help = match rule.help.clone().or(pinned) {
        Some(help) => format!("{help}; asked for by {}", rule.owner),
        None => format!("asked for by {}", rule.owner),
    };
    finding.help(help)
}
