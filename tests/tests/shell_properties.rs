//! What holds for every shell text, however broken.

use proptest::prelude::*;
use readpoint_validator::reading::{Reading, Span};
use readpoint_validator::{Kind, format};

/// Pieces that shell texts are made of, in any order.
const PIECES: &[&str] = &[
    "'",
    "\"",
    "\\",
    "$",
    "`",
    "(",
    ")",
    "((",
    "))",
    "{",
    "}",
    "[",
    "]",
    "[[",
    "]]",
    ";",
    ";;",
    "&",
    "&&",
    "|",
    "||",
    "<",
    ">",
    "<<",
    "<<<",
    "<<E",
    "E",
    "\n",
    " ",
    "\t",
    "\r\n",
    "#",
    "=",
    "+=",
    "~",
    "*",
    "?",
    "!",
    "$(",
    "${",
    "$((",
    "$'",
    "A",
    "A=1",
    "export ",
    "if ",
    "then ",
    "fi",
    "for ",
    "in ",
    "do ",
    "done",
    "case ",
    "esac",
    "while ",
    "python",
    "0",
    "x",
    "é",
    "\u{FFFC}",
    "-c ",
    "bash ",
    "eval ",
    "docker run ",
    "-e ",
    "srun ",
    "mpirun -x ",
    "env ",
    "sudo ",
    "xargs ",
    "set -e",
    "local ",
    "function ",
    ":-",
    "##",
    "//",
    "@",
    "#SBATCH --export=",
];

fn spans(reading: &Reading) -> Vec<Span> {
    let mut spans: Vec<Span> = reading.launches.iter().map(|it| it.span.clone()).collect();
    for assignment in &reading.assignments {
        spans.extend([
            assignment.span.clone(),
            assignment.name_span.clone(),
            assignment.value.span.clone(),
        ]);
        spans.extend(assignment.value.parts.iter().map(|part| part.span.clone()));
    }
    for slip in &reading.slips {
        spans.push(slip.span.clone());
        spans.extend(slip.edits.iter().map(|(span, _)| span.clone()));
    }
    spans.extend(reading.facts.grants.iter().map(|grant| grant.span.clone()));
    spans
}

fn check(text: &str) -> Result<(), TestCaseError> {
    for kind in [Kind::Shell, Kind::Slurm, Kind::DockerRun, Kind::Mpirun] {
        let reading = format::read(kind, text);
        for span in spans(&reading) {
            prop_assert!(text.get(span.clone()).is_some(), "{span:?} of {text:?}");
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn pieces_in_any_order(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..60)) {
        check(&pieces.concat())?;
    }

    #[test]
    fn any_letters(text in "\\PC{0,200}") {
        check(&text)?;
    }
}

/// Deep nesting, long lines and loops without end come to an end. How long they take is measured:
/// `cargo run --release --package readpoint-growth`.
#[test]
fn hostile_texts() -> Result<(), TestCaseError> {
    let repeated = |piece: &str, count: usize| piece.repeat(count);
    let texts = [
        repeated("(", 20_000),
        repeated("$(", 20_000),
        repeated("${A:-", 20_000),
        repeated("if true; then\n", 5_000),
        repeated("`", 10_001),
        repeated("'\n", 10_001),
        repeated("A=1 ", 20_000),
        repeated("export A_1=1\n", 20_000),
        repeated("{a,b}", 2_000),
        repeated("A=$A$A; ", 2_000) + "python",
        repeated("cat <<E\n", 5_000),
        repeated("[[ ! ", 5_000),
        repeated("python a;", 20_000),
        "while true; do python a; i=$((i+1)); done".to_owned(),
        "for ((;;)); do A=$A; done".to_owned(),
        "f() { f; f; }; f".to_owned(),
        "for a in {1..200}; do for b in {1..200}; do for c in {1..200}; do A=$a python; done; done; done".to_owned(),
        format!("eval {}", repeated("eval ", 5_000)),
        format!("python {}", repeated("*?", 10_000)),
        format!("A={}; B=${{A//a*b*c/x}} python", repeated("ab", 10_000)),
    ];
    for text in &texts {
        check(text)?;
    }
    Ok(())
}
