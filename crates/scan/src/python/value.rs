//! What a Python expression can be, as far as names of variables need it.

use tree_sitter::Node;

use crate::expr::Expr;
use crate::syntax::{children, field};

use super::{File, module, scope};

/// Functions that give back what they are given, or its members.
const TRANSPARENT: &[&str] = &[
    "str",
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "reversed",
];

impl<'a> File<'a> {
    /// A node as an expression.
    pub(super) fn value(&self, node: Node<'a>) -> Expr {
        let all = |nodes: Vec<Node<'a>>| nodes.into_iter().map(|it| self.value(it)).collect();
        match node.kind() {
            "string" => self.string(node),
            "concatenated_string" => Expr::Join(all(children(node))),
            "integer" => Expr::text(self.text(node)),
            "identifier" => scope::meaning(self, node, self.text(node)),
            "attribute" => self.attribute(node),
            "subscript" => self.element(node),
            "call" => self.result(node),
            "binary_operator" => self.operation(node),
            "list" | "tuple" | "set" | "expression_list" => Expr::List(all(children(node))),
            "list_splat" => Expr::Member(Box::new(Expr::any(all(children(node))))),
            "dictionary" => self.dictionary(node),
            "boolean_operator" => Expr::any(all(children(node))),
            "conditional_expression" => self.either(node),
            "parenthesized_expression" => node
                .named_child(0)
                .map_or(Expr::Unknown, |it| self.value(it)),
            "named_expression" => self.value_of(field(node, "value")),
            "list_comprehension" | "generator_expression" | "set_comprehension" => {
                let body = self.value_of(field(node, "body"));
                Expr::List(vec![body])
            }
            _ => Expr::Unknown,
        }
    }

    fn value_of(&self, node: Option<Node<'a>>) -> Expr {
        node.map_or(Expr::Unknown, |it| self.value(it))
    }

    /// A literal; holes of an f-string are evaluated too.
    fn string(&self, node: Node<'a>) -> Expr {
        let parts = children(node)
            .into_iter()
            .filter_map(|part| match part.kind() {
                "string_content" => Some(Expr::text(self.text(part))),
                "interpolation" => Some(self.value_of(field(part, "expression"))),
                _ => None,
            });
        let mut parts: Vec<_> = parts.collect();
        match parts.len() {
            0 => Expr::text(""),
            1 => parts.remove(0),
            _ => Expr::Join(parts),
        }
    }

    fn either(&self, node: Node<'a>) -> Expr {
        let parts = children(node);
        match parts[..] {
            [yes, _, no] => Expr::Any(vec![self.value(yes), self.value(no)]),
            _ => Expr::Unknown,
        }
    }

    fn dictionary(&self, node: Node<'a>) -> Expr {
        let pairs = children(node).into_iter().filter_map(|it| {
            let key = self.value(field(it, "key")?);
            Some((key, self.value(field(it, "value")?)))
        });
        Expr::Pairs(pairs.collect())
    }

    fn attribute(&self, node: Node<'a>) -> Expr {
        let Some(path) = self.dotted(node) else {
            return Expr::Unknown;
        };
        // `Choice.NAME.value` of an enumeration.
        let path = path.strip_suffix(".value").unwrap_or(&path);
        let (root, rest) = path.split_once('.').unwrap_or((path, ""));
        if matches!(root, "self" | "cls") {
            let class = scope::class_path(self, node);
            return Expr::Name(module::join(&class, rest).into());
        }
        Expr::Name(path.into())
    }

    fn element(&self, node: Node<'a>) -> Expr {
        let of = Box::new(self.value_of(field(node, "value")));
        let index = field(node, "subscript").map(|it| self.text(it));
        match index.and_then(|it| it.parse().ok()) {
            Some(index) => Expr::At(of, index),
            None => Expr::Any(vec![Expr::Values(of)]),
        }
    }

    fn operation(&self, node: Node<'a>) -> Expr {
        let left = self.value_of(field(node, "left"));
        let right = self.value_of(field(node, "right"));
        let operator = field(node, "operator").map(|it| self.text(it));
        match (operator, left) {
            (Some("+"), left) => Expr::Join(vec![left, right]),
            (Some("%"), Expr::Text(format)) => {
                let values = match right {
                    Expr::List(values) => values,
                    single => vec![single],
                };
                fill_in(&format, &["%s", "%d", "%r"], values)
            }
            (Some("|"), left) => Expr::Any(vec![left, right]),
            _ => Expr::Unknown,
        }
    }

    fn result(&self, node: Node<'a>) -> Expr {
        let Some(function) = field(node, "function") else {
            return Expr::Unknown;
        };
        let arguments = field(node, "arguments").map(children).unwrap_or_default();
        let mut values = arguments.iter().map(|it| self.value(*it));
        if function.kind() == "identifier" {
            let name = self.text(function);
            return match values.next() {
                Some(first) if TRANSPARENT.contains(&name) => first,
                _ => Expr::Name(format!("{name}()").into()),
            };
        }
        let of = self.value_of(field(function, "object"));
        match field(function, "attribute").map(|it| self.text(it)) {
            Some("upper") => Expr::Upper(Box::new(of)),
            Some("items") => Expr::Items(Box::new(of)),
            Some("values") => Expr::Values(Box::new(of)),
            Some("keys" | "strip" | "copy" | "encode" | "decode") => of,
            Some("format") => match of {
                Expr::Text(format) => fill_in(&format, &["{}"], values.collect()),
                _ => Expr::Unknown,
            },
            // What the function gives back, see `module::results`.
            _ => self.dotted(function).map_or(Expr::Unknown, |path| {
                let path = path.strip_prefix("self.").unwrap_or(&path);
                Expr::Name(format!("{path}()").into())
            }),
        }
    }
}

/// A format with its holes filled.
fn fill_in(format: &str, holes: &[&str], values: Vec<Expr>) -> Expr {
    let mut values = values.into_iter();
    let mut parts = Vec::new();
    let mut rest = format;
    let first = |text: &str| {
        holes
            .iter()
            .filter_map(|hole| Some((text.find(hole)?, *hole)))
            .min()
    };
    while let Some((at, hole)) = first(rest) {
        parts.push(Expr::text(&rest[..at]));
        parts.push(values.next().unwrap_or(Expr::Unknown));
        rest = &rest[at + hole.len()..];
    }
    parts.push(Expr::text(rest));
    Expr::Join(parts)
}
