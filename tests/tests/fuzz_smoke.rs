//! The bodies of the fuzz targets with the ordinary toolchain: over every seed, and over some
//! mutations of seeds, the same ones in every run. `FUZZ_ROUNDS=100` tries a hundred times as many;
//! `FUZZ_SEEDS=FOLDER` writes the seeds for libFuzzer and runs nothing.

use std::collections::BTreeSet;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use readpoint_tests::content::root;
use readpoint_tests::fuzz::mutate::{Numbers, mutated};
use readpoint_tests::fuzz::{TARGETS, Target};

/// Runs one target over its seeds, mutations of them, and what libFuzzer once broke it with.
fn smoke(name: &str) {
    let target = TARGETS
        .iter()
        .find(|it| it.name == name)
        .expect("a target of the table");
    let seeds = (target.seeds)();
    assert!(seeds.len() >= 8, "{name} has only {} seeds", seeds.len());
    if let Some(folder) = std::env::var_os("FUZZ_SEEDS") {
        write(&PathBuf::from(folder).join(name), &seeds);
        return;
    }
    let rounds = std::env::var("FUZZ_ROUNDS")
        .ok()
        .and_then(|it| it.parse().ok());
    let mut numbers = Numbers::new(7);
    let count = target.smoke * rounds.unwrap_or(1_usize);
    let made = (0..count).map(|_| mutated(&seeds, &mut numbers));
    let inputs = broken(name).into_iter().chain(seeds.clone()).chain(made);
    inputs.for_each(|input| tried(target, &input));
}

/// Runs once; what breaks it is shown in a form that can be kept.
fn tried(target: &Target, input: &[u8]) {
    if catch_unwind(|| (target.run)(input)).is_err() {
        panic!("{} breaks on \"{}\"", target.name, input.escape_ascii());
    }
}

/// Inputs that broke a target before it was mended, one to a line.
fn broken(name: &str) -> Vec<Vec<u8>> {
    let path = root()
        .join("tests/fuzz/broken")
        .join(name)
        .with_extension("txt");
    let text = fs::read_to_string(path).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(unescaped).collect()
}

/// Takes back `escape_ascii`.
fn unescaped(line: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = line.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match (byte, byte == b'\\') {
            (_, true) => match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'x') => {
                    let digits: String = rest.by_ref().take(2).map(char::from).collect();
                    u8::from_str_radix(&digits, 16).expect("two hexadecimal digits")
                }
                other => other.expect("something is escaped"),
            },
            (plain, false) => plain,
        });
    }
    bytes
}

fn write(folder: &Path, seeds: &[Vec<u8>]) {
    fs::create_dir_all(folder).expect("the folder of seeds can be made");
    for (number, seed) in seeds.iter().enumerate() {
        fs::write(folder.join(format!("seed-{number:05}")), seed).expect("a seed can be written");
    }
}

/// A test for each target, and their names.
macro_rules! smoke_tests {
    ($($name:ident),*) => {
        $(#[test]
        fn $name() {
            smoke(stringify!($name));
        })*

        const TESTED: &[&str] = &[$(stringify!($name)),*];
    };
}

smoke_tests!(launch, value, json, page, site);

#[test]
fn every_target_has_its_file_and_its_test() {
    let folder = root().join("tests/fuzz/fuzz_targets");
    let files: BTreeSet<String> = fs::read_dir(folder)
        .expect("the folder is there")
        .flatten()
        .filter_map(|entry| Some(entry.path().file_stem()?.to_str()?.to_owned()))
        .collect();
    let names: BTreeSet<String> = TARGETS.iter().map(|it| it.name.to_owned()).collect();
    assert_eq!(files, names);
    let tested: BTreeSet<String> = TESTED.iter().map(|it| (*it).to_owned()).collect();
    assert_eq!(tested, names);
}

#[test]
fn escapes_are_taken_back() {
    let all: Vec<u8> = (0..=255).collect();
    assert_eq!(unescaped(&all.escape_ascii().to_string()), all);
}
