//! C++, CUDA and C by their syntax tree: `getenv` and what stands for it, lists of names, names in
//! constants, and macros that make a reader.

mod bind;
mod constant;
mod known;
mod macros;
mod scope;
mod tokens;
mod value;

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use tree_sitter::Node;

use crate::expr::Expr;
use crate::helpers::{Arguments, Helpers};
use crate::syntax::{Source, children, field, line, statement};
use crate::unit::{Helper, Kind, Language, Otherwise, Read, Unit, last_part};

pub(crate) use known::{MARKS, known};

static LANGUAGE: LazyLock<tree_sitter::Language> =
    LazyLock::new(|| tree_sitter_cpp::LANGUAGE.into());

/// A file being read.
pub(crate) struct File<'a> {
    source: &'a Source,
    path: &'a str,
    helpers: &'a Helpers,
    known: RefCell<HashMap<(usize, String), Option<Expr>>>,
}

/// Reads one file; `helpers` are those found so far.
pub(crate) fn read(path: &str, text: Vec<u8>, helpers: &Helpers) -> Unit {
    let source = Source::parse(tokens::without_decoration(text), &LANGUAGE);
    let file = File::new(path, &source, helpers);
    let mut nodes = source.nodes();
    let dead: Vec<_> = nodes.iter().filter_map(|it| dead(&source, *it)).collect();
    nodes.retain(|it| !dead.iter().any(|dead| dead.contains(&it.start_byte())));
    let mut reads: Vec<_> = nodes.iter().flat_map(|it| file.call(*it)).collect();
    reads.extend(macros::uses(&file, &nodes));
    reads.extend(macros::definitions(&file, &nodes));
    reads.extend(constant::lists(&file, &nodes));
    Unit {
        constants: constant::all(&file, &nodes),
        imports: Default::default(),
        reads,
    }
}

/// What `#if 0` takes out.
fn dead(source: &Source, node: Node<'_>) -> Option<Range<usize>> {
    let condition = (node.kind() == "preproc_if").then(|| field(node, "condition"))??;
    let alternative = field(node, "alternative");
    let end = alternative.map_or(node.end_byte(), |it| it.start_byte());
    (source.of(condition) == "0").then(|| condition.end_byte()..end)
}

/// What lines are called: the function, class or variable around the first sign of each.
pub(crate) fn symbols_at(path: &str, text: Vec<u8>, lines: &[usize]) -> Vec<Option<Arc<str>>> {
    let source = Source::parse(tokens::without_decoration(text), &LANGUAGE);
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
            known: RefCell::default(),
        }
    }

    fn text(&self, node: Node<'_>) -> &'a str {
        self.source.of(node)
    }

    fn source_text(&self, node: Node<'_>) -> Arc<str> {
        self.source.line_of(node, 120).into()
    }

    /// Reads by calling a function.
    fn call(&self, node: Node<'a>) -> Vec<Read> {
        let function = (node.kind() == "call_expression").then(|| field(node, "function"));
        let Some(function) = function.flatten() else {
            return Vec::new();
        };
        let path = scope::without_template(self.text(function));
        let path = path.rsplit(['.', '>']).next().unwrap_or(&path);
        let called = last_part(path);
        let helpers = self.helpers.called(Language::Cpp, called);
        let mut helpers = helpers.filter(|it| self.means(it)).peekable();
        if helpers.peek().is_none() {
            return Vec::new();
        }
        let arguments = self.arguments(node);
        helpers
            .filter_map(|it| self.through(node, path, it, &arguments))
            .collect()
    }

    fn through(
        &self,
        node: Node<'a>,
        path: &str,
        helper: &Helper,
        arguments: &Arguments,
    ) -> Option<Read> {
        let (name, default) = arguments.apply(helper).or_else(|| self.unknown(helper))?;
        let plain = helper.file.is_empty() && !helper.symbol.contains(':');
        let reader = if plain {
            path.trim_start_matches(':')
        } else {
            &helper.symbol
        };
        Some(Read {
            name,
            reader: reader.into(),
            line: line(node),
            statement: statement(node),
            symbol: scope::symbol(self, node),
            default,
            expression: scope::around(self, node),
            kind: if helper.file.is_empty() {
                Kind::Read
            } else {
                Kind::Helped
            },
        })
    }

    /// A read whose name only the running program knows; told for the readers everybody knows.
    fn unknown(&self, helper: &Helper) -> Option<(Expr, Otherwise)> {
        let known = helper.file.is_empty();
        known.then_some((Expr::Unknown, Otherwise::None))
    }

    /// Whether a call can mean a helper: one of everywhere, of this file, or one whose name says
    /// that it reads the environment.
    fn means(&self, helper: &Helper) -> bool {
        let called = helper.called().to_ascii_lowercase();
        let speaks = ["env", "cvar", "param", "level"]
            .iter()
            .any(|it| called.contains(it));
        helper.form == crate::unit::Form::Call
            && !called.starts_with("set")
            && (helper.file.is_empty() || *helper.file == *self.path || speaks)
    }

    fn arguments(&self, call: Node<'a>) -> Arguments {
        let nodes = field(call, "arguments").map(children).unwrap_or_default();
        let sources = nodes.iter().enumerate();
        let sources = sources.map(|(at, it)| (at.to_string().into(), Some(self.source_text(*it))));
        Arguments {
            positional: nodes.iter().map(|it| self.value(*it)).collect(),
            keyword: Vec::new(),
            sources: sources.collect(),
        }
    }
}
