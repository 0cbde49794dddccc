//! Calls: what they do to the environment, which programs they start, whether they start CUDA.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::Reader;
use super::literal;
use super::names::Constant;
use super::tables::{self, Start};
use super::token::Class;
use super::value::Worth;
use crate::format::embed::{self, Argument};
use crate::format::mapped::Mapped;
use crate::format::session::{assignment, is_name, looks_like_variable};
use crate::reading::{Environment, Quoting, Reach, Value};

/// A call.
#[derive(Debug)]
pub(super) struct Call {
    /// The dotted name; starts with a dot where something else than a name stands before it.
    pub(super) name: String,
    /// Positional arguments.
    pub(super) arguments: Vec<Range<usize>>,
    /// Keyword arguments: the token of the name, and the expression.
    pub(super) keywords: Vec<(usize, Range<usize>)>,
}

/// What a call does.
type Effect = fn(&mut Reader<'_>, &Call);

/// Calls that change the environment.
const EFFECTS: &[(&str, Effect)] = &[
    ("os.environ.update", |reader, call| reader.update(call)),
    ("os.environ.setdefault", |reader, call| {
        reader.set_default(call)
    }),
    ("os.environ.__setitem__", |reader, call| reader.put(call)),
    ("os.putenv", |reader, call| reader.put(call)),
    ("os.environ.pop", |reader, call| reader.remove(call)),
    ("os.unsetenv", |reader, call| reader.remove(call)),
    ("os.environ.clear", |reader, _| reader.forget_all()),
    ("monkeypatch.setenv", |reader, call| reader.put(call)),
];

impl Reader<'_> {
    /// Looks at every call in a range of tokens, outer before inner.
    pub(super) fn calls(&mut self, range: &Range<usize>) {
        for at in range.clone() {
            match self.code.word(at) {
                "(" if at > range.start => {
                    if let Some(call) = self.call_at(range, at) {
                        self.called(&call);
                    }
                }
                "{" => self.environment_mapping(range, at),
                _ => {}
            }
        }
    }

    /// The call whose parenthesis opens at `open`.
    fn call_at(&self, range: &Range<usize>, open: usize) -> Option<Call> {
        let code = self.code;
        let is_name = |at: usize| at >= range.start && code.tokens[at].class == Class::Name;
        let mut start = open.checked_sub(1).filter(|at| is_name(*at))?;
        while start >= range.start + 2 && code.word(start - 1) == "." && is_name(start - 2) {
            start -= 2;
        }
        if is_name(start) && start > range.start && code.word(start - 1) == "def" {
            return None;
        }
        let (mut name, _) = self.dotted(start, open);
        if start > range.start && code.word(start - 1) == "." {
            name.insert(0, '.');
        }
        let mut call = Call {
            name,
            arguments: Vec::new(),
            keywords: Vec::new(),
        };
        for piece in code.split(&code.inside(open), ",") {
            let keyword = piece.len() > 2 && code.word(piece.start + 1) == "=";
            if keyword {
                call.keywords
                    .push((piece.start, piece.start + 2..piece.end));
            } else {
                call.arguments.push(piece);
            }
        }
        Some(call)
    }

    fn called(&mut self, call: &Call) {
        if let Some((_, effect)) = EFFECTS.iter().find(|(name, _)| *name == call.name) {
            effect(self, call);
            return;
        }
        if let Some(start) = tables::starts_program(&call.name) {
            self.start_program(call, start);
            return;
        }
        self.note_settings(call);
        if self.starts_cuda(call) {
            self.progress_mut().cuda = true;
        }
        self.note_call(&call.name);
        if !tables::is_harmless(&call.name) {
            self.session.mark_seen();
        }
    }

    /// `Settings(NAME=value)`: fields of an object, which nothing but Python sees.
    fn note_settings(&mut self, call: &Call) {
        if !call.name.ends_with("Settings") {
            return;
        }
        for (key, range) in &call.keywords {
            let name = self.code.word(*key).to_owned();
            if !name.contains('_') || !looks_like_variable(&name) {
                continue;
            }
            let span = self.code.span(range);
            let value = match self.worth(range) {
                Worth::Text(parts) => Value { parts, span },
                _ => Value::unknown(span),
            };
            let mut found = assignment(&name, self.code.span(&(*key..*key + 1)), value);
            found.reach = Reach::ShellOnly;
            self.session.record(found);
        }
    }

    fn starts_cuda(&self, call: &Call) -> bool {
        let to = call.name == ".to" || call.name.ends_with(".to");
        let device = call
            .keywords
            .iter()
            .any(|(key, value)| self.code.word(*key) == "device" && self.is_cuda_device(value));
        let moves = to
            && call
                .arguments
                .first()
                .is_some_and(|it| self.is_cuda_device(it));
        let creates = call.name.starts_with("torch.") && call.name != "torch.device";
        tables::starts_cuda(&call.name) || moves || device && (to || creates)
    }

    /// `"cuda"`, `"cuda:1"`, `torch.device("cuda")`, or a name for one of them.
    pub(super) fn is_cuda_device(&self, range: &Range<usize>) -> bool {
        let code = self.code;
        if range.len() == 1 && code.tokens[range.start].class == Class::Name {
            let constant = self.names.constant(code.word(range.start));
            return matches!(constant, Some(Constant::Device));
        }
        let (name, open) = self.dotted(range.start, range.end);
        let inner = if name == "torch.device" && code.word(open) == "(" {
            code.inside(open)
        } else {
            range.clone()
        };
        match self.worth(&inner) {
            Worth::Text(parts) => {
                let first = parts.first().and_then(|part| part.text.as_deref());
                first.is_some_and(|text| text == "cuda" || text.starts_with("cuda:"))
            }
            _ => false,
        }
    }

    fn update(&mut self, call: &Call) {
        for argument in &call.arguments {
            self.merge(argument);
        }
        for (key, value) in &call.keywords {
            self.set_keyword(*key, value);
        }
    }

    /// Takes a mapping into the environment.
    pub(super) fn merge(&mut self, range: &Range<usize>) {
        let reach = self.reach();
        match self.mapping(range) {
            Some(pairs) => {
                for (key, value) in pairs {
                    self.set(&key, &value, reach);
                }
            }
            None => self.merge_call(range),
        }
    }

    /// `update(dict(A="1"))`; anything else may set anything.
    fn merge_call(&mut self, range: &Range<usize>) {
        let (name, open) = self.dotted(range.start, range.end);
        let call = self.call_at(range, open).filter(|_| name == "dict");
        match call {
            Some(call) if call.arguments.is_empty() => {
                for (key, value) in &call.keywords {
                    self.set_keyword(*key, value);
                }
            }
            _ => self.forget_all(),
        }
    }

    fn set_keyword(&mut self, key: usize, value: &Range<usize>) {
        let name = self.code.word(key);
        let name_span = self.code.tokens[key].span.clone();
        let value = self.value(name, value);
        let mut found = assignment(name, name_span, value);
        found.reach = self.reach();
        self.changes(name);
        self.session.assign(found);
    }

    /// Keys and values of a mapping that is written out, here or where the name is bound.
    pub(super) fn mapping(
        &self,
        range: &Range<usize>,
    ) -> Option<Vec<(Range<usize>, Range<usize>)>> {
        let code = self.code;
        let open = match code.word(range.start) {
            "{" => range.start,
            name if range.len() == 1 => match self.names.constant(name) {
                Some(Constant::Mapping(open)) => *open,
                _ => return None,
            },
            _ => return None,
        };
        let pieces = code.split(&code.inside(open), ",");
        let pair = |piece: &Range<usize>| {
            let sides = code.split(piece, ":");
            match sides.as_slice() {
                [key, value] => Some((key.clone(), value.clone())),
                _ => None,
            }
        };
        Some(pieces.iter().filter_map(pair).gathered())
    }

    fn set_default(&mut self, call: &Call) {
        let [key, value] = call.arguments.as_slice() else {
            return;
        };
        let Some(name) = self.known_text(key).filter(|name| is_name(name)) else {
            return;
        };
        let value = self.value(&name, value);
        let mut found = assignment(&name, self.key_span(key), value);
        found.reach = self.reach();
        let before = self.session.environment.get(&name).cloned();
        self.changes(&name);
        self.session.mark_seen();
        self.session.assign(found);
        match (before, self.session.environment.get_mut(&name)) {
            (Some(before), Some(setting)) => *setting = before,
            (None, Some(setting)) => setting.value = None,
            _ => {}
        }
    }

    fn put(&mut self, call: &Call) {
        if let [key, value] = call.arguments.as_slice() {
            let reach = self.reach();
            self.set(key, value, reach);
        }
    }

    fn remove(&mut self, call: &Call) {
        if let Some(key) = call.arguments.first() {
            self.unset(key);
        }
    }

    /// `env_vars={…}`, `"env": {…}`: an environment for somebody else.
    fn environment_mapping(&mut self, range: &Range<usize>, open: usize) {
        let code = self.code;
        if open < range.start + 2 || !matches!(code.word(open - 1), ":" | "=") {
            return;
        }
        let key = &code.tokens[open - 2];
        let name = match key.class {
            Class::Name => code.word(open - 2),
            Class::Text => literal::parse(code.text, &key.span).body,
            _ => return,
        };
        if !tables::names_environment(name) || self.used_mappings.contains(open) {
            return;
        }
        let pairs = self.mapping(&(open..open + 1)).unwrap_or_default();
        for (key, value) in pairs {
            self.set(&key, &value, Reach::Program);
        }
    }

    fn start_program(&mut self, call: &Call, start: Start) {
        let environment = self.environment_argument(call);
        let outer = environment.map(|it| core::mem::replace(&mut self.session.environment, it));
        match (start, call.arguments.as_slice()) {
            (Start::Command | Start::Shell, [first, ..]) => self.command(first),
            (Start::Exec, [_, list, ..]) => self.command(list),
            (Start::ExecList, [_, rest @ ..]) => {
                let words: Vec<Argument> = rest.iter().map(|it| self.argument(it)).gathered();
                embed::command(&words, &mut self.session);
            }
            _ => {}
        }
        if let Some(outer) = outer {
            self.session.environment = outer;
        }
    }

    /// What `env=` says, or the last argument of `execve`.
    fn environment_argument(&mut self, call: &Call) -> Option<Environment> {
        let keyword = call
            .keywords
            .iter()
            .find(|(key, _)| self.code.word(*key) == "env");
        let range = match keyword {
            Some((_, range)) => range.clone(),
            None if call.name.ends_with('e') && call.name.contains(".exec") => {
                call.arguments.get(2)?.clone()
            }
            None => return None,
        };
        if self.code.word(range.start) == "None" {
            return None;
        }
        if self.code.word(range.start) == "{" {
            self.used_mappings.insert(range.start);
        }
        Some(
            self.copied_environment(&range)
                .unwrap_or_else(|| self.unknown_environment()),
        )
    }

    /// A list of words, or a text for the shell.
    fn command(&mut self, range: &Range<usize>) {
        let code = self.code;
        if matches!(code.word(range.start), "[" | "(") {
            let words = code.split(&code.inside(range.start), ",");
            let words: Vec<Argument> = words.iter().map(|it| self.argument(it)).gathered();
            embed::command(&words, &mut self.session);
            return;
        }
        let (name, open) = self.dotted(range.start, range.end);
        let text = if matches!(name.as_str(), "shlex.split") {
            code.inside(open)
        } else {
            range.clone()
        };
        if let Argument::Known(text) = self.argument(&text) {
            self.shell_text(&text);
        }
    }

    /// Text for the shell. `set NAME=value` there sets nothing that lasts.
    fn shell_text(&mut self, text: &Mapped) {
        let words: Vec<&str> = text.text.split_whitespace().gathered();
        let pair = match words.as_slice() {
            ["set" | "setx", pair] => pair.split_once('='),
            ["setx", name, value] => Some((*name, *value)),
            _ => None,
        };
        let Some((name, value)) = pair.filter(|(name, _)| is_name(name)) else {
            embed::script(text, &mut self.session);
            return;
        };
        let at = text.text.find(name).unwrap_or(0);
        let places = text.text.match_indices(value);
        let from = places.last().map_or(0, |(at, _)| at);
        let range = from..from + value.len();
        let value = crate::reading::Value {
            parts: text.parts(&range, Quoting::Quoted),
            span: text.span(&range),
        };
        let mut found = assignment(name, text.span(&(at..at + name.len())), value);
        found.reach = Reach::ChildOnly;
        self.session.record(found);
    }

    fn argument(&self, range: &Range<usize>) -> Argument {
        let span = self.code.span(range);
        let (name, after) = self.dotted(range.start, range.end);
        if name == "sys.executable" && after == range.end {
            let mut python = Mapped::default();
            python.push_derived("python", span);
            return Argument::Known(python);
        }
        match self.worth(range) {
            Worth::Text(parts) => Argument::of_parts(&parts, &span),
            _ => Argument::Unknown(span),
        }
    }
}
