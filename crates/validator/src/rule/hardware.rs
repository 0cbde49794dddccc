//! RP503: a value that only some machines can follow.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Severity};

use super::view::{View, views};
use super::{Context, Finding, Rule};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP503"],
    check,
};

/// A value that asks something of the machine.
struct Bound {
    name: &'static str,
    asks: fn(&str) -> bool,
    severity: Severity,
    message: &'static str,
    help: &'static str,
}

const BOUND: &[Bound] = &[
    Bound {
        name: "NCCL_PROTO",
        asks: |value| has_word(value, "LL128") && !value.starts_with('^'),
        severity: Severity::Warning,
        message: "forcing `LL128` corrupts data without a word on machines that do not keep 128-byte stores whole",
        help: "leave `NCCL_PROTO` unset: NCCL uses LL128 where it is safe",
    },
    Bound {
        name: "NCCL_ALGO",
        asks: |value| has_word(value, "NVLS") && !value.starts_with('^'),
        severity: Severity::Info,
        message: "`NVLS` needs NVSwitch and GPUs of compute capability 9.0 or newer",
        help: "leave `NCCL_ALGO` unset to let NCCL choose",
    },
    Bound {
        name: "NCCL_SOCKET_IFNAME",
        asks: |value| matches!(value, "lo" | "=lo"),
        severity: Severity::Info,
        message: "`lo` connects processes of one machine only",
        help: "name the interface that reaches the other machines",
    },
];

fn has_word(value: &str, word: &str) -> bool {
    value
        .split([',', ';', ':'])
        .any(|it| it.trim().eq_ignore_ascii_case(word))
}

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        findings.add_all(BOUND.iter().filter_map(|bound| finding(&view, bound)));
    }
}

fn finding(view: &View<'_>, bound: &Bound) -> Option<Finding> {
    let value = view.value(bound.name)?;
    (bound.asks)(value).then(|| {
        let span = view.span(bound.name);
        Finding::new("RP503", bound.severity, &span, bound.message.to_owned())
            .about(bound.name)
            .help(bound.help)
    })
}
