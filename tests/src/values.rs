//! Value cases: a text file per grammar, one case a line, run by `tests/values.rs`.
//!
//! ```text
//! grammar = check-env              settings for the lines below, until changed
//! options = {"minimum": 1}         JSON of `GrammarOptions`; `options = {}` takes them back
//! name = SOME_NAME
//! page = SOME_NAME                 the variable of that page, instead of grammar, options and name
//! torch = 2.15.0
//! "1" -> accepted
//! "true" @2.9.1 -> ignored NotBoolean:error
//! ~"tru" -> accepted               a tilde: only the beginning of the value is known
//! ```

use readpoint_catalog::grammar::{self, Context, Reading, Verdict};
use readpoint_catalog::{Variable, Version};

/// A variable with a grammar and its options, and nothing else to say.
///
/// # Panics
/// If the options are not the JSON of grammar options.
#[must_use]
pub fn variable(name: &str, grammar: &str, options: &str) -> Variable {
    let options: serde_json::Value =
        serde_json::from_str(options).expect("options are JSON in a case file");
    serde_json::from_value(serde_json::json!({
        "name": name, "component": "test", "summary": "", "grammar": grammar,
        "grammar_options": options, "read_when": "import", "on_invalid": "not-checked",
        "audience": "user",
    }))
    .expect("the fields above make a variable")
}

/// Reads a value with the grammar of `variable` as `torch` does.
#[must_use]
pub fn read(variable: &Variable, value: &str, torch: Version, complete: bool) -> Reading {
    let context = Context {
        variable,
        torch,
        complete,
    };
    grammar::read(value, &context)
}

/// The verdict as case files and the command line write it.
#[must_use]
pub fn verdict(reading: &Reading) -> &'static str {
    match reading.verdict {
        Verdict::Accepted => "accepted",
        Verdict::Ignored => "ignored",
        Verdict::Rejected => "rejected",
    }
}

/// A reading in the words of a case file: verdict, then fault and severity of each finding.
#[must_use]
pub fn outcome(reading: &Reading) -> String {
    let mut words = vec![verdict(reading).to_owned()];
    for finding in &reading.findings {
        let severity = format!("{:?}", finding.severity).to_lowercase();
        words.push(format!("{:?}:{severity}", finding.fault));
    }
    words.join(" ")
}

/// What is wrong with a reading whatever its grammar: ranges outside of the value, edits that
/// overlap or do not mend, a verdict that its findings do not bear out.
#[must_use]
pub fn defects(variable: &Variable, value: &str, torch: Version, reading: &Reading) -> Vec<String> {
    use readpoint_catalog::Severity;
    let mut defects = Vec::new();
    for finding in &reading.findings {
        let ranges =
            std::iter::once(&finding.range).chain(finding.edits.iter().map(|edit| &edit.0));
        for range in ranges {
            if value.get(range.clone()).is_none() {
                defects.push(format!("range {range:?} is not inside the value"));
            }
        }
        if finding.message.ends_with('.') || finding.message.is_empty() {
            defects.push(format!("message form: {}", finding.message));
        }
        if finding.edits.is_empty() || !defects.is_empty() {
            continue;
        }
        let mended = apply(value, &finding.edits);
        let again = read(variable, &mended, torch, true);
        let count = |reading: &Reading| {
            let same = reading
                .findings
                .iter()
                .filter(|it| it.message == finding.message);
            same.count()
        };
        if count(&again) >= count(reading) {
            defects.push(format!(
                "edit gives {mended:?}, and `{}` stays",
                finding.message
            ));
        }
    }
    let hard = reading
        .findings
        .iter()
        .any(|it| it.severity == Severity::Error);
    if reading.verdict == Verdict::Rejected && reading.findings.is_empty() {
        defects.push("rejected without a word".to_owned());
    }
    if reading.verdict == Verdict::Accepted && hard {
        defects.push("accepted with an error".to_owned());
    }
    defects
}

/// The value with edits applied.
#[must_use]
pub fn apply(value: &str, edits: &[(std::ops::Range<usize>, String)]) -> String {
    let mut mended = value.to_owned();
    let mut edits = edits.to_vec();
    edits.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, text) in edits {
        mended.replace_range(range, &text);
    }
    mended
}

/// Every value in the case files, with the name of its grammar.
#[must_use]
pub fn written() -> Vec<(String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("values");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .collect();
    paths.sort_by_key(std::fs::DirEntry::path);
    let mut written = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path.path()).unwrap_or_default();
        let mut grammar = String::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("grammar = ") {
                name.trim().clone_into(&mut grammar);
            } else if let Some(value) = value_of(line) {
                written.push((grammar.clone(), value));
            }
        }
    }
    written
}

/// The value of a case's line.
fn value_of(line: &str) -> Option<String> {
    let (left, _) = line.split_once("->")?;
    let quoted = left.trim_start_matches('~');
    let end = quoted.rfind('"')? + 1;
    serde_json::from_str(&quoted[..end]).ok()
}
