//! Go by its syntax tree: `os.Getenv`, flags with `EnvVars`, and look-ups in the environment of a
//! container, which the toolkit keeps in maps called `env`.

mod value;

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, LazyLock};

use tree_sitter::Node;

use crate::expr::Expr;
use crate::helpers::{Arguments, Helpers};
use crate::syntax::{Source, children, field, line, parents, statement};
use crate::unit::{Kind, Language, Otherwise, Read, Unit, last_part};

static LANGUAGE: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_go::LANGUAGE.into());

/// Words of which a file holds at least one if it reads an environment itself.
pub(crate) const MARKS: &[&str] = &["Getenv", "LookupEnv", "EnvVars", "env["];

/// Functions whose arguments are all names.
const READERS: &[&str] = &["os.Getenv", "os.LookupEnv", "syscall.Getenv", "cli.EnvVars"];

/// A file being read.
pub(crate) struct File<'a> {
    source: &'a Source,
    path: &'a str,
    helpers: &'a Helpers,
    known: RefCell<HashMap<(usize, String), Option<Expr>>>,
}

/// Reads one file; `helpers` are those found so far.
pub(crate) fn read(path: &str, text: Vec<u8>, helpers: &Helpers) -> Unit {
    let source = Source::parse(text, &LANGUAGE);
    let file = File::new(path, &source, helpers);
    let nodes = source.nodes();
    Unit {
        constants: constants(&file, &nodes),
        imports: BTreeMap::new(),
        reads: nodes.iter().flat_map(|it| file.reads_at(*it)).collect(),
    }
}

/// Constants and variables outside functions.
fn constants<'a>(file: &File<'a>, nodes: &[Node<'a>]) -> BTreeMap<String, Expr> {
    let specs = nodes
        .iter()
        .filter(|it| matches!(it.kind(), "const_spec" | "var_spec"));
    let outside = specs.filter(|it| !parents(**it).any(|it| it.kind() == "block"));
    let returns = nodes.iter().filter(|it| it.kind() == "return_statement");
    let results = returns.filter_map(|it| {
        let function = parents(*it).find(|it| it.kind().ends_with("_declaration"))?;
        let value = file.value(it.named_child(0)?.named_child(0)?);
        let fixed = matches!(value, Expr::List(_) | Expr::Text(_)) && value.says_something();
        fixed.then_some((format!("{}()", file.text(field(function, "name")?)), value))
    });
    let named = outside.filter_map(|it| {
        let value = file.value(field(*it, "value")?.named_child(0)?);
        Some((file.text(field(*it, "name")?).to_owned(), value))
    });
    named.chain(results).collect()
}

/// What lines are called: the function, class or variable around the first sign of each.
pub(crate) fn symbols_at(path: &str, text: Vec<u8>, lines: &[usize]) -> Vec<Option<Arc<str>>> {
    let source = Source::parse(text, &LANGUAGE);
    let helpers = Helpers::default();
    let file = &File::new(path, &source, &helpers);
    let symbol = |line: &usize| source.at_line(*line).map(|node| file.symbol(node));
    lines.iter().map(symbol).collect()
}

impl<'a> File<'a> {
    fn new(path: &'a str, source: &'a Source, helpers: &'a Helpers) -> Self {
        Self {
            source,
            path,
            helpers,
            known: RefCell::default(),
        }
    }

    fn text(&self, node: Node<'_>) -> &'a str {
        self.source.of(node)
    }

    fn reads_at(&self, node: Node<'a>) -> Vec<Read> {
        match node.kind() {
            "call_expression" => self.call(node),
            "index_expression" => self.look_up(node).into_iter().collect(),
            _ => Vec::new(),
        }
    }

    /// `x.env[NAME]`, unless it is being set.
    fn look_up(&self, node: Node<'a>) -> Option<Read> {
        let map = self.text(field(node, "operand")?);
        if !matches!(last_part(map), "env" | "environment") || is_target(node) {
            return None;
        }
        let name = self.value(field(node, "index")?);
        Some(self.read(node, name, "environment of the container"))
    }

    fn call(&self, node: Node<'a>) -> Vec<Read> {
        let Some(function) = field(node, "function") else {
            return Vec::new();
        };
        let path = self.text(function);
        let arguments = field(node, "arguments").map(children).unwrap_or_default();
        let values: Vec<_> = arguments.iter().map(|it| self.value(*it)).collect();
        if READERS.contains(&path) {
            return values
                .into_iter()
                .map(|it| self.read(node, it, path))
                .collect();
        }
        if let ("strings.HasPrefix", [name, _]) = (path, &arguments[..])
            && self.runs_over_environment(*name)
        {
            let prefix = Expr::Join(vec![values[1].clone(), Expr::Unknown]);
            return vec![self.read(node, prefix, "loop over the container's environment")];
        }
        let given = Arguments {
            positional: values,
            keyword: Vec::new(),
            sources: Vec::new(),
        };
        let helpers = self.helpers.called(Language::Go, last_part(path));
        let helpers = helpers
            .filter(|it| *it.file == *self.path || it.symbol.starts_with(char::is_uppercase));
        let reads = helpers.filter_map(|it| {
            let read = self.read(node, given.apply(it)?.0, &it.symbol);
            Some(Read {
                kind: Kind::Helped,
                ..read
            })
        });
        reads.collect()
    }

    /// Whether a loop around the node runs it over an environment.
    fn runs_over_environment(&self, node: Node<'a>) -> bool {
        let loops = parents(node).filter_map(|it| {
            children(it)
                .into_iter()
                .find(|it| it.kind() == "range_clause")
        });
        loops.into_iter().any(|it| {
            let left = field(it, "left").and_then(|it| it.named_child(0));
            let over = field(it, "right").map_or("", |it| self.text(it));
            left.is_some_and(|it| self.text(it) == self.text(node)) && last_part(over) == "env"
        })
    }

    fn read(&self, node: Node<'a>, name: Expr, reader: &str) -> Read {
        let around = parents(node)
            .find(|it| it.kind().ends_with("_statement") || it.kind() == "keyed_element");
        let shown = around
            .filter(|it| it.byte_range().len() < 120)
            .unwrap_or(node);
        Read {
            name,
            reader: reader.into(),
            line: line(node),
            statement: statement(node),
            symbol: self.symbol(node),
            default: Otherwise::None,
            expression: self.source.line_of(shown, 120).into(),
            kind: Kind::Read,
        }
    }

    /// The function around a node, with the type it belongs to.
    fn symbol(&self, node: Node<'_>) -> Arc<str> {
        let function = parents(node)
            .find(|it| matches!(it.kind(), "function_declaration" | "method_declaration"));
        let Some(function) = function else {
            let variable = parents(node).find(|it| it.kind() == "var_spec");
            return variable
                .and_then(|it| field(it, "name"))
                .map_or("", |it| self.text(it))
                .into();
        };
        let name = field(function, "name").map_or("", |it| self.text(it));
        let receiver = field(function, "receiver").map(|it| self.text(it));
        let kind =
            receiver.and_then(|it| it.trim_matches(['(', ')']).split([' ', '*']).next_back());
        match kind {
            Some(kind) => format!("{kind}.{name}").into(),
            None => name.into(),
        }
    }
}

fn is_target(node: Node<'_>) -> bool {
    let assigned = parents(node).find(|it| it.kind() != "expression_list");
    let assigned = assigned.filter(|it| it.kind() == "assignment_statement");
    let left = assigned.and_then(|it| field(it, "left"));
    left.is_some_and(|it| it.byte_range().contains(&node.start_byte()))
}
