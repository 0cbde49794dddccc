//! `thread-count`: how many threads. GNU's OpenMP runtime takes positive whole numbers, one per
//! nesting level, and complains about the rest; MKL never complains.

use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads the number of threads.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if !context.complete {
        return Reading::accepted();
    }
    if context.variable.name.starts_with("MKL_") {
        return mkl(value);
    }
    let positive = |part: &str| {
        let part = part.trim();
        let digits = part.strip_prefix('+').unwrap_or(part);
        !digits.is_empty()
            && digits.chars().all(|c| c.is_ascii_digit())
            && digits
                .parse::<u32>()
                .is_ok_and(|it| (1..=i32::MAX as u32).contains(&it))
    };
    if value.split(',').all(positive) {
        return Reading::accepted();
    }
    if value.is_empty() {
        let message =
            "libgomp complains about the empty value and goes on as if it were not set".to_owned();
        let finding = Finding::new(Severity::Info, Fault::NotNumber, 0..0, message);
        return Reading::ignored(finding.help("unset it, or write a number from 1 up"));
    }
    let message = format!(
        "`{value}` is not a positive whole number; libgomp prints \"Invalid value\" and uses one thread per core"
    );
    Reading::ignored(
        Finding::error(fault(value), 0..value.len(), message).help("write a number from 1 up"),
    )
}

/// MKL takes what it cannot read for a single thread, and 0 for its default.
fn mkl(value: &str) -> Reading {
    let whole = value.chars().all(|c| c.is_ascii_digit());
    if value.is_empty() || whole && value.chars().any(|c| c != '0') {
        return Reading::accepted();
    }
    let message = if whole {
        format!("`{value}` is not a number of threads; MKL keeps its default, one per core")
    } else {
        format!(
            "`{value}` is more than digits; MKL takes it for some other number, often 1, without a word"
        )
    };
    let fault = if whole || value.starts_with('-') {
        fault(value)
    } else {
        Fault::NotNumber
    };
    Reading::ignored(
        Finding::error(fault, 0..value.len(), message).help("write a number from 1 up"),
    )
}

fn fault(value: &str) -> Fault {
    let text = value.trim();
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    if !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit()) {
        Fault::OutOfRange
    } else {
        Fault::NotNumber
    }
}
