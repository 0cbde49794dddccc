//! Running shell text without running anything: the abstract interpreter.
//!
//! It follows what bash would do as far as that can be known from the text. What cannot be known
//! has holes; where the way through the text is not known, both ways are taken and merged.

mod array;
mod assign;
mod branch;
mod child;
mod compound;
mod default;
mod files;
mod list;
mod redirect;
mod rounds;
mod simple;

pub(super) use files::Written;
use readpoint_catalog::prelude::*;
pub(super) use simple::Invocation;

use alloc::rc::Rc;

use readpoint_catalog::{Gathered, Map, Set};

use super::record::Record;
use super::source::Source;
use super::state::{Mark, Snapshot, Variables};
use super::syntax::{Function, Script};
use super::{parse, source};
use crate::limits::Inner;
use crate::reading::{Part, Slip, Span, Value};

/// Steps that any text may take, on top of one for each of its bytes.
const FREE_STEPS: usize = 20_000;

/// How deep functions, `eval` and inner shells may nest.
const MAX_DEPTH: usize = 24;

/// Where the run goes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// On.
    Next,
    /// Out of so many loops.
    Break(usize),
    /// To the next round of the loop so far out.
    Continue(usize),
    /// Out of the function.
    Return,
    /// The shell ends.
    Exit,
    /// An error ends the complete command; the next one runs.
    GiveUp,
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// With this code.
    Known(u8),
    /// Not known, but the text counts on success.
    Presumed,
    /// Not known; the text asks.
    Open,
}

/// What a subshell inherits and cannot change for its parent, besides variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    /// Defined functions.
    pub(super) functions: Rc<Map<Rc<Function>>>,
    /// `set` options.
    pub(super) options: Options,
    /// `$1` and so on, if known.
    pub(super) positional: Option<Rc<Vec<String>>>,
    /// What `trap … EXIT` has set.
    pub(super) exit_trap: Option<Rc<Vec<Part>>>,
}

/// `set` options that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Options {
    /// `set -a`
    pub(super) allexport: bool,
    /// `set -e`
    pub(super) errexit: bool,
    /// `set -u`
    pub(super) nounset: bool,
    /// `set -f`
    pub(super) noglob: bool,
    /// `set -o pipefail`
    pub(super) pipefail: bool,
    /// `set -n`
    pub(super) noexec: bool,
}

/// What commands read.
#[derive(Clone, Debug, Default)]
pub(super) struct Input {
    /// The rest of it, with holes; `None`: not known.
    pub(super) text: Option<String>,
    /// The whole of it, with where it stands.
    pub(super) parts: Vec<Part>,
}

/// A function or a loop that is running.
#[derive(Debug)]
struct Frame {
    is_loop: bool,
    mark: Mark,
    /// States that leave it early on some way.
    left: Vec<Snapshot>,
    /// States that go to the next round early on some way.
    skipped: Vec<Snapshot>,
}

/// A variable in front of a command, for as long as that runs.
#[derive(Clone, Debug)]
pub(super) struct Cover {
    /// Its name.
    pub(super) name: String,
    /// What it was before; nothing is put back where it is to stay.
    pub(super) before: Option<Option<super::state::Variable>>,
    /// Since when it is covered.
    since: Mark,
}

/// The interpreter.
#[derive(Debug, Default)]
pub(super) struct Shell {
    /// Variables.
    pub(super) vars: Variables,
    /// What a subshell cannot change.
    pub(super) settings: Settings,
    /// What the run leaves behind.
    pub(super) record: Record,
    /// Slips, besides those that parsing finds.
    pub(super) slips: Vec<Slip>,
    /// How the last command ended.
    pub(super) status: Status,
    /// What commands read.
    pub(super) input: Input,
    /// What commands write, where somebody wants to know.
    pub(super) output: Option<String>,
    /// Values that `local` covers, for each running function.
    pub(super) locals: Vec<Vec<(String, Option<super::state::Variable>)>>,
    /// Variables that stand in front of running functions, with what they cover.
    pub(super) covers: Vec<Cover>,
    /// Functions that have been called.
    pub(super) called: Set,
    /// Variables of the shells that wait in terminals, by name of the terminal.
    pub(super) terminals: Map<Variables>,
    /// Values that assignments have where a variable from outside is not set.
    pub(super) defaults: Vec<(usize, Value)>,
    /// Files that the text writes.
    files: Map<files::File>,
    /// Above 0: what comes from outside and has a default is taken not to be set.
    assume_unset: usize,
    frames: Vec<Frame>,
    pending: Option<Flow>,
    substitution: Option<Status>,
    branch: usize,
    /// Inside subshells, pipelines and the like.
    children: usize,
    /// Above 0: assignments are recorded, launches are not.
    shadow: usize,
    /// Above 0: nothing is recorded.
    dry: usize,
    /// Above 0: `set -e` does not apply.
    tested: usize,
    depth: usize,
    steps: usize,
    step_limit: usize,
    inner: Inner,
}

impl Default for Status {
    fn default() -> Self {
        Self::Known(0)
    }
}

impl Shell {
    /// A shell for a text of so many bytes.
    pub(super) fn new(length: usize) -> Self {
        Self {
            step_limit: FREE_STEPS + length,
            inner: Inner::new(length),
            ..Self::default()
        }
    }

