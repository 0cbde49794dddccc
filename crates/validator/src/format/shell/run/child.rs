//! Running something apart: in a subshell, for its output, one level deeper.

use super::super::syntax::Script;
use super::{Flow, MAX_DEPTH, Shell, Status};
use readpoint_catalog::prelude::*;

impl Shell {
    /// Runs something one level deeper, unless that is too deep.
    pub(in super::super) fn deeper(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if self.depth >= MAX_DEPTH {
            self.status = Status::Open;
            return Flow::Next;
        }
        self.depth += 1;
        let flow = run(self);
        self.depth -= 1;
        flow
    }

    /// Runs a program behind a wrapper, one level deeper.
    pub(in super::super) fn level(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        self.deeper(run);
    }

    /// Runs something that does not happen, for the sake of its assignments.
    pub(in super::super) fn in_shadow(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        let status = self.status;
        let output = self.output.take();
        let input = core::mem::take(&mut self.input);
        self.shadow += 1;
        self.tested += 1;
        self.subshell(run);
        self.tested -= 1;
        self.shadow -= 1;
        self.status = status;
        self.output = output;
        self.input = input;
    }

    /// Runs something in a child of the shell: what it changes is gone afterwards.
    pub(in super::super) fn subshell(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        let pending = self.pending.take();
        let settings = self.settings.clone();
        self.settings.exit_trap = None;
        let locals = self.locals.clone();
        let covers = self.covers.clone();
        let frames = core::mem::take(&mut self.frames);
        let mark = self.vars.mark();
        self.children += 1;
        run(self);
        self.run_exit_trap();
        self.children -= 1;
        self.vars.undo(mark);
        self.frames = frames;
        self.locals = locals;
        self.covers = covers;
        self.settings = settings;
        self.pending = pending;
    }

    /// Runs commands for their output, which may have holes.
    pub(in super::super) fn capture(&mut self, script: &Script) -> String {
        let outer = self.output.replace(String::new());
        self.deeper(|shell| {
            shell.subshell(|shell| shell.script(script));
            Flow::Next
        });
        self.substitution = Some(self.status);
        core::mem::replace(&mut self.output, outer).unwrap_or_default()
    }

    /// Runs something outside the loops and functions that are running.
    pub(in super::super) fn without_frames(&mut self, run: impl FnOnce(&mut Self)) {
        let frames = core::mem::take(&mut self.frames);
        run(self);
        self.frames = frames;
    }

    /// Runs something in which `set -e` counts again.
    pub(in super::super) fn untested(&mut self, run: impl FnOnce(&mut Self)) {
        let tested = core::mem::take(&mut self.tested);
        run(self);
        self.tested = tested;
    }
}
