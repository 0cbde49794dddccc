//! Takes out of an observation what differs from run to run and from machine to machine, and what
//! is too long to keep. What conditions look at stays.

use std::path::Path;

use readpoint_evidence::{Condition, Fields, Relation, Run, Wanted};
use regex::Regex;
use serde_json::Value;

/// Longest text that a record keeps as it is, in characters.
const LONGEST: usize = 400;

/// Lines that a record keeps of an output besides those that conditions name.
const LINES: usize = 3;

/// The observations that a record keeps only if a condition names them: they are long, or differ
/// from run to run.
const ON_DEMAND: [&str; 7] = [
    "stdout",
    "stderr",
    "files",
    "written",
    "reached",
    "out",
    "environment",
];

/// Names of places and numbers that mean nothing elsewhere.
#[derive(Debug)]
pub(crate) struct Names {
    texts: Vec<(String, &'static str)>,
    patterns: Vec<(Regex, &'static str)>,
}

impl Names {
    /// What stands for the run's folder, the interpreter's packages, host and process.
    pub(crate) fn new(folder: &Path, prefix: Option<&Path>, pid: u32) -> anyhow::Result<Self> {
        let mut texts = vec![(folder.display().to_string(), "FOLDER")];
        if let Some(prefix) = prefix {
            texts.push((prefix.display().to_string(), "PYTHON"));
        }
        let host = rustix::system::uname();
        let host = host.nodename().to_string_lossy().into_owned();
        let host = Regex::new(&format!(r"\b{}\b", regex::escape(&host)))?;
        let pid = Regex::new(&format!(r"(^|[^0-9]){pid}($|[^0-9])"))?;
        let address = Regex::new(r"0x[0-9a-f]{6,}")?;
        // [W1130 02:17:21.123456789 file.cpp:123] and 2026-11-30 02:17:21,123
        let stamp = Regex::new(r"[EIW]\d{4} \d\d:\d\d:\d\d\.\d+ (\d+ )?")?;
        let time = Regex::new(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d([.,]\d+)?")?;
        // The marks of an NCCL line: host:process:thread, and an interface's address.
        let thread = Regex::new(r"HOST:PID:\d+")?;
        let address4 = Regex::new(r":\d+\.\d+\.\d+\.\d+<")?;
        let patterns = vec![
            (host, "HOST"),
            (pid, "${1}PID${2}"),
            (address, "0x…"),
            (stamp, ""),
            (time, "TIME"),
            (thread, "HOST:PID:TID"),
            (address4, ":ADDRESS<"),
        ];
        Ok(Self { texts, patterns })
    }

    /// A text with the names in it.
    pub(crate) fn text(&self, text: &str) -> String {
        let mut text = text.to_owned();
        for (from, to) in &self.texts {
            text = text.replace(from, to);
        }
        for (from, to) in &self.patterns {
            text = from.replace_all(&text, *to).into_owned();
        }
        text
    }

    /// All texts of an observation with the names in them.
    pub(crate) fn fields(&self, fields: Fields) -> Fields {
        let tidy = fields
            .into_iter()
            .map(|(name, value)| (name, self.value(value)));
        tidy.collect()
    }

    fn value(&self, value: Value) -> Value {
        match value {
            Value::String(text) => Value::String(self.text(&text)),
            Value::Array(items) => items.into_iter().map(|item| self.value(item)).collect(),
            other => other,
        }
    }
}

/// What a record keeps of an observation.
pub(crate) fn kept(fields: &Fields, expect: &[String], run: Run, all: bool) -> Fields {
    let conditions = expect.iter().filter_map(|text| Condition::parse(text).ok());
    let conditions: Vec<_> = conditions.collect();
    let mut kept = Fields::new();
    for (name, value) in fields {
        let named = conditions.iter().any(|it| names(it, run, name));
        if !named && !all && ON_DEMAND.contains(&name.as_str()) {
            continue;
        }
        let whole = conditions.iter().any(|it| compares(it, run, name));
        let value = match value {
            Value::String(text) if !whole => {
                Value::String(excerpt(text, &needles(&conditions, name)))
            }
            other => other.clone(),
        };
        kept.insert(name.clone(), value);
    }
    kept
}

fn names(condition: &Condition, run: Run, name: &str) -> bool {
    let wanted = match &condition.wanted {
        Wanted::Field(_, of, field) => *of == run && field == name,
        Wanted::Literal(_) => false,
    };
    wanted || (condition.run == run && condition.field == name)
}

/// Whether a condition needs the whole text.
fn compares(condition: &Condition, run: Run, name: &str) -> bool {
    let parts = matches!(condition.relation, Relation::Has | Relation::Lacks);
    names(condition, run, name) && !parts
}

fn needles<'a>(conditions: &'a [Condition], name: &str) -> Vec<&'a str> {
    let of_field = conditions.iter().filter(|it| it.field == name);
    let texts = of_field.filter_map(|it| match &it.wanted {
        Wanted::Literal(text) => Some(text.as_str()),
        Wanted::Field(..) => None,
    });
    texts.collect()
}

/// The first lines, and those that hold a needle, each cut to what a record keeps.
fn excerpt(text: &str, needles: &[&str]) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let holds = |line: &str| needles.iter().any(|it| line.contains(it));
    let mut lines = Vec::new();
    for (at, line) in text.lines().enumerate() {
        if at < LINES || holds(line) {
            lines.push(around(line, needles));
        } else if lines.last().is_some_and(|it| it != "…") {
            lines.push("…".to_owned());
        }
    }
    lines.join("\n")
}

/// A line, or what stands around its first needle.
fn around(line: &str, needles: &[&str]) -> String {
    let found = needles
        .iter()
        .filter_map(|it| Some((line.find(it)?, it.len())));
    let (at, length) = found.min().unwrap_or_default();
    let before = line[..at].chars().rev().take(LONGEST / 4).count();
    let start = line[..at]
        .char_indices()
        .rev()
        .take(before)
        .last()
        .map_or(at, |it| it.0);
    let rest = &line[start..];
    let cut: String = rest.chars().take(LONGEST.max(before + length)).collect();
    cut
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn places_and_numbers_of_one_run_are_named() {
        let names = Names::new(Path::new("/tmp/run1"), Some(Path::new("/opt/py")), 4711);
        let names = names.expect("the patterns are sound");
        let text = "[W1130 02:17:21.123456789 a.cpp:7] /opt/py/x /tmp/run1/n.4711 0x7f0011223344";
        assert_eq!(names.text(text), "[a.cpp:7] PYTHON/x FOLDER/n.PID 0x…");
    }

    #[test]
    fn a_long_output_is_cut_to_what_conditions_name() {
        let long = format!(
            "{}libgomp: Invalid value\n{}",
            "noise\n".repeat(200),
            "x".repeat(5000)
        );
        let fields: Fields = [
            ("stderr".to_owned(), json!(long)),
            ("stdout".to_owned(), json!("a")),
        ]
        .into();
        let expect = ["stderr has Invalid value".to_owned()];
        let kept = kept(&fields, &expect, Run::This, false);
        assert_eq!(
            kept["stderr"],
            "noise\nnoise\nnoise\n…\nlibgomp: Invalid value\n…"
        );
        assert!(!kept.contains_key("stdout"));
    }
}
