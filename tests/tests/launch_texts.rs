//! Truth from outside: most mistakes that people made are found, and good texts stay quiet.

use readpoint_catalog::Severity;
use readpoint_tests::labelled::{self, Labelled};
use readpoint_tests::show;

/// Per cent of the texts labelled `error` that must get a finding that names the variable.
const FOUND: usize = 92;
/// Per cent of the texts labelled `ok` that may get anything above info.
const FALSE_ALARMS: usize = 4;

/// The texts of a label for which `miss` holds, described, and how many have the label.
fn misses(verdict: &str, miss: impl Fn(&Labelled) -> bool) -> (Vec<String>, usize) {
    let texts: Vec<_> = labelled::load()
        .into_iter()
        .filter(|it| it.verdict == verdict)
        .collect();
    let missed = texts.iter().filter(|it| miss(it)).map(describe).collect();
    (missed, texts.len())
}

fn describe(it: &Labelled) -> String {
    let found = show::findings(&it.text, &it.diagnostics());
    format!("{} {:?}\n{}\n{found}", it.id, it.variables, it.text)
}

#[test]
fn mistakes_are_found() {
    let (missed, all) = misses("error", |it| !it.is_named(&it.diagnostics()));
    let found = 100 * (all - missed.len()) / all;
    assert!(
        found >= FOUND,
        "{found} % of {all} found; missed:\n{}",
        missed.join("\n")
    );
}

#[test]
fn good_texts_stay_quiet() {
    let loud = |it: &Labelled| {
        it.diagnostics()
            .iter()
            .any(|it| it.severity > Severity::Info)
    };
    let (alarms, all) = misses("ok", loud);
    let share = 100 * alarms.len() / all;
    assert!(
        share <= FALSE_ALARMS,
        "{share} % of {all} get a false alarm:\n{}",
        alarms.join("\n")
    );
}

#[test]
fn risky_texts_are_mostly_warned_about() {
    let (missed, all) = misses("warning", |it| !it.is_named(&it.diagnostics()));
    let found = 100 * (all - missed.len()) / all;
    assert!(
        found >= 75,
        "{found} % of {all} found; missed:\n{}",
        missed.join("\n")
    );
}
