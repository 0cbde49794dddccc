//! What holds for every text: no panic, spans inside the text, edits that mend what they say.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::select;
use readpoint_catalog::Severity;
use readpoint_tests::content::catalog;
use readpoint_tests::corpus::{Sample, samples};
use readpoint_tests::report::{applied, sound};
use readpoint_validator::{Diagnostic, Edit, Kind, LaunchReport, Options, check};

static SAMPLES: LazyLock<Vec<Sample>> = LazyLock::new(samples);

/// The lines of all samples of a kind: what mutated texts are made of.
fn lines(kind: Kind) -> Vec<&'static str> {
    let of_kind = SAMPLES.iter().filter(|it| it.kind() == kind);
    let mut lines: Vec<&str> = of_kind.flat_map(|it| it.text.lines()).collect();
    lines.push("");
    lines
}

/// Checks a text and everything that must hold for any report.
fn checked(text: &str, options: &Options) -> Result<Vec<Diagnostic>, String> {
    let mut found = Vec::new();
    for input in check(text, options, catalog()).inputs {
        sound(text, &input)?;
        found.extend(input.diagnostics);
    }
    Ok(found)
}

/// What identifies a finding when the text around it has moved.
fn key(it: &Diagnostic) -> (String, Option<String>, String) {
    (it.code.clone(), it.variable.clone(), it.message.clone())
}

/// How many errors of each code there are. Codes, because a new name is a new variable.
fn errors(found: &[Diagnostic]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for it in found.iter().filter(|it| it.severity == Severity::Error) {
        *counts.entry(it.code.as_str()).or_default() += 1;
    }
    counts
}

/// Whether an error was there before, hidden by another: what was no assignment has no value, so
/// only after its slip is mended can its name and its value be wrong.
fn unmasked(slip: &Diagnostic, error: &Diagnostic) -> bool {
    slip.code.starts_with("RP3")
        && !error.code.starts_with("RP3")
        && slip.variable == error.variable
}

/// A finding with edits, and all findings after they were applied.
struct Mended {
    finding: Diagnostic,
    text: String,
    after: Vec<Diagnostic>,
}

/// Applies the edits of every finding, each to the text as it is; each must remove its finding.
fn mended(text: &str, options: &Options) -> Result<Vec<Mended>, String> {
    let before = checked(text, options)?;
    let mut all = Vec::new();
    for finding in before.iter().filter(|it| !it.edits.is_empty()) {
        let mended = applied(text, finding);
        let after = checked(&mended, options)?;
        let count =
            |found: &[Diagnostic]| found.iter().filter(|it| key(it) == key(finding)).count();
        if count(&after) >= count(&before) {
            return Err(format!(
                "still there after its edit: {finding:?}\n{text}\n->\n{mended}"
            ));
        }
        all.push(Mended {
            finding: finding.clone(),
            text: mended,
            after,
        });
    }
    Ok(all)
}

/// Every edit removes its finding and brings no new error.
fn edits_mend(text: &str, options: &Options) -> Result<(), String> {
    let before = checked(text, options)?;
    let old = errors(&before);
    for Mended {
        finding,
        text: mended,
        mut after,
    } in mended(text, options)?
    {
        after.retain(|it| !unmasked(&finding, it));
        let is_new = |(code, count): &(&str, usize)| *count > old.get(code).copied().unwrap_or(0);
        let new: Vec<_> = errors(&after).into_iter().filter(is_new).collect();
        if !new.is_empty() {
            return Err(format!(
                "new errors {new:?} by {finding:?}\n{text}\n->\n{mended}"
            ));
        }
    }
    Ok(())
}

/// Codes whose findings can be mended for certain: the samples hold at least one of each.
const MENDED: &[&str] = &[
    "RP101", "RP103", "RP201", "RP204", "RP205", "RP208", "RP211", "RP212", "RP213", "RP301",
    "RP303", "RP304", "RP305", "RP306", "RP313", "RP315", "RP317", "RP319", "RP320", "RP321",
    "RP322", "RP323",
];

#[test]
fn samples_try_every_kind_of_edit() {
    let mut tried = BTreeSet::new();
    for sample in SAMPLES.iter() {
        let found = checked(&sample.text, &sample.options).unwrap_or_default();
        tried.extend(
            found
                .into_iter()
                .filter(|it| !it.edits.is_empty())
                .map(|it| it.code),
        );
    }
    let missing: Vec<_> = MENDED.iter().filter(|it| !tried.contains(**it)).collect();
    assert!(missing.is_empty(), "no sample has edits of {missing:?}");
}

/// The launches of a text.
fn launches(text: &str, options: &Options) -> Vec<LaunchReport> {
    let inputs = check(text, options, catalog()).inputs;
    inputs.into_iter().flat_map(|it| it.launches).collect()
}

