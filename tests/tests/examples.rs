//! Every fenced example of `content/` that says what is found in it, run through the validator.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use readpoint_catalog::Severity;
use readpoint_content::{Example, Expectation, Test};
use readpoint_tests::content::{CONTENT, catalog};
use readpoint_tests::show;
use readpoint_validator::{Diagnostic, Options, check};

/// What is said against an example, if anything.
fn complaint(example: &Example, test: &Test) -> Option<String> {
    let options = Options {
        path: None,
        kind: Some(test.kind),
        torch: test.torch,
    };
    let report = check(&example.text, &options, catalog());
    let found: Vec<Diagnostic> = report
        .inputs
        .into_iter()
        .flat_map(|it| it.diagnostics)
        .collect();
    let above_info: BTreeSet<String> = found
        .iter()
        .filter(|it| it.severity > Severity::Info)
        .map(|it| it.code.clone())
        .collect();
    let expected = match &test.expectation {
        Expectation::Clean => BTreeSet::new(),
        Expectation::Codes(codes) => codes.clone(),
    };
    (above_info != expected).then(|| {
        let line = example.source.text[..example.span.start]
            .matches('\n')
            .count()
            + 1;
        let shown = show::findings(&example.text, &found);
        format!(
            "{}:{line}: expected {expected:?}, found {above_info:?}\n{}\n{shown}",
            example.source.path, example.text
        )
    })
}

#[test]
fn examples_hold() {
    let tested = CONTENT
        .examples
        .iter()
        .filter_map(|it| Some((it, it.test.as_ref()?)));
    let (mut count, mut wrong, mut report) = (0, 0, String::new());
    for (example, test) in tested {
        count += 1;
        if let Some(complaint) = complaint(example, test) {
            wrong += 1;
            let _ = writeln!(report, "{complaint}");
        }
    }
    assert!(count > 100, "only {count} examples are tests");
    assert!(
        wrong == 0,
        "{report}{wrong} of {count} examples do not hold"
    );
}
