//! What a name stands for at a place in C++.

use tree_sitter::Node;

use crate::expr::{Expr, Param};
use crate::syntax::{children, field, parents};

use super::{File, scope};

/// What `name` stands for at `node`.
pub(super) fn meaning<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Expr {
    let functions = parents(node);
    let functions =
        functions.filter(|it| matches!(it.kind(), "function_definition" | "lambda_expression"));
    for function in functions {
        if let Some(value) = known_in(file, function, name) {
            return value;
        }
    }
    Expr::Name(name.into())
}

/// The value of `name` in one function, worked out once; a name that needs itself is unknown.
fn known_in<'a>(file: &File<'a>, function: Node<'a>, name: &str) -> Option<Expr> {
    let key = (function.id(), name.to_owned());
    if let Some(known) = file.known.borrow().get(&key) {
        return known.clone();
    }
    file.known
        .borrow_mut()
        .insert(key.clone(), Some(Expr::Unknown));
    let mut values = assigned(file, function, name);
    let mut parameters = scope::parameters(file, function).into_iter();
    let index = parameters.position(|it| it == name);
    values.extend(index.map(|index| parameter(file, function, index, name)));
    let value = (!values.is_empty()).then(|| Expr::any(values));
    file.known.borrow_mut().insert(key, value.clone());
    value
}

fn parameter<'a>(file: &File<'a>, function: Node<'a>, index: usize, name: &str) -> Expr {
    if function.kind() == "lambda_expression" {
        return Expr::Unknown;
    }
    let owner = scope::function_declarator(function)
        .and_then(|it| it.named_child(0))
        .map_or_else(|| "".into(), |inside| scope::symbol(file, inside));
    Expr::Param(Param {
        owner,
        index,
        name: name.into(),
        default: None,
    })
}

/// The values that a function gives a local variable, and what a loop runs it over.
fn assigned<'a>(file: &File<'a>, function: Node<'a>, name: &str) -> Vec<Expr> {
    let mut found = Vec::new();
    let body = field(function, "body");
    let mut waiting: Vec<_> = body.into_iter().collect();
    while let Some(node) = waiting.pop() {
        found.extend(binding(file, node, name));
        waiting.extend(children(node));
    }
    found
}

fn binding<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Option<Expr> {
    let (target, value) = match node.kind() {
        "init_declarator" => ("declarator", "value"),
        "assignment_expression" => ("left", "right"),
        "for_range_loop" => ("declarator", "right"),
        _ => return None,
    };
    let target = field(node, target)?;
    if let Some(at) = bound_at(file, target, name) {
        let value = file.value(field(node, value)?);
        return Some(Expr::At(Box::new(Expr::Member(Box::new(value))), at));
    }
    let target = scope::plain_name(target)?;
    if file.text(target) != name {
        return None;
    }
    let value = file.value(field(node, value)?);
    match node.kind() {
        "for_range_loop" => Some(Expr::Member(Box::new(value))),
        _ => Some(value),
    }
}

/// Which part `name` is of `[first, second]`.
fn bound_at(file: &File<'_>, target: Node<'_>, name: &str) -> Option<usize> {
    let all = crate::syntax::descendants(target);
    let parts = all
        .into_iter()
        .find(|it| it.kind() == "structured_binding_declarator")?;
    children(parts).iter().position(|it| file.text(*it) == name)
}
