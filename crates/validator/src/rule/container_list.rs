//! RP404: the container's GPU list against another grant, or against the CUDA list inside.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Severity};

use super::view::{View, views};
use super::{Context, Finding, Rule, numbered_twice};
use crate::Kind;
use crate::reading::{Grant, GrantKind};

/// The rule.
pub(super) const RULE: Rule = Rule {
    codes: &["RP404"],
    check,
};

const LIST: &str = "NVIDIA_VISIBLE_DEVICES";
const CUDA: &str = "CUDA_VISIBLE_DEVICES";

/// Kinds of text whose variables are those of a container.
const CONTAINERS: &[Kind] = &[
    Kind::Dockerfile,
    Kind::DockerRun,
    Kind::Compose,
    Kind::Kubernetes,
    Kind::Helm,
];

fn check(context: &Context<'_>, findings: &mut Vec<Finding>) {
    for view in views(context) {
        let Some(list) = view.given(LIST) else {
            continue;
        };
        findings.add_all(
            view.grants()
                .filter_map(|it| against_grant(&view, &list, it)),
        );
        // Where something else hands out the GPUs, RP405 counts by that.
        let decides = |it: &Grant| it.by != GrantKind::NvidiaRuntime;
        let in_container = CONTAINERS.contains(&context.reading.kind);
        if (in_container || view.grants().next().is_some()) && !view.grants().any(decides) {
            findings.add_all(against_cuda(&view, &list));
        }
    }
}

/// What a second mechanism that hands out GPUs does to the list.
fn against_grant(view: &View<'_>, list: &str, grant: &Grant) -> Option<Finding> {
    let chooses = !matches!(list, "" | "all");
    let (severity, message) = match grant.by {
        GrantKind::DevicePlugin => (
            Severity::Warning,
            "`nvidia.com/gpu` decides which GPUs the container gets; `NVIDIA_VISIBLE_DEVICES` beside it can show GPUs of other pods",
        ),
        GrantKind::Privileged if chooses => (
            Severity::Warning,
            "a privileged container sees every GPU whatever `NVIDIA_VISIBLE_DEVICES` says",
        ),
        GrantKind::DockerGpus if !is_same(grant, list) => (
            Severity::Warning,
            "`--gpus` overrides `NVIDIA_VISIBLE_DEVICES`, and the two do not agree",
        ),
        GrantKind::ComposeDevices if chooses => (
            Severity::Warning,
            "the device reservation and `NVIDIA_VISIBLE_DEVICES` both choose GPUs",
        ),
        GrantKind::ComposeDevices => (
            Severity::Info,
            "the device reservation and `NVIDIA_VISIBLE_DEVICES` both choose GPUs",
        ),
        _ => return None,
    };
    Some(
        Finding::new("RP404", severity, &view.span(LIST), message.to_owned())
            .about(LIST)
            .help("let one mechanism choose the GPUs"),
    )
}

/// Whether `--gpus` gives what a list names: docker puts its own list behind that of `-e`, and the
/// last one counts (moby, `daemon/nvidia_linux.go`).
fn is_same(grant: &Grant, list: &str) -> bool {
    let given = grant.value.as_deref().unwrap_or(list).trim_matches('"');
    let given = given.trim_start_matches("device=");
    list.is_empty() || given == list || list == "all" && given.starts_with("all,")
}

/// A CUDA list that names GPUs the container does not have under these numbers.
fn against_cuda(view: &View<'_>, list: &str) -> Option<Finding> {
    let wanted = view.value(CUDA)?;
    if matches!(list, "none" | "void") && !matches!(wanted, "" | "-1") {
        let message = format!("`{LIST}={list}` gives the container no GPU, so `{CUDA}` finds none");
        return Some(Finding::warning("RP404", &view.span(CUDA), message).about(CUDA));
    }
    if matches!(list, "all" | "" | "none" | "void") {
        return None;
    }
    let count = list.split(',').filter(|it| !it.trim().is_empty()).count();
    let beyond = numbered_twice::beyond(wanted, count)?;
    let gpus = numbered_twice::gpus(count);
    let message = format!(
        "the container gets {gpus}, numbered from 0; `{CUDA}` names {beyond}, which does not exist there"
    );
    Some(
        Finding::error("RP404", &view.span(CUDA), message)
            .about(CUDA)
            .help(format!("leave `{CUDA}` out, or count from 0")),
    )
}
