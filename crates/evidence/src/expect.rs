//! What a claim expects of its run: one condition a line, `FIELD RELATION VALUE`.
//!
//! `ended is signal 6`, `stderr has Invalid value`, `threads is this.cores`,
//! `count > 3 * other.count`. A field is something that the probe observes; `other.` in front
//! means the second run, with the variables of the claim's `against`. A value is the rest of the
//! line as it stands, or a field of either run, which a number may multiply.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::Value;

/// What a run showed, by name.
pub type Fields = BTreeMap<String, Value>;

/// How a field must stand to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The texts are equal.
    Is,
    /// The texts differ.
    IsNot,
    /// The text holds the value; a list has it as an item or in one.
    Has,
    /// The contrary of [`Has`](Self::Has).
    Lacks,
    /// A smaller number.
    Less,
    /// A smaller number, or the same.
    AtMost,
    /// A larger number.
    More,
    /// A larger number, or the same.
    AtLeast,
}

/// The relations as they are written; those that begin like another stand before it.
const RELATIONS: [(&str, Relation); 8] = [
    ("is not", Relation::IsNot),
    ("is", Relation::Is),
    ("has", Relation::Has),
    ("lacks", Relation::Lacks),
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("<", Relation::Less),
    (">", Relation::More),
];

/// One of the two runs of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Run {
    /// The one with the claim's variables.
    This,
    /// The one to compare with.
    Other,
}

/// What a field is held against.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// A text as it stands; for the relations of size, a number.
    Literal(String),
    /// A field, times a factor.
    Field(f64, Run, String),
}

/// One condition.
#[derive(Clone, Debug, PartialEq)]
pub struct Condition {
    /// The run whose field is looked at.
    pub run: Run,
    /// The field.
    pub field: String,
    /// How it must stand to the value.
    pub relation: Relation,
    /// The value.
    pub wanted: Wanted,
}

impl Condition {
    /// Reads a condition.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let shape = || format!("`{text}` is no condition such as `ended is exit 0`");
        let (field, rest) = text.split_once(' ').ok_or_else(shape)?;
        let (run, field) = side(field);
        let strip = |word: &str| {
            let value = rest.strip_prefix(word)?;
            (value.is_empty() || value.starts_with(' ')).then(|| value.trim_start_matches(' '))
        };
        let found = RELATIONS
            .iter()
            .find_map(|(word, relation)| Some((*relation, strip(word)?)));
        let (relation, value) = found.ok_or_else(|| {
            let words: Vec<_> = RELATIONS.iter().map(|(word, _)| *word).collect();
            format!("`{text}` has none of the relations {}", words.join(", "))
        })?;
        let wanted = reference(value).unwrap_or_else(|| Wanted::Literal(value.to_owned()));
        if let (Wanted::Literal(number), true) = (&wanted, relation.compares_sizes()) {
            number
                .parse::<f64>()
                .map_err(|_| format!("`{number}` is neither a number nor a field"))?;
        }
        Ok(Self {
            run,
            field: field.to_owned(),
            relation,
            wanted,
        })
    }

    /// The fields that it names.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        let wanted = match &self.wanted {
            Wanted::Field(_, _, name) => Some(name.as_str()),
            Wanted::Literal(_) => None,
        };
        std::iter::once(self.field.as_str()).chain(wanted)
    }

    /// Whether it looks at the second run.
    #[must_use]
    pub fn needs_other(&self) -> bool {
        self.run == Run::Other || matches!(self.wanted, Wanted::Field(_, Run::Other, _))
    }

    /// Says why the runs do not meet it; nothing where they do.
    #[must_use]
    pub fn miss(&self, this: &Fields, other: &Fields) -> Option<String> {
        let of = |run| if run == Run::This { this } else { other };
        let Some(seen) = of(self.run).get(&self.field) else {
            return Some(format!("{} was not observed", self.name()));
        };
        let wanted = match &self.wanted {
            Wanted::Literal(text) => Value::String(text.clone()),
            Wanted::Field(factor, run, name) => {
                let Some(found) = of(*run).get(name) else {
                    return Some(format!("{name} of the other run was not observed"));
                };
                scaled(found, *factor)
            }
        };
        if self.relation.holds(seen, &wanted) {
            return None;
        }
        Some(format!("{} is {}", self.name(), shown(seen)))
    }

    fn name(&self) -> String {
        match self.run {
            Run::This => self.field.clone(),
            Run::Other => format!("other.{}", self.field),
        }
    }
}

impl Relation {
    fn compares_sizes(self) -> bool {
        matches!(self, Self::Less | Self::AtMost | Self::More | Self::AtLeast)
    }

