//! Where the way through the text is not known: both ways, merged.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use super::super::source::HOLE;
use super::super::state::Snapshot;
use super::{Flow, Frame, Input, Settings, Shell, Status};

/// What one way has left.
struct Way {
    branch: usize,
    flow: Flow,
    changes: Snapshot,
    settings: Settings,
    status: Status,
    output: Option<String>,
    input: Input,
}

impl Shell {
    /// Takes two ways from here and merges what they leave.
    pub(in super::super) fn either(
        &mut self,
        first: impl FnOnce(&mut Self) -> Flow,
        second: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        let settings = self.settings.clone();
        let output = self.output.clone();
        let input = self.input.clone();
        let status = self.status;
        let mark = self.vars.mark();
        let outer = self.branch;
        let a = self.way(outer, mark, first);
        self.vars.rewind(mark);
        self.settings = settings;
        self.output.clone_from(&output);
        self.input = input;
        self.status = status;
        let b = self.way(outer, mark, second);
        let flow = match (a.flow, b.flow) {
            (Flow::Next, Flow::Next) => {
                self.vars.merge(mark, &a.changes);
                self.join(a, b, output);
                Flow::Next
            }
            (a_flow, Flow::Next) if a_flow != Flow::Next => Flow::Next,
            (Flow::Next, _) => {
                self.vars.rewind(mark);
                for (name, variable) in &a.changes {
                    self.vars.replace(name, variable.clone());
                }
                self.settings = a.settings;
                self.status = a.status;
                self.output = a.output;
                self.input = a.input;
                Flow::Next
            }
            (a_flow, b_flow) if a_flow == b_flow => {
                self.vars.merge(mark, &a.changes);
                b_flow
            }
            (a_flow, Flow::Exit) => a_flow,
            (_, b_flow) => b_flow,
        };
        self.vars.commit(mark);
        flow
    }

    fn way(&mut self, outer: usize, mark: super::Mark, run: impl FnOnce(&mut Self) -> Flow) -> Way {
        let branch = self.record.branch(outer);
        self.branch = branch;
        let flow = run(self);
        self.branch = outer;
        self.leave(flow);
        Way {
            branch,
            flow,
            changes: self.vars.snapshot(mark),
            settings: self.settings.clone(),
            status: self.status,
            output: self.output.clone(),
            input: self.input.clone(),
        }
    }

    /// Keeps the state of a way that leaves a loop or function early.
    fn leave(&mut self, flow: Flow) {
        let (is_loop, levels, skips) = match flow {
            Flow::Break(levels) => (true, levels, false),
            Flow::Continue(levels) => (true, levels, true),
            Flow::Return => (false, 1, false),
            _ => return,
        };
        let frames = self.frames.iter_mut().rev();
        let Some(frame) = frames
            .filter(|frame| frame.is_loop == is_loop)
            .nth(levels.max(1) - 1)
        else {
            return;
        };
        let state = self.vars.snapshot(frame.mark);
        if skips {
            frame.skipped.push(state);
        } else {
            frame.left.push(state);
        }
    }

    fn join(&mut self, a: Way, b: Way, before: Option<String>) {
        self.join_files([a.branch, b.branch]);
        if a.status != b.status {
            let success = |status| matches!(status, Status::Known(0) | Status::Presumed);
            self.status = if success(a.status) && success(b.status) {
                Status::Presumed
            } else {
                Status::Open
            };
        }
        if a.output != b.output {
            self.output = before.map(|mut text| {
                text.push(HOLE);
                text
            });
        }
        if a.input.text != b.input.text {
            self.input = Input::default();
        }
        let options = self.settings.options;
        self.settings.options.allexport = options.allexport && a.settings.options.allexport;
        if self.settings.exit_trap.is_none() {
            self.settings.exit_trap.clone_from(&a.settings.exit_trap);
        }
        if a.settings.positional != b.settings.positional {
            self.settings.positional = None;
        }
        if !Rc::ptr_eq(&a.settings.functions, &b.settings.functions) {
            let functions = Rc::make_mut(&mut self.settings.functions);
            for (name, function) in a.settings.functions.iter() {
                functions
                    .entry(name.clone())
                    .or_insert_with(|| Rc::clone(function));
            }
        }
    }

    /// Runs what happens only when a program fails: its launches do not count, and what it
    /// changes is not certain.
    pub(super) fn unlikely(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let status = self.status;
        self.either(
            |shell| {
                shell.shadow += 1;
                let flow = run(shell);
                shell.shadow -= 1;
                flow
            },
            |shell| {
                shell.status = status;
                Flow::Next
            },
        );
        self.status = Status::Presumed;
        Flow::Next
    }

    /// Runs a function or loop that some ways may leave early; merges those in at its end.
    pub(super) fn framed(&mut self, is_loop: bool, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let mark = self.vars.mark();
        self.frames.push(Frame {
            is_loop,
            mark,
            left: Vec::new(),
            skipped: Vec::new(),
        });
        let mut flow = run(self);
        let left = self
            .frames
            .pop()
            .map(|frame| frame.left)
            .unwrap_or_default();
        if !left.is_empty() && flow == Flow::Exit {
            flow = Flow::Next;
        }
        for state in &left {
            self.vars.merge(mark, state);
        }
        if !left.is_empty() {
            self.status = Status::Open;
        }
        self.vars.commit(mark);
        flow
    }

    /// Merges in the states that went to the next round early.
    pub(super) fn rejoin_round(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let mark = frame.mark;
        for state in core::mem::take(&mut frame.skipped) {
            self.vars.merge(mark, &state);
        }
    }
}
