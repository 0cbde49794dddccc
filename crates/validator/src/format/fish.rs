//! fish: `set -x`, `NAME=value command`, blocks that end with `end`.

use super::branches::Branches;
use super::dialect::{self, Dialect, Word};
use super::embed::{self, Argument};
use super::mapped::Mapped;
use super::session::{Session, assignment, is_name};
use crate::Kind;
use crate::reading::{Environment, Origin, Part, Reach, Reading, Setting, SlipKind, Span, Value};

const DIALECT: Dialect = Dialect {
    substitution: '(',
    substitution_end: ')',
};

/// Words that open a block.
const OPENERS: &[&str] = &["if", "while", "for", "switch", "function", "begin"];

/// Words before a command that change nothing for it.
const PREFIXES: &[&str] = &["and", "or", "not", "command", "builtin", "time"];

/// Reads fish text.
pub(crate) fn read(text: &str) -> Reading {
    let mut fish = Fish {
        session: Session::new(Kind::Fish, text),
        branches: Branches::default(),
        variables: Environment::new(),
        unexported: Vec::new(),
    };
    for words in dialect::commands(text, DIALECT) {
        fish.command(&words);
    }
    fish.finish()
}

struct Fish {
    session: Session,
    branches: Branches,
    /// Variables that programs do not see.
    variables: Environment,
    /// Assignments to them, with the number of programs started before.
    unexported: Vec<(usize, usize)>,
}

impl Fish {
    fn command(&mut self, words: &[Word]) {
        let first = words.first().and_then(Word::text).unwrap_or_default();
        let rest = words.get(1..).unwrap_or_default();
        match first.as_str() {
            "set" => self.set(rest),
            "export" => self.export(rest),
            "end" => self.branches.close(&mut self.session),
            "else" | "case" => {
                self.branches.close(&mut self.session);
                self.branches.open(&mut self.session);
            }
            word if OPENERS.contains(&word) => {
                self.branches.open(&mut self.session);
                if matches!(word, "if" | "while") {
                    self.command(rest);
                }
            }
            word if PREFIXES.contains(&word) && !rest.is_empty() => self.command(rest),
            _ => self.start(words),
        }
    }

    /// `set [-gx] NAME value…`.
    fn set(&mut self, words: &[Word]) {
        let is_flag = |word: &&Word| word.text().is_some_and(|text| text.starts_with('-'));
        let flags: Vec<String> = words
            .iter()
            .take_while(is_flag)
            .filter_map(Word::text)
            .collect();
        let rest = &words[flags.len()..];
        let has = |long: &str, short: char| {
            flags
                .iter()
                .any(|flag| flag == long || !flag.starts_with("--") && flag.contains(short))
        };
        let Some((target, values)) = rest.split_first() else {
            return;
        };
        if let Some((name, span, _)) = target.pair() {
            self.wrong_form(&name, span.end, flags.is_empty(), target, &words[0]);
            return;
        }
        let Some(name) = target.text().filter(|name| is_name(name)) else {
            return;
        };
        self.branches.touch(&name);
        if has("--erase", 'e') {
            self.session.mark_seen();
            self.session.environment.remove(&name);
            self.variables.remove(&name);
            return;
        }
        let value = self.joined(&name, values, target.span.end);
        let exported = self.session.environment.contains_key(&name) && !has("--unexport", 'u');
        self.put(
            &name,
            target.span.clone(),
            value,
            has("--export", 'x') || exported,
        );
    }

    /// Values as one: fish joins them with a blank, path lists with a colon.
    fn joined(&self, name: &str, values: &[Word], end: usize) -> Value {
        let separator = if name.ends_with("PATH") { ":" } else { " " };
        let mut parts = Vec::new();
        for (at, word) in values.iter().enumerate() {
            if at > 0 {
                parts.push(Part {
                    text: Some(separator.to_owned()),
                    span: values[at - 1].span.end..word.span.start,
                    origin: Origin::Derived,
                });
            }
            parts.extend(word.parts(&|name| self.known(name)));
        }
        let start = values.first().map_or(end, |word| word.span.start);
        let end = values.last().map_or(end, |word| word.span.end);
        Value {
            parts,
            span: start..end,
        }
    }

    fn known(&self, name: &str) -> Option<String> {
        match self.variables.get(name) {
            Some(setting) => setting.value.clone(),
            None => self.session.known(name),
        }
    }

    fn put(&mut self, name: &str, span: Span, value: Value, exported: bool) {
        if value
            .parts
            .iter()
            .any(|part| part.origin == Origin::Derived)
        {
            self.session.mark_seen();
        }
        if exported {
            self.variables.remove(name);
            self.session.assign(assignment(name, span, value));
            return;
        }
        let known = value.known();
        let index = self.session.record(assignment(name, span, value));
        let setting = Setting {
            value: known,
            assignment: index,
        };
        self.variables.insert(name.to_owned(), setting);
        let launches = self.session.reading.launches.len();
        self.unexported.extend(index.map(|index| (index, launches)));
    }

    /// `set NAME=value`, which fish refuses.
    fn wrong_form(&mut self, name: &str, equals: usize, no_flags: bool, word: &Word, first: &Word) {
        let mut edits = vec![(equals..equals + 1, " ".to_owned())];
        if no_flags {
            edits.insert(0, (first.span.start..first.span.start, "-gx ".to_owned()));
        }
        let span = word.span.clone();
        self.session
            .slip(SlipKind::WrongShell, Some(name), span, edits);
    }

    /// `export NAME=value`, a function that comes with fish.
    fn export(&mut self, words: &[Word]) {
        for word in words {
            if let Some((name, span, rest)) = word.pair() {
                let value = rest.value(&|name| self.known(name));
                self.branches.touch(&name);
                self.put(&name, span, value, true);
            }
        }
    }

    fn start(&mut self, words: &[Word]) {
        let mut arguments: Vec<Argument> = Vec::new();
        if words.first().is_some_and(|word| word.pair().is_some()) {
            let at = words[0].span.start;
            let mut env = Mapped::default();
            env.push_derived("env", at..at);
            arguments.push(Argument::Known(env));
        }
        arguments.extend(words.iter().map(|word| word.argument(&self.session)));
        embed::command(&arguments, &mut self.session);
    }

    fn finish(mut self) -> Reading {
        let programs = self.session.reading.launches.len();
        for (index, before) in self.unexported {
            if programs > before {
                self.session.reading.assignments[index].reach = Reach::ShellOnly;
            }
        }
        self.session.finish()
    }
}
