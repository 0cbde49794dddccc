//! The words of the interface: every text that a script shows has a Chinese one, no Chinese text
//! is left over, and both name the same values.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

/// Calls whose texts are words of the interface.
const CALLS: [&str; 2] = ["t(", "count("];

#[test]
fn every_text_of_a_script_has_a_chinese_one_and_none_is_left_over() {
    let chinese = chinese();
    let used: BTreeSet<String> = scripts().iter().flat_map(|it| texts(it)).collect();
    assert!(
        used.len() > 20,
        "the scan of the scripts finds only {used:?}"
    );
    let missing: Vec<_> = used
        .iter()
        .filter(|it| !chinese.contains_key(*it))
        .collect();
    assert!(missing.is_empty(), "words-zh.js lacks {missing:#?}");
    let unused: Vec<_> = chinese.keys().filter(|it| !used.contains(*it)).collect();
    assert!(unused.is_empty(), "no script says {unused:#?}");
}

#[test]
fn a_translation_names_the_values_of_its_original() {
    for (english, chinese) in chinese() {
        assert_eq!(values(&english), values(&chinese), "in `{english}`");
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../site/script")
}

/// `words-zh.js` holds one object that is JSON but for its last comma.
fn chinese() -> BTreeMap<String, String> {
    let text = std::fs::read_to_string(folder().join("words-zh.js")).expect("the words are there");
    let (_, object) = text
        .split_once("WORDS = ")
        .expect("the words are an object");
    let object = object.trim_end().trim_end_matches(';');
    let object = object.replace(",\n}", "\n}");
    serde_json::from_str(&object).expect("the words are JSON")
}

/// The texts of all scripts but the words themselves.
fn scripts() -> Vec<String> {
    let files = WalkDir::new(folder()).into_iter().flatten();
    let files = files.filter(|it| it.path().extension().is_some_and(|it| it == "js"));
    files
        .filter(|it| !it.file_name().to_string_lossy().starts_with("words"))
        .map(|it| std::fs::read_to_string(it.path()).expect("scripts can be read"))
        .collect()
}

/// The literals that are arguments of a call: those of its own level, not of calls inside it.
fn texts(script: &str) -> Vec<String> {
    let calls = CALLS.iter().flat_map(|call| script.match_indices(call));
    let calls = calls.filter(|(at, _)| {
        let before = script[..*at].chars().next_back();
        !before.is_some_and(|it| it.is_alphanumeric() || "_.$".contains(it))
    });
    calls
        .flat_map(|(at, call)| arguments(&script[at + call.len()..]))
        .collect()
}

fn arguments(rest: &str) -> Vec<String> {
    let (mut found, mut depth, mut at) = (Vec::new(), 0_usize, 0);
    while let Some(letter) = rest[at..].chars().next() {
        match letter {
            '"' => {
                let length = literal(&rest[at..]);
                if depth == 0 {
                    let text = serde_json::from_str(&rest[at..at + length]);
                    found.push(text.expect("literals are JSON texts"));
                }
                at += length;
                continue;
            }
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        at += letter.len_utf8();
    }
    found
}

/// The length of the literal that a text starts with, quotes included.
fn literal(text: &str) -> usize {
    let mut escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The names in braces.
fn values(text: &str) -> BTreeSet<&str> {
    let pieces = text.split('{').skip(1);
    pieces.filter_map(|it| it.split('}').next()).collect()
}
