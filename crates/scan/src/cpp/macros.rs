//! Macros: their uses as readers, and definitions that make one of another reader.

use std::sync::Arc;

use tree_sitter::Node;

use crate::expr::{Expr, Param};
use crate::helpers::Arguments;
use crate::syntax::{children, field, line, parents, statement};
use crate::unit::{Form, Helper, Kind, Language, Otherwise, Read};

use super::{File, scope, tokens};

/// Uses of macros that read. The parser takes them for anything, so they are found by name.
pub(super) fn uses<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> Vec<Read> {
    let words = nodes
        .iter()
        .filter(|it| matches!(it.kind(), "identifier" | "type_identifier"));
    let mut found = Vec::new();
    for word in words {
        let helpers = file.helpers.called(Language::Cpp, file.text(*word));
        for helper in helpers.filter(|it| it.form == Form::Macro) {
            found.extend(used(file, *word, helper));
        }
    }
    found
}

fn used<'a>(file: &File<'a>, word: Node<'a>, helper: &Helper) -> Option<Read> {
    let definition = ["preproc_def", "preproc_function_def"];
    if parents(word).any(|it| definition.contains(&it.kind())) {
        return None;
    }
    let after = &file.source.text[word.end_byte()..];
    let after = std::str::from_utf8(after).ok()?.trim_start();
    let given = tokens::arguments(after.starts_with('(').then_some(after)?)?;
    let (name, default) = arguments(&given).apply(helper)?;
    let around = scope::symbol(file, word);
    let symbol = match (&*around, &*helper.symbol) {
        ("", "NCCL_PARAM") => format!("ncclParam{}", given[0]).into(),
        ("", _) => given[0].as_str().into(),
        _ => around,
    };
    Some(Read {
        name,
        reader: helper.symbol.clone(),
        line: line(word),
        statement: statement(word),
        symbol,
        default,
        expression: crate::syntax::one_line(&given.join(", "), 120).into(),
        kind: Kind::Helped,
    })
}

/// What a macro is given: each argument as an expression, and under `#0`, `#1` as text.
fn arguments(given: &[String]) -> Arguments {
    let word = |it: &str| Some(Expr::Name(it.into()));
    let raw = given.iter().enumerate();
    let raw = raw.map(|(at, it)| (Arc::from(format!("#{at}")), Expr::text(it.as_str())));
    let sources = given.iter().enumerate();
    let sources = sources.map(|(at, it)| {
        (
            Arc::from(at.to_string()),
            Some(crate::syntax::one_line(it, 120).into()),
        )
    });
    Arguments {
        positional: given
            .iter()
            .map(|it| tokens::expression(it, &word))
            .collect(),
        keyword: raw.collect(),
        sources: sources.collect(),
    }
}

/// `#define READ(name) getenv("PREFIX_" #name)`: reads whose name is the macro's parameter.
pub(super) fn definitions<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> Vec<Read> {
    let definitions = nodes
        .iter()
        .filter(|it| it.kind() == "preproc_function_def");
    definitions.flat_map(|it| definition(file, *it)).collect()
}

fn definition<'a>(file: &File<'a>, node: Node<'a>) -> Vec<Read> {
    let parts = [
        field(node, "name"),
        field(node, "parameters"),
        field(node, "value"),
    ];
    let [Some(name), Some(parameters), Some(body)] = parts else {
        return Vec::new();
    };
    let parameters: Vec<_> = children(parameters)
        .iter()
        .map(|it| file.text(*it))
        .collect();
    let owner: Arc<str> = file.text(name).into();
    let first = line(body);
    let written = file.text(body);
    // Same length, so that places stay.
    let body = written.replace("\\\n", "  ");
    let mut found = Vec::new();
    for (at, word) in words(&body) {
        for helper in file.helpers.called(Language::Cpp, word) {
            let given = tokens::arguments(body[at + word.len()..].trim_start());
            let asked = given.and_then(|given| {
                let positional = given
                    .iter()
                    .map(|it| over(it, &owner, &parameters))
                    .collect();
                let arguments = Arguments {
                    positional,
                    keyword: Vec::new(),
                    sources: Vec::new(),
                };
                arguments.apply(helper)
            });
            found.extend(asked.map(|(name, _)| Read {
                name,
                reader: helper.symbol.clone(),
                line: first + written[..at].matches('\n').count(),
                statement: statement(node),
                symbol: owner.clone(),
                default: Otherwise::None,
                expression: "".into(),
                kind: Kind::Macro,
            }));
        }
    }
    found
}

fn words(body: &str) -> Vec<(usize, &str)> {
    let mut at = 0;
    let mut found = Vec::new();
    // Comments are left out of the tokens, so places are looked up.
    for token in tokens::tokens(body) {
        if let Some(ahead) = body[at..].find(token) {
            at += ahead;
            found.push((at, token));
            at += token.len();
        }
    }
    found
}

/// Part of a macro's body over the macro's parameters.
fn over(text: &str, owner: &Arc<str>, parameters: &[&str]) -> Expr {
    let stringed = text.contains('#');
    tokens::expression(text, &|word| {
        let index = parameters.iter().position(|it| *it == word);
        Some(match index {
            Some(index) => Expr::Param(Param {
                owner: owner.clone(),
                index,
                name: if stringed {
                    format!("#{index}").into()
                } else {
                    "".into()
                },
                default: None,
            }),
            None => Expr::Name(word.into()),
        })
    })
}
