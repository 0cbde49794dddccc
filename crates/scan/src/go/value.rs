//! What a Go expression can be, as far as names of variables need it.

use tree_sitter::Node;

use crate::expr::{Expr, Param};
use crate::syntax::{children, field, parents};

use crate::unit::last_part;

use super::File;

impl<'a> File<'a> {
    /// A node as an expression.
    pub(super) fn value(&self, node: Node<'a>) -> Expr {
        let all = |node| {
            children(node)
                .into_iter()
                .map(|it| self.value(it))
                .collect()
        };
        match node.kind() {
            "interpreted_string_literal" | "raw_string_literal" => {
                Expr::text(self.text(node).trim_matches(['"', '`']))
            }
            "int_literal" => Expr::text(self.text(node)),
            "identifier" => self.meaning(node, self.text(node)),
            "selector_expression" => self.selected(node),
            "binary_expression" if field(node, "operator").map(|it| self.text(it)) == Some("+") => {
                Expr::Join(all(node))
            }
            "parenthesized_expression" | "literal_element" => node
                .named_child(0)
                .map_or(Expr::Unknown, |it| self.value(it)),
            "composite_literal" => {
                field(node, "body").map_or(Expr::Unknown, |it| Expr::List(all(it)))
            }
            "expression_list" => Expr::any(all(node)),
            "call_expression" => {
                let called = field(node, "function").map_or("", |it| self.text(it));
                Expr::Name(format!("{}()", last_part(called)).into())
            }
            "variadic_argument" => node
                .named_child(0)
                .map_or(Expr::Unknown, |it| Expr::Member(Box::new(self.value(it)))),
            _ => Expr::Unknown,
        }
    }

    /// `package.Name`: constants are looked up by their last part.
    fn selected(&self, node: Node<'a>) -> Expr {
        let operand = field(node, "operand").map(|it| it.kind());
        match (operand, field(node, "field")) {
            (Some("identifier"), Some(name)) => Expr::Name(self.text(name).into()),
            _ => Expr::Unknown,
        }
    }

    fn meaning(&self, node: Node<'a>, name: &str) -> Expr {
        let functions = parents(node)
            .filter(|it| it.kind().starts_with("func") || it.kind() == "method_declaration");
        for function in functions {
            if let Some(value) = self.known_in(function, node, name) {
                return value;
            }
        }
        Expr::Name(name.into())
    }

    /// The value of `name` in one function, worked out once; a name that needs itself is unknown.
    fn known_in(&self, function: Node<'a>, node: Node<'a>, name: &str) -> Option<Expr> {
        let key = (function.id(), name.to_owned());
        if let Some(known) = self.known.borrow().get(&key) {
            return known.clone();
        }
        self.known
            .borrow_mut()
            .insert(key.clone(), Some(Expr::Unknown));
        let mut values = self.assigned(function, name);
        values.extend(self.parameter(function, node, name));
        let value = (!values.is_empty()).then(|| Expr::any(values));
        self.known.borrow_mut().insert(key, value.clone());
        value
    }

    fn parameter(&self, function: Node<'a>, node: Node<'a>, name: &str) -> Option<Expr> {
        let parameters = children(field(function, "parameters")?);
        let names = parameters.into_iter().flat_map(|it| {
            let rest = it.kind() == "variadic_parameter_declaration";
            let names = children(it)
                .into_iter()
                .filter(|it| it.kind() == "identifier");
            names.map(|it| (self.text(it), rest)).collect::<Vec<_>>()
        });
        let names: Vec<_> = names.collect();
        let index = names.iter().position(|(it, _)| *it == name)?;
        let dots = if names[index].1 { "..." } else { "" };
        if function.kind() == "func_literal" {
            return Some(Expr::Unknown);
        }
        Some(Expr::Param(Param {
            owner: self.symbol(node),
            index,
            name: format!("{dots}{name}").into(),
            default: None,
        }))
    }

    fn assigned(&self, function: Node<'a>, name: &str) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut waiting: Vec<_> = field(function, "body").into_iter().collect();
        while let Some(node) = waiting.pop() {
            found.extend(self.binding(node, name));
            waiting.extend(children(node));
        }
        found
    }

    fn binding(&self, node: Node<'a>, name: &str) -> Option<Expr> {
        if !matches!(
            node.kind(),
            "short_var_declaration" | "assignment_statement" | "range_clause"
        ) {
            return None;
        }
        let left = children(field(node, "left")?);
        let index = left.iter().position(|it| self.text(*it) == name)?;
        let right = field(node, "right")?;
        if node.kind() == "range_clause" {
            return (index == 1).then(|| Expr::Member(Box::new(self.value(right))));
        }
        let values = children(right);
        values.get(index).map(|it| self.value(*it))
    }
}
