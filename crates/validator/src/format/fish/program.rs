//! Commands of fish that are no keywords: functions of the text, fish's own, programs.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::{DEPTH, Fish, OWN, QUIET, is_conda_run};
use crate::format::dialect::Word;
use crate::format::embed::{self, Argument};
use crate::format::flow::{self, FrameKind, Status};
use crate::format::session::{assignment, is_name};
use crate::reading::Setting;

impl Fish<'_> {
    /// A command that is no keyword: a function of the text, one of fish itself, a program.
    pub(super) fn other(&mut self, words: &[Word], at: usize) -> usize {
        let settings = words.iter().take_while(|it| it.pair().is_some()).count();
        let (settings, words) = words.split_at(settings);
        let hidden: Vec<_> = settings.iter().map(|word| self.prefix(word)).gathered();
        let next = self.start(words, settings.is_empty(), at);
        for (name, exported, kept) in hidden.into_iter().rev() {
            self.flow.session.mark_seen();
            flow::put_back(&mut self.flow, (name, exported, kept));
        }
        next
    }

    /// `NAME=value` before a command; gives what it hides.
    pub(super) fn prefix(&mut self, word: &Word) -> (String, Option<Setting>, Option<Setting>) {
        let (name, span, rest) = word.pair().unwrap_or_default();
        let exported = self.flow.session.environment.get(&name).cloned();
        let kept = self.flow.own.get(&name).cloned();
        let value = self.value(&rest);
        self.flow.session.mark_seen();
        self.flow.export(assignment(&name, span, value));
        if !self.flow.dead {
            self.flow.own.remove(&name);
        }
        (name, exported, kept)
    }

    pub(super) fn start(&mut self, words: &[Word], alone: bool, at: usize) -> usize {
        let Some(first) = words.first() else {
            return at + 1;
        };
        let name = first.text().unwrap_or_default();
        let deep = || {
            self.flow
                .frames()
                .filter(|it| it.kind == FrameKind::Call)
                .count()
                >= DEPTH
        };
        match self.functions.get(&name).copied() {
            Some(start)
                if deep() || !alone || !self.flow.may_unroll(1, self.ends[start] - start) =>
            {
                self.forget_all(start..self.ends[start]);
                return at + 1;
            }
            Some(start) => return self.call(start, at),
            None => {}
        }
        match name.as_str() {
            "eval" | "source" | "." if name == "eval" => self.forget_everything(),
            it if QUIET.contains(&it) => self.flow.status = Status::Success,
            "false" => self.flow.status = Status::Failure,
            "read" => self.read(&words[1..]),
            it if OWN.contains(&it) && !is_conda_run(words) => {
                self.flow.status = if it == "cd" {
                    Status::Presumed
                } else {
                    Status::Open
                };
            }
            _ => self.program(words),
        }
        at + 1
    }

    pub(super) fn program(&mut self, words: &[Word]) {
        let words = match words {
            [first, rest @ ..] if first.is("command") && !rest.is_empty() => rest,
            _ => words,
        };
        let ends = words.len() > 1 && words[0].is("exec");
        let arguments: Vec<Argument> = words
            .iter()
            .map(|word| word.argument(&|name| self.known(name)))
            .gathered();
        self.flow
            .embed(|session| embed::command(&arguments, session));
        self.flow.status = if words.iter().any(Word::is_pattern) {
            Status::Open
        } else {
            Status::Presumed
        };
        if ends {
            self.exit();
        }
    }

    /// `read NAME…`: what is typed.
    pub(super) fn read(&mut self, words: &[Word]) {
        for name in words.iter().filter_map(Word::text).filter(|it| is_name(it)) {
            self.flow.forget(&name, false);
        }
        self.flow.status = Status::Open;
    }
}
