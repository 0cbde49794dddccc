//! What a page must have that calls itself full.

use std::ops::Range;
use std::sync::Arc;

use readpoint_catalog::{Depth, Status, Variable};

use crate::Example;
use crate::fields::Sink;
use crate::markdown::Outline;

/// One thing that a full page has: whether this page has it, and what to say if not.
struct Demand {
    met: bool,
    message: &'static str,
    help: &'static str,
}

/// Reports what a full page lacks, all of it; brief pages owe nothing.
pub(crate) fn page(
    variable: &Variable,
    outline: &Outline<'_>,
    examples: &[Arc<Example>],
    span: &Range<usize>,
    sink: &Sink,
) {
    if variable.depth == Depth::Brief {
        return;
    }
    let demands = match variable.status {
        Status::Active | Status::Deprecated => read(variable, outline, examples),
        Status::Removed | Status::NotRead => not_read(variable),
    };
    for demand in demands.iter().chain(&known(variable, outline)) {
        if !demand.met {
            sink.report(span.clone(), demand.message, Some(demand.help.to_owned()));
        }
    }
}

/// What every full page shows: how it is known.
fn known(variable: &Variable, outline: &Outline<'_>) -> [Demand; 2] {
    [
        Demand {
            met: !variable.read_points.is_empty() || !variable.sources.is_empty(),
            message: "a full page names no read-point and no source",
            help: "add a [[read_point]] or a [[source]]",
        },
        Demand {
            met: !outline.references.is_empty(),
            message: "a full page refers to none of its evidence",
            help: "write `[@id]` behind the statements that the evidence carries",
        },
    ]
}

/// What the page of a name shows that something reads.
fn read(variable: &Variable, outline: &Outline<'_>, examples: &[Arc<Example>]) -> Vec<Demand> {
    let is_values = |(level, text, _): &(u8, String, Range<usize>)| *level == 2 && text == "Values";
    let silent = variable.default.is_none() && variable.default_note.is_none();
    vec![
        Demand {
            met: !silent || !variable.defaults.is_empty(),
            message: "a full page does not say what happens when the variable is not set",
            help: "write a `default_note`",
        },
        Demand {
            met: outline.headings.iter().any(is_values),
            message: "a full page has no section `## Values`",
            help: "say what not set, empty, 0, 1 and a wrong value do",
        },
        Demand {
            met: examples.iter().any(|example| example.test.is_some()),
            message: "a full page has no tested example",
            help: "add a fenced block with `check` or `expect=…` in its info string",
        },
    ]
}

/// What the page of a name shows that nothing reads any more, or ever did.
fn not_read(variable: &Variable) -> Vec<Demand> {
    vec![Demand {
        met: variable.replaced_by.is_some() || variable.instead.is_some(),
        message: "a full page of a name that nothing reads does not say what to do instead",
        help: "name it in `replaced_by`, or say it in `instead`",
    }]
}
