//! Calls that read: `getenv`, settings with `env_name_force`, options of argparse, and helpers.

use std::sync::Arc;

use tree_sitter::Node;

use crate::expr::Expr;
use crate::helpers::Arguments;
use crate::syntax::{children, field, line, statement};
use crate::unit::{Kind, Otherwise, Read};

use super::{File, fragment, scope};

/// Keyword arguments that name variables, wherever they stand.
const KEYWORDS: &[&str] = &["env_name_force", "env_name_default"];

/// The arguments of a call.
pub(super) struct Given<'t> {
    positional: Vec<Node<'t>>,
    keyword: Vec<(&'t str, Node<'t>)>,
}

impl<'t> Given<'t> {
    pub(super) fn of(file: &File<'t>, call: Node<'t>) -> Self {
        let mut given = Self {
            positional: Vec::new(),
            keyword: Vec::new(),
        };
        let Some(arguments) = field(call, "arguments") else {
            return given;
        };
        for argument in children(arguments) {
            match (field(argument, "name"), field(argument, "value")) {
                (Some(name), Some(value)) if argument.kind() == "keyword_argument" => {
                    given.keyword.push((file.text(name), value));
                }
                _ => given.positional.push(argument),
            }
        }
        given
    }

    /// An argument by place or by name.
    pub(super) fn at(&self, index: usize, name: &str) -> Option<Node<'t>> {
        let positional = self.positional.get(index).copied();
        positional.or_else(|| self.named(name))
    }

    fn named(&self, name: &str) -> Option<Node<'t>> {
        let mut keyword = self.keyword.iter();
        keyword
            .find(|(key, _)| *key == name)
            .map(|(_, value)| *value)
    }
}

impl<'a> File<'a> {
    pub(super) fn call(&self, node: Node<'a>) -> Vec<Read> {
        let Some(function) = field(node, "function") else {
            return Vec::new();
        };
        if let Some(read) = self.method(node, function) {
            return vec![read];
        }
        if let Some(read) = self.prefix(node, function) {
            return vec![read];
        }
        if let Some("os.getenv" | "os.getenvb") = self.full_name(function).as_deref() {
            return self
                .read_with_default(node, "os.getenv")
                .into_iter()
                .collect();
        }
        let mut given = Given::of(self, node);
        let mut reads = self.settings(node, &given);
        if !reads.is_empty() {
            return reads;
        }
        reads.extend(self.option(node, &given));
        if let ("partial" | "functools.partial", false) =
            (self.text(function), given.positional.is_empty())
        {
            let function = given.positional.remove(0);
            reads.extend(self.helped(node, function, &given));
        }
        reads.extend(self.helped(node, function, &given));
        reads
    }

    /// `Config(default=…, env_name_force="NAME")`.
    fn settings(&self, node: Node<'a>, given: &Given<'a>) -> Vec<Read> {
        let named = given.keyword.iter();
        let named = named.filter(|(key, _)| KEYWORDS.contains(key));
        let default = given.named("default");
        let default = default.map_or(Otherwise::None, |it| self.otherwise(it));
        named
            .map(|(key, value)| Read {
                line: line(node),
                statement: statement(node),
                expression: self.source_text(node),
                ..self.read(*value, *value, key, default.clone())
            })
            .collect()
    }

    /// `add_argument("--name", action=CLASS)`, where the class reads `PET_NAME`.
    fn option(&self, node: Node<'a>, given: &Given<'a>) -> Vec<Read> {
        let Some(action) = given.named("action") else {
            return Vec::new();
        };
        let Some(name) = self.destination(given) else {
            return Vec::new();
        };
        let default = given.named("default");
        let arguments = Arguments {
            positional: vec![Expr::text(name)],
            keyword: Vec::new(),
            sources: vec![("default".into(), default.map(|it| self.source_text(it)))],
        };
        self.through(node, action, &arguments)
    }

    /// What argparse calls the option's value.
    fn destination(&self, given: &Given<'a>) -> Option<String> {
        let literal = |node| match self.value(node) {
            Expr::Text(text) => Some(text.to_string()),
            _ => None,
        };
        if let Some(name) = given.named("dest") {
            return literal(name);
        }
        let names: Vec<_> = given
            .positional
            .iter()
            .filter_map(|it| literal(*it))
            .collect();
        let long = names.iter().find(|it| it.starts_with("--"));
        let name = long.or_else(|| names.first())?;
        Some(name.trim_start_matches('-').replace('-', "_"))
    }

    /// Whether a helper is called like this.
    fn may_help(&self, function: Node<'a>) -> bool {
        let called = field(function, "attribute").unwrap_or(function);
        let called = self.called(self.text(called));
        let mut helpers = self.helpers.called(crate::unit::Language::Python, called);
        helpers.next().is_some()
    }

    /// The name by which a helper is known, whatever the file imports it as.
    fn called<'n>(&'n self, path: &'n str) -> &'n str {
        let import = self.imports.get(path).and_then(|it| it.member.as_deref());
        import.or_else(|| path.rsplit('.').next()).unwrap_or(path)
    }

    fn helped(&self, node: Node<'a>, function: Node<'a>, given: &Given<'a>) -> Vec<Read> {
        if !self.may_help(function) {
            return Vec::new();
        }
        let positional = given.positional.iter().map(|it| self.value(*it)).collect();
        let keyword = given.keyword.iter();
        let keyword = keyword.map(|(key, value)| ((*key).into(), self.value(*value)));
        let sources = given.keyword.iter();
        let sources = sources.map(|(key, value)| ((*key).into(), Some(self.source_text(*value))));
        let places = given.positional.iter().enumerate();
        let places = places.map(|(at, it)| (at.to_string().into(), Some(self.source_text(*it))));
        let arguments = Arguments {
            positional,
            keyword: keyword.collect(),
            sources: sources.chain(places).collect(),
        };
        self.through(node, function, &arguments)
    }

    /// Reads by calling a helper.
    fn through(&self, node: Node<'a>, callee: Node<'a>, arguments: &Arguments) -> Vec<Read> {
        let Some(path) = self.dotted(callee) else {
            return Vec::new();
        };
        let called = self.called(&path);
        let helpers = self.helpers.called(crate::unit::Language::Python, called);
        let helpers = helpers.filter(|it| self.means(&path, it));
        helpers
            .filter_map(|helper| {
                let (name, default) = arguments.apply(helper)?;
                Some(Read {
                    name,
                    reader: Arc::clone(&helper.symbol),
                    line: line(node),
                    statement: statement(node),
                    symbol: scope::symbol(self, node),
                    default,
                    expression: fragment::around(self, node),
                    kind: Kind::Helped,
                })
            })
            .collect()
    }

    /// A default: a parameter of the enclosing helper, or text.
    pub(super) fn otherwise(&self, node: Node<'a>) -> Otherwise {
        if let Expr::Param(param) = self.value(node) {
            let own = scope::default_of(self, node, &param.name);
            return Otherwise::Param(param, own.map(|it| self.source_text(it)));
        }
        Otherwise::Source(self.source_text(node))
    }
}
