//! The expression around a read: what the program makes of the value.

use std::sync::Arc;

use tree_sitter::Node;

use crate::syntax::parents;

use super::File;

/// Longest text that is still told.
const LIMIT: usize = 120;

/// Kinds of nodes that belong to the expression a read stands in.
const PARTS: &[&str] = &[
    "comparison_operator",
    "boolean_operator",
    "not_operator",
    "binary_operator",
    "unary_operator",
    "parenthesized_expression",
    "conditional_expression",
    "named_expression",
    "argument_list",
    "call",
    "attribute",
    "subscript",
    "type",
];

/// The largest expression around `node` that still fits in a line.
pub(super) fn around(file: &File<'_>, node: Node<'_>) -> Arc<str> {
    let mut best = node;
    for parent in parents(node).take_while(|it| PARTS.contains(&it.kind())) {
        if parent.kind() == "argument_list" {
            continue;
        }
        if parent.byte_range().len() > LIMIT {
            break;
        }
        best = parent;
    }
    file.source.line_of(best, LIMIT).into()
}