    /// Runs a whole text, its exit trap and, for the sake of their assignments, the functions
    /// that nothing called. Gives whether the shell is still there at the end.
    pub(super) fn main(&mut self, script: &Script) -> bool {
        let flow = self.script(script);
        let alive = flow != Flow::Exit;
        let exported = self.exported_places();
        let ended = self.vars.mark();
        self.run_exit_trap();
        self.run_uncalled();
        self.run_unread();
        self.vars.undo(ended);
        self.record.settle(if alive { &exported } else { &[] });
        alive
    }

    fn exported_places(&self) -> Vec<usize> {
        let exported = |name: &&String| {
            self.vars
                .told(name)
                .is_some_and(|it| it.setting().is_some())
        };
        let places = |name: &String| self.vars.told(name).map(|it| it.places.clone());
        self.vars
            .names()
            .filter(exported)
            .filter_map(places)
            .flatten()
            .gathered()
    }

    fn run_exit_trap(&mut self) {
        if let Some(action) = self.settings.exit_trap.take() {
            let status = self.status;
            let flow = self.run_text(&Source::from_parts(&action));
            if flow != Flow::Exit {
                self.status = status;
            }
        }
    }

    fn run_uncalled(&mut self) {
        let functions = Rc::clone(&self.settings.functions);
        for (name, function) in functions.iter() {
            if !self.called.contains(name) {
                self.settings.positional = None;
                self.in_shadow(|shell| shell.command(&function.body));
            }
        }
    }

    /// Parses and runs text inside the text.
    pub(super) fn run_text(&mut self, source: &Source) -> Flow {
        let length = source.text.len();
        if self.depth >= MAX_DEPTH || !self.inner.open(length) {
            self.record.truncated |= self.depth < MAX_DEPTH;
            self.status = Status::Open;
            return Flow::Next;
        }
        let mut slips = Vec::new();
        let mut script = parse::parse(source, 0, &mut slips);
        let is_known = source::known(&source.text).is_some();
        let mistake = script.stops_at.filter(|_| is_known);
        if !is_known {
            // What is not known may be what would make it right.
            script.stops_at = None;
        }
        if self.dry == 0 {
            for slip in slips {
                if !self.slips.contains(&slip) {
                    self.slips.push(slip);
                }
            }
        }
        self.depth += 1;
        let flow = self.script(&script);
        self.depth -= 1;
        self.inner.close(length);
        match flow {
            // `eval` fails; a shell of its own ends here anyway.
            Flow::Exit if mistake.is_some() && self.status == Status::Known(2) => Flow::Next,
            _ => flow,
        }
    }

    /// Runs something with a copy of so many words, unless there are too many.
    pub(super) fn with_words(&mut self, words: usize, run: impl FnOnce(&mut Self)) {
        if self.inner.copy(words) {
            run(self);
            self.inner.forget(words);
        } else {
            self.record.truncated = true;
            self.status = Status::Open;
        }
    }

    /// Writes to standard output.
    pub(super) fn emit(&mut self, text: &str) {
        if let Some(output) = &mut self.output {
            if output.len() + text.len() > crate::limits::MAX_VALUE {
                *output = source::HOLE.to_string();
            } else {
                output.push_str(text);
            }
        }
    }

    /// Writes something that cannot be known.
    pub(super) fn emit_unknown(&mut self) {
        let mut letters = [0; 4];
        self.emit(source::HOLE.encode_utf8(&mut letters));
    }

    /// Gives up the command being expanded.
    pub(super) fn abort(&mut self, flow: Flow) {
        self.status = Status::Known(1);
        self.pending.get_or_insert(flow);
    }

    /// What [`Shell::abort`] asked for, if it did.
    pub(super) fn aborted(&mut self) -> Option<Flow> {
        self.pending.take()
    }

    /// Whether the run really comes here.
    pub(super) fn is_reached(&self) -> bool {
        self.shadow == 0
    }

    /// Whether a loop is running that `break` can leave.
    pub(super) fn in_loop(&self) -> bool {
        self.frames.iter().any(|frame| frame.is_loop)
    }

    /// Whether what comes from outside and has a default is taken not to be set.
    pub(super) fn assumes_unset(&self) -> bool {
        self.assume_unset > 0
    }

    /// Whether nothing is recorded.
    pub(super) fn is_dry(&self) -> bool {
        self.dry > 0
    }

    /// Adds a slip found while running.
    pub(super) fn slip(&mut self, slip: Slip) {
        if self.dry == 0 && !self.slips.contains(&slip) {
            self.slips.push(slip);
        }
    }

    /// Counts a step; says whether the text has used up what it may take.
    fn exhausted(&mut self) -> bool {
        self.steps += 1;
        let exhausted = self.steps > self.step_limit || self.record.is_full();
        self.record.truncated |= exhausted;
        exhausted
    }

    /// The place where the run gave up, for pointing at it.
    pub(super) fn gave_up(&self) -> Option<Span> {
        self.record.truncated.then(|| {
            let last = self
                .record
                .launches
                .last()
                .map(|launch| launch.span.clone());
            last.unwrap_or(0..0)
        })
    }
}
