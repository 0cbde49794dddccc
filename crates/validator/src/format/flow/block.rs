//! Parts of a text that run or not, several times, or in a process of their own.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Set};

use super::state::{self, State, join};
use super::{Flow, Frame, FrameKind};
use crate::reading::{Reach, Span};

impl<T> Flow<T> {
    /// A part of the text begins.
    pub(crate) fn open(&mut self, kind: FrameKind, tag: T, span: &Span) {
        let base = match kind {
            FrameKind::Choice | FrameKind::Maybe | FrameKind::Child => self.snapshot(span),
            FrameKind::Loop | FrameKind::Call | FrameKind::Block => State::default(),
        };
        if kind != FrameKind::Block {
            self.session.mark_seen();
        }
        self.frames.push(Frame {
            kind,
            tag,
            base,
            results: Vec::new(),
            continues: Vec::new(),
            locals: Vec::new(),
            unsure: Vec::new(),
            sure: usize::MAX,
            first: self.session.reading.assignments.len(),
            launches: self.session.reading.launches.len(),
        });
    }

    /// The state as it is; nothing runs any more where there are too many of them.
    pub(crate) fn snapshot(&mut self, span: &Span) -> State {
        let size = self.session.environment.len() + self.own.len() + 1;
        if !self.exhausted && !self.dead && !self.session.spend(size, span) {
            self.exhausted = true;
            self.dead = true;
        }
        if self.dead {
            return State::dead();
        }
        State::new(&self.session.environment, &self.own)
    }

    /// Goes on with a state.
    pub(crate) fn resume(&mut self, state: State) {
        self.session.mark_seen();
        self.dead = self.exhausted || state.is_dead();
        if !state.is_dead() {
            (self.session.environment, self.own) = state.take();
        }
    }

    /// Another arm of the innermost choice begins. Where `falls`, an arm before it can run on.
    pub(crate) fn next_arm(&mut self, falls: bool, span: &Span) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        self.hide(&mut frame);
        let current = self.snapshot(span);
        let base = frame.base.clone();
        let settings = base.len();
        if !self.session.spend(settings + 1, span) {
            self.exhausted = true;
        }
        if falls {
            self.resume(join([current, base]));
        } else {
            frame.results.push(current);
            self.resume(base);
        }
        self.frames.push(frame);
    }

    /// The round of a loop ends where it can end. All rounds are one block: its variables stay.
    pub(crate) fn end_round(&mut self, span: &Span) {
        let Some(mut frame) = self.frames.pop() else {
            return;
        };
        let sure = core::mem::replace(&mut frame.sure, usize::MAX);
        let open = frame.locals.iter().skip(sure);
        frame.unsure.add_all(open.map(|(name, ..)| name.clone()));
        if !frame.continues.is_empty() {
            let current = self.snapshot(span);
            let all = frame.continues.drain(..).chain([current]);
            self.resume(join(all));
        }
        self.frames.push(frame);
    }

    /// The innermost part ends; `certain` says whether some arm of a choice has run.
    pub(crate) fn close(&mut self, certain: bool, span: &Span) -> Option<Frame<T>> {
        let mut frame = self.frames.pop()?;
        self.hide(&mut frame);
        match frame.kind {
            FrameKind::Child => {
                self.end_child(&frame);
                self.resume(core::mem::take(&mut frame.base));
            }
            FrameKind::Choice | FrameKind::Maybe if !certain => {
                let base = core::mem::take(&mut frame.base);
                frame.results.push(base);
                self.join(&mut frame.results, span);
            }
            _ if frame.results.is_empty() => {}
            _ => self.join(&mut frame.results, span),
        }
        Some(frame)
    }

    fn join(&mut self, results: &mut Vec<State>, span: &Span) {
        let current = self.snapshot(span);
        self.resume(join(results.drain(..).chain([current])));
    }

    /// What a child sets and no program in it sees is lost.
    fn end_child(&mut self, frame: &Frame<T>) {
        if self.session.reading.launches.len() > frame.launches {
            return;
        }
        for found in &mut self.session.reading.assignments[frame.first..] {
            if found.reach == Reach::Program {
                found.reach = Reach::ChildOnly;
            }
        }
    }

    /// A variable of the innermost block, or of the function that is called, is made; what it
    /// hides comes back with its end. `maybe`: it is made where there is none of its name.
    pub(crate) fn hide_in_block(&mut self, name: &str, function: bool, maybe: bool) {
        if self.dead {
            return;
        }
        let is_place = |frame: &Frame<T>| match frame.kind {
            FrameKind::Call => true,
            FrameKind::Maybe => false,
            _ => !function,
        };
        let Some(at) = self.frames.iter().rposition(is_place) else {
            return;
        };
        let may_be_skipped =
            |frame: &Frame<T>| matches!(frame.kind, FrameKind::Choice | FrameKind::Maybe);
        let unsure = self.frames[at + 1..].iter().any(may_be_skipped);
        let frame = &mut self.frames[at];
        if !frame.hides(name) {
            let exported = self.session.environment.remove(name);
            let kept = self.own.remove(name);
            // In a function, what is set and was nowhere is of the function either way.
            let new = frame.kind == FrameKind::Call && exported.is_none() && kept.is_none();
            frame.locals.push((name.to_owned(), exported, kept));
            if (unsure || maybe) && !new {
                frame.unsure.push(name.to_owned());
            }
        }
    }

    /// A function begins: it does not see the variables of the blocks that call it, but for copies
    /// of those that are exported.
    pub(crate) fn cover_locals(&mut self, span: &Span) {
        let callers = self.frames.iter().rev().skip(1);
        let names = callers.flat_map(|frame| frame.locals.iter().map(|(name, ..)| name.clone()));
        let names: Set = names.gathered();
        if self.dead || !self.session.spend(names.len(), span) {
            return;
        }
        let mut covered = Vec::new();
        for name in &names {
            let exported = self.session.environment.get(name).cloned();
            if exported.is_none() {
                state::forget(&mut self.session.environment, name);
            }
            let kept = self.own.remove(name);
            covered.push((name.clone(), exported, kept));
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.locals.add_all(covered);
        }
    }

    /// Puts back what a block's variables hide.
    fn hide(&mut self, frame: &mut Frame<T>) {
        if frame.locals.is_empty() {
            return;
        }
        self.session.mark_seen();
        let places = (&mut self.session.environment, &mut self.own);
        for local in frame.locals.drain(..).rev() {
            state::put_back(places.0, places.1, local);
        }
        for name in frame.unsure.drain(..) {
            state::forget(places.0, &name);
        }
    }

    /// Leaves everything up to the innermost frame that is meant: what is so far is one of its ends,
    /// or of the ends of its round.
    pub(crate) fn leave(
        &mut self,
        is_it: impl Fn(&Frame<T>) -> bool,
        round: bool,
        span: &Span,
    ) -> bool {
        let Some(at) = self.frames.iter().rposition(is_it) else {
            return false;
        };
        let mut state = self.snapshot(span);
        // The block of a loop goes on with the next round.
        for frame in self.frames[at + usize::from(round)..].iter().rev() {
            for local in frame.locals.iter().rev() {
                state.put_back(local.clone());
            }
            frame.unsure.iter().for_each(|name| state.forget(name));
        }
        let frame = &mut self.frames[at];
        let made = frame.locals.len();
        let place = if round {
            frame.sure = frame.sure.min(made);
            &mut frame.continues
        } else {
            &mut frame.results
        };
        if !state.is_dead() {
            place.push(state);
        }
        self.dead = true;
        true
    }
}
