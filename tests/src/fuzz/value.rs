//! Every value grammar: a reader, a release, whether the value is whole, and the value.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use readpoint_catalog::Variable;
use readpoint_catalog::grammar::GRAMMARS;
use readpoint_validator::check_value;

use super::launch::CATALOG;
use crate::values;

/// One variable for each way of reading: each grammar with each of its options that a page has,
/// and the grammars that no page names.
static READERS: LazyLock<Vec<Variable>> = LazyLock::new(|| {
    let mut readers = BTreeMap::new();
    for variable in CATALOG.variables.values() {
        let options = serde_json::to_string(&variable.grammar_options);
        let key = (variable.grammar.clone(), options.unwrap_or_default());
        readers.entry(key).or_insert_with(|| variable.clone());
    }
    for (grammar, _) in GRAMMARS {
        let key = ((*grammar).to_owned(), String::new());
        let plain = || values::variable("NAME", grammar, "{}");
        readers.entry(key).or_insert_with(plain);
    }
    readers.into_values().collect()
});

/// Reads a value and judges it by name.
pub(super) fn run(data: &[u8]) {
    let [low, high, torch, half, value @ ..] = data else {
        return;
    };
    let variable = &READERS[usize::from(u16::from_le_bytes([*low, *high])) % READERS.len()];
    let torch = CATALOG.torch[usize::from(*torch) % CATALOG.torch.len()];
    let value = &*String::from_utf8_lossy(value);
    let reading = values::read(variable, value, torch, half % 2 == 0);
    if half % 2 == 0 {
        let defects = values::defects(variable, value, torch, &reading);
        assert!(
            defects.is_empty(),
            "{} ({}) of torch {torch}: {defects:?}",
            variable.name,
            variable.grammar
        );
    }
    let again = values::read(variable, value, torch, half % 2 == 0);
    assert_eq!(values::outcome(&reading), values::outcome(&again));
    by_name(&variable.name, value, torch);
}

/// What `readpoint value` answers.
fn by_name(name: &str, value: &str, torch: readpoint_catalog::Version) {
    let report = check_value(name, value, Some(torch), &CATALOG);
    for it in &report.diagnostics {
        let edits = it.edits.iter().map(|edit| (edit.start, edit.end));
        for (start, end) in std::iter::once((it.span.start, it.span.end)).chain(edits) {
            assert!(
                value.get(start..end).is_some(),
                "{it:?} is no piece of {value:?}"
            );
        }
    }
    let json = serde_json::to_string(&report).expect("an answer is JSON");
    let _: serde_json::Value = serde_json::from_str(&json).expect("an answer is JSON");
}

/// Every value of the case files, with every reader of its grammar and the newest release.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let newest = u8::try_from(CATALOG.torch.len() - 1).unwrap_or(0);
    let mut seeds = Vec::new();
    for (grammar, value) in values::written() {
        for (number, _) in (0_u16..)
            .zip(READERS.iter())
            .filter(|(_, it)| it.grammar == grammar)
        {
            let mut bytes = number.to_le_bytes().to_vec();
            bytes.extend([newest, 0]);
            bytes.extend(value.bytes());
            seeds.push(bytes);
        }
    }
    seeds
}
