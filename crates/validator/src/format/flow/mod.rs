//! The state of a shell that is no POSIX shell, and what its branches, loops and children make of
//! it. After a branch that may have run or not, what it sets is not known.

mod block;
mod state;

use readpoint_catalog::prelude::*;
pub(crate) use state::{State, join};

use readpoint_catalog::Gather;

use super::session::Session;
use crate::Kind;
use crate::reading::{Assignment, Environment, Origin, Reach, Reading, Setting, SlipKind, Span};

/// How many commands may run in rounds of loops, beyond one each.
const ROUNDS: usize = 20_000;

/// How a command went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// It succeeded.
    Success,
    /// It failed.
    Failure,
    /// A program, which is taken to succeed as far as `&&` goes.
    Presumed,
    /// Not known.
    Open,
}

/// What a frame is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FrameKind {
    /// Parts of which one runs, or none unless one is certain to.
    Choice,
    /// One command that runs or not; a variable that it makes belongs to the block around.
    Maybe,
    /// A part that runs several times, or not at all.
    Loop,
    /// A process of its own: what it sets ends with it.
    Child,
    /// A function that is called.
    Call,
    /// A group.
    Block,
}

/// A part of the text that is being run.
#[derive(Debug)]
pub(crate) struct Frame<T> {
    pub(crate) kind: FrameKind,
    /// What the shell wants to know of it.
    pub(crate) tag: T,
    /// Before it, where that is needed again.
    base: State,
    /// Where it can end: arms that have run, `break`, `return`.
    results: Vec<State>,
    /// Where a round of it can end early.
    continues: Vec<State>,
    /// Variables of the block, with what they hide.
    locals: Vec<(String, Option<Setting>, Option<Setting>)>,
    /// Those of them that may never have been made.
    unsure: Vec<String>,
    /// So many of them were made on every way into the next round.
    sure: usize,
    /// Assignments recorded before it.
    first: usize,
    /// Programs started before it.
    launches: usize,
}

/// A text that is being run.
#[derive(Debug)]
pub(crate) struct Flow<T> {
    pub(crate) session: Session,
    /// Variables of the shell itself, which programs do not see.
    pub(crate) own: Environment,
    /// Nothing runs here: behind an `exit`, in an arm that is never chosen.
    pub(crate) dead: bool,
    /// How the last command went.
    pub(crate) status: Status,
    frames: Vec<Frame<T>>,
    rounds_left: usize,
    exhausted: bool,
    /// Assignments to variables of the shell itself, with the programs started before each.
    unexported: Vec<(usize, usize)>,
}

impl<T> Flow<T> {
    pub(crate) fn new(session: Session) -> Self {
        Self {
            session,
            own: Environment::new(),
            dead: false,
            status: Status::Success,
            frames: Vec::new(),
            rounds_left: ROUNDS,
            exhausted: false,
            unexported: Vec::new(),
        }
    }

    /// The value of a variable, of the shell's own first.
    pub(crate) fn known(&self, name: &str) -> Option<String> {
        match self.own.get(name) {
            Some(setting) => setting.value.clone(),
            None => self.session.known(name),
        }
    }

    /// Sets a variable that programs see.
    pub(crate) fn export(&mut self, found: Assignment) {
        let found = self.noted(found);
        if self.dead {
            self.session.record(found);
        } else {
            self.session.assign(found);
        }
    }

    /// Sets a variable of the shell's own.
    pub(crate) fn keep(&mut self, found: Assignment) {
        let found = self.noted(found);
        let name = found.name.clone();
        let index = self.session.record(found);
        if self.dead {
            return;
        }
        self.own.insert(name, self.session.setting(index));
        let launches = self.session.reading.launches.len();
        self.unexported
            .add_all(index.map(|index| (index, launches)));
    }

    /// Notes an assignment to a variable of the shell's own that is kept elsewhere.
    pub(crate) fn note_own(&mut self, found: Assignment) {
        let launches = self.session.reading.launches.len();
        let index = self.session.record(found);
        self.unexported
            .add_all(index.map(|index| (index, launches)));
    }

    /// An assignment whose value uses another variable shows that this one was seen.
    fn noted(&mut self, found: Assignment) -> Assignment {
        let derived = |part: &crate::reading::Part| part.origin == Origin::Derived;
        if found.value.parts.iter().any(derived) {
            self.session.mark_seen();
        }
        found
    }

