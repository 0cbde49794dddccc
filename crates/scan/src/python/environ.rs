//! `os.environ` and everything that is it, a copy of it, or a name for it.

use std::collections::BTreeSet;

use tree_sitter::Node;

use crate::expr::Expr;
use crate::syntax::{Source, children, field, parents};
use crate::unit::{Otherwise, Read};

use super::{File, scope};

/// Methods of the environment whose first argument is a name that they look at.
const METHODS: &[&str] = &["get", "setdefault", "pop", "__getitem__", "__contains__"];

impl<'a> File<'a> {
    /// `os.environ["NAME"]`, unless it is being set or deleted.
    pub(super) fn subscript(&self, node: Node<'a>) -> Option<Read> {
        let of = field(node, "value").filter(|it| self.is_environ(*it))?;
        let name = field(node, "subscript").filter(|_| !is_target(node))?;
        let reader = format!("{}[]", self.environ_name(of));
        Some(self.read(node, name, &reader, Otherwise::None))
    }

    /// `"NAME" in os.environ`.
    pub(super) fn membership(&self, node: Node<'a>) -> Option<Read> {
        let operands = children(node);
        let [name, of] = operands[..] else {
            return None;
        };
        let operator = field(node, "operators").map(|it| self.text(it))?;
        if !matches!(operator, "in" | "not in") || !self.is_environ(of) {
            return None;
        }
        let reader = format!("in {}", self.environ_name(of));
        Some(self.read(node, name, &reader, Otherwise::None))
    }

    /// `os.environ.get("NAME", default)` and its like.
    pub(super) fn method(&self, node: Node<'a>, function: Node<'a>) -> Option<Read> {
        let method = field(function, "attribute").map(|it| self.text(it))?;
        let of = field(function, "object").filter(|_| METHODS.contains(&method))?;
        if !self.is_environ(of) {
            return None;
        }
        let reader = format!("{}.{method}", self.environ_name(of));
        self.read_with_default(node, &reader)
    }

    /// `name.startswith("PREFIX")`, where `name` runs over the environment.
    pub(super) fn prefix(&self, node: Node<'a>, function: Node<'a>) -> Option<Read> {
        let of = field(function, "object").filter(|it| it.kind() == "identifier")?;
        let method = field(function, "attribute").map(|it| self.text(it))?;
        let could = method == "startswith" && self.text_holds_environ();
        if !could || !self.runs_over_environ(of) {
            return None;
        }
        let prefix = super::call::Given::of(self, node).at(0, "prefix")?;
        let mut read = self.read(node, prefix, "loop over os.environ", Otherwise::None);
        read.name = Expr::Join(vec![Expr::any(vec![read.name]), Expr::Unknown]);
        Some(read)
    }

    fn text_holds_environ(&self) -> bool {
        memchr::memmem::find(&self.source.text, b"environ").is_some()
    }

    fn runs_over_environ(&self, node: Node<'a>) -> bool {
        let over = scope::loops_of(self, node, self.text(node));
        over.into_iter().any(|it| {
            let called = field(it, "function").and_then(|it| field(it, "object"));
            self.is_environ(called.unwrap_or(it))
        })
    }

    /// A call whose first argument is the name and whose second is the default.
    pub(super) fn read_with_default(&self, node: Node<'a>, reader: &str) -> Option<Read> {
        let given = super::call::Given::of(self, node);
        let name = given.at(0, "key")?;
        let default = given.at(1, "default");
        let default = default.map_or(Otherwise::None, |it| self.otherwise(it));
        Some(self.read(node, name, reader, default))
    }

