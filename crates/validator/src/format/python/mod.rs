//! Python: what a program does to its own environment, in which order with its imports and its
//! first use of CUDA, and which programs it starts.
//!
//! The text is read statement by statement and not run. What a branch or a loop changes is not
//! known after it; what a function changes is not known after its definition.

use crate::marks::Marks;
use readpoint_catalog::prelude::*;

mod call;
mod environ;
mod flow;
mod literal;
mod names;
mod tables;
mod token;
mod value;

use core::ops::Range;

use readpoint_catalog::{Gather, Map, Set};

use super::embed;
use super::mapped::Mapped;
use super::session::{Session, assignment, is_name, looks_like_variable};
use crate::Kind;
use crate::reading::{Environment, Quoting, Reading, SlipKind, Value};
use flow::{Block, Progress, Survey};
use names::Names;
use token::{Class, Code, Statement};

/// Reads Python source.
pub(crate) fn read(text: &str) -> Reading {
    let code = token::tokenize(text);
    let mut first = Reader::new(
        &code,
        Survey {
            bindings: names::count_bindings(&code),
            ..Survey::default()
        },
    );
    first.run();
    let survey = Survey {
        bindings: first.survey.bindings,
        assigned: first.changed,
        module_torch: first.module.torch,
        early_calls: first.early_calls,
    };
    let mut reader = Reader::new(&code, survey);
    reader.run();
    reader.session.finish()
}

struct Reader<'t> {
    code: &'t Code<'t>,
    session: Session,
    names: Names,
    /// Copies of the environment, by name.
    copies: Map<Environment>,
    /// Opening braces of mappings that were read as a program's environment.
    used_mappings: Marks,
    survey: Survey,
    blocks: Vec<Block>,
    /// How far the module has got.
    module: Progress,
    /// How far the current function has got.
    function: Progress,
    /// How often variables were changed.
    changed: Map<usize>,
    /// Functions called by the module before it imported torch.
    early_calls: Set,
    /// The strings of the text that look like variables, once they are asked for.
    strings: Option<Set>,
    /// Names of the module that were looked for elsewhere in the text.
    looked_up: usize,
}

