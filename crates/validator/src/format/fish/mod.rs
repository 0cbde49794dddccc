//! fish: `set -x`, `NAME=value command`, blocks that end with `end`.

mod block;
mod program;
mod set;

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, Map, Set};

use super::dialect::{self, Command, Dialect, Mark, Word};
use super::flow::{Flow, FrameKind, Status, is_loop};
use super::session::{Session, is_name};
use crate::Kind;
use crate::reading::{Reading, Value};

/// Words that open a block.
const OPENERS: &[&str] = &["if", "while", "for", "switch", "function", "begin"];

/// Commands of fish that start nothing and whose success is not known.
const OWN: &[&str] = &[
    ".",
    "[",
    "abbr",
    "alias",
    "argparse",
    "bg",
    "bind",
    "block",
    "breakpoint",
    "builtin",
    "cd",
    "complete",
    "contains",
    "count",
    "dirs",
    "disown",
    "emit",
    "eval",
    "false",
    "fg",
    "fish_add_path",
    "fish_config",
    "funced",
    "funcsave",
    "functions",
    "history",
    "isatty",
    "jobs",
    "math",
    "nextd",
    "popd",
    "prevd",
    "pushd",
    "pwd",
    "random",
    "read",
    "set_color",
    "source",
    "status",
    "string",
    "test",
    "trap",
    "type",
    "ulimit",
    "umask",
    "wait",
    "activate",
    "conda",
    "deactivate",
    "path",
];

/// Commands of fish that start nothing and succeed.
const QUIET: &[&str] = &[":", "echo", "printf", "true"];

/// Functions call one another this deep.
const DEPTH: usize = 16;

/// Reads fish text.
pub(crate) fn read(text: &str) -> Reading {
    let commands = dialect::commands(text, Dialect::Fish);
    let ends = ends(&commands);
    let mut fish = Fish {
        flow: Flow::new(Session::new(Kind::Fish, text)),
        commands: &commands,
        ends,
        functions: Map::new(),
        lists: Set::new(),
        ended: false,
        negated: false,
    };
    // The file is a block: a local variable hides one that is exported.
    fish.flow.open(FrameKind::Block, Tag::Group, &(0..0));
    fish.run();
    let ended = fish.ended;
    fish.flow.finish(ended)
}

/// What fish wants to know of a block.
#[derive(Debug)]
pub(super) enum Tag {
    /// `if` or `switch`, and whether one of its arms runs for certain.
    Arms {
        certain: bool,
    },
    /// `for NAME in …`: where its body starts and what is left of its values, last one first.
    Each {
        body: usize,
        name: String,
        left: Vec<Option<String>>,
    },
    /// `while`.
    While,
    /// A function that is called, and where to go on behind the call.
    Call {
        back: usize,
    },
    Group,
    /// A command that runs or not.
    Single,
}

struct Fish<'t> {
    flow: Flow<Tag>,
    commands: &'t [Command],
    /// Where the block that opens at a command ends.
    ends: Vec<usize>,
    /// Where the functions of the text start.
    functions: Map<usize>,
    /// Variables that were lists of more or fewer than one value.
    lists: Set,
    /// The text ends the shell.
    ended: bool,
    /// `not` in front of a pipeline that is running.
    negated: bool,
}

/// Where the blocks end that open at each command; the number of commands where they never do.
fn ends(commands: &[Command]) -> Vec<usize> {
    let mut ends = vec![commands.len(); commands.len()];
    let mut open = Vec::new();
    for (at, command) in commands.iter().enumerate() {
        let words = without_prefixes(&command.words);
        match words.first().and_then(Word::text).as_deref() {
            Some("end") => {
                if let Some(start) = open.pop() {
                    ends[start] = at;
                }
            }
            Some(word) if OPENERS.contains(&word) => open.push(at),
            _ => {}
        }
    }
    ends
}

/// A command without `and`, `not`, `time` and settings before it.
fn without_prefixes(words: &[Word]) -> &[Word] {
    let prefix = |word: &Word| {
        ["and", "or", "not", "!", "time"]
            .iter()
            .any(|it| word.is(it))
            || word.pair().is_some()
    };
    let count = words.iter().take_while(|word| prefix(word)).count();
    &words[count..]
}