    /// The reader's name: copies of the environment are called that.
    fn environ_name(&self, of: Node<'a>) -> &'static str {
        if self.names_environ(of) {
            "os.environ"
        } else {
            "copy of os.environ"
        }
    }

    /// Whether the node is `os.environ` itself, under whatever name the file imports it.
    fn names_environ(&self, node: Node<'a>) -> bool {
        match self.full_name(node).as_deref() {
            Some("os.environ" | "os.environb") => true,
            _ => node.kind() == "identifier" && self.assigned(node, Self::names_environ),
        }
    }

    /// Whether the node holds the environment or a copy of it.
    pub(super) fn is_environ(&self, node: Node<'a>) -> bool {
        let all = |nodes: Vec<Node<'a>>| nodes.into_iter().any(|it| self.is_environ(it));
        match node.kind() {
            "attribute" => self.names_environ(node),
            "identifier" => self.names_environ(node) || self.assigned(node, Self::is_environ),
            "call" => self.copies_environ(node),
            "parenthesized_expression"
            | "boolean_operator"
            | "conditional_expression"
            | "dictionary"
            | "dictionary_splat"
            | "named_expression" => all(children(node)),
            _ => false,
        }
    }

    fn copies_environ(&self, node: Node<'a>) -> bool {
        let Some(function) = field(node, "function") else {
            return false;
        };
        if let Some(of) = field(function, "object") {
            let method = field(function, "attribute").map(|it| self.text(it));
            return match method {
                Some("copy") => self.is_environ(of),
                Some("deepcopy") => self.first_argument_is_environ(node),
                _ => false,
            };
        }
        matches!(self.text(function), "dict" | "copy" | "deepcopy")
            && self.first_argument_is_environ(node)
    }

    fn first_argument_is_environ(&self, node: Node<'a>) -> bool {
        let first = field(node, "arguments").and_then(|it| it.named_child(0));
        first.is_some_and(|it| self.is_environ(it))
    }

    /// Whether any value that the identifier is given passes `test`.
    fn assigned(&self, node: Node<'a>, test: impl Fn(&Self, Node<'a>) -> bool) -> bool {
        let name = self.text(node);
        if !self.may_be_environ.contains(name) {
            return false;
        }
        let values = scope::values_of(self, node, name);
        let key = (usize::MAX - node.id(), name.to_owned());
        if !self.open.borrow_mut().insert(key.clone()) {
            return false;
        }
        let found = values.into_iter().any(|it| test(self, it));
        self.open.borrow_mut().remove(&key);
        found
    }
}

/// Whether the subscript is assigned to or deleted, which reads nothing.
fn is_target(node: Node<'_>) -> bool {
    let mut below = node;
    for parent in parents(node) {
        match parent.kind() {
            "assignment" => return field(parent, "left") == Some(below),
            "delete_statement" => return true,
            "pattern_list" | "tuple_pattern" | "expression_list" => below = parent,
            "for_statement" => return field(parent, "left") == Some(below),
            _ => return false,
        }
    }
    false
}

/// The names that may stand for the environment: those given something that says `environ`, or
/// another such name.
pub(super) fn candidates<'t>(source: &'t Source, nodes: &[Node<'t>]) -> BTreeSet<&'t str> {
    let mut found = BTreeSet::from(["environ"]);
    let given: Vec<_> = nodes.iter().flat_map(|it| given(source, *it)).collect();
    loop {
        let before = found.len();
        for (name, value) in &given {
            let word = |it: char| !(it.is_alphanumeric() || it == '_');
            if value.split(word).any(|it| found.contains(it)) {
                found.insert(name);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Names that a node binds or gives a default, with the text of what they are given.
fn given<'t>(source: &'t Source, node: Node<'t>) -> Vec<(&'t str, &'t str)> {
    let default = node.kind().ends_with("default_parameter");
    if default && let (Some(name), Some(value)) = (field(node, "name"), field(node, "value")) {
        return vec![(source.of(name), source.of(value))];
    }
    let bound = super::bind::targets(node).into_iter();
    let whole = bound.filter_map(|(name, value)| Some((name, value.whole()?)));
    let short = whole.filter(|(_, value)| value.byte_range().len() < 400);
    short
        .map(|(name, value)| (source.of(name), source.of(value)))
        .collect()
}
