//! RP201 to RP210: what the value grammars find, lifted to places of the text.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Map, Set, Status, Variable, sort_by_number};

use readpoint_catalog::grammar::{self, Fault};

use super::{Context, Finding, Rule, newer, removed};
use crate::format::is_name;
use crate::reading::{Assignment, Origin, Quoting, Reach, Slip, Span, Value};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &[
        "RP201", "RP202", "RP203", "RP204", "RP205", "RP206", "RP207", "RP208", "RP209", "RP210",
    ],
    check,
};

/// The code of each kind of fault.
const CODES: &[(Fault, &str)] = &[
    (Fault::Syntax, "RP201"),
    (Fault::UnknownKey, "RP202"),
    (Fault::KeyNotInRelease, "RP203"),
    (Fault::UnknownWord, "RP204"),
    (Fault::NotBoolean, "RP205"),
    (Fault::NotNumber, "RP206"),
    (Fault::OutOfRange, "RP207"),
    (Fault::Misread, "RP208"),
    (Fault::NoEffect, "RP209"),
    (Fault::Risky, "RP210"),
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    let (mut seen, mut told) = (Set::new(), Set::new());
    let slips = Slips::new(&context.reading.slips);
    for assignment in &context.reading.assignments {
        let Some(variable) = context.variable(assignment) else {
            continue;
        };
        if !is_read(context, assignment, variable) || slips.spoil(assignment) {
            continue;
        }
        let known = assignment.value.known();
        let complete = known.is_some();
        let value = known.unwrap_or_else(|| assignment.value.beginning());
        if !complete && value.is_empty() {
            continue;
        }
        if !seen.insert(format!("{} {value}", assignment.span.start)) {
            continue;
        }
        let reading = grammar::read(&value, &context.value_context(variable, complete));
        for found in reading.findings {
            let finding = lift(assignment, found);
            // Rounds of a loop differ in the value, but the place is wrong once.
            if told.insert(mark(&finding)) {
                findings.push(finding);
            }
        }
    }
    for (index, value) in &context.reading.defaults {
        let assignment = context.reading.assignments.get(*index);
        findings.add_all(default(context, &slips, assignment, value, &mut told));
    }
    for assignment in &context.reading.assignments {
        let value = written_default(context.text, &assignment.value);
        let found = value.map(|it| default(context, &slips, Some(assignment), &it, &mut told));
        findings.add_all(found.into_iter().flatten());
    }
}

/// The value where no variable with a default comes from outside: what is not known of it stands
/// in the text as `${NAME:-word}`.
fn written_default(text: &str, value: &Value) -> Option<Value> {
    if value.parts.iter().all(|part| part.text.is_some()) {
        return None;
    }
    let mut value = value.clone();
    for part in value.parts.iter_mut().filter(|it| it.text.is_none()) {
        let body = text.get(part.span.clone())?.strip_prefix("${")?;
        let body = body.strip_suffix('}')?;
        let (name, word) = body.split_once(":-").or_else(|| body.split_once('-'))?;
        if !is_name(name) || word.contains(['$', '{', '}', '"', '\'', '\\', '`']) {
            return None;
        }
        part.span = part.span.end - 1 - word.len()..part.span.end - 1;
        part.origin = Origin::Verbatim(Quoting::Bare);
        part.text = Some(word.to_owned());
    }
    Some(value)
}

/// Judges a default, which is the value where a variable from outside is not set.
fn default<'a>(
    context: &'a Context<'_>,
    slips: &Slips<'_>,
    assignment: Option<&Assignment>,
    value: &Value,
    told: &'a mut Set,
) -> Vec<Finding> {
    let variable = assignment.and_then(|it| context.variable(it));
    let (Some(assignment), Some(variable), Some(text)) = (assignment, variable, value.known())
    else {
        return Vec::new();
    };
    if !is_read(context, assignment, variable) || slips.spoil(assignment) {
        return Vec::new();
    }
    let assignment = Assignment {
        value: value.clone(),
        ..assignment.clone()
    };
    let reading = grammar::read(&text, &context.value_context(variable, true));
    let lifted = reading.findings.into_iter().map(|it| lift(&assignment, it));
    let new = lifted.filter(|it| told.insert(mark(it)));
    new.gathered()
}

/// What tells a finding from others.
fn mark(finding: &Finding) -> String {
    let span = &finding.span;
    format!("{}..{} {}", span.start, span.end, finding.code)
}

/// The slips of a text by variable and place. A value with a slip in it is not the value that was
/// meant: the slip is told, and what a reader makes of the rest is beside the point.
struct Slips<'a>(Map<Vec<&'a Span>>);

impl<'a> Slips<'a> {
    fn new(slips: &'a [Slip]) -> Self {
        let mut by_name: Map<Vec<&Span>> = Map::new();
        for slip in slips {
            if let Some(name) = &slip.name {
                by_name.entry(name.clone()).or_default().push(&slip.span);
            }
        }
        for spans in by_name.values_mut() {
            sort_by_number(spans, |span| span.start);
        }
        Self(by_name)
    }

    /// Whether a slip about the variable touches its assignment.
    fn spoil(&self, assignment: &Assignment) -> bool {
        let spans = self.0.get(assignment.name.as_str());
        spans.is_some_and(|spans| {
            let before = spans.partition_point(|span| span.start < assignment.span.end);
            before > 0 && spans[before - 1].end > assignment.span.start
        })
    }
}

/// Whether some release judged by will look at the value.
fn is_read(context: &Context<'_>, assignment: &Assignment, variable: &Variable) -> bool {
    !matches!(assignment.reach, Reach::Argument | Reach::Overwritten)
        && variable.status != Status::NotRead
        && !removed::is_gone(variable, context.torch)
        && !newer::is_newer(context, variable)
}

fn lift(assignment: &Assignment, found: grammar::Finding) -> Finding {
    let value = &assignment.value;
    let code = CODES
        .iter()
        .find(|(fault, _)| *fault == found.fault)
        .map_or("RP201", |&(_, code)| code);
    let mut span = value.locate(&found.range);
    if span.is_empty() {
        span = assignment.span.clone();
    }
    Finding {
        help: found.help,
        edits: edits(value, &found.edits),
        ..Finding::new(code, found.severity, &span, found.message).about(&assignment.name)
    }
}

/// The edits in the text, all of them or none.
fn edits(value: &Value, edits: &[(core::ops::Range<usize>, String)]) -> Vec<(Span, String)> {
    edits
        .iter()
        .map(|(range, text)| value.edit(range, text))
        .collect::<Option<_>>()
        .unwrap_or_default()
}