    /// Takes a variable away.
    pub(crate) fn unset(&mut self, name: &str) {
        if !self.dead {
            self.session.mark_seen();
            self.session.environment.remove(name);
        }
    }

    /// Whatever a variable was, it is not known any more.
    pub(crate) fn forget(&mut self, name: &str, exported: bool) {
        let exported = exported || self.session.environment.contains_key(name);
        let place = if exported {
            &mut self.session.environment
        } else {
            &mut self.own
        };
        state::forget(place, name);
        self.session.mark_seen();
    }

    /// What the variables of blocks hide under a name is not known any more; gives whether any
    /// hides one.
    pub(crate) fn forget_hidden(&mut self, name: &str) -> bool {
        let (mut hides, mut unsure) = (false, false);
        for frame in &mut self.frames {
            for (_, exported, kept) in frame.locals.iter_mut().filter(|(it, ..)| it == name) {
                let assignment = None;
                let value = None;
                *exported = Some(Setting { value, assignment });
                *kept = None;
                hides = true;
            }
            unsure |= frame.unsure.iter().any(|it| it == name);
        }
        if unsure && !self.dead {
            // It may hide nothing.
            self.forget(name, true);
        }
        hides
    }

    /// Whatever a variable of the shell's own was, it is not known any more.
    pub(crate) fn forget_own(&mut self, name: &str) {
        state::forget(&mut self.own, name);
    }

    /// Whether a loop of so many rounds over so many commands may be run round by round.
    pub(crate) fn may_unroll(&mut self, rounds: usize, commands: usize) -> bool {
        let cost = rounds.saturating_mul(commands.max(1));
        let may = cost <= self.rounds_left;
        if may {
            self.rounds_left -= cost;
        }
        may
    }

    /// The innermost frame.
    pub(crate) fn top(&mut self) -> Option<&mut Frame<T>> {
        self.frames.last_mut()
    }

    /// Frames from the innermost one on.
    pub(crate) fn frames(&self) -> impl Iterator<Item = &Frame<T>> {
        self.frames.iter().rev()
    }

    /// Whether a command runs that depends on how the last one went; `None`: not known.
    pub(crate) fn depends(&self, on_success: bool) -> Option<bool> {
        match (self.status, on_success) {
            (Status::Success | Status::Presumed, true) | (Status::Failure, false) => Some(true),
            (Status::Success, false) | (Status::Failure, true) => Some(false),
            _ => None,
        }
    }

    /// A variable that was the shell's own is seen by programs from now on.
    pub(crate) fn exported_after_all(&mut self, assignment: Option<usize>) {
        self.unexported
            .retain(|(index, _)| Some(*index) != assignment);
    }

    /// Reads something else with the session, unless nothing runs here.
    pub(crate) fn embed(&mut self, run: impl FnOnce(&mut Session)) {
        if !self.dead {
            run(&mut self.session);
        }
    }

    /// Notes a slip.
    pub(crate) fn slip(
        &mut self,
        kind: SlipKind,
        name: &str,
        span: Span,
        edits: Vec<(Span, String)>,
    ) {
        self.session.slip(kind, Some(name), span, edits);
    }

    /// Ends the reading. `ended`: the text has ended the session.
    pub(crate) fn finish(mut self, ended: bool) -> Reading {
        let programs = self.session.reading.launches.len();
        let kind = self.session.reading.kind;
        for (index, before) in self.unexported {
            let found = &mut self.session.reading.assignments[index];
            let none = programs == 0 && kind == Kind::Powershell;
            if (programs > before || none) && found.reach == Reach::Program {
                found.reach = Reach::ShellOnly;
            }
        }
        if ended {
            self.session.environment.clear();
        }
        if self.exhausted {
            let settings = self.session.environment.values_mut();
            settings.for_each(|setting| setting.value = None);
        }
        self.session.finish()
    }
}

impl<T> Frame<T> {
    /// Whether a variable of this block hides another one.
    pub(crate) fn hides(&self, name: &str) -> bool {
        self.locals.iter().any(|(it, ..)| it == name)
    }
}

/// Puts back what a setting of one command hides.
pub(crate) fn put_back<T>(flow: &mut Flow<T>, local: (String, Option<Setting>, Option<Setting>)) {
    if !flow.dead {
        state::put_back(&mut flow.session.environment, &mut flow.own, local);
    }
}

/// Whether a frame is a loop.
pub(crate) fn is_loop<T>(frame: &Frame<T>) -> bool {
    frame.kind == FrameKind::Loop
}