/// What a statement does.
type Action = fn(&mut Reader<'_>, &Statement);

/// Statements by their first word.
const ACTIONS: &[(&str, Action)] = &[
    ("import", |reader, it| reader.import(&it.tokens)),
    ("from", |reader, it| reader.import(&it.tokens)),
    ("del", |reader, it| reader.delete(it)),
    ("%", |reader, it| reader.magic(it)),
    ("!", |reader, it| reader.magic(it)),
    ("if", |reader, it| reader.header(it)),
    ("elif", |reader, it| reader.header(it)),
    ("else", |reader, it| reader.header(it)),
    ("for", |reader, it| reader.header(it)),
    ("while", |reader, it| reader.header(it)),
    ("try", |reader, it| reader.header(it)),
    ("except", |reader, it| reader.header(it)),
    ("finally", |reader, it| reader.header(it)),
    ("with", |reader, it| reader.header(it)),
    ("def", |reader, it| reader.header(it)),
    ("class", |reader, it| reader.header(it)),
    ("async", |reader, it| reader.header(it)),
    ("case", |reader, it| reader.header(it)),
];

impl<'t> Reader<'t> {
    fn new(code: &'t Code<'t>, survey: Survey) -> Self {
        Self {
            code,
            session: Session::new(Kind::Python, code.text),
            names: Names::new(),
            copies: Map::new(),
            used_mappings: Marks::default(),
            survey,
            blocks: Vec::new(),
            module: Progress::default(),
            function: Progress::default(),
            changed: Map::new(),
            early_calls: Set::new(),
            strings: None,
            looked_up: 0,
        }
    }

    fn run(&mut self) {
        let code = self.code;
        for statement in &code.statements {
            self.close_blocks(statement.indent);
            let word = code.word(statement.tokens.start);
            let action = ACTIONS.iter().find(|(first, _)| *first == word);
            match action {
                Some((_, action)) => action(self, statement),
                None => self.simple(&statement.tokens),
            }
        }
        self.close_all();
    }

    /// A header: its expressions run, its block follows.
    fn header(&mut self, statement: &Statement) {
        let is_definition = matches!(self.code.word(statement.tokens.start), "def" | "class");
        if !is_definition {
            self.calls(&statement.tokens);
        }
        if self.code.word(statement.tokens.end - 1) == ":" {
            self.open_block(statement);
        }
    }

    /// An expression or an assignment.
    fn simple(&mut self, range: &Range<usize>) {
        const CHOICES: &[&str] = &["if", "and", "or", "lambda"];
        let code = self.code;
        if code.outer(range).any(|at| CHOICES.contains(&code.word(at))) {
            self.in_branch_of(|reader| reader.calls(range));
        } else {
            self.calls(range);
        }
        let augmented = code
            .outer(range)
            .find(|at| matches!(code.word(*at), "|=" | "+="));
        if let Some(at) = augmented {
            self.augment(&(range.start..at), code.word(at), &(at + 1..range.end));
            return;
        }
        let mut pieces = code.split(range, "=");
        let Some(value) = pieces.pop().filter(|_| !pieces.is_empty()) else {
            self.sets_nothing(range);
            return;
        };
        for target in pieces {
            self.assign(&target, &value);
        }
    }

    /// `os.environ[key] == value` and `os.environ[key]: value`, which are no assignments.
    fn sets_nothing(&mut self, range: &Range<usize>) {
        let code = self.code;
        let (name, open) = self.dotted(range.start, range.end);
        let reads = matches!(name.as_str(), "os.environ.get" | "os.getenv");
        if reads && code.word(open) == "(" {
            return self.only_reads(open, range);
        }
        if name != "os.environ" || code.word(open) != "[" {
            return;
        }
        let key = code.inside(open);
        let at = key.end + 1;
        let name = self.known_text(&key).filter(|name| is_name(name));
        let Some(name) = name.filter(|_| at + 1 < range.end) else {
            return;
        };
        let operator = code.tokens[at].span.clone();
        let edit = match code.word(at) {
            "==" => "=",
            ":" => " =",
            _ => return,
        };
        let edits = vec![(operator, edit.to_owned())];
        let span = code.span(range);
        self.session
            .slip(SlipKind::Comparison, Some(&name), span, edits);
    }

    /// `os.environ.get(key, value)` as a statement of its own: what it gives is thrown away.
    fn only_reads(&mut self, open: usize, range: &Range<usize>) {
        let inside = self.code.inside(open);
        let pieces = self.code.split(&inside, ",");
        let compares = self.code.word(inside.end + 1) == "==";
        let alone = inside.end + 1 == range.end && pieces.len() > 1;
        let name = pieces.first().and_then(|key| self.known_text(key));
        if let Some(name) = name.filter(|name| is_name(name) && (alone || compares)) {
            let span = self.code.span(range);
            self.session
                .slip(SlipKind::Comparison, Some(&name), span, Vec::new());
        }
    }

    /// `os.environ(key) = value` and `os.environ.NAME = value`. Gives whether it is one of them.
    fn misses(&mut self, name: &str, open: usize, target: &Range<usize>) -> bool {
        let code = self.code;
        let attribute = name
            .strip_prefix("os.environ.")
            .filter(|_| open == target.end);
        let key = match code.word(open) {
            "(" if name == "os.environ" => self.known_text(&code.inside(open)),
            _ => attribute.map(str::to_owned),
        };
        let key = key.filter(|key| looks_like_variable(key));
        if let Some(key) = &key {
            let span = code.span(target);
            self.session
                .slip(SlipKind::Comparison, Some(key), span, Vec::new());
        }
        key.is_some()
    }

    /// `target = value`.
    fn assign(&mut self, target: &Range<usize>, value: &Range<usize>) {
        let code = self.code;
        let (name, open) = self.dotted(target.start, target.end);
        if code.word(open) == "[" && open < target.end {
            let key = code.inside(open);
            if name == "os.environ" {
                let reach = self.reach();
                self.set(&key, value, reach);
            } else {
                self.set_in_copy(&name, &key, value);
            }
            return;
        }
        if self.misses(&name, open, target) {
            return;
        }
        let annotated = target.len() > 1 && code.word(target.start + 1) == ":";
        if target.len() == 1 || annotated {
            self.bind(code.word(target.start), value);
            return;
        }
        for at in target
            .clone()
            .filter(|at| code.tokens[*at].class == Class::Name)
        {
            self.names.unbind(code.word(at));
        }
    }

    /// `os.environ |= {…}`, `os.environ[key] += …`.
    fn augment(&mut self, target: &Range<usize>, operator: &str, value: &Range<usize>) {
        let code = self.code;
        let (name, open) = self.dotted(target.start, target.end);
        if name == "os.environ" && open == target.end && operator == "|=" {
            self.merge(value);
        } else if name == "os.environ" && code.word(open) == "[" && operator == "+=" {
            self.append(target, &code.inside(open), value);
        } else if target.len() == 1 {
            self.names.unbind(code.word(target.start));
        }
    }

    /// `os.environ[key] += value`.
    fn append(&mut self, target: &Range<usize>, key: &Range<usize>, value: &Range<usize>) {
        let Some(name) = self.known_text(key).filter(|name| is_name(name)) else {
            self.forget_all();
            return;
        };
        let before = self.session.environment.get(&name);
        let first = crate::reading::Part {
            text: before.and_then(|setting| setting.value.clone()),
            span: self.code.span(target),
            origin: crate::reading::Origin::Derived,
        };
        let added = self.value(&name, value);
        let mut parts = vec![first];
        parts.add_all(added.parts);
        let value = Value {
            parts,
            span: added.span,
        };
        let mut found = assignment(&name, self.code.span(key), value);
        found.reach = self.reach();
        self.changes(&name);
        self.session.mark_seen();
        self.session.assign(found);
    }

    /// `del os.environ[key]`.
    fn delete(&mut self, statement: &Statement) {
        let range = statement.tokens.start + 1..statement.tokens.end;
        for item in self.code.split(&range, ",") {
            let (name, open) = self.dotted(item.start, item.end);
            if name == "os.environ" && self.code.word(open) == "[" {
                self.unset(&self.code.inside(open));
            }
        }
    }

    /// Notebook lines: `%env NAME=value`, `!command`.
    fn magic(&mut self, statement: &Statement) {
        let code = self.code;
        let start = code.tokens[statement.tokens.start].span.start;
        let rest = &code.text[start..];
        let line = rest.lines().next().unwrap_or_default();
        if let Some(command) = line.strip_prefix('!') {
            embed::script(&Mapped::verbatim(command, start + 1), &mut self.session);
            return;
        }
        let setting = ["%env ", "%set_env "]
            .into_iter()
            .find(|magic| line.starts_with(magic));
        let Some(magic) = setting else { return };
        let body = &line[magic.len()..];
        let Some(at) = body.find(['=', ' ']) else {
            return;
        };
        let name = &body[..at];
        if !is_name(name) {
            return;
        }
        let from = start + magic.len();
        let value = body[at + 1..].trim();
        let value_start =
            from + at + 1 + (body[at + 1..].len() - body[at + 1..].trim_start().len());
        let span = value_start..value_start + value.len();
        let value = if value.contains(['$', '{']) {
            Value::unknown(span)
        } else {
            Value::verbatim(value, span, Quoting::Line)
        };
        let mut found = assignment(name, from..from + at, value);
        found.reach = self.reach();
        self.changes(name);
        self.session.assign(found);
    }
}
