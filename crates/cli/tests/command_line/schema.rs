//! As much of JSON Schema (draft 4) as the published schema of SARIF uses.

use serde_json::Value;

/// Keywords that say nothing about what is valid.
const NOTES: &[&str] = &[
    "$schema",
    "default",
    "definitions",
    "description",
    "format",
    "id",
    "title",
];

/// Everything in `value` that the schema forbids, each with its place.
pub(crate) fn faults(value: &Value, schema: &Value) -> Vec<String> {
    let mut checker = Checker {
        root: schema,
        faults: Vec::new(),
    };
    checker.check(value, schema, "");
    checker.faults
}

struct Checker<'s> {
    root: &'s Value,
    faults: Vec<String>,
}

impl<'s> Checker<'s> {
    fn check(&mut self, value: &Value, schema: &'s Value, at: &str) {
        if let Some(reference) = schema["$ref"].as_str() {
            let pointer = reference.trim_start_matches('#');
            let target = self.root.pointer(pointer).expect("references are local");
            return self.check(value, target, at);
        }
        for (keyword, rule) in schema.as_object().expect("a schema is an object") {
            let holds = match keyword.as_str() {
                "type" => is_type(value, rule),
                "enum" => rule.as_array().is_some_and(|it| it.contains(value)),
                "minimum" => value.as_f64().is_none_or(|it| Some(it) >= rule.as_f64()),
                "maximum" => value.as_f64().is_none_or(|it| Some(it) <= rule.as_f64()),
                "minItems" => length(value).is_none_or(|it| Some(it) >= rule.as_u64()),
                "uniqueItems" => is_unique(value),
                "required" => names(rule).all(|name| value.get(name).is_some()),
                "anyOf" => self.matching(value, rule) > 0,
                "oneOf" => self.matching(value, rule) == 1,
                // The patterns are those of language tags, versions and GUIDs, which we do not write.
                "pattern" => !value.is_string() || at.ends_with("/version"),
                "items" => self.items(value, rule, at),
                "properties" => self.properties(value, rule, at),
                "additionalProperties" => self.others(value, schema, at),
                note => NOTES.contains(&note),
            };
            if !holds {
                self.faults.push(format!("{at}: {keyword} {rule}"));
            }
        }
    }

    /// How many of some schemas a value holds to.
    fn matching(&self, value: &Value, schemas: &'s Value) -> usize {
        let schemas = schemas.as_array().expect("a list of schemas").iter();
        let holds = |schema: &&'s Value| {
            let mut inner = Checker {
                root: self.root,
                faults: Vec::new(),
            };
            inner.check(value, schema, "");
            inner.faults.is_empty()
        };
        schemas.filter(holds).count()
    }

    fn items(&mut self, value: &Value, rule: &'s Value, at: &str) -> bool {
        for (index, item) in value.as_array().into_iter().flatten().enumerate() {
            self.check(item, rule, &format!("{at}/{index}"));
        }
        true
    }

    fn properties(&mut self, value: &Value, rule: &'s Value, at: &str) -> bool {
        for (name, inner) in value.as_object().into_iter().flatten() {
            if let Some(schema) = rule.get(name) {
                self.check(inner, schema, &format!("{at}/{name}"));
            }
        }
        true
    }

    /// Properties that the schema does not name.
    fn others(&mut self, value: &Value, schema: &'s Value, at: &str) -> bool {
        let rule = &schema["additionalProperties"];
        let known = |name: &str| schema["properties"].get(name).is_some();
        let mut allowed = true;
        for (name, inner) in value.as_object().into_iter().flatten() {
            if !known(name) {
                match rule {
                    Value::Bool(any) => allowed &= any,
                    rule => self.check(inner, rule, &format!("{at}/{name}")),
                }
            }
        }
        allowed
    }
}

fn is_type(value: &Value, rule: &Value) -> bool {
    let is = |name: &str| match name {
        "array" => value.is_array(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "null" => value.is_null(),
        "number" => value.is_number(),
        "object" => value.is_object(),
        "string" => value.is_string(),
        _ => false,
    };
    rule.as_str().map_or_else(|| names(rule).any(is), is)
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|it| it.len() as u64)
}

fn is_unique(value: &Value) -> bool {
    let items = value.as_array().map(Vec::as_slice).unwrap_or_default();
    (1..items.len()).all(|at| !items[..at].contains(&items[at]))
}
