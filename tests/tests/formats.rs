//! Every front-end takes every text: nothing panics, every place lies inside the text on
//! character boundaries, every index exists, and big texts take time in step with their length.

use std::time::{Duration, Instant};

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

/// Texts that ask for more than their length.
fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let repeated = |piece: &str| piece.repeat(size / piece.len());
    let nested = |open: &str| open.repeat(size / open.len());
    vec![
        ("assignments", repeated("NCCL_DEBUG=INFO\n")),
        ("quotes", repeated("X=\"")),
        ("escapes", repeated("\\")),
        ("flow", nested("[")),
        ("mappings", nested("{a: ")),
        ("lists", nested("- ")),
        ("parentheses", nested("(")),
        ("calls", nested("f(")),
        ("dollars", nested("${")),
        ("substitutions", nested("$(")),
        ("anchors", format!("a: &a [x]\nb:\n{}", repeated("- *a\n"))),
        (
            "merges",
            format!("a: &a {{X: 1}}\nenv:\n{}", repeated("- <<: *a\n")),
        ),
        (
            "env list",
            format!("env:\n{}", repeated("- name: A\n  value: b\n")),
        ),
        (
            "stages",
            repeated("FROM a AS b\nENV A=1\nRUN python x.py\n"),
        ),
        ("instructions", repeated("ENV A=1\nRUN python x.py\n")),
        ("strings", repeated("os.environ[\"A\"] = \"b\" + \n")),
        ("sums", format!("x = {}", repeated("\"a\" + "))),
        ("junk", repeated("\u{1}\u{2}é\0\u{feff}")),
        ("long line", repeated("a")),
        ("blank lines", repeated("\r\n")),
        ("headers", repeated("if x:\n ")),
        ("here documents", repeated("RUN <<A\n")),
        ("comments", repeated("# x\n")),
        ("templates", repeated("{{ x }}")),
        ("references", repeated("$(A)")),
        ("docs", repeated("---\n")),
    ]
}

/// How long a front-end takes; the reading is looked at too.
fn time(kind: Kind, name: &str, text: &str) -> Duration {
    let start = Instant::now();
    let reading = format::read(kind, text);
    let elapsed = start.elapsed();
    assert_eq!(fault(text, &reading), None, "{kind} {name}");
    elapsed
}

/// What asks for more than its length shows at this size already: a quadratic front-end takes
/// seconds, a linear one a fraction of one even in a debug build on a busy machine.
#[test]
fn hostile_texts_take_time_in_step_with_their_length() {
    let mut slow = Vec::new();
    for &kind in Kind::ALL {
        for (name, text) in hostile(24_000) {
            if (0..3).all(|_| time(kind, name, &text) > Duration::from_millis(1500)) {
                slow.push(format!("{kind} {name}"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}