/// Where a byte that no edit touches stands afterwards.
fn moved(at: usize, edits: &[Edit]) -> usize {
    let before = edits.iter().filter(|it| it.end <= at);
    let (added, removed) = before.fold((0, 0), |(added, removed), it| {
        (added + it.text.len(), removed + it.end - it.start)
    });
    at + added - removed
}

/// Edits leave alone what they do not touch: every program that stands elsewhere is still started
/// there, and sees the same of every variable that the finding is not about.
fn edits_stay_local(text: &str, options: &Options) -> Result<(), String> {
    let before = launches(text, options);
    for finding in checked(text, options)?
        .iter()
        .filter(|it| !it.edits.is_empty())
    {
        let mended = applied(text, finding);
        let after = launches(&mended, options);
        let touched = |launch: &LaunchReport| {
            let mut edits = finding.edits.iter();
            // Nothing but a line end between an edit and a program: the line is made to go on.
            let near = |it: &Edit| {
                let gap = text.get(it.end..launch.span.start);
                gap.is_none_or(|gap| gap.trim().is_empty())
            };
            edits.any(|it| it.start <= launch.span.end && near(it))
        };
        let concerns = |name: &str| {
            finding.variable.as_deref().is_none_or(|it| it == name)
                || finding.edits.iter().any(|it| it.text.contains(name))
        };
        let others = |launch: &LaunchReport| {
            let mut environment = launch.environment.clone();
            environment.retain(|name, _| !concerns(name));
            environment
        };
        for launch in before.iter().filter(|it| !touched(it)) {
            let start = moved(launch.span.start, &finding.edits);
            let same = |it: &LaunchReport| {
                it.span.start == start
                    && it.command == launch.command
                    && others(it) == others(launch)
            };
            if !after.iter().any(same) {
                return Err(format!(
                    "{launch:?} is not the same after {finding:?}\n{text}\n->\n{mended}\n{after:?}"
                ));
            }
        }
    }
    Ok(())
}

#[test]
fn edits_leave_the_rest_of_every_sample() {
    let broken: Vec<String> = SAMPLES
        .iter()
        .filter_map(|it| {
            let why = edits_stay_local(&it.text, &it.options).err()?;
            Some(format!("{}: {why}", it.origin))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

#[test]
fn edits_mend_every_sample() {
    let broken: Vec<String> = SAMPLES
        .iter()
        .filter_map(|it| {
            Some(format!(
                "{}: {}",
                it.origin,
                edits_mend(&it.text, &it.options).err()?
            ))
        })
        .collect();
    assert!(broken.is_empty(), "{}", broken.join("\n\n"));
}

/// Lines of one kind in a new order, with some characters lost, doubled or replaced.
fn mutated() -> impl Strategy<Value = (Kind, String)> {
    select(Kind::ALL).prop_flat_map(|kind| {
        let text = prop::collection::vec(select(lines(kind)), 0..8).prop_map(|it| it.join("\n"));
        let noise = select(vec![
            '"', '\'', '$', '=', ';', '\\', ' ', '\n', '{', '#', ':', ',', 'ü', '0', '\t',
        ]);
        let edits = prop::collection::vec((any::<prop::sample::Index>(), noise, 0..3u8), 0..6);
        (Just(kind), text, edits).prop_map(|(kind, text, edits)| (kind, mutate(&text, &edits)))
    })
}

fn mutate(text: &str, edits: &[(prop::sample::Index, char, u8)]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for (at, noise, how) in edits {
        let at = at.index(chars.len() + 1);
        match how {
            0 => chars.insert(at, *noise),
            1 if at < chars.len() => chars[at] = *noise,
            _ if at < chars.len() => drop(chars.remove(at)),
            _ => {}
        }
    }
    chars.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_texts_hold((kind, text) in mutated()) {
        let options = Options { kind: Some(kind), ..Options::default() };
        if let Err(why) = mended(&text, &options) {
            return Err(TestCaseError::fail(format!("{kind}: {why}")));
        }
    }

    #[test]
    fn any_text_of_any_kind_holds(kind in select(Kind::ALL), text in ".{0,200}") {
        let options = Options { kind: Some(kind), ..Options::default() };
        if let Err(why) = checked(&text, &options) {
            return Err(TestCaseError::fail(format!("{kind}: {why}")));
        }
    }

    #[test]
    fn any_text_without_a_kind_holds(text in "(\\PC|[\\n\\r\\t\\x00=$'\"]){0,200}") {
        if let Err(why) = checked(&text, &Options::default()) {
            return Err(TestCaseError::fail(why));
        }
    }
}
