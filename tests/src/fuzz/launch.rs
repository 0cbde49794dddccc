//! Every front-end: two bytes choose kind and release, the rest is the text.

use std::sync::LazyLock;

use readpoint_catalog::Catalog;
use readpoint_validator::{Input, Kind, Options, Report, check, mend, to_json};

use crate::content::{catalog, team};
use crate::corpus::samples;
use crate::report::{applied, sound};

/// Rounds of edits, as `readpoint check --fix` makes them.
const ROUNDS: usize = 4;
/// Findings of a text whose edits are tried one by one.
const TRIED: usize = 8;

/// The shipped catalogue with rules as a team writes them.
pub(super) static CATALOG: LazyLock<Catalog> = LazyLock::new(|| {
    let mut catalog = catalog().clone();
    catalog.team = team();
    catalog
});

/// What two bytes say of a text; past the end of a list stands "not named".
fn options(kind: u8, torch: u8) -> Options {
    let torches = &CATALOG.torch;
    Options {
        path: None,
        kind: Kind::ALL
            .get(usize::from(kind) % (Kind::ALL.len() + 1))
            .copied(),
        torch: torches
            .get(usize::from(torch) % (torches.len() + 1))
            .copied(),
    }
}

/// Checks, says the same twice, says it in JSON, and every offered edit can be made.
pub(super) fn run(data: &[u8]) {
    let [kind, torch, text @ ..] = data else {
        return;
    };
    holds(&String::from_utf8_lossy(text), &options(*kind, *torch));
}

/// Everything that holds for any text.
pub(super) fn holds(text: &str, options: &Options) {
    let report = checked(text, options);
    assert_eq!(report, check(text, options, &CATALOG), "two checks differ");
    let read: Report = serde_json::from_str(&to_json(&report)).expect("a report is JSON");
    assert_eq!(read, report, "the JSON says something else");
    let findings = report.inputs.iter().flat_map(|it| &it.diagnostics);
    for finding in findings.filter(|it| !it.edits.is_empty()).take(TRIED) {
        checked(&applied(text, finding), options);
    }
    let mut text = text.to_owned();
    for _ in 0..ROUNDS {
        let report = checked(&text, options);
        let next = report.inputs.iter().fold(text.clone(), mended);
        if next == text {
            break;
        }
        text = next;
    }
}

fn mended(text: String, input: &Input) -> String {
    mend(&text, input)
}

fn checked(text: &str, options: &Options) -> Report {
    let report = check(text, options, &CATALOG);
    for input in &report.inputs {
        if let Err(why) = sound(text, input) {
            panic!("{}: {why}", input.kind);
        }
    }
    report
}

/// Every text of the suite, the pages and the labelled ones, as its kind.
pub(super) fn seeds() -> Vec<Vec<u8>> {
    let seed = |sample: crate::corpus::Sample| {
        let kind = Kind::ALL.iter().position(|it| *it == sample.kind());
        let torch = CATALOG
            .torch
            .iter()
            .position(|it| Some(*it) == sample.options.torch);
        let byte =
            |at: Option<usize>, end: usize| u8::try_from(at.unwrap_or(end)).unwrap_or(u8::MAX);
        let mut bytes = vec![
            byte(kind, Kind::ALL.len()),
            byte(torch, CATALOG.torch.len()),
        ];
        bytes.extend(sample.text.bytes());
        bytes
    };
    samples().into_iter().map(seed).collect()
}
