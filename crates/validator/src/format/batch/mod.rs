//! cmd batch: `set NAME=value` takes the rest of the command, blanks and quotes too.

mod block;
mod jump;
mod operation;
mod program;
mod set;
mod value;

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Map;

use super::flow::{Flow, FrameKind, State, Status, join};
use super::lines::Line;
use super::session::Session;
use crate::Kind;
use crate::reading::{Reach, Reading, Span};

use operation::{Kind as What, Operation, operations};

/// Commands of cmd itself and small programs that start nothing.
const OWN: &[&str] = &[
    "activate",
    "assoc",
    "attrib",
    "break",
    "cd",
    "chcp",
    "chdir",
    "choice",
    "cls",
    "color",
    "copy",
    "date",
    "deactivate",
    "del",
    "dir",
    "echo",
    "erase",
    "find",
    "findstr",
    "ftype",
    "md",
    "mkdir",
    "mklink",
    "mode",
    "more",
    "move",
    "path",
    "pause",
    "popd",
    "prompt",
    "pushd",
    "rd",
    "rem",
    "ren",
    "rmdir",
    "robocopy",
    "shift",
    "sort",
    "taskkill",
    "tasklist",
    "time",
    "timeout",
    "title",
    "tree",
    "type",
    "ver",
    "verify",
    "vol",
    "where",
    "xcopy",
];

/// Most values of a `for /l`.
const NUMBERS: usize = 1000;

/// Reads batch text.
pub(crate) fn read(text: &str) -> Reading {
    let all: Rc<[Operation]> = operations(text, 0).into();
    let mut session = Session::new(Kind::Batch, text);
    session.reading.facts.windows = true;
    let mut batch = Batch {
        flow: Flow::new(session),
        text,
        labels: jump::labels(text, &all),
        ends: ends(&all),
        all,
        names: Map::new(),
        changed: Map::new(),
        pending: Map::new(),
        saved: Vec::new(),
        exits: Vec::new(),
        delayed: false,
        depth: 0,
        later: Vec::new(),
    };
    batch.run();
    batch.finish()
}

/// What batch wants to know of a block.
#[derive(Debug)]
enum Tag {
    /// `if`, up to the end of its line or block; whether its `else` has come.
    If { otherwise: bool },
    /// What stands behind `||` or `&&`.
    Maybe,
    /// `( … )`
    Block,
    /// `for`: where its body starts, its variable, and the values left, last one first.
    For {
        body: usize,
        name: String,
        left: Vec<String>,
    },
    /// `call :label`: where to go on, what `%NAME%` stands for there, and how many `setlocal`
    /// were open.
    Call {
        back: usize,
        changed: Map<Option<String>>,
        saved: usize,
    },
    /// A process of its own.
    Child,
}

struct Batch<'t> {
    flow: Flow<Tag>,
    text: &'t str,
    all: Rc<[Operation]>,
    /// Where the body of each `for`, and each block, ends.
    ends: Vec<usize>,
    labels: jump::Labels,
    /// Names as they were written first, by their upper case.
    names: Map<String>,
    /// What variables were before the line or block that runs now, where it has changed them.
    changed: Map<Option<String>>,
    /// What is so far where a `goto` leads forward.
    pending: Map<Vec<State>>,
    /// Before each `setlocal` that is open; whether it is open for certain.
    saved: Vec<(State, bool)>,
    /// What is so far where the script ends early.
    exits: Vec<State>,
    /// `!NAME!` is replaced.
    delayed: bool,
    /// Texts inside of texts.
    depth: usize,
    /// `setx` assignments, with the number of programs started before.
    later: Vec<(usize, usize)>,
}

/// Where each `for` and each block ends; the number of operations where it never does.
fn ends(all: &[Operation]) -> Vec<usize> {
    let mut ends = vec![all.len(); all.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, it) in all.iter().enumerate() {
        match it.kind {
            What::For { .. } | What::Open => open.push(at),
            What::Line | What::Close => {
                while let Some(start) = open.pop_if(|start| all[*start].kind != What::Open) {
                    ends[start] = at;
                }
                if it.kind == What::Close
                    && let Some(start) = open.pop()
                {
                    ends[start] = at;
                }
            }
            _ => {}
        }
    }
    ends
}