    fn holds(self, seen: &Value, wanted: &Value) -> bool {
        match self {
            Self::Is => text(seen) == text(wanted),
            Self::IsNot => text(seen) != text(wanted),
            Self::Has => has(seen, &text(wanted)),
            Self::Lacks => !has(seen, &text(wanted)),
            Self::Less => sizes(seen, wanted).is_some_and(|(a, b)| a < b),
            Self::AtMost => sizes(seen, wanted).is_some_and(|(a, b)| a <= b),
            Self::More => sizes(seen, wanted).is_some_and(|(a, b)| a > b),
            Self::AtLeast => sizes(seen, wanted).is_some_and(|(a, b)| a >= b),
        }
    }
}

/// All the reasons why the runs do not meet the conditions; none where they do. A condition that
/// cannot be read is a reason too.
#[must_use]
pub fn misses(conditions: &[String], this: &Fields, other: &Fields) -> Vec<String> {
    let miss = |text: &String| match Condition::parse(text) {
        Ok(condition) => condition.miss(this, other),
        Err(error) => Some(error),
    };
    conditions.iter().filter_map(miss).collect()
}

fn side(field: &str) -> (Run, &str) {
    match field.strip_prefix("other.") {
        Some(field) => (Run::Other, field),
        None => (Run::This, field),
    }
}

/// `this.cores`, `other.count`, `3 * other.count`.
fn reference(value: &str) -> Option<Wanted> {
    let (factor, field) = match value.split_once(" * ") {
        Some((factor, field)) => (factor.parse().ok()?, field),
        None => (1.0, value),
    };
    let named = |prefix| field.strip_prefix(prefix).filter(|it| is_name(it));
    let this = named("this.").map(|name| (Run::This, name));
    let (run, name) = this.or_else(|| named("other.").map(|name| (Run::Other, name)))?;
    Some(Wanted::Field(factor, run, name.to_owned()))
}

fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    !text.is_empty() && bytes.all(|it| it.is_ascii_lowercase() || it == b'_' || it.is_ascii_digit())
}

fn scaled(value: &Value, factor: f64) -> Value {
    match value.as_f64() {
        Some(number) if (factor - 1.0).abs() > f64::EPSILON => Value::from(number * factor),
        _ => value.clone(),
    }
}

/// A value as conditions compare it.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn has(seen: &Value, wanted: &str) -> bool {
    match seen {
        Value::Array(items) => items.iter().any(|item| text(item).contains(wanted)),
        other => text(other).contains(wanted),
    }
}

fn sizes(seen: &Value, wanted: &Value) -> Option<(f64, f64)> {
    let number = |value: &Value| match value {
        Value::String(text) => text.parse().ok(),
        other => other.as_f64(),
    };
    Some((number(seen)?, number(wanted)?))
}

/// A value cut to what a line holds.
fn shown(value: &Value) -> String {
    const LONGEST: usize = 160;
    let text = text(value);
    if text.is_empty() {
        return "empty".to_owned();
    }
    let mut short: String = text.chars().take(LONGEST).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{}`", short.replace('\n', " ⏎ "))
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::This => "this",
            Self::Other => "other",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fields(value: Value) -> Fields {
        serde_json::from_value(value).unwrap_or_default()
    }

    /// Each line: a condition, and whether the runs below meet it.
    const CASES: &[(&str, bool)] = &[
        ("ended is exit 0", true),
        ("ended is not exit 0", false),
        ("ended is", false),
        ("value is False", true),
        ("empty is", true),
        ("empty has", true),
        ("empty has x", false),
        ("stderr has Invalid value", true),
        ("stderr lacks Invalid value", false),
        ("found has libc10", true),
        ("found lacks libtorch", true),
        ("threads is this.cores", true),
        ("threads is other.threads", false),
        ("threads >= 2 * other.threads", true),
        ("threads > 2 * other.threads", false),
        ("other.threads < this.threads", true),
        ("ratio <= 0.5", true),
        ("missing is x", false),
        ("flag is true", true),
    ];

    #[test]
    fn conditions_say_what_they_mean() {
        let this = fields(json!({
            "ended": "exit 0", "value": "False", "empty": "", "threads": 2, "cores": 2,
            "stderr": "libgomp: Invalid value", "found": ["a/libc10.so"], "ratio": 0.5, "flag": true,
        }));
        let other = fields(json!({"threads": 1}));
        for (text, met) in CASES {
            let condition = Condition::parse(text);
            let miss = condition.map(|it| it.miss(&this, &other));
            assert_eq!(
                miss.as_ref().map(Option::is_none),
                Ok(*met),
                "{text}: {miss:?}"
            );
        }
    }

    #[test]
    fn what_is_no_condition_is_said_to_be_none() {
        for text in ["", "ended", "ended equals 3", "count > many", "a isnt b"] {
            assert!(Condition::parse(text).is_err(), "{text}");
        }
    }
}
