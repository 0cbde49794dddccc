//! `goto`, `call :label`, `exit`, `setlocal`: what leads elsewhere, and what ends with it.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Map};

use super::operation::{Kind as What, Operation};
use super::{Batch, Tag};
use crate::format::flow::{FrameKind, State, Status, join};
use crate::reading::Span;

/// Subroutines call one another this deep.
const DEPTH: usize = 16;

/// Where the labels of a text are, and which of them are led to from behind.
#[derive(Debug, Default)]
pub(super) struct Labels {
    places: Map<usize>,
    /// The last `goto` to each.
    last: Map<usize>,
    /// A `goto` leads to a place that only the run knows.
    open: bool,
}

/// The labels of a text.
pub(super) fn labels(text: &str, all: &[Operation]) -> Labels {
    let mut labels = Labels::default();
    for (at, it) in all.iter().enumerate() {
        match &it.kind {
            What::Label(name) => {
                labels.places.entry(name.clone()).or_insert(at);
            }
            What::Command => {
                if let Some(name) = goto_target(&text[it.span.clone()]) {
                    labels.open |= name.contains(['%', '!']);
                    labels.last.insert(name, at);
                }
            }
            _ => {}
        }
    }
    labels
}

/// The label of a `goto`.
pub(super) fn goto_target(command: &str) -> Option<String> {
    let command = command.trim();
    let (word, rest) = command.split_at_checked("goto".len())?;
    let separated = rest.is_empty() || rest.starts_with([' ', '\t', ':', '=', ',', ';']);
    (word.eq_ignore_ascii_case("goto") && separated).then_some(())?;
    let rest = rest.trim_start_matches([' ', '\t', ':', '=', ',', ';']);
    let end = rest.find(|c: char| c.is_whitespace() || "&|<>:+,;=".contains(c));
    Some(rest[..end.unwrap_or(rest.len())].to_ascii_lowercase())
}

/// The label of `call :label`.
pub(super) fn call_target(command: &str) -> Option<String> {
    let command = command.trim();
    let (word, rest) = command.split_at_checked("call".len())?;
    word.eq_ignore_ascii_case("call").then_some(())?;
    let rest = rest.trim_start().strip_prefix(':')?;
    let end = rest.find(|c: char| c.is_whitespace() || "&|<>:+,;=".contains(c));
    Some(rest[..end.unwrap_or(rest.len())].to_ascii_lowercase())
}