impl<'t> Batch<'t> {
    fn slice(&self, span: &Span) -> Line<'t> {
        Line {
            text: &self.text[span.clone()],
            start: span.start,
        }
    }

    /// Runs all operations.
    fn run(&mut self) {
        let all = Rc::clone(&self.all);
        let mut at = 0;
        while let Some(operation) = all.get(at) {
            at = self.operation(operation, &all, at);
            if at >= all.len() {
                at = self.end_of_text(all.len());
            }
        }
    }

    /// Runs an operation; gives where to go on.
    fn operation(&mut self, it: &Operation, all: &[Operation], at: usize) -> usize {
        let piped = |at: usize| all.get(at).is_some_and(|it| it.kind == What::Pipe);
        let before = at.checked_sub(1).is_some_and(piped);
        match &it.kind {
            What::Command if before || piped(at + 1) => {
                self.flow.open(FrameKind::Child, Tag::Child, &it.span);
                let next = self.command(self.slice(&it.span), at);
                self.flow.close(true, &it.span);
                self.flow.status = Status::Open;
                return next;
            }
            What::Command => return self.command(self.slice(&it.span), at),
            What::If => {
                let tag = Tag::If { otherwise: false };
                self.flow.open(FrameKind::Choice, tag, &it.span);
            }
            What::Else => self.otherwise(&it.span),
            What::For { head, list } => return self.each(head, list, all, at),
            What::Open => {
                let end = self.ends.get(at).copied().unwrap_or(all.len());
                let child = before || piped(end + 1);
                let kind = if child {
                    FrameKind::Child
                } else {
                    FrameKind::Block
                };
                self.flow.open(kind, Tag::Block, &it.span);
            }
            What::Close => {
                if let Some(next) = self.end_of_line(&it.span) {
                    return next;
                }
                if let Some(Tag::Block) = self.flow.top().map(|frame| &frame.tag) {
                    self.flow.close(true, &it.span);
                }
                self.flow.status = Status::Open;
            }
            What::Line => {
                if let Some(next) = self.end_of_line(&it.span) {
                    return next;
                }
                if !self.in_block() {
                    self.changed.clear();
                }
            }
            What::Also => {
                self.end_maybe(&it.span);
                self.flow.status = Status::Open;
            }
            What::And => self.depending(true, &it.span),
            What::Or => {
                self.end_maybe(&it.span);
                self.depending(false, &it.span);
            }
            What::Pipe => {}
            What::Label(name) => self.label(name, at, &it.span),
        }
        at + 1
    }

    fn in_block(&self) -> bool {
        let mut inner = self.flow.frames();
        inner.any(|frame| matches!(frame.tag, Tag::Block | Tag::Call { .. }))
            && !self
                .flow
                .frames()
                .next()
                .is_some_and(|frame| matches!(frame.tag, Tag::Call { .. }))
    }

    /// What depends on how the command before went.
    fn depending(&mut self, on_success: bool, span: &Span) {
        let runs = self.flow.depends(on_success);
        if runs == Some(true) {
            return;
        }
        self.flow.open(FrameKind::Maybe, Tag::Maybe, span);
        if runs == Some(false) {
            self.flow.dead = true;
        }
    }

    /// What stands behind `||` or `&&` ends.
    fn end_maybe(&mut self, span: &Span) {
        while let Some(Tag::Maybe) = self.flow.top().map(|frame| &frame.tag) {
            self.flow.close(false, span);
        }
    }

    fn otherwise(&mut self, span: &Span) {
        self.end_maybe(span);
        if let Some(Tag::If { otherwise }) = self.flow.top().map(|frame| &mut frame.tag) {
            *otherwise = true;
            self.flow.next_arm(false, span);
        }
    }

    /// Ends what ends with a line or a block; where a loop has another round, gives its place.
    fn end_of_line(&mut self, span: &Span) -> Option<usize> {
        loop {
            match &mut self.flow.top()?.tag {
                Tag::Maybe => drop(self.flow.close(false, span)),
                Tag::If { otherwise } => {
                    let certain = *otherwise;
                    self.flow.close(certain, span);
                }
                Tag::For { body, name, left } => {
                    let (body, name, next) = (*body, name.clone(), left.pop());
                    self.flow.end_round(span);
                    if next.is_some() {
                        self.set_loop_variable(&name, next);
                        return Some(body);
                    }
                    self.flow.close(true, span);
                }
                Tag::Block | Tag::Call { .. } | Tag::Child => return None,
            }
        }
    }

    /// The name under which a variable is kept; a new one is kept as it is written.
    fn named(&mut self, name: &str) -> String {
        let upper = name.to_ascii_uppercase();
        let known = self.names.entry(upper).or_insert_with(|| name.to_owned());
        known.clone()
    }

    /// Remembers what a variable was before this line or block.
    fn note_change(&mut self, name: &str) {
        if !self.changed.contains_key(name) {
            let value = self.flow.session.known(name);
            self.changed.insert(name.to_owned(), value);
        }
    }

    /// What `setx` sets reaches no program of this session.
    fn finish(mut self) -> Reading {
        let end = self.text.len()..self.text.len();
        self.end_script(&end);
        let exits = core::mem::take(&mut self.exits);
        self.flow.resume(join(exits));
        let programs = self.flow.session.reading.launches.len();
        for (index, before) in self.later {
            if programs > before {
                self.flow.session.reading.assignments[index].reach = Reach::NextSession;
            }
        }
        self.flow.finish(false)
    }
}
