//! What one text may ask for is bounded: no kind gives a value without end, more settings than a
//! text can mean, or a stack that overflows. How time grows is measured, not asserted:
//! `cargo run --release --package readpoint-growth`.

use readpoint_growth::hostile;
use readpoint_tests::content::catalog;
use readpoint_validator::reading::{Environment, Reading};
use readpoint_validator::{Kind, Options, check, format};

/// Bytes of each text: ten thousand levels of what nests in one letter.
const SIZE: usize = 10_000;

/// The longest value that is followed.
const LONGEST: usize = 8192;

/// The stack of a check. A browser gives 1 MB to an engine that was built small; what is built
/// without optimisation needs more of it for the same depth.
const STACK: usize = if cfg!(debug_assertions) {
    8 << 20
} else {
    1 << 20
};

/// The length of the longest value that an environment holds, and of all together.
fn lengths(reading: &Reading) -> (usize, usize) {
    let launches = reading.launches.iter().map(|launch| &launch.environment);
    let environments = launches.chain([&reading.exported]);
    let settings = environments.flat_map(Environment::values);
    let of_settings = settings.filter_map(|it| it.value.as_ref().map(String::len));
    let assignments = reading.assignments.iter();
    let of_assignments = assignments.filter_map(|it| it.value.known().map(|text| text.len()));
    of_settings
        .chain(of_assignments)
        .fold((0, 0), |(longest, all), length| {
            (longest.max(length), all + length)
        })
}

fn faults() -> Vec<String> {
    let mut faults = Vec::new();
    for text in hostile::texts() {
        let name = text.name;
        let text = text.of(SIZE);
        for &kind in Kind::ALL {
            let reading = format::read(kind, &text);
            let (longest, all) = lengths(&reading);
            if longest > LONGEST || all > 64 << 20 {
                faults.push(format!(
                    "{kind} {name}: a value of {longest} bytes, {all} in all"
                ));
            }
            if reading
                .assignments
                .iter()
                .any(|it| it.value.parts.len() > 1000)
            {
                faults.push(format!("{kind} {name}: too many parts"));
            }
        }
    }
    faults
}

#[test]
fn no_text_asks_for_more_than_it_may_have() {
    let worker = std::thread::Builder::new().stack_size(STACK).spawn(faults);
    let faults = worker.expect("a thread").join().expect("nothing panics");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The JSON of a report is in step with the text: findings do not multiply.
#[test]
fn repeated_devices_are_one_finding() {
    for (list, told) in [
        ("0,0", "device `0` is given twice,"),
        ("0,0,0,0", "device `0` is given 4 times,"),
        (
            "0,1,1,0",
            "device `1` and another one are given more than once,",
        ),
        (
            "0,1,2,0,1,2",
            "device `0` and 2 others are given more than once,",
        ),
    ] {
        let text = format!("export CUDA_VISIBLE_DEVICES={list}\npython a\n");
        let report = check(&text, &Options::default(), catalog());
        let found = &report.inputs[0].diagnostics;
        let about: Vec<_> = found.iter().filter(|it| it.code == "RP208").collect();
        assert_eq!(about.len(), 1, "{list}: {found:?}");
        assert!(
            about[0].message.starts_with(told),
            "{list}: {}",
            about[0].message
        );
    }
}

/// Past the limits a value is not known; it is not the one from before.
#[test]
fn a_value_past_the_limit_is_not_known() {
    for (kind, text) in [
        (Kind::Shell, "export A=ab\n#export A=$A$A\n"),
        (Kind::Dockerfile, "FROM a\nENV A=ab\n#ENV A=$A$A\n"),
        (Kind::Batch, "set A=ab\n#set A=%A%%A%\n"),
        (Kind::Fish, "set -gx A ab\n#set -gx A $A$A\n"),
        (Kind::Csh, "setenv A ab\n#setenv A $A$A\n"),
        (Kind::Envfile, "A=ab\n#A=${A}${A}\n"),
        (Kind::Powershell, "$env:A = \"ab\"\n#$env:A += \"$env:A\"\n"),
        (
            Kind::Python,
            "import os\nos.environ['A'] = 'ab'\n#os.environ['A'] += os.environ['A']\n",
        ),
    ] {
        let (start, again) = text.split_once('#').expect("a line to repeat");
        let value = |times: usize| {
            let reading = format::read(kind, &(start.to_owned() + &again.repeat(times)));
            reading.exported.get("A").and_then(|it| it.value.clone())
        };
        assert_eq!(value(3).as_deref(), Some("ab".repeat(8).as_str()), "{kind}");
        assert_eq!(value(60), None, "{kind}");
    }
}

#[test]
fn a_value_that_is_too_long_is_said_not_to_be_judged() {
    let catalog = catalog();
    let text = |length: usize| {
        let value = "max_split_size_mb:64,".repeat(length / 21 + 1);
        format!("export PYTORCH_CUDA_ALLOC_CONF={value}\npython train.py\n")
    };
    let said = |text: &str| {
        let report = check(text, &Options::default(), catalog);
        let found = &report.inputs[0].diagnostics;
        let codes = found.iter().map(|it| it.code.to_string());
        codes.filter(|it| it == "RP901").count()
    };
    assert_eq!(said(&text(LONGEST - 100)), 0, "a value that is followed");
    assert_eq!(said(&text(LONGEST)), 1, "a value that is longer");
}
