//! RP406: settings of which one takes the other's effect away.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, Severity};

use super::view::{View, views};
use super::{Context, Finding, Rule};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP406"],
    check,
};

/// A setting and what it makes pointless.
struct Pair {
    /// The setting that wins.
    winner: &'static str,
    /// Values of the winner that take the effect away.
    wins: fn(&str) -> bool,
    /// The setting without effect: a name, or a beginning of names that ends with `_`.
    loser: &'static str,
    /// Values of the loser that ask for something.
    asks: fn(&str) -> bool,
    severity: Severity,
    /// Why, after "with `WINNER=value` ".
    because: &'static str,
}

const PAIRS: &[Pair] = &[
    Pair {
        winner: "NCCL_P2P_DISABLE",
        wins: |value| value == "1",
        loser: "NCCL_P2P_LEVEL",
        asks: any,
        severity: Severity::Warning,
        because: "NCCL uses no peer-to-peer transport at all",
    },
    Pair {
        winner: "NCCL_IB_DISABLE",
        wins: |value| value == "1",
        loser: "NCCL_IB_",
        asks: any,
        severity: Severity::Warning,
        because: "NCCL does not use InfiniBand or RoCE",
    },
    Pair {
        winner: "NCCL_NET",
        wins: |value| value.eq_ignore_ascii_case("Socket"),
        loser: "NCCL_IB_",
        asks: any,
        severity: Severity::Info,
        because: "NCCL does not use InfiniBand or RoCE",
    },
    Pair {
        winner: "TORCH_NCCL_BLOCKING_WAIT",
        wins: on,
        loser: "TORCH_NCCL_ASYNC_ERROR_HANDLING",
        asks: not_zero,
        severity: Severity::Warning,
        because: "no watchdog thread runs that could handle errors",
    },
    Pair {
        winner: "NCCL_BLOCKING_WAIT",
        wins: on,
        loser: "TORCH_NCCL_ASYNC_ERROR_HANDLING",
        asks: not_zero,
        severity: Severity::Warning,
        because: "no watchdog thread runs that could handle errors",
    },
    Pair {
        winner: "NCCL_BLOCKING_WAIT",
        wins: on,
        loser: "NCCL_ASYNC_ERROR_HANDLING",
        asks: not_zero,
        severity: Severity::Warning,
        because: "no watchdog thread runs that could handle errors",
    },
    Pair {
        winner: "PYTORCH_NO_CUDA_MEMORY_CACHING",
        wins: |value| value == "1",
        loser: "PYTORCH_CUDA_ALLOC_CONF",
        asks: any,
        severity: Severity::Warning,
        because: "no memory is cached, so there is nothing to configure",
    },
    Pair {
        winner: "PYTORCH_NO_CUDA_MEMORY_CACHING",
        wins: |value| value == "1",
        loser: "PYTORCH_ALLOC_CONF",
        asks: any,
        severity: Severity::Warning,
        because: "no memory is cached, so there is nothing to configure",
    },
    Pair {
        winner: "NCCL_DEBUG",
        wins: |value| {
            ["WARN", "VERSION"]
                .iter()
                .any(|it| it.eq_ignore_ascii_case(value))
        },
        loser: "NCCL_DEBUG_SUBSYS",
        asks: any,
        severity: Severity::Info,
        because: "NCCL writes no messages that could be chosen from",
    },
];

fn any(value: &str) -> bool {
    !value.is_empty()
}

fn on(value: &str) -> bool {
    ["1", "true", "yes", "y", "t"]
        .iter()
        .any(|it| it.eq_ignore_ascii_case(value))
}

fn not_zero(value: &str) -> bool {
    value != "0"
}

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        for pair in PAIRS {
            let Some(value) = view.value(pair.winner).filter(|value| (pair.wins)(value)) else {
                continue;
            };
            for loser in losers(&view, pair) {
                findings.push(finding(&view, pair, value, loser));
            }
        }
    }
}

/// The names that lose their effect.
fn losers<'a>(view: &View<'a>, pair: &Pair) -> Vec<&'a str> {
    view.names()
        .filter(|name| match pair.loser.strip_suffix('_') {
            Some(_) => name.starts_with(pair.loser) && !name.ends_with("_DISABLE"),
            None => *name == pair.loser,
        })
        .filter(|name| view.value(name).is_some_and(pair.asks))
        .gathered()
}

fn finding(view: &View<'_>, pair: &Pair, value: &str, loser: &str) -> Finding {
    let winner = pair.winner;
    let message = format!(
        "`{loser}` has no effect: with `{winner}={value}` {}",
        pair.because
    );
    Finding::new("RP406", pair.severity, &view.span(loser), message)
        .about(loser)
        .help("drop one of the two")
}
