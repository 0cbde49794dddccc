//! `readpoint explain NAME|CODE`: the page, in the terminal.

use std::process::ExitCode;

use anyhow::bail;
use readpoint_catalog::{Catalog, ConditionalFact, RuleInfo, Variable, nearest};

use crate::arguments::Explain;
use crate::{embedded, output};

/// Prints the facts and the page of a variable or a code.
pub(crate) fn run(arguments: &Explain) -> anyhow::Result<ExitCode> {
    let catalog = embedded::catalog(&arguments.overlay)?;
    let name = arguments.name.trim();
    let head = match (
        catalog.variables.get(name),
        catalog.rules.get(&name.to_uppercase()),
    ) {
        (Some(variable), _) => variable_head(variable),
        (None, Some(rule)) => rule_head(rule),
        (None, None) => bail!("{}", not_known(name, &catalog)),
    };
    let body = embedded::page(name, &arguments.overlay)?;
    output::print(&format!("{head}\n{}\n", body.trim()))?;
    Ok(ExitCode::SUCCESS)
}

fn not_known(name: &str, catalog: &Catalog) -> String {
    let names = catalog
        .variables
        .keys()
        .chain(catalog.rules.keys())
        .map(String::as_str);
    match nearest(name, names) {
        Some(near) => format!("nothing is known about {name}; did you mean {near}?"),
        None => format!(
            "nothing is known about {name}; it is no variable and no code of this catalogue"
        ),
    }
}

fn rule_head(rule: &RuleInfo) -> String {
    format!("{} {}\n{}\n", rule.code, rule.name, rule.summary)
}

fn variable_head(variable: &Variable) -> String {
    let mut rows = vec![
        ("component", variable.component.clone()),
        ("default", default(variable)),
        (
            "read",
            otherwise(variable, word(&variable.read_when), |it| {
                it.read_when.as_ref().map(word)
            }),
        ),
        (
            "if wrong",
            otherwise(variable, word(&variable.on_invalid), |it| {
                it.on_invalid.as_ref().map(word)
            }),
        ),
        ("for", word(&variable.audience)),
        ("status", word(&variable.status)),
    ];
    let releases = [
        ("since", &variable.since),
        ("deprecated", &variable.deprecated),
        ("removed", &variable.removed),
    ];
    rows.extend(
        releases
            .into_iter()
            .filter_map(|(label, it)| Some((label, it.as_ref()?.to_string()))),
    );
    rows.extend(
        variable
            .replaced_by
            .clone()
            .map(|name| ("use instead", name)),
    );
    rows.extend(
        variable
            .instead
            .clone()
            .map(|advice| ("use instead", advice)),
    );
    let table: String = rows
        .iter()
        .map(|(label, text)| format!("  {label:<12} {text}\n"))
        .collect();
    format!("{}\n{}\n\n{table}", variable.name, variable.summary)
}

/// What holds in general, and behind it what holds for some releases.
fn otherwise(
    variable: &Variable,
    general: String,
    special: impl Fn(&ConditionalFact) -> Option<String>,
) -> String {
    let facts = variable.facts.iter();
    let said = facts.filter_map(|it| Some(format!("; {}: {}", it.when(), special(it)?)));
    said.fold(general, |text, more| text + &more)
}

fn default(variable: &Variable) -> String {
    match (&variable.default, &variable.default_note) {
        (Some(value), Some(note)) => format!("{value} ({note})"),
        (Some(value), None) => value.clone(),
        (None, Some(note)) => format!("unset: {note}"),
        (None, None) => "unset".to_owned(),
    }
}

/// The word of an enumeration's value, as people write it.
fn word(value: &impl serde::Serialize) -> String {
    readpoint_generator::word(value).replace('-', " ")
}
