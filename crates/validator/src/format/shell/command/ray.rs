//! `ray job submit`: the program runs on the cluster, with what the runtime environment sets.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gathered, JsonReader, Map};

use super::super::expand::Field;
use super::super::run::{Invocation, Shell};
use super::super::state::Variables;
use super::{docker, inner, launch, run_program, setting};
use crate::reading::{Origin, Part};

const OPTION: &str = "--runtime-env-json";

/// `ray`
pub(super) fn run(shell: &mut Shell, invocation: &Invocation) {
    let arguments = invocation.arguments();
    let texts: Vec<String> = arguments.iter().map(Field::text).gathered();
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
    for (name, text) in variables(&text).unwrap_or_default() {
        let part = Part {
            text,
            span: field.span.clone(),
            origin: Origin::Derived,
        };
        setting::put_parts(shell, vars, &name, field.span.clone(), vec![part], field);
    }
}

/// The variables of a runtime environment in JSON, `None` for a value that is no string; `None` if
/// it is no JSON, for Ray refuses it then.
fn variables(json: &str) -> Option<Map<Option<String>>> {
    let mut found = Map::new();
    let mut reader = JsonReader::new(json);
    reader.object(&mut |key, it| {
        if key != "env_vars" {
            return it.skip().map(drop);
        }
        it.object(&mut |name, it| {
            let value = it.skip()?;
            let text = JsonReader::new(value).string().map(Cow::into_owned);
            found.insert(name.to_owned(), text);
            Some(())
        })
    })?;
    reader.end()?;
    Some(found)
}
