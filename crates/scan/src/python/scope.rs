//! Scopes: what a name means at a place, and what a place is called.

use std::sync::Arc;

use tree_sitter::Node;

use crate::expr::{Expr, Param};
use crate::syntax::{children, field, parents};

use super::{File, bind, module};

/// A parameter of a function, without `self`.
struct Parameter<'t> {
    name: &'t str,
    default: Option<Node<'t>>,
}

/// What `name` stands for at `node`.
pub(super) fn meaning<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Expr {
    let mut below = node;
    for scope in parents(node) {
        let from = std::mem::replace(&mut below, scope);
        // Defaults of parameters belong to what is around the function.
        if !is_scope(scope) || field(scope, "parameters") == Some(from) {
            continue;
        }
        if let Some(value) = known_in(file, scope, name) {
            return value;
        }
    }
    let class = class_path(file, node);
    let directly = !parents(node).any(|it| it.kind() == "function_definition");
    if directly && !class.is_empty() {
        return Expr::Any(vec![
            Expr::Name(module::join(&class, name).into()),
            Expr::Name(name.into()),
        ]);
    }
    Expr::Name(name.into())
}

fn is_scope(node: Node<'_>) -> bool {
    let kind = node.kind();
    matches!(
        kind,
        "function_definition" | "lambda" | "generator_expression"
    ) || kind.ends_with("comprehension")
}

/// The value of `name` in one scope, worked out once; a name that needs itself is unknown.
fn known_in<'a>(file: &File<'a>, scope: Node<'a>, name: &str) -> Option<Expr> {
    let key = (scope.id(), name.to_owned());
    if let Some(known) = file.known.borrow().get(&key) {
        return known.clone();
    }
    file.known
        .borrow_mut()
        .insert(key.clone(), Some(Expr::Unknown));
    let found = in_scope(file, scope, name);
    let value = found.map(|it| Expr::any(it.into_iter().map(|it| it.value(file)).collect()));
    file.known.borrow_mut().insert(key, value.clone());
    value
}

/// What `name` is given in a scope itself; `None` where the scope does not know it.
fn in_scope<'a>(file: &File<'a>, scope: Node<'a>, name: &str) -> Option<Vec<Meaning<'a>>> {
    match scope.kind() {
        kind if kind.ends_with("comprehension") || kind == "generator_expression" => {
            bound(file, scope, name)
        }
        "function_definition" => function(file, scope, name),
        "lambda" => parameter_names(file, scope).contains(&name).then(Vec::new),
        _ => None,
    }
}

/// A value of a name in a scope.
enum Meaning<'t> {
    Bound(bind::Bound<'t>),
    Param(Param),
}

impl<'t> Meaning<'t> {
    fn value(self, file: &File<'t>) -> Expr {
        match self {
            Self::Bound(bound) => bound.in_file(file),
            Self::Param(param) => Expr::Param(param),
        }
    }
}

fn function<'a>(file: &File<'a>, scope: Node<'a>, name: &str) -> Option<Vec<Meaning<'a>>> {
    let parameters = parameters(file, scope);
    let index = parameters.iter().position(|it| it.name == name);
    let param = index.map(|index| Param {
        owner: owner(file, scope),
        index,
        name: name.into(),
        default: parameters[index].default.map(|it| file.value(it).into()),
    });
    let assigned = bound(file, scope, name);
    if param.is_none() && assigned.is_none() {
        return None;
    }
    let param = param.map(Meaning::Param).into_iter();
    Some(param.chain(assigned.into_iter().flatten()).collect())
}

fn bound<'a>(file: &File<'a>, scope: Node<'a>, name: &str) -> Option<Vec<Meaning<'a>>> {
    let found = bindings(file, scope, name);
    (!found.is_empty()).then(|| found.into_iter().map(Meaning::Bound).collect())
}

fn bindings<'a>(file: &File<'a>, scope: Node<'a>, name: &str) -> Vec<bind::Bound<'a>> {
    let mut known = file.bindings.borrow_mut();
    let of_scope = known
        .entry(scope.id())
        .or_insert_with(|| bind::within(file, scope));
    of_scope.get(name).cloned().unwrap_or_default()
}

