//! PowerShell: `$env:NAME = 'value'`, `[Environment]::SetEnvironmentVariable`, and what other
//! shells would write.

mod assign;
mod command;
mod function;
mod own;
mod pieces;
mod process;
mod value;

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Map;

use super::flow::{Flow, FrameKind};
use super::lines::Line;
use super::session::{Session, is_name};
use crate::Kind;
use crate::reading::{Reach, Reading, Span};

use function::Function;
use pieces::{Piece, pieces};

/// Reads PowerShell text.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Powershell, text);
    session.reading.facts.windows = !text.starts_with("#!");
    let all = pieces(text);
    let mut shell = Shell {
        flow: Flow::new(session),
        text,
        pieces: &all,
        functions: Map::new(),
        depth: 0,
        names: Map::new(),
        head: String::new(),
        closed: false,
        ended: false,
        later: Vec::new(),
    };
    shell.run(0..all.len());
    shell.finish()
}

/// What PowerShell wants to know of a block.
#[derive(Debug)]
enum Tag {
    /// `if`, and whether one of its arms runs for certain.
    Arms { certain: bool },
    /// A loop: this and the choice in it end together.
    Rounds,
    /// A block that runs or not.
    Maybe,
    /// A block that runs.
    Group,
    /// A function that is called.
    Called,
}

struct Shell<'t> {
    flow: Flow<Tag>,
    text: &'t str,
    pieces: &'t [Piece],
    /// The functions of the text so far, by their names in lower case.
    functions: Map<Function>,
    /// Functions that are running.
    depth: usize,
    /// Names as they were written first, by their upper case.
    names: Map<String>,
    /// The statement before the brace that comes next.
    head: String,
    /// An `if` has ended, unless an `else` follows.
    closed: bool,
    /// The text ends the session.
    ended: bool,
    /// Assignments for sessions that start later, with the number of programs before.
    later: Vec<(usize, usize)>,
}

impl<'t> Shell<'t> {
    /// Runs some of the pieces. The body of a function waits for its call.
    fn run(&mut self, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            match &self.pieces[at] {
                Piece::Open(span) => match self.define(at) {
                    Some(end) => at = end,
                    None => self.open(at + 1, span),
                },
                Piece::Close(span) => self.close(span),
                Piece::Statement(span) => self.piece(span),
            }
            at += 1;
        }
    }

    fn piece(&mut self, span: &Span) {
        let statement = Line {
            text: &self.text[span.clone()],
            start: span.start,
        };
        let statement = without_prompt(statement.trimmed());
        self.head = statement.text.trim().to_ascii_lowercase();
        if !self.continues() {
            self.settle(span);
        }
        self.statement(statement);
    }

    /// Whether an arm of the `if` before follows.
    fn continues(&self) -> bool {
        keyword(&self.head).starts_with("else")
    }

    /// An `if` whose last arm has come ends.
    fn settle(&mut self, span: &Span) {
        if !core::mem::take(&mut self.closed) {
            return;
        }
        if let Some(Tag::Arms { certain }) = self.flow.top().map(|frame| &frame.tag) {
            let certain = *certain;
            self.flow.close(certain, span);
        }
    }

    /// A block begins; the statement before says which.
    fn open(&mut self, body: usize, span: &Span) {
        let head = core::mem::take(&mut self.head);
        match keyword(&head) {
            "if" => {
                let tag = Tag::Arms { certain: false };
                self.flow.open(FrameKind::Choice, tag, span);
            }
            "else" | "elseif" => {
                self.closed = false;
                if let Some(Tag::Arms { certain }) = self.flow.top().map(|it| &mut it.tag) {
                    *certain |= keyword(&head) == "else";
                    self.flow.next_arm(false, span);
                } else {
                    self.flow.open(FrameKind::Choice, Tag::Maybe, span);
                }
            }
            "for" | "foreach" | "while" | "do" | "foreach-object" | "%" => {
                self.settle(span);
                self.flow.open(FrameKind::Loop, Tag::Rounds, span);
                let end = pieces::closing(self.pieces, body);
                self.forget(body..end);
                self.flow.open(FrameKind::Choice, Tag::Rounds, span);
            }
            "try" | "finally" => self.flow.open(FrameKind::Block, Tag::Group, span),
            _ => {
                self.settle(span);
                self.flow.open(FrameKind::Choice, Tag::Maybe, span);
            }
        }
    }

    fn close(&mut self, span: &Span) {
        self.settle(span);
        self.head.clear();
        let Some(frame) = self.flow.top() else { return };
        match frame.tag {
            Tag::Arms { .. } => self.closed = true,
            Tag::Rounds => {
                self.flow.close(false, span);
                self.flow.end_round(span);
                self.flow.close(true, span);
            }
            Tag::Called => {}
            Tag::Maybe | Tag::Group => drop(self.flow.close(false, span)),
        }
    }

    /// What some pieces set is not known.
    fn forget(&mut self, range: Range<usize>) {
        for piece in &self.pieces[range] {
            let Piece::Statement(span) = piece else {
                continue;
            };
            let text = &self.text[span.clone()];
            if let Some(name) = assign::target(text) {
                let name = self.named(name);
                if !self.flow.dead {
                    self.flow.forget(&name, true);
                }
            }
            self.forget_own(text);
            self.forget_called(text, true);
        }
    }

    fn statement(&mut self, statement: Line<'t>) {
        let lower = statement.text.to_ascii_lowercase();
        self.forget_called(statement.text, false);
        if let Some((name, rest)) = environment_target(statement, &lower) {
            self.forget_own(rest.text);
            self.assign(name, rest);
            return;
        }
        if let Some((name, rest)) = variable_target(statement) {
            self.forget_own(rest.text);
            self.assign_own(name, rest);
            return;
        }
        self.forget_own(statement.text);
        if lower.contains("]::setenvironmentvariable(") {
            self.method(statement, &lower);
        } else {
            self.command(statement, &lower);
        }
    }

    /// The name under which a variable is kept: Windows does not tell upper from lower case.
    fn named(&mut self, name: &str) -> String {
        let upper = name.to_ascii_uppercase();
        let known = self.names.entry(upper).or_insert_with(|| name.to_owned());
        known.clone()
    }

    fn canonical(&self, name: &str) -> String {
        let known = self.names.get(&name.to_ascii_uppercase());
        known.cloned().unwrap_or_else(|| name.to_owned())
    }

    /// What is for later sessions reaches no program of this one.
    fn finish(mut self) -> Reading {
        let end = self.text.len()..self.text.len();
        self.settle(&end);
        self.run_uncalled();
        let programs = self.flow.session.reading.launches.len();
        for (index, before) in &self.later {
            if programs > *before {
                self.flow.session.reading.assignments[*index].reach = Reach::NextSession;
            }
        }
        self.flow.finish(self.ended)
    }
}

