//! Names: imports and aliases, constants, and how often a name is bound.

use crate::marks::Marks;
use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gathered, Map};

use super::Reader;
use super::tables;
use super::token::{Class, Code};
use super::value::Worth;
use crate::format::session::{assignment, looks_like_variable};
use crate::reading::{Reach, Value};

/// So many names of one text are looked for elsewhere in it.
const LOOKED_UP: usize = 50;

/// What the names of a text stand for.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// Dotted names that a first name stands for.
    aliases: Map<String>,
    /// Constants.
    constants: Map<Constant>,
}

/// What a name is bound to.
#[derive(Clone, Debug)]
pub(super) enum Constant {
    /// A string or a number.
    Worth(Worth),
    /// A mapping written out, by its opening brace.
    Mapping(usize),
    /// A CUDA device.
    Device,
}

impl Constant {
    /// How many bytes of text it holds.
    fn size(&self) -> usize {
        match self {
            Self::Worth(worth) => worth.size(),
            Self::Mapping(_) | Self::Device => 0,
        }
    }
}

impl Names {
    /// Pieces of code come without their imports, so the usual names are known.
    pub(super) fn new() -> Self {
        let aliases = [("environ", "os.environ"), ("putenv", "os.putenv")];
        let owned = |(name, of): (&str, &str)| (name.to_owned(), of.to_owned());
        Self {
            aliases: aliases.into_iter().map(owned).gathered(),
            constants: Map::new(),
        }
    }

    pub(super) fn alias(&mut self, name: &str, of: &str) {
        self.aliases.insert(name.to_owned(), of.to_owned());
    }

    pub(super) fn constant(&self, name: &str) -> Option<&Constant> {
        self.constants.get(name)
    }

    pub(super) fn bind(&mut self, name: &str, constant: Constant) {
        self.constants.insert(name.to_owned(), constant);
    }

    pub(super) fn unbind(&mut self, name: &str) {
        self.constants.remove(name);
    }
}

/// How often each name is bound anywhere in a text.
pub(super) fn count_bindings(code: &Code<'_>) -> Map<usize> {
    let mut counts = Map::new();
    for statement in &code.statements {
        let range = &statement.tokens;
        let first = code.word(range.start);
        let everything = matches!(first, "def" | "async" | "for" | "with" | "import" | "from");
        let outer: Marks = code.outer(range).map(|at| at - range.start).gathered();
        for at in range.clone() {
            if code.tokens[at].class != Class::Name {
                continue;
            }
            let next = code.word(at + 1);
            let renames = at > range.start && code.word(at - 1) == "as";
            // Inside of brackets, `=` belongs to a keyword argument.
            let target = matches!(next, ":=" | "+=" | "|=")
                || next == "=" && outer.contains(at - range.start);
            let target = target || renames;
            if everything || target || next == "," && first != "if" {
                *counts.entry(code.word(at).to_owned()).or_insert(0) += 1 + usize::from(everything);
            }
        }
    }
    counts
}

impl Reader<'_> {
    /// The dotted name that starts at a token, its first name resolved, and the token after it.
    pub(super) fn dotted(&self, start: usize, end: usize) -> (String, usize) {
        let code = self.code;
        let is_name = |at: usize| at < end && code.tokens[at].class == Class::Name;
        if !is_name(start) {
            return (String::new(), start);
        }
        let first = code.word(start);
        let alias = self.names.aliases.get(first);
        let mut name = alias.map_or_else(|| first.to_owned(), Clone::clone);
        let mut at = start + 1;
        while at + 1 < end && code.word(at) == "." && is_name(at + 1) {
            name.push('.');
            name.push_str(code.word(at + 1));
            at += 2;
        }
        (name, at)
    }

    /// What a name is bound to.
    pub(super) fn bound(&self, name: &str) -> Worth {
        let certain = !self.in_function() || self.survey.bindings.get(name) == Some(&1);
        match self.names.constant(name) {
            Some(Constant::Worth(worth)) if certain => worth.clone(),
            _ => Worth::Unknown,
        }
    }

    /// A module's variable that is called like one of the environment, and is named nowhere else.
    fn note_constant(&mut self, name: &str, range: &Range<usize>) {
        let meant =
            name.contains('_') && looks_like_variable(name) && !self.in_branch_or_function();
        if !meant || self.looked_up == LOOKED_UP {
            return;
        }
        self.looked_up += 1;
        if self.code.text.matches(name).count() > 1 {
            return;
        }
        let start = self.code.tokens[range.start].span.start;
        let Some(at) = self.code.text[..start].rfind(name) else {
            return;
        };
        let span = self.code.span(range);
        let value = match self.worth(range) {
            Worth::Text(parts) => Value { parts, span },
            _ => Value::unknown(span),
        };
        let mut found = assignment(name, at..at + name.len(), value);
        found.reach = Reach::ShellOnly;
        self.session.record(found);
    }

    /// `NAME = expression`.
    pub(super) fn bind(&mut self, name: &str, range: &Range<usize>) {
        self.note_constant(name, range);
        let (dotted, after) = self.dotted(range.start, range.end);
        if after == range.end && dotted == "os.environ" {
            self.names.alias(name, "os.environ");
            return;
        }
        if let Some(environment) = self.copied_environment(range) {
            self.copies.insert(name.to_owned(), environment);
            return;
        }
        self.copies.remove(name);
        let once = self.survey.bindings.get(name) == Some(&1);
        let constant = self.constant_of(range);
        match constant.filter(|_| once || !self.in_branch_or_function()) {
            Some(constant) if self.session.keep(constant.size()) => {
                self.names.bind(name, constant);
            }
            _ => self.names.unbind(name),
        }
    }

    fn constant_of(&self, range: &Range<usize>) -> Option<Constant> {
        let code = self.code;
        if self.is_cuda_device(range) {
            return Some(Constant::Device);
        }
        if code.word(range.start) == "{" && code.inside(range.start).end + 1 == range.end {
            return Some(Constant::Mapping(range.start));
        }
        match self.worth(range) {
            Worth::Unknown => None,
            worth => Some(Constant::Worth(worth)),
        }
    }

    /// `import a.b as c, d` and `from a import b as c`.
    pub(super) fn import(&mut self, range: &Range<usize>) {
        let code = self.code;
        if code.word(range.start) == "import" {
            for item in code.split(&(range.start + 1..range.end), ",") {
                let (module, after) = self.plain_dotted(&item);
                if code.word(after) == "as" && after + 1 < range.end {
                    self.names.alias(code.word(after + 1), &module);
                }
                self.imported(&module);
            }
            return;
        }
        let (module, after) = self.plain_dotted(&(range.start + 1..range.end));
        let mut items = after + 1..range.end;
        if code.word(items.start) == "(" {
            items = code.inside(items.start);
        }
        for item in code.split(&items, ",") {
            let name = code.word(item.start);
            let renamed = item.len() == 3 && code.word(item.start + 1) == "as";
            let alias = if renamed {
                code.word(item.start + 2)
            } else {
                name
            };
            self.names.alias(alias, &format!("{module}.{name}"));
        }
        self.imported(&module);
    }

    /// A dotted name as written.
    fn plain_dotted(&self, range: &Range<usize>) -> (String, usize) {
        let mut at = range.start;
        let mut name = String::new();
        while at < range.end && !matches!(self.code.word(at), "as" | "import") {
            name.push_str(self.code.word(at));
            at += 1;
        }
        (name, at)
    }

    fn imported(&mut self, module: &str) {
        if tables::imports_torch(module) && !self.for_type_checkers() {
            self.session.mark_seen();
            self.progress_mut().torch = true;
        }
    }
}
