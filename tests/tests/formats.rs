//! Every front-end takes every text: nothing panics, every place lies inside the text on
//! character boundaries, every index exists.

use proptest::prelude::*;
use readpoint_validator::reading::{Environment, Reading, Span};
use readpoint_validator::{Kind, detect, format};

/// Pieces that front-ends care about; texts are made of them.
const PIECES: &[&str] = &[
    "NCCL_DEBUG",
    "CUDA_VISIBLE_DEVICES",
    "X",
    "=",
    "==",
    "INFO",
    "0,1",
    "8.0",
    "010",
    "true",
    "\n",
    "\n",
    "\n  ",
    "\n    ",
    "\r\n",
    "\t",
    " ",
    " ",
    ":",
    ": ",
    "- ",
    "\"",
    "'",
    "\\",
    "\\\n",
    "`",
    "$",
    "${",
    "}",
    "$(",
    ")",
    "(",
    "{",
    "[",
    "]",
    "{{",
    "}}",
    "%X%",
    "!",
    "#",
    " # note",
    "&&",
    ";",
    "|",
    ">",
    "<<",
    "&a ",
    "*a",
    "<<: *a",
    "é",
    "；",
    "\u{feff}",
    "\0",
    "😀",
    "export ",
    "set ",
    "setx ",
    "env:",
    "name: ",
    "value: ",
    "env",
    "envFrom:",
    "containers:",
    "image: ",
    "command: ",
    "args: ",
    "environment:",
    "services:",
    "ENV ",
    "ARG ",
    "RUN ",
    "FROM ",
    "CMD ",
    "<<EOF",
    "EOF",
    "import torch",
    "import os",
    "os.environ",
    "os.environ[\"X\"] = ",
    ".update(",
    "subprocess.run(",
    "def f():",
    "if x:",
    "else:",
    "f\"",
    "\"\"\"",
    "$env:X = ",
    "Environment=",
    "[Service]",
    "ExecStart=",
    "set -x ",
    "setenv ",
    "python train.py",
    "run: |",
    "jobs:",
    "steps:",
    "variables:",
    "\"env\": ",
    "//",
    "/*",
    "*/",
    "cmd /c ",
    "sh -c ",
    "@echo off",
    "data:",
    "kind: ConfigMap",
];

fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => prop::sample::select(PIECES).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// Says what is wrong with a reading, if anything is.
fn fault(text: &str, reading: &Reading) -> Option<String> {
    let spans = spans(reading);
    let bad = spans
        .iter()
        .find(|span| text.get((*span).clone()).is_none());
    if let Some(span) = bad {
        return Some(format!("span {span:?} is no place in the text"));
    }
    let environments = reading.launches.iter().map(|launch| &launch.environment);
    let dangling = environments
        .chain([&reading.exported])
        .flat_map(Environment::values)
        .filter_map(|setting| setting.assignment)
        .find(|index| *index >= reading.assignments.len());
    if let Some(index) = dangling {
        return Some(format!("there is no assignment {index}"));
    }
    let grants = reading
        .facts
        .grants
        .iter()
        .flat_map(|grant| &grant.launches);
    let launch = grants
        .copied()
        .find(|index| *index >= reading.launches.len());
    launch.map(|index| format!("there is no launch {index}"))
}

fn spans(reading: &Reading) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for it in &reading.assignments {
        spans.extend([it.name_span.clone(), it.span.clone(), it.value.span.clone()]);
        spans.extend(it.value.parts.iter().map(|part| part.span.clone()));
    }
    for slip in &reading.slips {
        spans.push(slip.span.clone());
        spans.extend(slip.edits.iter().map(|(span, _)| span.clone()));
    }
    spans.extend(reading.launches.iter().map(|launch| launch.span.clone()));
    spans.extend(reading.facts.grants.iter().map(|grant| grant.span.clone()));
    spans.extend(reading.facts.torch.iter().map(|(_, span)| span.clone()));
    spans
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn no_text_breaks_a_front_end(text in text()) {
        for &kind in Kind::ALL {
            let reading = format::read(kind, &text);
            prop_assert_eq!(reading.kind, kind);
            prop_assert_eq!(fault(&text, &reading), None, "{}", kind);
        }
        let _ = detect::detect(None, &text);
    }

    /// Verbatim parts of a value stand in the text letter for letter.
    #[test]
    fn verbatim_parts_are_what_they_say(text in text()) {
        for &kind in Kind::ALL {
            for it in format::read(kind, &text).assignments {
                for part in it.value.parts {
                    if matches!(part.origin, readpoint_validator::reading::Origin::Verbatim(_)) {
                        prop_assert_eq!(part.text.as_deref(), text.get(part.span.clone()), "{}", kind);
                    }
                }
            }
        }
    }
}

/// What asks for more than its length does not break a front-end either.
#[test]
fn hostile_texts_hold() {
    for text in readpoint_growth::hostile::texts() {
        let name = text.name;
        let text = text.of(3_000);
        for &kind in Kind::ALL {
            let reading = format::read(kind, &text);
            assert_eq!(fault(&text, &reading), None, "{kind} {name}");
        }
    }
}
