//! Examples of a team's pages, tried when the pages are loaded: what they say is found is found.

use std::collections::BTreeSet;
use std::sync::Arc;

use readpoint_catalog::{Catalog, Severity};
use readpoint_validator::{Options, check};

use crate::example::Test;
use crate::{Example, Expectation, Problem};

/// Every example that is a test and does not hold.
pub(crate) fn run(examples: &[Arc<Example>], catalog: &Catalog) -> Vec<Problem> {
    let tests = examples
        .iter()
        .filter_map(|it| Some((it, it.test.as_ref()?)));
    tests
        .filter_map(|(example, test)| complaint(example, test, catalog))
        .collect()
}

fn complaint(example: &Example, test: &Test, catalog: &Catalog) -> Option<Problem> {
    let options = Options {
        path: None,
        kind: Some(test.kind),
        torch: test.torch,
    };
    let report = check(&example.text, &options, catalog);
    let none = BTreeSet::new();
    let expected = match &test.expectation {
        Expectation::Clean => &none,
        Expectation::Codes(codes) => codes,
    };
    // Advice counts only where it is what is shown.
    let counts =
        |severity: Severity, code: &String| severity > Severity::Info || expected.contains(code);
    let found: BTreeSet<String> = report
        .inputs
        .into_iter()
        .flat_map(|it| it.diagnostics)
        .filter(|it| counts(it.severity, &it.code))
        .map(|it| it.code)
        .collect();
    (found != *expected).then(|| Problem {
        place: example.opening(),
        message: format!(
            "this example gives {} and says that it gives {}",
            listed(&found),
            listed(expected)
        ),
        help: Some("mend the text, the words behind its opening fence, or the rule".to_owned()),
        also: None,
    })
}

fn listed(codes: &BTreeSet<String>) -> String {
    if codes.is_empty() {
        return "nothing".to_owned();
    }
    let codes: Vec<_> = codes.iter().map(String::as_str).collect();
    codes.join(", ")
}