impl Batch<'_> {
    /// A label: what leads here from before, and from behind.
    pub(super) fn label(&mut self, name: &str, at: usize, span: &Span) {
        self.changed.clear();
        if self.depth > 0 {
            return;
        }
        let blocks = self
            .flow
            .frames()
            .any(|it| !matches!(it.tag, Tag::Call { .. }));
        let behind = self.labels.last.get(name).is_some_and(|last| *last > at);
        let led_to = self.labels.last.contains_key(name);
        if behind || self.labels.open || blocks && led_to {
            self.flow.dead = false;
            self.forget_everything();
            return;
        }
        if let Some(mut states) = self.pending.remove(name) {
            states.push(self.flow.snapshot(span));
            self.flow.resume(join(states));
        }
    }

    /// `goto label`; gives where to go on.
    pub(super) fn goto(&mut self, name: &str, at: usize, span: &Span) -> usize {
        if name == "eof" || !self.labels.places.contains_key(name) {
            return self.leave(at, span);
        }
        let state = self.flow.snapshot(span);
        self.pending.entry(name.to_owned()).or_default().push(state);
        self.flow.dead = true;
        at + 1
    }

    /// `exit /b`, `goto :eof`: back to the caller, or the end.
    pub(super) fn leave(&mut self, at: usize, span: &Span) -> usize {
        let called = |it: &crate::format::flow::Frame<Tag>| it.kind == FrameKind::Call;
        let direct = self.flow.frames().next().is_some_and(called);
        if direct {
            return self.end_call(span).unwrap_or(at + 1);
        }
        if !self.flow.leave(called, false, span) {
            self.end_script(span);
        }
        at + 1
    }

    /// The script ends here; what it sets stays, but for what a `setlocal` holds.
    pub(super) fn end_script(&mut self, span: &Span) {
        let now = self.flow.snapshot(span);
        if !self.flow.dead {
            match self.saved.first() {
                Some((state, true)) => self.exits.push(state.clone()),
                Some((state, false)) => self.exits.add_all([state.clone(), now]),
                None => self.exits.push(now),
            }
        }
        self.flow.dead = true;
    }

    /// The end of the text is the end of what was called; gives where to go on.
    pub(super) fn end_of_text(&mut self, end: usize) -> usize {
        let span = self.text.len()..self.text.len();
        self.end_of_line(&span);
        self.end_call(&span).unwrap_or(end)
    }

    /// The innermost call ends, if nothing but it is open.
    fn end_call(&mut self, span: &Span) -> Option<usize> {
        while let Some(frame) = self.flow.top() {
            if let Tag::Call {
                back,
                changed,
                saved,
            } = &mut frame.tag
            {
                let (back, saved) = (*back, *saved);
                let changed = core::mem::take(changed);
                self.flow.close(true, span);
                self.end_locals(saved);
                self.changed = changed;
                self.flow.status = Status::Presumed;
                return Some(back);
            }
            self.flow.close(false, span);
        }
        None
    }

    /// `call :label`; gives where to go on.
    pub(super) fn call(&mut self, name: &str, at: usize, span: &Span) -> usize {
        let is_call = |it: &&crate::format::flow::Frame<Tag>| it.kind == FrameKind::Call;
        let deep = self.flow.frames().filter(is_call).count() >= DEPTH;
        let place = self.labels.places.get(name).copied();
        let Some(place) = place.filter(|_| self.depth == 0) else {
            self.flow.status = Status::Open;
            return at + 1;
        };
        let length = self.all.len() - place;
        if self.flow.dead {
            return at + 1;
        }
        if deep || !self.flow.may_unroll(1, length) {
            self.forget_everything();
            return at + 1;
        }
        let tag = Tag::Call {
            back: at + 1,
            changed: core::mem::take(&mut self.changed),
            saved: self.saved.len(),
        };
        self.flow.open(FrameKind::Call, tag, span);
        place
    }

    /// `setlocal`
    pub(super) fn set_local(&mut self, rest: &str, span: &Span) {
        let rest = rest.to_ascii_lowercase();
        if rest.contains("enabledelayedexpansion") {
            self.delayed = true;
        }
        let sure = !self.is_conditional();
        let state = self.flow.snapshot(span);
        self.flow.session.mark_seen();
        self.saved.push((state, sure));
    }

    fn is_conditional(&self) -> bool {
        let mut frames = self.flow.frames();
        frames.any(|it| !matches!(it.kind, FrameKind::Call | FrameKind::Block))
    }

    /// `endlocal`
    pub(super) fn end_local(&mut self) {
        let least = self.flow.frames().find_map(|it| match it.tag {
            Tag::Call { saved, .. } => Some(saved),
            _ => None,
        });
        if self.saved.len() > least.unwrap_or(0) && !self.flow.dead {
            let sure = !self.is_conditional();
            self.restore(sure);
        }
    }

    /// Everything that was set since a `setlocal` ends with its script or subroutine.
    pub(super) fn end_locals(&mut self, down_to: usize) {
        while self.saved.len() > down_to {
            self.restore(true);
        }
    }

    fn restore(&mut self, sure: bool) {
        let span = self.text.len()..self.text.len();
        let Some((state, was_sure)) = self.saved.pop() else {
            return;
        };
        let now: Map<_> = self.flow.session.environment.clone();
        for (name, setting) in now {
            self.changed.entry(name).or_insert(setting.value);
        }
        let states: Vec<State> = if sure && was_sure {
            vec![state]
        } else {
            vec![state, self.flow.snapshot(&span)]
        };
        let dead = self.flow.dead;
        self.flow.resume(join(states));
        self.flow.dead |= dead && !self.saved.is_empty();
    }
}
