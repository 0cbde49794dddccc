//! The doors that take JSON: options of a check, a site's catalogue, a line of `value --jsonl`.
//!
//! The first byte names the door. What follows up to a NUL is the JSON, the rest a launch text.

use std::sync::LazyLock;

use readpoint_catalog::{Catalog, Variables, Version};
use readpoint_validator::{Options, check, check_value, to_json};
use readpoint_wasm::Checker;
use serde_json::{Value, json};

use super::launch::{CATALOG, holds};

/// Variables in the catalogue that seeds are made of.
const FEW: usize = 12;

/// The doors in the order of the first byte.
const DOORS: [fn(&str, &str); 3] = [options, catalogue, question];

static CHECKER: LazyLock<Checker> = LazyLock::new(|| {
    let json = serde_json::to_string(&CATALOG.slim()).expect("a catalogue is maps and strings");
    Checker::new(&json).expect("the engine reads the catalogue of this build")
});

/// Opens one of the doors.
pub(super) fn run(data: &[u8]) {
    let Some((door, rest)) = data.split_first() else {
        return;
    };
    let rest = String::from_utf8_lossy(rest);
    let (json, text) = rest.split_once('\0').unwrap_or((&rest, ""));
    DOORS[usize::from(*door) % DOORS.len()](json, text);
}

/// Options as a page hands them over.
fn options(json: &str, text: &str) {
    match (Options::from_json(json), CHECKER.check(text, json)) {
        (Ok(options), Ok(report)) => {
            assert_eq!(report, to_json(&check(text, &options, &CATALOG)), "{json}");
            holds(text, &options);
        }
        (Err(said), Err(same)) => assert_eq!(said, same),
        (read, given) => panic!("{json}: {read:?} and {given:?}"),
    }
}

/// A catalogue that somebody made: what is taken can be judged by.
fn catalogue(json: &str, text: &str) {
    let Ok(checker) = Checker::new(json) else {
        return;
    };
    let about: Value = serde_json::from_str(&checker.about()).expect("it is JSON");
    assert!(about["format"].is_u64(), "{about}");
    let report = checker
        .check(text, "")
        .expect("no options are sound options");
    assert_eq!(checker.check(text, ""), Ok(report));
    let _ = checker.page("NCCL_DEBUG");
}

/// A line of `readpoint value --jsonl`.
fn question(line: &str, _: &str) {
    let Ok(it) = serde_json::from_str::<Value>(line) else {
        return;
    };
    let (Some(name), Some(value)) = (it["name"].as_str(), it["value"].as_str()) else {
        return;
    };
    let torch = it["torch"]
        .as_str()
        .and_then(|it| it.parse::<Version>().ok());
    let report = check_value(name, value, torch, &CATALOG);
    serde_json::to_string(&report).expect("an answer is JSON");
}

/// The catalogue with few variables, so that a mutation meets more than names.
fn small() -> Catalog {
    let mut small = CATALOG.slim();
    let few = small.variables.values().take(FEW);
    let kept: Vec<_> = few
        .chain(small.variables.get("NCCL_DEBUG"))
        .cloned()
        .collect();
    small.variables = Variables::default();
    for variable in kept {
        small.variables.insert(variable.name.clone(), variable);
    }
    small.rules.retain(|name, _| name == "RP201");
    small.names = small.names.iter().take(FEW).cloned().collect();
    small
}

/// A few of each.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let text = "export NCCL_DEBUG=INFO OMP_NUM_THREADS=1\npython train.py\n";
    let options = [
        json!({"path": "train.sh", "as": "shell", "torch": "2.9.1"}),
        json!({"path": null, "as": null, "torch": null, "else": [1, {"a": [true, 1.5e3, "\u{e9}\n"]}]}),
        json!({"as": "cobol"}),
        json!({"torch": "banana"}),
        json!([]),
    ];
    let questions = [
        json!({"name": "NCCL_DEBUG", "value": "INFO", "torch": "2.9.1"}),
        json!({"name": "PYTORCH_CUDA_ALLOC_CONF", "value": "max_split_size_mb=64", "more": 1}),
    ];
    let catalogue = serde_json::to_value(small()).expect("a catalogue is maps and strings");
    let doors = [&options[..], &[catalogue][..], &questions[..]];
    let mut seeds = Vec::new();
    for (door, texts) in (0_u8..).zip(doors) {
        seeds.extend(texts.iter().map(|json| {
            let mut bytes = vec![door];
            bytes.extend(format!("{json}\0{text}").bytes());
            bytes
        }));
    }
    seeds
}
