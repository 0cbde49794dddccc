//! Commands of PowerShell text: programs, and what other shells would write.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::Shell;
use super::pieces::plain_quote;
use crate::format::lines::Line;
use crate::format::session::{assignment, is_name, looks_like_variable, program_name};
use crate::format::{embed, setx, words};
use crate::limits::MAX_WORDS;
use crate::reading::{Quoting, SlipKind, Span, Value};

/// Words that start nothing.
const OWN: &[&str] = &[
    "if",
    "else",
    "elseif",
    "for",
    "foreach",
    "while",
    "do",
    "switch",
    "function",
    "param",
    "return",
    "try",
    "catch",
    "finally",
    "throw",
    "begin",
    "process",
    "end",
    "break",
    "continue",
    "exit",
    "cd",
    "ls",
    "dir",
    "echo",
    "cat",
    "type",
    "rm",
    "del",
    "cp",
    "copy",
    "mv",
    "move",
    "mkdir",
    "md",
    "pwd",
    "cls",
    "clear",
    "pushd",
    "popd",
    "where",
    "sleep",
    "kill",
    "ps",
    "tee",
    "activate",
    "using",
    "class",
    "default",
    "filter",
    "data",
    "set-strictmode",
];

impl Shell<'_> {
    pub(super) fn command(&mut self, statement: Line<'_>, lower: &str) {
        let statement = match statement.text.strip_prefix('&') {
            Some(_) => statement.from(1).trimmed(),
            // A string, or a number, is a value.
            None if is_value(statement.text) => return,
            None => statement,
        };
        let ranges = words::ranges(&statement.text.replace('\\', "/"));
        if ranges.len() > MAX_WORDS {
            return self.flow.session.overflow(&statement.span());
        }
        let Some(first) = ranges.first() else { return };
        let program = statement.text[first.clone()].trim_matches(['"', '\'']);
        let rest = statement.from(first.end).trimmed();
        let head = statement.to(first.end).from(first.start);
        match lower.split_whitespace().next().unwrap_or_default() {
            "set" | "export" => return self.foreign(head.start, rest),
            "setx" => return self.setx(rest),
            "remove-item" | "ri" => return self.remove(rest),
            "start-process" | "saps" | "start" => {
                return self.start_process(rest, &statement.trimmed().span());
            }
            "set-variable" | "new-variable" | "sv" | "nv" => return self.own_by_name(rest),
            word if word.starts_with("$env.") => return self.without_colon(statement),
            "exit" => return self.exit(),
            "return" => return self.leave_function(&statement.span()),
            "set-item" | "new-item" | "si" | "ni" => return self.set_item(rest),
            _ => {}
        }
        if lower.starts_with("env:") {
            return self.without_dollar(statement);
        }
        if self.call(&program.to_ascii_lowercase(), &statement.span()) {
            return;
        }
        if is_name(program.split('=').next().unwrap_or_default()) && program.contains('=') {
            self.foreign(head.start, head);
            return;
        }
        if !starts_program(program) {
            return;
        }
        let word = |range: &core::ops::Range<usize>| {
            let line = statement.to(range.end).from(range.start);
            let text = line.text.trim_matches(['"', '\'']);
            match text.contains(['$', '`', '(']) {
                true => embed::Argument::Unknown(line.span()),
                false => embed::Argument::named(text, line.span()),
            }
        };
        let arguments: Vec<_> = ranges.iter().skip(1).map(word).gathered();
        self.start(program, head, &arguments, statement.trimmed().span());
    }

    /// Starts a program.
    pub(super) fn start(
        &mut self,
        program: &str,
        head: Line<'_>,
        arguments: &[embed::Argument],
        span: Span,
    ) {
        let program = program_name(program);
        if let Some(launcher) = embed::launcher(program) {
            let first = embed::Argument::named(launcher, head.span());
            let all: Vec<_> = [first]
                .into_iter()
                .chain(arguments.iter().cloned())
                .gathered();
            self.flow.embed(|session| embed::command(&all, session));
            return;
        }
        let known = |it: &embed::Argument| it.known().map(str::to_owned);
        let arguments = arguments.iter().map(known).gathered();
        self.flow
            .embed(|session| session.launch(program, arguments, span));
    }

    /// `Set-Variable NAME value`: a variable of PowerShell's own.
    fn own_by_name(&mut self, rest: Line<'_>) {
        let rest = match rest.text.to_ascii_lowercase().starts_with("-name ") {
            true => rest.from("-name ".len()).trimmed(),
            false => rest,
        };
        let (name, value) = super::name_and_rest(rest);
        if looks_like_variable(name.text) && name.text.contains('_') {
            let value = Value::unknown(value.span());
            self.flow
                .note_own(assignment(name.text, name.span(), value));
        }
    }

    /// `$env.NAME = value`: a property of a variable that is not there.
    fn without_colon(&mut self, statement: Line<'_>) {
        let (name, rest) = super::name_and_rest(statement.from("$env.".len()));
        if is_name(name.text) && rest.trimmed().text.starts_with('=') {
            let dot = name.start - 1..name.start;
            let span = statement.trimmed().span();
            let edits = vec![(dot, ":".to_owned())];
            self.flow.slip(SlipKind::WrongShell, name.text, span, edits);
        }
    }

    /// `env:NAME = value`: without `$` it is the name of a command.
    fn without_dollar(&mut self, statement: Line<'_>) {
        let (name, rest) = super::name_and_rest(statement.from("env:".len()));
        if is_name(name.text) && rest.trimmed().text.starts_with('=') {
            let start = statement.start;
            let edits = vec![(start..start, "$".to_owned())];
            let span = statement.trimmed().span();
            self.flow.slip(SlipKind::WrongShell, name.text, span, edits);
        }
    }

    /// `set NAME=value`, `export NAME=value`, `NAME=value command`: other shells' syntax.
    fn foreign(&mut self, start: usize, pair: Line<'_>) {
        let body = pair.text.trim_matches(['"', '\'']);
        let Some((name, value)) = body.split_once('=') else {
            return;
        };
        let name = name.trim();
        if !is_name(name) {
            return;
        }
        let whole = start..pair.end();
        let alone = start < pair.start && Quoting::Quoted.admits(value) && !value.is_empty();
        let edits = if alone {
            vec![(whole.clone(), format!("$env:{name} = \"{}\"", value.trim()))]
        } else {
            Vec::new()
        };
        self.flow.slip(SlipKind::WrongShell, name, whole, edits);
    }

    /// `setx NAME value`: for sessions that start later.
    fn setx(&mut self, rest: Line<'_>) {
        let bare = |written: Line<'_>| {
            if written.text.contains(['$', '`']) {
                Value::unknown(written.span())
            } else {
                Value::verbatim(written.text, written.span(), Quoting::Bare)
            }
        };
        match setx::read(rest, &bare) {
            Some(setx::Found::Wrong { name, span, edits }) => {
                self.flow.slip(SlipKind::WrongShell, &name, span, edits);
            }
            Some(setx::Found::Right(found)) => self.keep_for_later(found),
            None => {}
        }
    }
}

/// Whether a statement begins with a string or a number rather than with a command.
fn is_value(statement: &str) -> bool {
    let word = statement.split_whitespace().next().unwrap_or_default();
    let number = word.chars().all(|c| c.is_ascii_digit() || ".,".contains(c));
    statement.starts_with(|c| plain_quote(c).is_some()) || number
}

/// Whether a command's first word is a program: no keyword, cmdlet, variable or expression.
fn starts_program(word: &str) -> bool {
    let name = program_name(word).to_ascii_lowercase();
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.:\\/~ ".contains(c);
    let cmdlet = word.contains('-')
        && word.starts_with(|c: char| c.is_ascii_uppercase())
        && !word.contains(['.', '\\', '/']);
    !OWN.contains(&name.as_str())
        && !cmdlet
        && !word.is_empty()
        && word.chars().all(plain)
        && !word.starts_with('-')
}
