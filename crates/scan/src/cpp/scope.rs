//! What a place in C++ is called, and the functions around it.

use std::sync::Arc;

use tree_sitter::Node;

use crate::syntax::{children, field, parents};

use super::File;

/// Longest expression that is told.
const LIMIT: usize = 120;

/// What a place is called: the namespaces, classes and the function around it; outside functions
/// the variable that is set. Empty where the parser lost its way before it saw a function.
pub(super) fn symbol(file: &File<'_>, node: Node<'_>) -> Arc<str> {
    let mut parts = Vec::new();
    let mut function = false;
    let mut lost = false;
    for parent in parents(node) {
        let name = match parent.kind() {
            // A function in a function is one that the parser did not see the end of.
            "function_definition" if !function => {
                function = true;
                // What it declares is not the place's name.
                parts.clear();
                function_name(file, parent)
            }
            "namespace_definition" | "class_specifier" | "struct_specifier" => {
                field(parent, "name").map(|it| without_template(file.text(it)))
            }
            "init_declarator" | "field_declaration" if !function => declared(file, parent),
            _ => None,
        };
        lost |= parent.kind() == "ERROR" && !function;
        parts.extend(name.filter(|it| !it.is_empty()));
    }
    if lost {
        return "".into();
    }
    parts.reverse();
    parts.join("::").into()
}

/// A function's name as it is defined, with its class where that is written out.
fn function_name(file: &File<'_>, function: Node<'_>) -> Option<String> {
    let name = field(function_declarator(function)?, "declarator")?;
    // What the parser does not know, such as `__hidden`, may stand in front.
    file.text(name)
        .split_whitespace()
        .next_back()
        .map(without_template)
}

/// The part of a definition that holds name and parameters.
pub(super) fn function_declarator(function: Node<'_>) -> Option<Node<'_>> {
    let mut node = field(function, "declarator")?;
    while node.kind() != "function_declarator" {
        node = field(node, "declarator").or_else(|| node.named_child(0))?;
    }
    Some(node)
}

fn declared(file: &File<'_>, node: Node<'_>) -> Option<String> {
    let name = plain_name(field(node, "declarator")?)?;
    Some(without_template(file.text(name)))
}

/// The name within `*name`, `&name`, `name[]`.
pub(super) fn plain_name(mut node: Node<'_>) -> Option<Node<'_>> {
    loop {
        match node.kind() {
            "identifier" | "field_identifier" | "qualified_identifier" => return Some(node),
            "function_declarator" => return None,
            _ => node = field(node, "declarator").or_else(|| node.named_child(0))?,
        }
    }
}

/// The namespaces and classes around a node.
pub(super) fn path(file: &File<'_>, node: Node<'_>) -> String {
    let around = parents(node).filter(|it| {
        matches!(
            it.kind(),
            "namespace_definition" | "class_specifier" | "struct_specifier"
        )
    });
    let names = around.filter_map(|it| field(it, "name"));
    let mut names: Vec<_> = names.map(|it| without_template(file.text(it))).collect();
    names.reverse();
    names.join("::")
}

/// A path without what stands in angle brackets, and without blanks.
pub(super) fn without_template(text: &str) -> String {
    let mut depth = 0_usize;
    let text = text.replace("->", ".");
    let kept = text.chars().filter(|it| match it {
        '<' => {
            depth += 1;
            false
        }
        '>' => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0 && !it.is_whitespace(),
    });
    kept.collect()
}

/// The largest expression around `node` that still fits in a line.
pub(super) fn around(file: &File<'_>, node: Node<'_>) -> Arc<str> {
    let mut best = node;
    for parent in parents(node) {
        let part = parent.kind().ends_with("_expression") || parent.kind() == "argument_list";
        if !part || parent.byte_range().len() > LIMIT {
            break;
        }
        if parent.kind() != "argument_list" {
            best = parent;
        }
    }
    file.source.line_of(best, LIMIT).into()
}

/// The names of a function's parameters, by place.
pub(super) fn parameters<'a>(file: &File<'a>, function: Node<'a>) -> Vec<&'a str> {
    let declarator = match function.kind() {
        "lambda_expression" => field(function, "declarator"),
        _ => function_declarator(function),
    };
    let list = declarator.and_then(|it| field(it, "parameters"));
    let list = list.map(children).unwrap_or_default().into_iter();
    list.map(|it| {
        let name = field(it, "declarator").and_then(plain_name);
        name.map_or("", |it| file.text(it))
    })
    .collect()
}