/// The expressions that `name` is assigned where `node` can see it.
pub(super) fn values_of<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Vec<Node<'a>> {
    let scopes = parents(node);
    let scopes = scopes.filter(|it| matches!(it.kind(), "function_definition" | "module"));
    for scope in scopes {
        let assigned = bindings(file, scope, name).into_iter();
        let mut values: Vec<_> = assigned.filter_map(bind::Bound::whole).collect();
        let mut own = parameters(file, scope).into_iter();
        let own = own.find(|it| it.name == name);
        let shadows = own.is_some();
        values.extend(own.and_then(|it| it.default));
        if shadows || !values.is_empty() {
            return values;
        }
    }
    Vec::new()
}

/// What a loop or comprehension around `node` runs `name` over.
pub(super) fn loops_of<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Vec<Node<'a>> {
    let scopes = parents(node).filter(|it| is_scope(*it) || it.kind() == "module");
    let bound = scopes.flat_map(|it| bindings(file, it, name));
    bound.filter_map(bind::Bound::looped).collect()
}

/// The default of the enclosing function's parameter `name`.
pub(super) fn default_of<'a>(file: &File<'a>, node: Node<'a>, name: &str) -> Option<Node<'a>> {
    let function = parents(node).find(|it| it.kind() == "function_definition")?;
    let mut own = parameters(file, function).into_iter();
    own.find(|it| it.name == name)?.default
}

fn parameter_names<'a>(file: &File<'a>, scope: Node<'a>) -> Vec<&'a str> {
    parameters(file, scope).iter().map(|it| it.name).collect()
}

fn parameters<'a>(file: &File<'a>, function: Node<'a>) -> Vec<Parameter<'a>> {
    let list = field(function, "parameters");
    let all = list.map(children).unwrap_or_default().into_iter();
    let all = all.filter_map(|it| {
        let name = match it.kind() {
            "identifier" => it,
            _ => field(it, "name").or_else(|| it.named_child(0))?,
        };
        let default = field(it, "value");
        let name = file.text(name).trim_start_matches('*');
        Some(Parameter { name, default })
    });
    all.filter(|it| !matches!(it.name, "self" | "cls" | ""))
        .collect()
}

/// What a helper is called: a constructor by its class.
fn owner(file: &File<'_>, function: Node<'_>) -> Arc<str> {
    let path = path(file, function, true);
    path.strip_suffix(".__init__").unwrap_or(&path).into()
}

/// The classes around a node.
pub(super) fn class_path(file: &File<'_>, node: Node<'_>) -> String {
    let classes = parents(node).filter(|it| it.kind() == "class_definition");
    let mut names: Vec<_> = classes
        .filter_map(|it| Some(file.source.of(field(it, "name")?)))
        .collect();
    names.reverse();
    names.join(".")
}

/// Functions and classes around a node, and the node itself where `own` is set.
fn path(file: &File<'_>, node: Node<'_>, own: bool) -> String {
    let around = own.then_some(node).into_iter().chain(parents(node));
    let around =
        around.filter(|it| matches!(it.kind(), "class_definition" | "function_definition"));
    let mut names: Vec<_> = around
        .filter_map(|it| Some(file.source.of(field(it, "name")?)))
        .collect();
    names.reverse();
    names.join(".")
}

/// What a place is called: the function around it; outside functions the variable that is set,
/// and where none is, the module.
pub(super) fn symbol(file: &File<'_>, node: Node<'_>) -> Arc<str> {
    let around = path(file, node, false);
    if parents(node).any(|it| it.kind() == "function_definition") {
        return around.into();
    }
    let statement = parents(node).find(|it| it.kind() == "assignment");
    let variable = statement
        .and_then(|it| field(it, "left"))
        .filter(|it| matches!(it.kind(), "identifier" | "attribute"))
        .map(|it| module::join(&around, file.source.of(it)));
    match variable {
        Some(variable) => variable.into(),
        None if around.is_empty() => module::name_of(file.path).into(),
        None => around.into(),
    }
}
