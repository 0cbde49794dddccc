//! The licences of everything inside the program: its crates, those of the engine, and the fonts.
//! Equal texts stand there once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde_json::Value;

use super::metadata;
use crate::workspace::Workspace;

/// What is linked, by package and by the target it is built for.
const WASM: &str = "wasm32-unknown-unknown";
/// Beginnings of names of files that hold a licence, in lower case.
const FILES: [&str; 5] = ["licen", "copying", "copyright", "notice", "unlicense"];

/// A crate: its name with version, and its licence as its manifest says it.
type Crate = (String, String);

/// The whole file.
pub(super) fn text(workspace: &Workspace, target: &str) -> anyhow::Result<String> {
    let mut crates: BTreeMap<Crate, PathBuf> = BTreeMap::new();
    for (package, platform) in [("readpoint", target), ("readpoint-wasm", WASM)] {
        crates.extend(linked(&metadata(workspace, platform)?, package)?);
    }
    let mut text = String::from(
        "Readpoint is under the MIT licence or the Apache licence 2.0, as you like.\n\
         Inside are these crates, the standard library of Rust (MIT OR Apache-2.0), where it is \
         linked musl (MIT),\nand the fonts Source Serif 4 and Inconsolata (OFL-1.1). Their texts \
         follow.\n\n",
    );
    for (name, licence) in crates.keys() {
        text.push_str(&format!("{name}: {licence}\n"));
    }
    let texts = texts(workspace, &crates)?;
    for (licence, names) in texts {
        let names: Vec<_> = names.into_iter().collect();
        let line = "-".repeat(78);
        text.push_str(&format!("\n{line}\n{}\n\n{licence}\n", names.join(", ")));
    }
    Ok(text)
}

/// The crates that a package links, itself included, with their folders.
fn linked(metadata: &Value, package: &str) -> anyhow::Result<BTreeMap<Crate, PathBuf>> {
    let packages = by_id(&metadata["packages"])?;
    let nodes = by_id(&metadata["resolve"]["nodes"])?;
    let named = packages.values().find(|it| it["name"] == package);
    let mut open: Vec<&str> = named.and_then(|it| it["id"].as_str()).into_iter().collect();
    let (mut seen, mut crates) = (BTreeSet::new(), BTreeMap::new());
    while let Some(id) = open.pop() {
        let (Some(own), Some(node)) = (packages.get(id), nodes.get(id)) else {
            continue;
        };
        // A macro runs while its user is built; nothing of it is linked.
        if !seen.insert(id) || own["targets"][0]["kind"][0] == "proc-macro" {
            continue;
        }
        let word = |key: &str| own[key].as_str().unwrap_or("not said");
        let name = format!("{} {}", word("name"), word("version"));
        let folder = Path::new(word("manifest_path")).parent();
        let folder = folder.context("a manifest stands in a folder")?;
        crates.insert((name, word("license").to_owned()), folder.to_owned());
        open.extend(dependencies(node));
    }
    Ok(crates)
}

fn by_id(list: &Value) -> anyhow::Result<BTreeMap<&str, &Value>> {
    let list = list.as_array().context("cargo metadata gives lists")?;
    Ok(list
        .iter()
        .filter_map(|it| Some((it["id"].as_str()?, it)))
        .collect())
}

/// What a crate links: neither what builds it nor what tests it.
fn dependencies(node: &Value) -> impl Iterator<Item = &str> {
    let all = node["deps"].as_array().into_iter().flatten();
    let links = |it: &&Value| {
        let kinds = it["dep_kinds"].as_array().into_iter().flatten();
        kinds.into_iter().any(|kind| kind["kind"].is_null())
    };
    all.filter(links).filter_map(|it| it["pkg"].as_str())
}

/// Who is under which text.
fn texts(
    workspace: &Workspace,
    crates: &BTreeMap<Crate, PathBuf>,
) -> anyhow::Result<BTreeMap<String, BTreeSet<String>>> {
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let own = [("Readpoint".to_owned(), workspace.root.clone())];
    let fonts = [("fonts".to_owned(), workspace.root.join("site/fonts"))];
    let folders = crates
        .iter()
        .map(|((name, _), folder)| (name.clone(), folder.clone()));
    for (name, folder) in own.into_iter().chain(fonts).chain(folders) {
        for entry in std::fs::read_dir(&folder)? {
            let path = entry?.path();
            let file = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .to_lowercase();
            let is_licence =
                FILES.iter().any(|it| file.starts_with(it)) || file.ends_with("-licence.txt");
            if is_licence && path.is_file() {
                let licence = std::fs::read_to_string(&path)?.trim().to_owned();
                texts.entry(licence).or_default().insert(name.clone());
            }
        }
    }
    Ok(texts)
}
