//! YAML, and which of its uses.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, is_alphanumeric};

use super::Test;
use super::looks::Looks;
use crate::Kind;

/// Tests for texts that are known to be YAML.
pub(super) const KINDS: &[(Kind, Test)] = &[
    (Kind::Kubernetes, has_kubernetes_keys),
    (Kind::GithubActions, has_workflow_keys),
    (Kind::Compose, has_compose_keys),
    (Kind::Conda, has_conda_keys),
];

pub(super) fn is_kubernetes(looks: &Looks<'_>) -> bool {
    is_yaml(looks) && has_kubernetes_keys(looks)
}

pub(super) fn is_workflow(looks: &Looks<'_>) -> bool {
    is_yaml(looks) && has_workflow_keys(looks)
}

pub(super) fn is_compose(looks: &Looks<'_>) -> bool {
    is_yaml(looks) && has_compose_keys(looks)
}

pub(super) fn is_conda(looks: &Looks<'_>) -> bool {
    is_yaml(looks) && has_conda_keys(looks)
}

/// Most lines are keys, list items, or continue one.
pub(super) fn is_yaml(looks: &Looks<'_>) -> bool {
    let Some(first) = looks.significant().next() else {
        return false;
    };
    let starts = first == "---" || is_key(first) || first.starts_with("- ");
    let keys = looks.significant().filter(|line| is_key(line)).count();
    let all = looks.significant().count();
    starts && keys > 0 && keys * 4 >= all
}

/// `key:` or `key: value`, with or without a dash before it.
fn is_key(line: &str) -> bool {
    let line = line.strip_prefix("- ").unwrap_or(line).trim_start();
    let Some(colon) = line.find(':') else {
        return false;
    };
    let key = line[..colon].trim_matches(['"', '\'']);
    let follows = line[colon + 1..].chars().next();
    let plain = |c: char| is_alphanumeric(c) || "_-./<".contains(c);
    !key.is_empty() && key.chars().all(plain) && follows.is_none_or(char::is_whitespace)
}

fn has_kubernetes_keys(looks: &Looks<'_>) -> bool {
    const KEYS: &[&str] = &[
        "apiVersion",
        "containers",
        "initContainers",
        "envFrom",
        "valueFrom",
        "pytorchReplicaSpecs",
        "podSpec",
        "configMapRef",
        "nvidia.com/gpu",
    ];
    const CHARTS: &[&str] = &["replicaCount", "nameOverride", "fullnameOverride"];
    let chart = CHARTS.iter().any(|key| looks.has_key(key));
    !chart && (KEYS.iter().any(|key| looks.has_key(key)) || has_env_list(looks))
}

/// An entry of an env list: `name: NAME` next to `value:`.
fn has_env_list(looks: &Looks<'_>) -> bool {
    let lines: Vec<&str> = looks.significant().gathered();
    lines.windows(2).any(|pair| {
        let name = pair[0].trim_start_matches("- ").starts_with("name:");
        name && pair[1].starts_with("value:")
    })
}

fn has_workflow_keys(looks: &Looks<'_>) -> bool {
    const KEYS: &[&str] = &["runs-on", "uses", "jobs", "steps"];
    KEYS.iter().any(|key| looks.has_key(key))
        || looks.text.contains("${{")
        || looks.any_line(|line| line == "- run: |" || line.starts_with("- run: "))
}

fn has_compose_keys(looks: &Looks<'_>) -> bool {
    const KEYS: &[&str] = &["services", "environment", "env_file"];
    KEYS.iter().any(|key| looks.has_key(key))
}

fn has_conda_keys(looks: &Looks<'_>) -> bool {
    looks.has_key("variables") && (looks.has_key("dependencies") || looks.has_key("channels"))
        || looks.has_key("channels") && looks.has_key("dependencies")
}
