//! Blocks of csh: `if`, `switch`, `foreach`, `while`, and what is not known after them.

use super::{Csh, Tag, set};
use crate::format::dialect::{self, Word};
use crate::format::flow::{FrameKind, Status};
use crate::reading::{Setting, Span};
use readpoint_catalog::prelude::*;

impl Csh<'_> {
    /// `if (…) then` opens a block, `if (…) command` runs a command or not.
    pub(super) fn condition(&mut self, words: &[Word], at: usize) -> usize {
        let span = self.commands[at].span.clone();
        let behind = dialect::in_parentheses(words).map_or(words.len(), |range| range.end + 1);
        let body = words.get(behind..).unwrap_or_default();
        if body.is_empty() || body.len() == 1 && body[0].is("then") {
            let tag = Tag::Arms {
                certain: false,
                switch: false,
            };
            self.flow.open(FrameKind::Choice, tag, &span);
            return at + 1;
        }
        self.flow.open(FrameKind::Maybe, Tag::Single, &span);
        self.command(body, at);
        self.flow.close(false, &span);
        self.flow.status = Status::Open;
        at + 1
    }

    /// `else` and `else if (…) then`.
    pub(super) fn arm(&mut self, rest: &[Word], span: &Span) {
        if let Some(Tag::Arms { certain, .. }) = self.flow.top().map(|frame| &mut frame.tag) {
            *certain |= rest.is_empty();
            self.flow.next_arm(false, span);
        }
    }

    /// `case` and `default`: the one before can run on into it.
    pub(super) fn case(&mut self, named: bool, span: &Span) {
        if let Some(Tag::Arms {
            certain,
            switch: true,
        }) = self.flow.top().map(|frame| &mut frame.tag)
        {
            *certain |= !named;
            self.flow.next_arm(true, span);
        }
    }

    /// `foreach NAME (VALUE…)`
    pub(super) fn each(&mut self, words: &[Word], at: usize) -> usize {
        let span = self.commands[at].span.clone();
        let end = self.ends[at];
        let name = words.first().and_then(Word::text).unwrap_or_default();
        let values = words.get(1..).unwrap_or_default();
        let Some(inside) = dialect::in_parentheses(values) else {
            // "Words not parenthesized" ends the script.
            self.fail();
            return at + 1;
        };
        let values: Option<Vec<String>> = values[inside].iter().map(|it| self.single(it)).collect();
        let values = values.filter(|it| self.flow.may_unroll(it.len(), end - at));
        let Some(mut left) = values else {
            self.flow.open(FrameKind::Loop, Tag::While, &span);
            self.forget_all(at..end);
            self.flow.forget_own(&name);
            self.flow.open(FrameKind::Choice, Tag::While, &span);
            return at + 1;
        };
        left.reverse();
        let Some(value) = left.pop() else {
            return end + 1;
        };
        self.set_own(&name, Some(value));
        let body = at + 1;
        self.flow
            .open(FrameKind::Loop, Tag::Each { body, name, left }, &span);
        at + 1
    }

    pub(super) fn set_own(&mut self, name: &str, value: Option<String>) {
        if !self.flow.dead {
            let assignment = None;
            let setting = Setting { value, assignment };
            self.flow.own.insert(name.to_owned(), setting);
        }
    }

    /// `endif`, `endsw` and `end`; gives where to go on.
    pub(super) fn end(&mut self, at: usize) -> usize {
        let span = self.commands[at].span.clone();
        let Some(frame) = self.flow.top() else {
            return at + 1;
        };
        match &mut frame.tag {
            Tag::Arms { certain, .. } => {
                let certain = *certain;
                self.flow.close(certain, &span);
            }
            Tag::While => {
                self.flow.close(false, &span);
                self.flow.end_round(&span);
                self.flow.close(true, &span);
            }
            Tag::Each { body, name, left } => {
                let (body, name, next) = (*body, name.clone(), left.pop());
                self.flow.end_round(&span);
                if next.is_some() {
                    self.set_own(&name, next);
                    return body;
                }
                self.flow.close(true, &span);
            }
            Tag::Child | Tag::Single => {}
        }
        self.flow.status = Status::Open;
        at + 1
    }

    /// What a range of commands sets is not known any more.
    pub(super) fn forget_all(&mut self, range: core::ops::Range<usize>) {
        let commands = self.commands.get(range).unwrap_or_default();
        if self.flow.dead {
            return;
        }
        for command in commands {
            let mut words = command.words.as_slice();
            if words.first().is_some_and(|word| word.is("if")) {
                let end = dialect::in_parentheses(&words[1..]).map_or(0, |range| range.end + 1);
                words = words.get(1 + end..).unwrap_or_default();
            }
            for (name, exported) in set::targets(words) {
                if exported {
                    self.flow.forget(&name, true);
                } else {
                    self.flow.forget_own(&name);
                }
            }
        }
    }

    pub(super) fn single(&self, word: &Word) -> Option<String> {
        let text = word.resolved(&|name| self.known(name))?;
        (!word.has_open_reference() || !text.contains([' ', '\t'])).then_some(text)
    }
}
