//! `ray job submit`: the program runs on the cluster, with what the runtime environment sets.

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::super::state::Variables;
use super::{docker, inner, launch, run_program, setting};
use crate::reading::{Origin, Part};

const OPTION: &str = "--runtime-env-json";

/// `ray`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let texts: Vec<String> = arguments.iter().map(Field::text).collect();
    let end = texts.iter().position(|text| text == "--");
    let submits = texts.len() > 1 && texts[0] == "job" && texts[1] == "submit";
    let Some(end) = end.filter(|_| submits) else {
        return launch::launch(shell, "ray", invocation);
    };
    inner::passing(shell, |_| false);
    let mut vars = Variables::default();
    for (at, text) in texts[..end].iter().enumerate() {
        let value = match text.strip_prefix(OPTION) {
            Some("") => arguments.get(at + 1).cloned(),
            Some(_) => docker::part_of(&arguments[at], OPTION.len() + 1),
            None => continue,
        };
        if let Some(value) = value {
            set(shell, &mut vars, &value);
        }
    }
    shell.in_environment(vars, |shell| {
        run_program(shell, &invocation.from(1 + end + 1));
    });
}

/// Puts the variables of a runtime environment.
fn set(shell: &mut Shell, vars: &mut Variables, field: &Field) {
    let Some(text) = field.known() else { return };
    let Ok(json) = serde_json::from_str::<serde_json::Value>(&text) else {
        return;
    };
    let pairs = json.get("env_vars").and_then(serde_json::Value::as_object);
    for (name, value) in pairs.into_iter().flatten() {
        let part = Part {
            text: value.as_str().map(str::to_owned),
            span: field.span.clone(),
            origin: Origin::Derived,
        };
        setting::put_parts(shell, vars, name, field.span.clone(), vec![part], field);
    }
}