impl Fish<'_> {
    fn run(&mut self) {
        let mut at = 0;
        let mut before = Mark::Line;
        while let Some(command) = self.commands.get(at) {
            let after = command.after;
            let next = match before {
                Mark::And => self.depending(true, &command.words, at),
                Mark::Or => self.depending(false, &command.words, at),
                _ => self.command(&command.words, at),
            };
            if after != Mark::Pipe && core::mem::take(&mut self.negated) {
                self.negate();
            }
            before = after;
            at = next;
        }
    }

    /// `not`: what failed succeeds.
    fn negate(&mut self) {
        self.flow.status = match self.flow.status {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            _ => Status::Open,
        };
    }

    /// Runs a command that depends on the one before it.
    fn depending(&mut self, on_success: bool, words: &[Word], at: usize) -> usize {
        match self.flow.depends(on_success) {
            Some(true) => self.command(words, at),
            Some(false) if self.is_block(words) => self.ends[at].saturating_add(1),
            Some(false) => at + 1,
            None => {
                let span = self.commands[at].span.clone();
                if self.is_block(words) {
                    // The whole block runs or not.
                    self.forget_all(at..self.ends[at]);
                    return self.command(words, at);
                }
                self.flow.open(FrameKind::Maybe, Tag::Single, &span);
                let next = self.command(words, at);
                self.flow.close(false, &span);
                self.flow.status = Status::Open;
                next
            }
        }
    }

    fn is_block(&self, words: &[Word]) -> bool {
        let words = without_prefixes(words);
        let first = words.first().and_then(Word::text);
        first.is_some_and(|word| OPENERS.contains(&word.as_str()))
    }

    /// Runs the command at a place; gives where to go on.
    fn command(&mut self, words: &[Word], at: usize) -> usize {
        let Some(first) = words.first() else {
            return at + 1;
        };
        let rest = &words[1..];
        let span = self.commands[at].span.clone();
        match first.text().unwrap_or_default().as_str() {
            "and" => return self.depending(true, rest, at),
            "or" => return self.depending(false, rest, at),
            "not" | "!" => {
                let next = self.command(rest, at);
                if self.commands[at].after == Mark::Pipe {
                    self.negated = !self.negated;
                } else {
                    self.negate();
                }
                return next;
            }
            "time" | "builtin" if !rest.is_empty() => return self.command(rest, at),
            "set" => self.set(rest),
            "export" => self.export(rest),
            "if" => {
                self.condition(rest, at);
                let tag = Tag::Arms { certain: false };
                self.flow.open(FrameKind::Choice, tag, &span);
            }
            "switch" => {
                let tag = Tag::Arms { certain: false };
                self.flow.open(FrameKind::Choice, tag, &span);
                // Nothing runs before the first `case`.
                self.flow.dead = true;
            }
            "else" => self.arm(rest, at, rest.is_empty()),
            "case" => {
                let any = rest.iter().any(|word| word.text().as_deref() == Some("*"));
                self.arm(&[], at, any);
            }
            "while" => {
                self.flow.open(FrameKind::Loop, Tag::While, &span);
                self.forget_all(at..self.ends[at]);
                self.condition(rest, at);
                self.flow.open(FrameKind::Choice, Tag::While, &span);
            }
            "for" => return self.each(rest, at),
            "begin" => self.flow.open(FrameKind::Block, Tag::Group, &span),
            "function" => return self.define(rest, at),
            "end" => return self.end(at),
            "break" => drop(self.flow.leave(is_loop, false, &span)),
            "continue" => drop(self.flow.leave(is_loop, true, &span)),
            "return" => {
                if !self
                    .flow
                    .leave(|it| it.kind == FrameKind::Call, false, &span)
                {
                    self.exit();
                }
            }
            "exit" => self.exit(),
            _ => return self.other(words, at),
        }
        at + 1
    }

    fn exit(&mut self) {
        self.ended |= !self.flow.dead && self.flow.frames().count() == 1;
        self.flow.dead = true;
    }

    fn value(&self, word: &Word) -> Value {
        word.value(&|name| self.known(name))
    }

    /// A word that is one word for certain, and known.
    fn single(&self, word: &Word) -> Option<String> {
        word.resolved(&|name| self.known(name))
    }

    /// A variable's value where it is one and known. Path variables are lists.
    fn known(&self, name: &str) -> Option<String> {
        let value = self.flow.known(name)?;
        let path = name.ends_with("PATH") && value.contains(':');
        (!path && !self.lists.contains(name)).then_some(value)
    }
}

/// The names that `function … -a NAME…` gives to arguments.
fn argument_names(words: &[Word]) -> Vec<String> {
    let texts = words.iter().filter_map(Word::text);
    let mut names = texts.skip_while(|it| it != "-a" && it != "--argument-names");
    names.next();
    let mut names: Vec<String> = names.take_while(|it| is_name(it)).gathered();
    names.push("argv".to_owned());
    names
}

fn is_conda_run(words: &[Word]) -> bool {
    words[0].is("conda") && words.get(1).is_some_and(|word| word.is("run"))
}
