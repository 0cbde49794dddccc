//! `container-devices`: the GPUs that the container runtime puts into a container: `all`, `none`,
//! `void`, or numbers, UUIDs and MIG devices divided by commas.

use super::build::{consequence, pieces};
use super::{Context, Fault, Finding, Reading};
use crate::Severity;
use crate::prelude::*;

/// Reads the list; the empty value is the same as `void`.
pub(super) fn read(value: &str, context: &Context<'_>) -> Reading {
    if value.is_empty() || matches!(value, "all" | "none" | "void") {
        return Reading::accepted();
    }
    let count = value.split(',').count();
    let listed = |word: &str| pieces(value, |c| c == ',').any(|(entry, _)| entry == word);
    let winners = [("void", "no GPU"), ("all", "every GPU")];
    if let Some((word, gives)) = winners
        .into_iter()
        .find(|(word, _)| listed(word))
        .filter(|_| context.complete)
    {
        let message =
            format!("`{word}` wins over the other entries of `{value}` and gives {gives}");
        let finding = Finding::new(Severity::Warning, Fault::Misread, 0..value.len(), message);
        return Reading::ignored(finding.help("write what is meant alone"));
    }
    let mut findings = Vec::new();
    for (index, (entry, range)) in pieces(value, |c| c == ',').enumerate() {
        let unfinished = !context.complete && index + 1 == count;
        if unfinished || is_device(entry) {
            continue;
        }
        let message = format!(
            "`{entry}` is no GPU for the container runtime; {}",
            consequence(context)
        );
        let word = ["all", "none", "void"]
            .into_iter()
            .find(|it| count == 1 && it.eq_ignore_ascii_case(entry));
        findings.push(
            Finding::error(Fault::UnknownWord, range, message)
                .help("write `all`, `none`, or numbers or UUIDs divided by commas")
                .maybe_write(word),
        );
    }
    Reading::by_findings(findings, context)
}

/// A number, a UUID, or a MIG device by number (`0:1`) or UUID.
fn is_device(entry: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let mig = entry
        .split_once(':')
        .is_some_and(|(gpu, mig)| number(gpu) && number(mig));
    number(entry)
        || mig
        || entry.starts_with("GPU-")
        || entry.starts_with("MIG-")
        || entry.starts_with("nvidia.com/")
}
