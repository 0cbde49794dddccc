//! Env files and YAML against the readers of Python that are installed: texts that are made up are
//! read by python-dotenv and PyYAML, and no value may differ. What is not known is no mistake.
//!
//! `CASES=5000 SEED=7 cargo test … --test readers_differential` makes up more texts.

#[path = "shells_differential/maker.rs"]
mod maker;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use maker::Maker;
use readpoint_tests::needs;
use readpoint_validator::reading::Environment;
use readpoint_validator::{Kind, format};

/// Texts that are made up where nothing else is asked for.
const CASES: u64 = 1500;

/// What a reader made of a text: the strings it found; `None`: it refused the text.
type Read = Option<BTreeMap<String, Option<String>>>;

const DOTENV: &str = r"
import io, json, logging, os, sys
import dotenv
logging.disable(logging.CRITICAL)
texts = json.load(sys.stdin)
os.environ.clear()
json.dump([dict(dotenv.dotenv_values(stream=io.StringIO(text))) for text in texts], sys.stdout)
";

const YAML: &str = r"
import json, sys
import yaml
def read(text):
    try:
        env = yaml.safe_load(text)['services']['a']['environment']
        return {k: v if isinstance(v, str) else None for k, v in env.items() if isinstance(k, str)}
    except Exception:
        return None
json.dump([read(text) for text in json.load(sys.stdin)], sys.stdout)
";

const DOTENV_VALUES: &[&str] = &[
    "0",
    "0,1",
    "INFO",
    "two words",
    " INFO",
    "INFO ",
    "'a b'",
    "\"a b\"",
    "\"a\\nb\"",
    "'a\\nb'",
    "'it\\'s'",
    "\"a\\\"b\"",
    "a # note",
    "a#b",
    "#a",
    "\"a\" # note",
    "'a'# note",
    "'a' b",
    "\"a",
    "",
    "\"\"",
    "''",
    "${AA}",
    "x${BB}y",
    "${AA:-d}",
    "${NO:-d}",
    "$AA",
    "'${AA}'",
    "\"${AA}\"",
    "a=b",
    "\\n",
    "a\\b",
    "\"x\ny\"",
    "'x\ny'",
    "\"a\\tb\"",
    "\"a\\\\b\"",
    "a'b'",
    "a\"b\"",
    "\t0",
    "\"a\\$b\"",
    "\u{201c}a\u{201d}",
    "é",
    "{\"a\": 1}",
    "\"\\x41\"",
    "'a\\\\b'",
];

const YAML_VALUES: &[&str] = &[
    "INFO",
    "'INFO'",
    "\"INFO\"",
    "a b",
    "'it''s'",
    "\"a\\\"b\"",
    "\"a\\nb\"",
    "\"\\x41\"",
    "a # note",
    "a#b",
    "|\n        a\n        b",
    ">\n        a\n        b",
    "|-\n        a\n        b",
    ">-\n        a\n\n        b",
    "|+\n        a\n",
    "a\n        b",
    "\"a\n        b\"",
    "'a\n\n        b'",
    "x: y",
    "\"x: y\"",
    "a:b",
    "max:1,b:2",
    "\"1\"",
    "'true'",
    "!!str 1",
    "&a INFO",
    "*a",
    "~x",
    "a, b",
    "[a]",
    "{a: b}",
    "^mlx5_0",
    "@x",
    "%x",
    "\"\\u00e9\"",
    "é",
    "-a",
    "- a",
    "?x",
    "a'b'",
    "\"a\\\n        b\"",
    "0,1",
    "0,1,2",
    "a\tb",
    "''",
    "\"\"",
    "=x",
    "a - b",
    "http://x/y",
];