/// The keyword that a statement before a brace starts with; the last command of a pipeline.
fn keyword(head: &str) -> &str {
    let end = head.find(|c: char| c.is_whitespace() || c == '(');
    &head[..end.unwrap_or(head.len())]
}

/// A statement that starts with `$env:NAME` or `${env:NAME}`: the name and what follows.
fn environment_target<'t>(statement: Line<'t>, lower: &str) -> Option<(Line<'t>, Line<'t>)> {
    let prefix = ["$env:", "${env:"]
        .into_iter()
        .find(|it| lower.starts_with(it))?;
    let (name, rest) = name_and_rest(statement.from(prefix.len()));
    let rest = rest.from(usize::from(rest.text.starts_with('}'))).trimmed();
    (is_name(name.text) && rest.text.contains('=')).then_some((name, rest))
}

/// A statement that starts with `$NAME =`: a variable of PowerShell's own.
fn variable_target(statement: Line<'_>) -> Option<(Line<'_>, Line<'_>)> {
    let rest = statement.text.strip_prefix('$')?;
    let scope = ["script:", "global:", "local:", "private:"];
    let scope = scope.iter().find(|it| {
        let start = rest.get(..it.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(it))
    });
    let (name, rest) = name_and_rest(statement.from(1 + scope.map_or(0, |it| it.len())));
    let rest = rest.trimmed();
    let assigns = rest.text.starts_with('=') && !rest.text.starts_with("==");
    (is_name(name.text) && assigns).then(|| (name, rest.from(1).trimmed()))
}

fn name_and_rest(line: Line<'_>) -> (Line<'_>, Line<'_>) {
    let end = line
        .text
        .find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    let end = end.unwrap_or(line.text.len());
    (line.to(end), line.from(end))
}

/// A statement without `PS C:\folder>` before it.
fn without_prompt(statement: Line<'_>) -> Line<'_> {
    match statement
        .text
        .find("> ")
        .filter(|_| statement.text.starts_with("PS "))
    {
        Some(at) => statement.from(at + 2).trimmed(),
        None => statement,
    }
}
