//! Constants of a C++ file, and lists of names that readers elsewhere are given.

use std::collections::BTreeMap;

use tree_sitter::Node;

use crate::expr::Expr;
use crate::name::looks_like_one;
use crate::syntax::{field, inside, line, statement};
use crate::unit::{Kind, Otherwise, Read, last_part};

use super::{File, scope, tokens};

/// What is declared outside functions, by path, and what `#define` names.
pub(super) fn all<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> BTreeMap<String, Expr> {
    let mut found: BTreeMap<String, Vec<Expr>> = BTreeMap::new();
    for node in outside(nodes) {
        let constant = match node.kind() {
            "preproc_def" => definition(file, node),
            _ => declaration(file, node),
        };
        if let Some((path, value)) = constant {
            found.entry(path).or_default().push(value);
        }
    }
    let single = |(path, values)| (path, Expr::any(values));
    found.into_iter().map(single).collect()
}

/// The nodes outside functions, and every `#define`.
fn outside<'a>(nodes: &[Node<'a>]) -> impl Iterator<Item = Node<'a>> {
    let local = inside(nodes, &["function_definition"]);
    let nodes = nodes.iter().copied().zip(local);
    let kept = nodes.filter(|(node, local)| !local || node.kind() == "preproc_def");
    kept.map(|(node, _)| node)
}

/// `#define NAME "TEXT"`.
fn definition(file: &File<'_>, node: Node<'_>) -> Option<(String, Expr)> {
    let name = file.text(field(node, "name")?);
    let value = file.text(field(node, "value")?);
    let value = tokens::expression(value, &|word| Some(Expr::Name(word.into())));
    (value != Expr::Unknown).then(|| (name.to_owned(), value))
}

/// `NAME = "TEXT"` in a namespace or class; locals of functions are looked up where they stand.
fn declaration<'a>(file: &File<'a>, node: Node<'a>) -> Option<(String, Expr)> {
    let value = match node.kind() {
        "init_declarator" => field(node, "value")?,
        "field_declaration" => field(node, "default_value")?,
        _ => return None,
    };
    let name = scope::without_template(file.text(scope::plain_name(field(node, "declarator")?)?));
    let around = scope::path(file, node);
    let path = if around.is_empty() {
        name
    } else {
        format!("{around}::{name}")
    };
    let value = file.value(value);
    value.says_something().then_some((path, value))
}

/// `TORCH_X = {"TORCH_X", "X"}`: a list of names for a reader that the tree may not hold.
pub(super) fn lists<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> Vec<Read> {
    let declarations = outside(nodes).filter(|it| it.kind() == "init_declarator");
    let lists = declarations.filter_map(|node| {
        let (path, value) = declaration(file, node)?;
        let Expr::List(items) = &value else {
            return None;
        };
        let all = items
            .iter()
            .all(|it| matches!(it, Expr::Text(text) if looks_like_one(text)));
        (all && !items.is_empty() && looks_like_one(last_part(&path))).then(|| Read {
            name: value.clone(),
            reader: "list of names".into(),
            line: line(node),
            statement: statement(node),
            symbol: path.into(),
            default: Otherwise::None,
            expression: file.source_text(node),
            kind: Kind::Listed,
        })
    });
    lists.collect()
}
