//! What comes from elsewhere: licences, sources and versions are those that `deny.toml` allows, and
//! each crate that a manifest names has its reason in `docs/dependencies.md`.
//!
//! `cargo deny` checks more of it, where it is installed; this needs nothing but cargo.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use readpoint_tests::content::root;
use serde_json::Value;

/// Where crates may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";
/// Manifests of workspaces of their own.
const APART: [&str; 1] = ["tests/fuzz/Cargo.toml"];

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo runs this test");
    let said = String::from_utf8_lossy(&output.stderr);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{said}"))
}

fn deny() -> toml::Table {
    let text = fs::read_to_string(root().join("deny.toml")).expect("deny.toml is there");
    text.parse().expect("deny.toml is TOML")
}

/// The texts of a list in `deny.toml`.
fn list(of: &toml::Table, section: &str, key: &str) -> BTreeSet<String> {
    let items = of[section][key].as_array().into_iter().flatten();
    let text = |it: &toml::Value| it.get("crate").unwrap_or(it).as_str().map(str::to_owned);
    items.filter_map(text).collect()
}

/// Name, version, and what cargo says of each package that is not of this repository.
fn foreign(metadata: &Value) -> Vec<(&str, &str, &Value)> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let named = packages.filter(|it| !it["source"].is_null());
    named
        .map(|it| (text(it, "name"), text(it, "version"), it))
        .collect()
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

/// Whether a licence expression can be met: any side of an `OR`, both of an `AND`.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let flat = expression.replace('/', " OR ");
    let inside = flat.trim();
    if let Some((group, rest)) = inside.strip_prefix('(').and_then(|it| it.split_once(')')) {
        let met = is_met(group, allowed);
        return match rest.trim().split_once(' ') {
            Some(("AND", more)) => met && is_met(more, allowed),
            Some((_, more)) => met || is_met(more, allowed),
            None => met,
        };
    }
    let both = |side: &str| side.split(" AND ").all(|it| allowed.contains(it.trim()));
    inside.split(" OR ").any(both)
}

#[test]
fn expressions_are_read() {
    let allowed: BTreeSet<String> = ["MIT", "Unicode-3.0"].map(str::to_owned).into();
    for (expression, met) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("GPL-3.0 OR MIT", true),
        ("GPL-3.0/MIT", true),
        ("GPL-3.0 AND MIT", false),
        ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
        ("(MIT OR GPL-3.0) AND GPL-3.0", false),
        ("", false),
    ] {
        assert_eq!(is_met(expression, &allowed), met, "{expression}");
    }
}

#[test]
fn licences_and_sources_are_allowed() {
    let (metadata, deny) = (metadata(), deny());
    let allowed = list(&deny, "licenses", "allow");
    let banned = list(&deny, "bans", "deny");
    let all = foreign(&metadata);
    assert!(all.len() > 100, "only {} crates", all.len());
    for (name, version, package) in all {
        let terms = text(package, "license");
        assert!(is_met(terms, &allowed), "{name} {version}: {terms:?}");
        assert_eq!(text(package, "source"), REGISTRY, "{name} {version}");
        assert!(!banned.contains(name), "{name} is banned");
    }
}

#[test]
fn two_versions_have_a_reason() {
    let (metadata, deny) = (metadata(), deny());
    let reasons = list(&deny, "bans", "skip");
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (name, version, _) in foreign(&metadata) {
        versions.entry(name).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    for (name, versions) in &versions {
        let known = |version: &&&str| reasons.contains(&format!("{name}@{version}"));
        let without = versions.iter().filter(|it| !known(it)).count();
        assert_eq!(
            without, 1,
            "{name} is there as {versions:?}; deny.toml says why but for one"
        );
    }
    for reason in &reasons {
        let (name, version) = reason.split_once('@').unwrap_or((reason, ""));
        let there = versions.get(name).is_some_and(|it| it.contains(version));
        assert!(
            there,
            "deny.toml has a reason for {reason}, which is no longer there twice"
        );
    }
}

#[test]
fn every_dependency_has_a_reason() {
    let page = fs::read_to_string(root().join("docs/dependencies.md")).expect("the page is there");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows
        .filter_map(|row| row.split_once(" |"))
        .map(|(name, _)| name);
    let told: BTreeSet<&str> = rows.filter(|name| *name != "crate").collect();
    let metadata = metadata();
    let members = metadata["packages"].as_array().into_iter().flatten();
    let own = members.filter(|it| it["source"].is_null());
    let named = own.flat_map(|it| it["dependencies"].as_array().into_iter().flatten());
    let foreign = named.filter(|it| !it["source"].is_null());
    let mut named: BTreeSet<String> = foreign.map(|it| text(it, "name").to_owned()).collect();
    for manifest in APART {
        let source = fs::read_to_string(root().join(manifest)).expect("the manifest is there");
        let table: toml::Table = source.parse().expect("a manifest is TOML");
        let crates = table["dependencies"].as_table().into_iter().flatten();
        named.extend(
            crates
                .filter(|(_, it)| it.get("path").is_none())
                .map(|(name, _)| name.clone()),
        );
    }
    let named: BTreeSet<&str> = named.iter().map(String::as_str).collect();
    assert_eq!(told, named, "docs/dependencies.md and the manifests differ");
}
