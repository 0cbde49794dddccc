//! Every page of the built site is sound HTML: the parser of a browser engine finds no error in it,
//! no id stands twice, and what refers to an id finds it. `READPOINT_SITE` names the site's folder;
//! `cargo xtask test` builds it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use html5ever::tendril::TendrilSink;
use html5ever::{ParseOpts, parse_document};
use markup5ever_rcdom::{Handle, NodeData, RcDom};
use readpoint_tests::needs;
use walkdir::WalkDir;

/// Attributes whose words are ids of the same page.
const REFERENCES: [&str; 4] = [
    "for",
    "aria-labelledby",
    "aria-describedby",
    "aria-controls",
];
/// How many wrong pages are told.
const TOLD: usize = 20;

fn site() -> Option<PathBuf> {
    let folder = match std::env::var_os("READPOINT_SITE") {
        Some(folder) => PathBuf::from(folder),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/test-site"),
    };
    folder.join("index.html").is_file().then_some(folder)
}

#[test]
fn every_page_is_sound_html() {
    let site = needs::or_skip(site(), "the built site; `cargo xtask test` builds it");
    let Some(site) = site else { return };
    let (mut pages, mut wrong) = (0, Vec::new());
    for entry in WalkDir::new(&site)
        .sort_by_file_name()
        .into_iter()
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_none_or(|it| it != "html") {
            continue;
        }
        pages += 1;
        let html = fs::read_to_string(path).unwrap_or_default();
        let faults = faults(&html);
        if !faults.is_empty() {
            wrong.push(format!("{}: {}", path.display(), faults.join("; ")));
        }
    }
    assert!(pages > 100, "only {pages} pages");
    let told = wrong.iter().take(TOLD).cloned().collect::<Vec<_>>();
    assert!(
        wrong.is_empty(),
        "{} pages:\n{}",
        wrong.len(),
        told.join("\n")
    );
}

#[test]
fn faults_are_seen() {
    let sound = "<!doctype html><html lang=\"en\"><head><title>a</title></head><body><p id=\"a\">b</p></body></html>";
    assert_eq!(faults(sound), Vec::<String>::new());
    for broken in [
        sound.replace("</p>", "</div></p>"),
        sound.replace("<p id", "<p id=\"a\"></p><p id"),
        sound.replace("<p id=\"a\"", "<p aria-labelledby=\"c\""),
        sound.replace("<!doctype html>", ""),
        sound.replace(
            "</head>",
            "<script src=\"a.js\"></script><link rel=\"stylesheet\" href=\"a.css\"></head>",
        ),
    ] {
        assert!(!faults(&broken).is_empty(), "{broken}");
    }
}

/// What is wrong with a page.
fn faults(html: &str) -> Vec<String> {
    let dom = parse_document(RcDom::default(), ParseOpts::default()).one(html);
    let mut faults: Vec<String> = dom
        .errors
        .borrow()
        .iter()
        .map(ToString::to_string)
        .collect();
    let (mut ids, mut wanted) = (BTreeSet::new(), Vec::new());
    walk(&dom.document, &mut |name, value| {
        if name == "id" && !ids.insert(value.to_owned()) {
            faults.push(format!("the id `{value}` is there twice"));
        }
        if REFERENCES.contains(&name) {
            wanted.extend(value.split_whitespace().map(str::to_owned));
        }
    });
    let missing = wanted.into_iter().filter(|id| !ids.contains(id));
    faults.extend(missing.map(|id| format!("nothing has the id `{id}`")));
    faults.extend(late_style(html));
    faults
}

/// A style sheet behind a script that the page waits for: it is only asked for when that script
/// has come, one more round trip before anything is drawn.
fn late_style(html: &str) -> Option<String> {
    let head = html.split("</head>").next().unwrap_or_default();
    let script = head.find("<script src=")?;
    let late = head[script..].contains("rel=\"stylesheet\"");
    late.then(|| "a style sheet waits for a script".to_owned())
}

/// Calls `see` with each attribute of each element.
fn walk(root: &Handle, see: &mut impl FnMut(&str, &str)) {
    let mut open = vec![root.clone()];
    while let Some(node) = open.pop() {
        if let NodeData::Element { attrs, .. } = &node.data {
            for attribute in attrs.borrow().iter() {
                see(&attribute.name.local, &attribute.value);
            }
        }
        open.extend(node.children.borrow().iter().cloned());
    }
}
