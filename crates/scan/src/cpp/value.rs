//! What a C++ expression can be, as far as names of variables need it.

use tree_sitter::Node;

use crate::expr::Expr;
use crate::syntax::{children, field};
use crate::unit::last_part;

use super::{File, bind, scope};

/// Functions and constructors that put their arguments together.
const JOINING: &[&str] = &["string", "string_view", "str", "StrCat", "basic_string"];

impl<'a> File<'a> {
    /// A node as an expression.
    pub(super) fn value(&self, node: Node<'a>) -> Expr {
        let all = |node: Node<'a>| -> Vec<_> {
            children(node)
                .into_iter()
                .map(|it| self.value(it))
                .collect()
        };
        match node.kind() {
            "string_literal" | "raw_string_literal" => self.literal(node),
            "concatenated_string" => Expr::Join(all(node)),
            "number_literal" => Expr::text(self.text(node)),
            "identifier" => bind::meaning(self, node, self.text(node)),
            "qualified_identifier" => Expr::Name(self.text(node).into()),
            "initializer_list" => Expr::List(all(node)),
            "argument_list" => Expr::any(all(node)),
            "binary_expression" => self.sum(node),
            "conditional_expression" => Expr::Any(vec![
                self.value_of(field(node, "consequence")),
                self.value_of(field(node, "alternative")),
            ]),
            "compound_literal_expression" | "cast_expression" => {
                self.value_of(field(node, "value"))
            }
            "parenthesized_expression" => self.value_of(node.named_child(0)),
            "subscript_expression" => self.element(node),
            "field_expression" => {
                let part = field(node, "field").map(|it| self.text(it));
                let of = self.value_of(field(node, "argument"));
                match part {
                    Some("first") => Expr::At(Box::new(of), 0),
                    Some("second") => Expr::At(Box::new(of), 1),
                    _ => Expr::Unknown,
                }
            }
            "pointer_expression" => self.value_of(field(node, "argument")),
            "call_expression" => self.result(node),
            _ => Expr::Unknown,
        }
    }

    fn value_of(&self, node: Option<Node<'a>>) -> Expr {
        node.map_or(Expr::Unknown, |it| self.value(it))
    }

    fn literal(&self, node: Node<'a>) -> Expr {
        let parts = children(node);
        let content = parts.iter().filter(|it| {
            matches!(
                it.kind(),
                "string_content" | "raw_string_content" | "escape_sequence"
            )
        });
        let text: String = content.map(|it| self.text(*it)).collect();
        Expr::text(text)
    }

    fn sum(&self, node: Node<'a>) -> Expr {
        let operator = field(node, "operator").map(|it| self.text(it));
        match operator {
            Some("+") => Expr::Join(vec![
                self.value_of(field(node, "left")),
                self.value_of(field(node, "right")),
            ]),
            _ => Expr::Unknown,
        }
    }

    fn element(&self, node: Node<'a>) -> Expr {
        let of = Box::new(self.value_of(field(node, "argument")));
        let index = field(node, "indices").and_then(|it| it.named_child(0));
        match index.and_then(|it| self.text(it).parse().ok()) {
            Some(index) => Expr::At(of, index),
            None => Expr::Member(of),
        }
    }

    fn result(&self, node: Node<'a>) -> Expr {
        let Some(function) = field(node, "function") else {
            return Expr::Unknown;
        };
        let arguments = field(node, "arguments").map(children).unwrap_or_default();
        if function.kind() == "field_expression" {
            let method = field(function, "field").map(|it| self.text(it));
            return match method {
                Some("c_str" | "data" | "str" | "value" | "string") => {
                    self.value_of(field(function, "argument"))
                }
                _ => Expr::Unknown,
            };
        }
        let called = scope::without_template(self.text(function));
        if JOINING.contains(&last_part(&called)) {
            return Expr::Join(arguments.into_iter().map(|it| self.value(it)).collect());
        }
        Expr::Unknown
    }
}
