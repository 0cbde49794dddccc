//! Which names a statement binds, and to what.

use std::collections::HashMap;

use tree_sitter::Node;

use crate::expr::Expr;
use crate::syntax::{children, field};

use super::File;

/// What names are bound to in one function, comprehension or module.
pub(super) type Bindings<'t> = HashMap<&'t str, Vec<Bound<'t>>>;

/// A value that a name is bound to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound<'t> {
    /// The expression.
    pub(super) node: Node<'t>,
    /// Whether the name runs over its members.
    each: bool,
    /// Which element of it, where several names are bound at once.
    at: Option<usize>,
}

impl<'t> Bound<'t> {
    /// The value as an expression of its file.
    pub(super) fn in_file(self, file: &File<'t>) -> Expr {
        let mut value = file.value(self.node);
        if self.each {
            value = Expr::Member(Box::new(value));
        }
        match self.at {
            Some(index) => Expr::At(Box::new(value), index),
            None => value,
        }
    }

    /// The node that the name runs over.
    pub(super) fn looped(self) -> Option<Node<'t>> {
        self.each.then_some(self.node)
    }

    /// The node, where the name is bound to it as a whole.
    pub(super) fn whole(self) -> Option<Node<'t>> {
        (!self.each && self.at.is_none()).then_some(self.node)
    }
}

/// The targets that one node binds, with their values.
pub(super) fn targets(node: Node<'_>) -> Vec<(Node<'_>, Bound<'_>)> {
    let (left, right, each) = match node.kind() {
        "assignment" => (field(node, "left"), field(node, "right"), false),
        "named_expression" => (field(node, "name"), field(node, "value"), false),
        "for_statement" | "for_in_clause" => (field(node, "left"), field(node, "right"), true),
        _ => return Vec::new(),
    };
    let (Some(left), Some(right)) = (left, right) else {
        return Vec::new();
    };
    let bound = |at| Bound {
        node: right,
        each,
        at,
    };
    match left.kind() {
        "pattern_list" | "tuple_pattern" | "list_pattern" => children(left)
            .into_iter()
            .enumerate()
            .map(|(index, target)| (target, bound(Some(index))))
            .collect(),
        _ => vec![(left, bound(None))],
    }
}

/// What is bound in `scope` itself, without the functions and classes within.
pub(super) fn within<'t>(file: &File<'t>, scope: Node<'t>) -> Bindings<'t> {
    let mut found = Bindings::new();
    let mut waiting = children(scope);
    while let Some(node) = waiting.pop() {
        if matches!(
            node.kind(),
            "function_definition" | "class_definition" | "lambda"
        ) {
            continue;
        }
        for (target, value) in targets(node) {
            if target.kind() == "identifier" {
                found.entry(file.text(target)).or_default().push(value);
            }
        }
        waiting.extend(children(node));
    }
    found
}
