//! Loops of batch text, and what is not known after them.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::operation::{self, Kind as What, Operation};
use super::{Batch, NUMBERS, Tag, jump};
use crate::format::flow::{FrameKind, is_loop};
use crate::reading::{Setting, Span};

impl Batch<'_> {
    /// `for %%i in (…) do`
    pub(super) fn each(&mut self, head: &Span, list: &Span, all: &[Operation], at: usize) -> usize {
        let span = &all[at].span;
        let end = self.ends.get(at).copied().unwrap_or(all.len());
        let head = self.slice(head).text;
        let letter = head.rsplit('%').next().and_then(|it| it.chars().next());
        let name = format!("%{}", letter.unwrap_or_default());
        let head = head.to_ascii_lowercase();
        let values = self.values(&head, self.slice(list).text);
        let values = values.filter(|it| self.flow.may_unroll(it.len(), end.saturating_sub(at)));
        let Some(mut left) = values else {
            let left = Vec::new();
            let tag = Tag::For {
                body: at + 1,
                name: name.clone(),
                left,
            };
            self.flow.open(FrameKind::Loop, tag, span);
            self.forget(all.get(at..end).unwrap_or_default());
            self.set_loop_variable(&name, None);
            let tag = Tag::If { otherwise: false };
            self.flow.open(FrameKind::Choice, tag, span);
            return at + 1;
        };
        left.reverse();
        let first = left.pop();
        let tag = Tag::For {
            body: at + 1,
            name: name.clone(),
            left,
        };
        self.flow.open(FrameKind::Loop, tag, span);
        if first.is_none() {
            self.flow.leave(is_loop, false, span);
        }
        self.set_loop_variable(&name, first);
        at + 1
    }

    /// The values of a `for`, where they are known.
    pub(super) fn values(&self, head: &str, list: &str) -> Option<Vec<String>> {
        let text = self.text(list)?;
        let words = text.split([' ', '\t', ',', ';', '=', '\r', '\n']);
        let words: Vec<String> = words
            .filter(|it| !it.is_empty())
            .map(str::to_owned)
            .gathered();
        if head.contains("/l") {
            return numbers(&words);
        }
        let plain = !head.contains('/') && !text.contains(['*', '?', '"']);
        plain.then_some(words)
    }

    pub(super) fn set_loop_variable(&mut self, name: &str, value: Option<String>) {
        if !self.flow.dead {
            let assignment = None;
            let setting = Setting { value, assignment };
            self.flow.own.insert(name.to_owned(), setting);
        }
    }

    /// What these operations set is not known any more.
    pub(super) fn forget(&mut self, operations: &[Operation]) {
        if self.flow.dead {
            return;
        }
        for it in operations.iter().filter(|it| it.kind == What::Command) {
            let text = self.slice(&it.span).text;
            for name in operation::target(text).into_iter().flatten() {
                let name = self.named(name);
                self.note_change(&name);
                self.flow.forget(&name, true);
            }
            if jump::call_target(text).is_some() {
                self.forget_everything();
                return;
            }
        }
    }

    /// Everything that the text sets anywhere is not known any more.
    pub(super) fn forget_everything(&mut self) {
        if self.flow.dead {
            return;
        }
        let all = Rc::clone(&self.all);
        for it in all.iter().filter(|it| it.kind == What::Command) {
            let text = self.slice(&it.span).text;
            for name in operation::target(text).into_iter().flatten() {
                let name = self.named(name);
                self.flow.forget(&name, true);
            }
        }
    }
}

/// `for /l`: from, by, to.
fn numbers(words: &[String]) -> Option<Vec<String>> {
    let numbers: Vec<i64> = words
        .iter()
        .map(|it| it.parse().ok())
        .collect::<Option<_>>()?;
    let [from, by, to] = numbers[..] else {
        return None;
    };
    let mut found = Vec::new();
    let mut at = from;
    while by != 0 && (by > 0 && at <= to || by < 0 && at >= to) {
        found.push(at.to_string());
        if found.len() > NUMBERS {
            return None;
        }
        at = at.checked_add(by)?;
    }
    (by != 0).then_some(found)
}
