//! RP405: GPUs that are chosen and renumbered once, and then chosen by their old numbers.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::view::{View, views};
use super::{Context, Finding, Rule};
use crate::reading::{Grant, GrantKind};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP405"],
    check,
};

const CUDA: &str = "CUDA_VISIBLE_DEVICES";

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        let Some(list) = view.value(CUDA) else {
            continue;
        };
        findings.add_all(
            view.grants()
                .filter_map(|grant| finding(&view, list, grant)),
        );
    }
}

fn finding(view: &View<'_>, list: &str, grant: &Grant) -> Option<Finding> {
    let by = match grant.by {
        GrantKind::DockerGpus => "`--gpus`",
        GrantKind::ComposeDevices => "the device reservation",
        GrantKind::DevicePlugin => "`nvidia.com/gpu`",
        GrantKind::Slurm => "Slurm",
        GrantKind::Launcher => return launcher(view, list, grant),
        GrantKind::NvidiaRuntime | GrantKind::Privileged => return None,
    };
    let granted = grant.value.as_deref().and_then(count);
    let span = view.span(CUDA);
    if let Some((count, beyond)) = granted.and_then(|n| Some((n, beyond(list, n)?))) {
        let gpus = gpus(count);
        let message = format!(
            "{by} gives {gpus}, numbered from 0; `{CUDA}` names {beyond}, which does not exist there"
        );
        return Some(
            Finding::error("RP405", &span, message)
                .about(CUDA)
                .help(format!("leave `{CUDA}` out, or count from 0")),
        );
    }
    let redundant = matches!(grant.by, GrantKind::DevicePlugin | GrantKind::Slurm)
        && !matches!(list, "" | "-1");
    redundant.then(|| {
        let message = format!("{by} already chooses the GPUs; `{CUDA}` overrides its choice");
        Finding::info("RP405", &span, message)
            .about(CUDA)
            .help(format!("leave `{CUDA}` out"))
    })
}

/// A launcher that is told which GPUs to use sets or ignores the list itself; that does no harm
/// where both name the same.
fn launcher(view: &View<'_>, list: &str, grant: &Grant) -> Option<Finding> {
    let told = grant.value.as_deref().unwrap_or_default();
    let told = told.rsplit(':').next().unwrap_or(told);
    if told == "all" {
        return None;
    }
    if told
        .split(',')
        .map(str::trim)
        .eq(list.split(',').map(str::trim))
    {
        return None;
    }
    let message =
        format!("the launcher is told which GPUs to use and does not follow `{CUDA}={list}`");
    Some(
        Finding::warning("RP405", &view.span(CUDA), message)
            .about(CUDA)
            .help("choose the GPUs in one place"),
    )
}

/// A number of GPUs in words.
pub(super) fn gpus(count: usize) -> String {
    match count {
        1 => "1 GPU".to_owned(),
        count => format!("{count} GPUs"),
    }
}

/// How many GPUs a grant gives, where its text says so: `2`, `count=2`, `device=0,3`,
/// `gpu:a100:4`. `all` says nothing.
fn count(grant: &str) -> Option<usize> {
    let grant = grant.trim_matches(['"', '\'']);
    if let Some((_, list)) = grant.split_once("device=") {
        let listed = list.trim_matches(['"', '\'']).split(',');
        return Some(listed.filter(|it| !it.trim().is_empty()).count());
    }
    let number = grant.rsplit([':', '=']).next().unwrap_or(grant);
    number.trim().parse().ok().filter(|&count| count > 0)
}

/// The first number of a device list that is not below `count`; none where the list is not one of
/// plain numbers.
pub(super) fn beyond(list: &str, count: usize) -> Option<usize> {
    let numbers: Option<Vec<usize>> = list.split(',').map(|it| it.trim().parse().ok()).collect();
    numbers?.into_iter().find(|&it| it >= count)
}
