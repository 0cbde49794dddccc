//! Blocks of fish: `if`, `switch`, `for`, `while`, functions, and what is not known after them.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::{Fish, Tag, argument_names, set, without_prefixes};
use crate::format::dialect::Word;
use crate::format::flow::{FrameKind, Status};
use crate::format::session::is_name;
use crate::reading::Setting;

impl Fish<'_> {
    /// A condition: it is run, and what depends on it is not known.
    pub(super) fn condition(&mut self, words: &[Word], at: usize) {
        if !self.is_block(words) {
            self.command(words, at);
        }
    }

    /// `else`, `else if` and `case`.
    pub(super) fn arm(&mut self, rest: &[Word], at: usize, certain: bool) {
        let span = self.commands[at].span.clone();
        let top = self.flow.top().map(|it| &mut it.tag);
        let Some(Tag::Arms { certain: so_far }) = top else {
            return;
        };
        *so_far |= certain;
        self.flow.next_arm(false, &span);
        if let Some(words) = rest.get(1..).filter(|_| rest[0].is("if")) {
            self.condition(words, at);
        }
    }

    /// `for NAME in VALUE…`
    pub(super) fn each(&mut self, words: &[Word], at: usize) -> usize {
        let span = self.commands[at].span.clone();
        let end = self.ends[at];
        let [name, keyword, values @ ..] = words else {
            return at + 1;
        };
        let Some(name) = name.text().filter(|it| is_name(it) && keyword.is("in")) else {
            return at + 1;
        };
        let values: Option<Vec<String>> = values.iter().map(|word| self.single(word)).collect();
        let values = values.filter(|it| self.flow.may_unroll(it.len(), end - at));
        let Some(values) = values else {
            let tag = Tag::Each {
                body: at + 1,
                name: name.clone(),
                left: Vec::new(),
            };
            self.flow.open(FrameKind::Loop, tag, &span);
            self.forget_all(at..end);
            self.flow.forget(&name, false);
            self.flow.open(FrameKind::Choice, Tag::While, &span);
            return at + 1;
        };
        let mut left: Vec<Option<String>> = values.into_iter().rev().map(Some).gathered();
        let Some(value) = left.pop() else {
            return end + 1;
        };
        let tag = Tag::Each {
            body: at + 1,
            name: name.clone(),
            left,
        };
        self.flow.open(FrameKind::Loop, tag, &span);
        self.loop_variable(&name, value);
        at + 1
    }

    /// The variable of a loop: exported if it was.
    pub(super) fn loop_variable(&mut self, name: &str, value: Option<String>) {
        if self.flow.dead {
            return;
        }
        let setting = Setting {
            value,
            assignment: None,
        };
        let place = if self.flow.session.environment.contains_key(name) {
            &mut self.flow.session.environment
        } else {
            &mut self.flow.own
        };
        place.insert(name.to_owned(), setting);
    }

    /// `function NAME`: it is read where it is called.
    pub(super) fn define(&mut self, words: &[Word], at: usize) -> usize {
        if let Some(name) = words.first().and_then(Word::text) {
            self.functions.insert(name, at);
        }
        let end = self.ends[at];
        if end == self.commands.len() {
            at + 1
        } else {
            end + 1
        }
    }

    /// `end`; gives where to go on.
    pub(super) fn end(&mut self, at: usize) -> usize {
        let span = self.commands[at].span.clone();
        if self.flow.frames().count() == 1 {
            // The file itself.
            return at + 1;
        }
        let Some(frame) = self.flow.top() else {
            return at + 1;
        };
        match &mut frame.tag {
            Tag::Arms { certain, .. } => {
                let certain = *certain;
                self.flow.close(certain, &span);
            }
            Tag::While => {
                // A round that may have been.
                self.flow.end_round(&span);
                self.flow.close(false, &span);
                self.flow.end_round(&span);
                self.flow.close(true, &span);
            }
            Tag::Each {
                body, name, left, ..
            } => {
                let (body, name, next) = (*body, name.clone(), left.pop());
                self.flow.end_round(&span);
                if let Some(value) = next {
                    self.loop_variable(&name, value);
                    return body;
                }
                self.flow.close(true, &span);
            }
            Tag::Call { back } => {
                let back = *back;
                self.flow.close(true, &span);
                self.flow.status = Status::Open;
                return back;
            }
            Tag::Group => {
                self.flow.close(true, &span);
                return at + 1;
            }
            Tag::Single => {}
        }
        self.flow.status = Status::Open;
        at + 1
    }

    /// Calls a function of the text.
    pub(super) fn call(&mut self, start: usize, at: usize) -> usize {
        let span = self.commands[at].span.clone();
        let back = at + 1;
        self.flow.open(FrameKind::Call, Tag::Call { back }, &span);
        self.flow.cover_locals(&span);
        for name in argument_names(&self.commands[start].words) {
            self.flow.hide_in_block(&name, true, false);
            self.loop_variable(&name, None);
        }
        start + 1
    }

    /// What a range of commands sets is not known any more.
    pub(super) fn forget_all(&mut self, range: core::ops::Range<usize>) {
        let commands = self.commands.get(range).unwrap_or_default();
        for command in commands {
            let words = without_prefixes(&command.words);
            let name = words.first().and_then(Word::text).unwrap_or_default();
            let words = match name.as_str() {
                "if" | "while" | "else" => without_prefixes(&words[1..]),
                _ => words,
            };
            for (name, exported) in set::targets(words) {
                if !self.flow.dead {
                    self.flow.forget(&name, exported);
                }
            }
            if self.functions.contains_key(&name) || name == "eval" {
                self.forget_everything();
            }
        }
    }

    /// Everything that the text sets anywhere is not known any more.
    pub(super) fn forget_everything(&mut self) {
        if self.flow.dead {
            return;
        }
        for command in self.commands {
            for (name, exported) in set::targets(without_prefixes(&command.words)) {
                self.flow.forget(&name, exported);
            }
        }
    }
}
