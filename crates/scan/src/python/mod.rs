//! Python by its syntax tree: `os.environ`, `getenv`, settings with `env_name_force`, options of
//! argparse that take their default from the environment, and helpers that are given the name.

mod bind;
mod call;
mod environ;
mod fragment;
mod import;
mod module;
mod scope;
mod value;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, LazyLock};

use tree_sitter::Node;

use crate::expr::Expr;
use crate::helpers::Helpers;
use crate::syntax::{Source, line, statement};
use crate::unit::{Kind, Otherwise, Read, Unit};

pub(crate) use module::files_of;

static LANGUAGE: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_python::LANGUAGE.into());

/// Words of which a file holds at least one if it reads the environment itself.
pub(crate) const MARKS: &[&str] = &["environ", "getenv", "env_name_"];

/// A file being read.
pub(crate) struct File<'a> {
    source: &'a Source,
    path: &'a str,
    helpers: &'a Helpers,
    imports: std::collections::BTreeMap<String, crate::unit::Import>,
    bindings: RefCell<HashMap<usize, bind::Bindings<'a>>>,
    known: RefCell<HashMap<(usize, String), Option<Expr>>>,
    open: RefCell<BTreeSet<(usize, String)>>,
    may_be_environ: BTreeSet<&'a str>,
}

/// Reads one file; `helpers` are those found so far.
pub(crate) fn read(path: &str, text: Vec<u8>, helpers: &Helpers) -> Unit {
    let source = Source::parse(text, &LANGUAGE);
    let mut file = File::new(path, &source, helpers);
    let nodes = source.nodes();
    file.imports = import::all(&source, &nodes, path);
    file.may_be_environ = environ::candidates(&source, &nodes);
    let reads = nodes.iter().flat_map(|node| file.reads_at(*node)).collect();
    let constants = module::constants(&file, &nodes);
    Unit {
        constants,
        reads,
        imports: file.imports,
    }
}

/// What lines are called: the function, class or variable around the first sign of each.
pub(crate) fn symbols_at(path: &str, text: Vec<u8>, lines: &[usize]) -> Vec<Option<Arc<str>>> {
    let source = Source::parse(text, &LANGUAGE);
    let helpers = Helpers::default();
    let file = &File::new(path, &source, &helpers);
    let symbol = |line: &usize| source.at_line(*line).map(|node| scope::symbol(file, node));
    lines.iter().map(symbol).collect()
}

impl<'a> File<'a> {
    fn new(path: &'a str, source: &'a Source, helpers: &'a Helpers) -> Self {
        Self {
            source,
            path,
            helpers,
            imports: Default::default(),
            bindings: RefCell::default(),
            known: RefCell::default(),
            open: RefCell::default(),
            may_be_environ: BTreeSet::new(),
        }
    }

    fn reads_at(&self, node: Node<'a>) -> Vec<Read> {
        match node.kind() {
            "subscript" => self.subscript(node).into_iter().collect(),
            "comparison_operator" => self.membership(node).into_iter().collect(),
            "call" => self.call(node),
            _ => Vec::new(),
        }
    }

    /// A read at `node` of the name that `name` gives.
    fn read(&self, node: Node<'a>, name: Node<'a>, reader: &str, default: Otherwise) -> Read {
        Read {
            name: self.value(name),
            reader: reader.into(),
            line: line(node),
            statement: statement(node),
            symbol: scope::symbol(self, node),
            default,
            expression: fragment::around(self, node),
            kind: Kind::Read,
        }
    }

    /// A node's text.
    fn text(&self, node: Node<'_>) -> &'a str {
        self.source.of(node)
    }

    /// A node's text as a default.
    fn source_text(&self, node: Node<'_>) -> Arc<str> {
        self.source.line_of(node, 120).into()
    }
}