fn dotenv(maker: &mut Maker) -> String {
    let mut text = String::new();
    for _ in 0..1 + maker.below(5) {
        let name = maker.pick(&["AA", "BB", "CC", "export AA", "  BB", "export  CC", "AA "]);
        let value = maker.pick(DOTENV_VALUES);
        let equals = maker.pick(&["=", "=", "=", " = ", "= "]);
        text.push_str(&format!("{name}{equals}{value}\n"));
        text.push_str(maker.pick(&["", "", "# note\n", "\n"]));
    }
    text
}

fn yaml(maker: &mut Maker) -> String {
    let mut text = String::from("services:\n  a:\n    image: x\n    environment:\n");
    for name in ["AA", "BB", "CC", "DD"].iter().take(1 + maker.below(4)) {
        text.push_str(&format!("      {name}: {}\n", maker.pick(YAML_VALUES)));
        text.push_str(maker.pick(&["", "", "      # note\n", "\n"]));
    }
    text
}

/// What Python reads; `None` where it lacks the module.
fn read(driver: &str, module: &str, texts: &[String]) -> Option<Vec<Read>> {
    let found = Command::new("python3")
        .args(["-c", &format!("import {module}")])
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|it| it.success());
    needs::or_skip(found.then_some(()), &format!("Python with {module}"))?;
    let mut python = Command::new("python3")
        .args(["-c", driver])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 has just been run");
    let input = serde_json::to_vec(texts).expect("strings are JSON");
    let mut stdin = python.stdin.take().expect("stdin is piped");
    stdin.write_all(&input).expect("python reads its input");
    drop(stdin);
    let output = python.wait_with_output().expect("python ends");
    Some(serde_json::from_slice(&output.stdout).expect("the driver prints JSON"))
}

fn texts(make: fn(&mut Maker) -> String) -> Vec<String> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let seed: u64 = number("SEED").unwrap_or(1);
    let cases: u64 = number("CASES").unwrap_or(CASES);
    let seeds = (0..cases).map(|case| seed.wrapping_mul(1_000_003).wrapping_add(case));
    seeds.map(|seed| make(&mut Maker::new(seed))).collect()
}

/// What differs. A string is known or not; what is no string to the reader is not compared.
fn differences(
    text: &str,
    ours: &Environment,
    theirs: &BTreeMap<String, Option<String>>,
) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, value) in theirs {
        let Some(value) = value else { continue };
        match ours.get(name).map(|it| &it.value) {
            None => wrong.push(format!("{name} is missing, real {value:?}\n{text}")),
            Some(Some(own)) if own != value => {
                wrong.push(format!("{name}: ours {own:?}, real {value:?}\n{text}"));
            }
            _ => {}
        }
    }
    let known = ours.iter().filter(|(_, setting)| setting.value.is_some());
    for (name, _) in known.filter(|(name, _)| !theirs.contains_key(*name)) {
        wrong.push(format!("{name} is not there\n{text}"));
    }
    wrong
}

fn compare(texts: &[String], real: Vec<Read>, ours: impl Fn(&str) -> Environment) {
    let mut wrong = Vec::new();
    for (text, real) in texts.iter().zip(real) {
        let Some(real) = real else { continue };
        wrong.extend(differences(text, &ours(text), &real));
    }
    wrong.sort_by_key(String::len);
    let count = wrong.len();
    wrong.truncate(20);
    assert!(count == 0, "{count} wrong:\n{}", wrong.join("\n"));
}

#[test]
fn dotenv_agrees() {
    let texts = texts(dotenv);
    if let Some(real) = read(DOTENV, "dotenv", &texts) {
        compare(&texts, real, |text| {
            format::read(Kind::Envfile, text).exported
        });
    }
}

#[test]
fn yaml_agrees() {
    let texts = texts(yaml);
    if let Some(real) = read(YAML, "yaml", &texts) {
        compare(&texts, real, |text| {
            let launches = format::read(Kind::Compose, text).launches;
            launches
                .into_iter()
                .next()
                .map(|it| it.environment)
                .unwrap_or_default()
        });
    }
}
