//! csh and tcsh: `setenv NAME value`, shell variables with `set`, blocks that end with `endif`,
//! `end` and `endsw`.

mod block;
mod lines;
mod set;

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::dialect::{self, Command, Dialect, Mark, Word};
use super::embed::{self, Argument};
use super::flow::{Flow, Frame, FrameKind, Status, is_loop};
use super::session::{Session, is_name};
use crate::Kind;
use crate::reading::{Reading, SlipKind, Span};

/// Words of the shell itself that start nothing.
const OWN: &[&str] = &[
    "alias",
    "alloc",
    "bg",
    "bindkey",
    "cd",
    "chdir",
    "complete",
    "conda",
    "dirs",
    "echo",
    "echotc",
    "fg",
    "filetest",
    "glob",
    "hashstat",
    "history",
    "hup",
    "jobs",
    "kill",
    "limit",
    "log",
    "ls-F",
    "module",
    "notify",
    "onintr",
    "popd",
    "printenv",
    "pushd",
    "rehash",
    "sched",
    "setpath",
    "settc",
    "setty",
    "shift",
    "source",
    "stop",
    "suspend",
    "telltc",
    "umask",
    "unalias",
    "uncomplete",
    "unhash",
    "unlimit",
    "wait",
    "watchlog",
    "where",
    "which",
    "printf",
    "ml",
];

/// Prefixes that run the command behind them.
const PREFIXES: &[&str] = &["nohup", "time", "builtin"];

/// Reads csh text.
pub(crate) fn read(text: &str) -> Reading {
    let commands = dialect::commands(text, Dialect::Csh);
    let ends = ends(&commands);
    let mut csh = Csh {
        flow: Flow::new(Session::new(Kind::Csh, text)),
        commands: &commands,
        ends,
        background: lines::background(&commands),
        broken: lines::broken(&commands),
        ended: false,
        jumps: commands
            .iter()
            .any(|it| it.words.first().is_some_and(|word| word.is("goto"))),
    };
    csh.run();
    let ended = csh.ended;
    csh.flow.finish(ended)
}

/// What csh wants to know of a block.
#[derive(Debug)]
enum Tag {
    /// `if … then` or `switch`, and whether one of its arms runs for certain.
    Arms { certain: bool, switch: bool },
    /// `foreach NAME (…)`: where its body starts and what is left of its values, last one first.
    Each {
        body: usize,
        name: String,
        left: Vec<String>,
    },
    /// A loop whose rounds are not known.
    While,
    /// `( … )`
    Child,
    /// A command that runs or not.
    Single,
}

struct Csh<'t> {
    flow: Flow<Tag>,
    commands: &'t [Command],
    /// Where the loop that opens at a command ends.
    ends: Vec<usize>,
    /// Whether the commands that a command stands among run in the background.
    background: Vec<bool>,
    /// Where the line of a command ends, if its parentheses do not match.
    broken: Vec<Option<usize>>,
    /// The text ends the shell.
    ended: bool,
    /// A `goto` stands somewhere.
    jumps: bool,
}

/// Where loops end; the number of commands where they never do.
fn ends(commands: &[Command]) -> Vec<usize> {
    let mut ends = vec![commands.len(); commands.len()];
    let mut open = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        match command.words.first().and_then(Word::text).as_deref() {
            Some("foreach" | "while") => open.push(at),
            Some("end") => {
                if let Some(start) = open.pop() {
                    ends[start] = at;
                }
            }
            _ => {}
        }
    }
    ends
}

