//! Commands of batch text: cmd's own, wrappers, programs.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gather, Gathered};

use super::operation::{Kind as What, Operation, operations, operations_again};
use super::{Batch, OWN, Tag, ends, jump};
use crate::format::embed;
use crate::format::flow::{FrameKind, Status};
use crate::format::lines::Line;
use crate::format::mapped::Mapped;
use crate::format::session::{is_name, program_name};
use crate::format::{setx, words};
use crate::reading::{Quoting, SlipKind};

/// `cmd /c` is looked into this deep.
const DEPTH: usize = 4;

/// Options of `start` that take the next word.
const START_VALUED: &[&str] = &["/affinity", "/d", "/node"];

impl Batch<'_> {
    /// Runs a command; gives where to go on.
    pub(super) fn command(&mut self, command: Line<'_>, at: usize) -> usize {
        let command = command.trimmed_start();
        let end = command
            .text
            .find([' ', '\t', '(', '/', '"', '=', ';', ','])
            .filter(|end| *end > 0)
            .unwrap_or(command.text.len());
        let first = command.to(end);
        let blank = command.text[end..].starts_with([' ', '\t']);
        let rest = command.from(end + usize::from(blank));
        let span = command.span();
        match first.text.to_ascii_lowercase().as_str() {
            "" if !command.text.starts_with('"') => {}
            word if word.starts_with('\u{feff}') => self.flow.status = Status::Failure,
            "set" => self.set(rest),
            "setx" => self.setx(rest.trimmed()),
            "setlocal" => self.set_local(rest.text, &span),
            "endlocal" => self.end_local(),
            "goto" => {
                if let Some(name) = jump::goto_target(command.text) {
                    return self.goto(&name, at, &span);
                }
            }
            "exit"
                if rest
                    .text
                    .trim_start()
                    .to_ascii_lowercase()
                    .starts_with("/b") =>
            {
                return self.leave(at, &span);
            }
            "exit" => self.end_script(&span),
            "call" => match jump::call_target(command.text) {
                Some(name) => return self.call(&name, at, &span),
                None => return self.command(rest.trimmed(), at),
            },
            "start" => self.command_of_start(rest.trimmed(), at),
            "export" => self.export(first, rest.trimmed()),
            word if word.starts_with("$env:") => self.of_powershell(first, command),
            "cmd" | "cmd.exe" if self.depth < DEPTH => self.inner(rest.trimmed()),
            word if is_own(word) => {
                let succeeds = word.starts_with("echo") || word == "rem";
                self.flow.status = if succeeds {
                    Status::Success
                } else {
                    Status::Open
                };
            }
            _ => self.start(first, command),
        }
        at + 1
    }

    /// `start ["title"] [/options] program`: a process of its own, with this environment.
    fn command_of_start(&mut self, rest: Line<'_>, at: usize) {
        let mut rest = rest;
        if rest.text.starts_with('"') {
            let end = rest.text[1..]
                .find('"')
                .map_or(rest.text.len(), |it| it + 2);
            rest = rest.from(end).trimmed();
        }
        while rest.text.starts_with('/') {
            let end = |text: &str| text.find([' ', '\t']).unwrap_or(text.len());
            let option = rest.to(end(rest.text)).text.to_ascii_lowercase();
            rest = rest.from(option.len()).trimmed();
            if START_VALUED.contains(&option.as_str()) {
                let quoted = rest.text.strip_prefix('"').and_then(|it| it.find('"'));
                let length = quoted.map_or_else(|| end(rest.text), |it| it + 2);
                rest = rest.from(length).trimmed();
            }
        }
        if rest.text.is_empty() {
            return;
        }
        self.flow.open(FrameKind::Child, Tag::Child, &rest.span());
        self.command(rest, at);
        self.flow.close(true, &rest.span());
        self.flow.status = Status::Presumed;
    }

    /// `$env:NAME = value`: cmd looks for a program of this name.
    fn of_powershell(&mut self, first: Line<'_>, command: Line<'_>) {
        let name = &first.text["$env:".len()..];
        self.flow.status = Status::Failure;
        if is_name(name)
            && command.text[first.text.len()..]
                .trim_start()
                .starts_with('=')
        {
            let span = command.span();
            self.flow.slip(SlipKind::WrongShell, name, span, Vec::new());
        }
    }

    /// `setx NAME value`: for consoles that are opened later.
    fn setx(&mut self, rest: Line<'_>) {
        let value = |value: Line<'_>| self.value(value, Quoting::Bare);
        match setx::read(rest, &value) {
            Some(setx::Found::Wrong { name, span, edits }) => {
                self.flow.slip(SlipKind::WrongShell, &name, span, edits);
            }
            Some(setx::Found::Right(found)) => {
                let launches = self.flow.session.reading.launches.len();
                let index = self.flow.session.record(found);
                self.later.add_all(index.map(|index| (index, launches)));
            }
            None => {}
        }
        self.flow.status = Status::Open;
    }

    fn export(&mut self, first: Line<'_>, rest: Line<'_>) {
        let name = rest.text.split('=').next().unwrap_or_default();
        if is_name(name) && rest.text.contains('=') {
            let edits = vec![(first.span(), "set".to_owned())];
            let span = first.start..rest.start + name.len();
            self.flow.slip(SlipKind::WrongShell, name, span, edits);
        }
        self.flow.status = Status::Failure;
    }

    /// `cmd /c "…"`: what is set inside ends with it.
    fn inner(&mut self, rest: Line<'_>) {
        let lower = rest.text.to_ascii_lowercase();
        let Some(at) = ["/c", "/k"].iter().find_map(|flag| lower.find(flag)) else {
            return;
        };
        let body = rest.from(at + 2).trimmed();
        let quoted = body.text.strip_prefix('"');
        let quoted = quoted.and_then(|it| it.strip_suffix('"'));
        let (body, take_apart): (_, fn(&str, usize) -> Vec<Operation>) = match quoted {
            Some(inner) => (body.to(inner.len() + 1).from(1), operations),
            None => (body, operations_again),
        };
        let span = body.span();
        self.flow.open(FrameKind::Child, Tag::Child, &span);
        let inside: Rc<[_]> = take_apart(body.text, body.start).into();
        let outer_ends = core::mem::replace(&mut self.ends, ends(&inside));
        // The line around has replaced its references already.
        let outer = self.changed.clone();
        self.depth += 1;
        let mut at = 0;
        while let Some(operation) = inside.get(at) {
            if operation.kind != What::Line {
                at = self.operation(operation, &inside, at);
            } else {
                at = self.end_of_line(&span).unwrap_or(at + 1);
            }
        }
        self.depth -= 1;
        self.changed = outer;
        self.ends = outer_ends;
        while self
            .flow
            .top()
            .is_some_and(|it| !matches!(it.tag, Tag::Child))
        {
            self.flow.close(false, &span);
        }
        self.flow.close(true, &span);
        self.flow.status = Status::Presumed;
    }

    fn start(&mut self, first: Line<'_>, command: Line<'_>) {
        let word = command.to(command.text.find([' ', '\t']).unwrap_or(command.text.len()));
        let name = word.text.split('=').next().unwrap_or_default();
        if is_name(name) && word.text.contains('=') {
            self.flow.status = Status::Failure;
            return self.foreign(name, word, command);
        }
        let _ = first;
        self.flow.status = Status::Presumed;
        let ranges = words::ranges(&command.text.replace(['\\', '\''], "/"));
        let Some(head) = ranges.first() else { return };
        let program = program_name(command.text[head.clone()].trim_matches('"'));
        let arguments: Vec<_> = ranges
            .iter()
            .map(|range| {
                let line = command.to(range.end).from(range.start);
                self.argument(line)
            })
            .gathered();
        if let Some(launcher) = embed::launcher(program) {
            let mut arguments = arguments;
            let span = command.start + head.start..command.start + head.end;
            arguments[0] = embed::Argument::named(launcher, span);
            self.flow
                .embed(|session| embed::command(&arguments, session));
            return;
        }
        let known = |it: &embed::Argument| it.known().map(str::to_owned);
        let arguments = arguments.iter().skip(1).map(known).gathered();
        let span = command.start..command.start + command.text.trim_end().len();
        self.flow
            .embed(|session| session.launch(program, arguments, span));
    }

    /// A word without its quotes, as a program sees it.
    fn argument(&self, word: Line<'_>) -> embed::Argument {
        let value = self.value(word, Quoting::Bare);
        let unquoted: Vec<_> = value.parts.iter().flat_map(without_quotes).gathered();
        embed::Argument::of_parts(&unquoted, &word.span())
    }

    /// `NAME=value command`, which only POSIX shells know.
    fn foreign(&mut self, name: &str, first: Line<'_>, command: Line<'_>) {
        let value = &first.text[name.len() + 1..];
        let plain = !value.is_empty() && Quoting::Quoted.admits(value);
        let gap = first.end()..(first.end() + 1).min(command.end());
        let edits = if plain && !gap.is_empty() {
            let set = (first.start..first.start, "set \"".to_owned());
            vec![set, (gap, "\" && ".to_owned())]
        } else {
            Vec::new()
        };
        self.flow
            .slip(SlipKind::WrongShell, name, first.span(), edits);
    }
}

fn is_own(word: &str) -> bool {
    let base = word.rsplit(['\\', '/']).next().unwrap_or(word);
    let base = [".exe", ".bat", ".cmd"]
        .iter()
        .find_map(|end| base.strip_suffix(end))
        .unwrap_or(base);
    OWN.contains(&base.trim_end_matches(['.', ':'])) || word.starts_with("echo.")
}

/// The pieces of a part between its double quotes.
fn without_quotes(part: &crate::reading::Part) -> Vec<crate::reading::Part> {
    let Some(text) = part.text.as_deref().filter(|text| text.contains('"')) else {
        return vec![part.clone()];
    };
    let mut mapped = Mapped::default();
    let verbatim = part.span.len() == text.len();
    let mut at = 0;
    for piece in text.split('"') {
        if verbatim {
            mapped.push(piece, part.span.start + at);
        } else if !piece.is_empty() {
            mapped.push_derived(piece, part.span.clone());
        }
        at += piece.len() + 1;
    }
    mapped.parts(&(0..mapped.text.len()), Quoting::Bare)
}
