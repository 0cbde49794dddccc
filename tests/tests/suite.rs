//! Runs every case file under `cases/`, stage by stage; `UPDATE=1` rewrites the expectations.

use readpoint_tests::content::catalog;
use readpoint_tests::{show, suite};
use readpoint_validator::{check, detect, format};

/// What the front-ends understand, without a catalogue and without rules.
#[test]
fn reading() {
    let outcome = suite::run("reading", |case| {
        let detected = detect::detect(case.options.path.as_deref(), &case.text);
        let kind = case.options.kind.unwrap_or(detected);
        let shown = show::reading(&case.text, &format::read(kind, &case.text));
        match case.options.kind {
            Some(_) => shown,
            None => format!("kind {kind}\n{shown}"),
        }
    });
    if let Err(failures) = outcome {
        panic!("{failures}UPDATE=1 rewrites the expectations");
    }
}

/// What the rules say, with the repository's own catalogue.
#[test]
fn findings() {
    let outcome = suite::run("findings", |case| {
        let report = check(&case.text, &case.options, catalog());
        let diagnostics = report.inputs.iter().flat_map(|it| &it.diagnostics);
        show::findings(&case.text, diagnostics)
    });
    if let Err(failures) = outcome {
        panic!("{failures}UPDATE=1 rewrites the expectations");
    }
}