impl Csh<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let mut before = Mark::Line;
        while let Some(command) = self.commands.get(at) {
            if let Some(end) = self.broken[at] {
                // The shell takes no part of such a line, and ends the script.
                self.fail();
                (at, before) = (end + 1, Mark::Line);
                continue;
            }
            let alone = before == Mark::Pipe || command.after == Mark::Pipe;
            let follows = matches!(before, Mark::And | Mark::Or | Mark::Pipe);
            if self.background[at] && !follows {
                self.flow.open(FrameKind::Child, Tag::Single, &command.span);
            }
            let next = match before {
                Mark::And => self.depending(true, at, alone),
                Mark::Or => self.depending(false, at, alone),
                _ => self.apart(at, alone),
            };
            match command.after {
                Mark::Background => {
                    self.flow.close(true, &command.span);
                    self.flow.status = Status::Presumed;
                }
                Mark::Open => self.flow.open(FrameKind::Child, Tag::Child, &command.span),
                Mark::Close => self.end_child(&command.span),
                _ => {}
            }
            before = match command.after {
                Mark::Open => before,
                after => after,
            };
            at = next;
        }
    }

    fn depending(&mut self, on_success: bool, at: usize, alone: bool) -> usize {
        let span = self.commands[at].span.clone();
        match self.flow.depends(on_success) {
            Some(true) => self.apart(at, alone),
            Some(false) => at + 1,
            None => {
                self.flow.open(FrameKind::Maybe, Tag::Single, &span);
                let next = self.apart(at, alone);
                self.flow.close(false, &span);
                self.flow.status = Status::Open;
                next
            }
        }
    }

    /// Runs a command, in a process of its own where it stands in a pipeline.
    fn apart(&mut self, at: usize, alone: bool) -> usize {
        let command = &self.commands[at];
        let keyword = command.words.first().and_then(Word::text);
        let keyword = keyword.is_some_and(|word| {
            let words = [
                "if", "else", "foreach", "while", "switch", "end", "endif", "endsw",
            ];
            words.contains(&word.as_str())
        });
        if !alone || keyword || command.words.is_empty() {
            return self.command(&command.words, at);
        }
        self.flow.open(FrameKind::Child, Tag::Child, &command.span);
        let next = self.command(&command.words, at);
        self.flow.close(true, &command.span);
        self.flow.status = Status::Open;
        next
    }

    fn end_child(&mut self, span: &Span) {
        if let Some(Tag::Child) = self.flow.top().map(|frame| &frame.tag) {
            self.flow.close(true, span);
            self.flow.status = Status::Presumed;
        }
    }

    /// Runs the command at a place; gives where to go on.
    fn command(&mut self, words: &[Word], at: usize) -> usize {
        let Some(first) = words.first() else {
            return at + 1;
        };
        let rest = &words[1..];
        let span = self.commands[at].span.clone();
        match first.text().unwrap_or_default().as_str() {
            word if word.starts_with('\u{feff}') => self.flow.status = Status::Failure,
            "setenv" => self.setenv(rest),
            "unsetenv" => self.unsetenv(rest),
            "set" => self.set(rest),
            "unset" => self.unset(rest),
            "@" => self.computed(rest),
            "export" => self.wrong_export(words),
            "if" => return self.condition(rest, at),
            "else" => self.arm(rest, &span),
            "switch" => {
                let tag = Tag::Arms {
                    certain: false,
                    switch: true,
                };
                self.flow.open(FrameKind::Choice, tag, &span);
                // Nothing runs before the first `case`.
                self.flow.dead = true;
            }
            "case" | "default" | "default:" => self.case(first.is("case"), &span),
            "breaksw" => drop(self.flow.leave(is_switch, false, &span)),
            "foreach" => return self.each(rest, at),
            "while" => {
                self.flow.open(FrameKind::Loop, Tag::While, &span);
                self.forget_all(at..self.ends[at]);
                self.flow.open(FrameKind::Choice, Tag::While, &span);
            }
            "endif" | "endsw" | "end" => return self.end(at),
            "break" => drop(self.flow.leave(is_loop, false, &span)),
            "continue" => drop(self.flow.leave(is_loop, true, &span)),
            "exit" | "logout" => self.exit(),
            "goto" => self.flow.dead = true,
            "eval" => self.forget_all(0..self.commands.len()),
            "exec" if !rest.is_empty() => {
                self.start(rest);
                self.exit();
            }
            word if PREFIXES.contains(&word) && !rest.is_empty() => {
                return self.command(rest, at);
            }
            "nice" => return self.command(behind_nice(rest), at),
            "repeat" if rest.len() > 1 => return self.command(&rest[1..], at),
            word if OWN.contains(&word) && !is_conda_run(words) => {
                self.flow.status = if word == "echo" {
                    Status::Success
                } else {
                    Status::Presumed
                };
            }
            _ if self.is_label(words) => self.label(),
            _ => self.start(words),
        }
        at + 1
    }

    fn exit(&mut self) {
        self.ended |= !self.flow.dead && self.flow.frames().next().is_none();
        self.flow.dead = true;
    }

    /// A mistake that ends the script.
    pub(super) fn fail(&mut self) {
        self.exit();
    }

    fn is_label(&self, words: &[Word]) -> bool {
        let name = words[0].text().unwrap_or_default();
        words.len() == 1 && name.strip_suffix(':').is_some_and(is_name)
    }

    /// Whatever came before may have jumped here.
    fn label(&mut self) {
        if self.jumps {
            self.flow.dead = false;
            self.forget_all(0..self.commands.len());
        }
    }

    fn start(&mut self, words: &[Word]) {
        if let Some((name, span, _)) = words.first().and_then(Word::pair) {
            self.flow
                .slip(SlipKind::WrongShell, &name, span, Vec::new());
            self.flow.status = Status::Failure;
            return;
        }
        let arguments: Vec<Argument> = words
            .iter()
            .map(|word| word.argument(&|name| self.known(name)))
            .gathered();
        self.flow
            .embed(|session| embed::command(&arguments, session));
        self.flow.status = Status::Presumed;
    }

    pub(super) fn known(&self, name: &str) -> Option<String> {
        self.flow.known(name)
    }
}

/// The command behind `nice +N`.
fn behind_nice(words: &[Word]) -> &[Word] {
    let number = words.first().and_then(Word::text);
    let number = number.is_some_and(|text| text.starts_with(['+', '-']));
    &words[usize::from(number)..]
}

fn is_conda_run(words: &[Word]) -> bool {
    words[0].is("conda") && words.get(1).is_some_and(|word| word.is("run"))
}

fn is_switch(frame: &Frame<Tag>) -> bool {
    matches!(frame.tag, Tag::Arms { switch: true, .. })
}
