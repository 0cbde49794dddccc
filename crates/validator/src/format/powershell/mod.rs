//! PowerShell: `$env:NAME = 'value'`, `[Environment]::SetEnvironmentVariable`, and what other
//! shells would write.

mod pieces;

use super::branches::Branches;
use super::lines::Line;
use super::mapped::Mapped;
use super::session::{Session, assignment, is_name, program_name};
use super::words;
use crate::Kind;
use crate::reading::{Origin, Part, Quoting, Reach, Reading, SlipKind, Span, Value};

use pieces::{Piece, pieces, quoted_length};

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
    "conda",
    "activate",
    "using",
    "class",
    "filter",
    "data",
    "set-strictmode",
];

/// Reads PowerShell text.
pub(crate) fn read(text: &str) -> Reading {
    let mut shell = Shell {
        session: Session::new(Kind::Powershell, text),
        branches: Branches::default(),
        later: Vec::new(),
    };
    shell.session.reading.facts.windows = !text.starts_with("#!");
    for piece in pieces(text) {
        match piece {
            Piece::Open => shell.branches.open(&mut shell.session),
            Piece::Close => shell.branches.close(&mut shell.session),
            Piece::Statement(span) => shell.statement(Line {
                text: &text[span.clone()],
                start: span.start,
            }),
        }
    }
    shell.finish()
}

struct Shell {
    session: Session,
    branches: Branches,
    /// Assignments for sessions that start later, with the number of programs before.
    later: Vec<(usize, usize)>,
}

impl Shell {
    fn statement(&mut self, statement: Line<'_>) {
        let statement = without_prompt(statement.trimmed());
        let lower = statement.text.to_ascii_lowercase();
        if let Some((name, rest)) = environment_target(statement, &lower) {
            self.assign(name, rest);
        } else if lower.contains("]::setenvironmentvariable(") {
            self.method(statement, &lower);
        } else {
            self.command(statement, &lower);
        }
    }

    /// `$env:NAME = value` and `+=`.
    fn assign(&mut self, name: Line<'_>, rest: Line<'_>) {
        let (operator, value) = match rest.text.strip_prefix("+=") {
            Some(_) => ("+=", rest.from(2).trimmed()),
            None if rest.text.starts_with('=') => ("=", rest.from(1).trimmed()),
            None => return,
        };
        self.branches.touch(name.text);
        if operator == "=" && matches!(value.text, "$null" | "''" | "\"\"") {
            self.session.mark_seen();
            self.session.environment.remove(name.text);
            return;
        }
        let mut found = self.value(name.text, value);
        if operator == "+=" {
            let before = Part {
                text: self.session.known(name.text),
                span: name.span(),
                origin: Origin::Derived,
            };
            found.parts.insert(0, before);
        }
        if found
            .parts
            .iter()
            .any(|part| part.origin == Origin::Derived)
        {
            self.session.mark_seen();
        }
        self.session
            .assign(assignment(name.text, name.span(), found));
    }

    /// What an expression is worth.
    fn value(&mut self, name: &str, written: Line<'_>) -> Value {
        let text = written.text;
        let span = written.span();
        let quote = text.chars().next().filter(|c| matches!(c, '"' | '\''));
        if let Some(quote) = quote {
            let closed = text.len() > 1 && text.ends_with(quote);
            if quoted_length(text) != text.len() || !closed {
                return Value::unknown(span);
            }
            let inner = written.to(text.len() - 1).from(1);
            let parts = self.quoted(inner, quote);
            return Value { parts, span };
        }
        let numbers = |text: &str| {
            text.chars()
                .all(|c| c.is_ascii_digit() || ", .".contains(c))
        };
        if !text.is_empty() && numbers(text) {
            return derived(printed(text), span);
        }
        let word = text.starts_with(|c: char| c.is_ascii_alphabetic());
        if word && Quoting::Bare.admits(text) {
            let edit = |at| (at..at, "\"".to_owned());
            let edits = vec![edit(span.start), edit(span.end)];
            self.session
                .slip(SlipKind::WrongShell, Some(name), span.clone(), edits);
            // The word is run as a command, and what it prints would be the value.
        }
        Value::unknown(span)
    }

    /// The inside of a string; `$env:NAME` is replaced in double quotes.
    fn quoted(&self, inner: Line<'_>, quote: char) -> Vec<Part> {
        let escape = if quote == '\'' {
            doubled_single
        } else {
            doubled_double
        };
        let mapped = Mapped::unescape(inner.text, inner.start, escape);
        let whole = 0..mapped.text.len();
        if quote == '\'' || !inner.text.contains(['$', '`']) {
            return mapped.parts(&whole, Quoting::Quoted);
        }
        let at = mapped.text.find(['$', '`']).unwrap_or(0);
        let mut parts = mapped.parts(&(0..at), Quoting::Quoted);
        let rest = &mapped.text[at..];
        let name = rest
            .get(..5)
            .filter(|start| start.eq_ignore_ascii_case("$env:"));
        let name = name.map(|_| &rest[5..]).unwrap_or_default();
        let length = name
            .find(|c: char| c != '_' && !c.is_ascii_alphanumeric())
            .unwrap_or(name.len());
        let tail = at + 5 + length;
        let simple = length > 0 && !mapped.text[tail.min(mapped.text.len())..].contains(['$', '`']);
        let known = simple
            .then(|| self.session.known(&name[..length]))
            .flatten();
        let end = if known.is_some() {
            tail
        } else {
            mapped.text.len()
        };
        parts.push(Part {
            text: known,
            span: mapped.span(&(at..end)),
            origin: Origin::Derived,
        });
        parts.extend(mapped.parts(&(end..mapped.text.len()), Quoting::Quoted));
        parts
    }

    /// `[Environment]::SetEnvironmentVariable("NAME", "value", "User")`.
    fn method(&mut self, statement: Line<'_>, lower: &str) {
        let Some(open) = lower.find("variable(").map(|at| at + "variable(".len()) else {
            return;
        };
        let inside = statement.from(open);
        let inside = inside.to(inside.text.rfind(')').unwrap_or(inside.text.len()));
        let mut arguments = Vec::new();
        let mut at = 0;
        for piece in inside.text.split(',') {
            arguments.push(inside.to(at + piece.len()).from(at).trimmed());
            at += piece.len() + 1;
        }
        let [name, value, target @ ..] = arguments.as_slice() else {
            return;
        };
        let bare = name.text.trim_matches(['"', '\'']);
        let start = name.start + name.text.find(bare).unwrap_or(0);
        if !is_name(bare) {
            return;
        }
        let found = self.value(bare, *value);
        let found = assignment(bare, start..start + bare.len(), found);
        let process = target
            .first()
            .is_none_or(|it| it.text.to_ascii_lowercase().contains("process"));
        if process {
            self.branches.touch(bare);
            self.session.assign(found);
        } else {
            let launches = self.session.reading.launches.len();
            let index = self.session.record(found);
            self.later.extend(index.map(|index| (index, launches)));
        }
    }

    fn command(&mut self, statement: Line<'_>, lower: &str) {
        let statement = match statement.text.strip_prefix('&') {
            Some(_) => statement.from(1).trimmed(),
            None => statement,
        };
        let ranges = words::ranges(&statement.text.replace('\\', "/"));
        let Some(first) = ranges.first() else { return };
        let program = statement.text[first.clone()].trim_matches(['"', '\'']);
        let rest = statement.from(first.end).trimmed();
        let head = statement.to(first.end).from(first.start);
        match lower.split_whitespace().next().unwrap_or_default() {
            "set" | "export" => return self.foreign(head.start, rest),
            "setx" => return self.setx(rest),
            "remove-item" | "ri" => return self.remove(rest),
            "set-item" | "new-item" | "si" | "ni" => return self.set_item(rest),
            _ => {}
        }
        if is_name(program.split('=').next().unwrap_or_default()) && program.contains('=') {
            self.foreign(head.start, head);
            return;
        }
        if !starts_program(program) {
            return;
        }
        let word = |range: &std::ops::Range<usize>| {
            let text = &statement.text[range.clone()];
            (!text.contains(['$', '`', '('])).then(|| text.trim_matches(['"', '\'']).to_owned())
        };
        let arguments = ranges[1..].iter().map(word).collect();
        let span = statement.trimmed().span();
        self.session.launch(program_name(program), arguments, span);
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
        self.session
            .slip(SlipKind::WrongShell, Some(name), whole, edits);
    }

    /// `setx NAME value`: for sessions that start later.
    fn setx(&mut self, rest: Line<'_>) {
        let ranges = words::ranges(rest.text);
        let Some(first) = ranges.first() else { return };
        let name = rest.to(first.end).from(first.start);
        if let Some(equals) = name.text.find('=').filter(|at| is_name(&name.text[..*at])) {
            let at = name.start + equals;
            let edits = vec![(at..at + 1, " ".to_owned())];
            let meant = &name.text[..equals];
            self.session
                .slip(SlipKind::WrongShell, Some(meant), name.span(), edits);
            return;
        }
        let Some(second) = ranges.get(1).filter(|_| is_name(name.text)) else {
            return;
        };
        let written = rest.to(second.end).from(second.start);
        let value = if written.text.starts_with(['"', '\'']) {
            self.value(name.text, written)
        } else if written.text.contains(['$', '`']) {
            Value::unknown(written.span())
        } else {
            Value::verbatim(written.text, written.span(), Quoting::Bare)
        };
        let launches = self.session.reading.launches.len();
        let index = self
            .session
            .record(assignment(name.text, name.span(), value));
        self.later.extend(index.map(|index| (index, launches)));
    }

    /// `Remove-Item Env:NAME`.
    fn remove(&mut self, rest: Line<'_>) {
        if let Some((name, _)) = drive_item(rest) {
            self.branches.touch(name.text);
            self.session.mark_seen();
            self.session.environment.remove(name.text);
        }
    }

    /// `Set-Item -Path Env:NAME -Value value`.
    fn set_item(&mut self, rest: Line<'_>) {
        let Some((name, rest)) = drive_item(rest) else {
            return;
        };
        let rest = rest.trimmed();
        let value = match rest.text.to_ascii_lowercase().strip_prefix("-value") {
            Some(_) => rest.from("-value".len()).trimmed(),
            None => rest,
        };
        let found = self.value(name.text, value);
        self.branches.touch(name.text);
        self.session
            .assign(assignment(name.text, name.span(), found));
    }

    /// What is for later sessions reaches no program of this text.
    fn finish(mut self) -> Reading {
        let programs = self.session.reading.launches.len();
        for (index, before) in self.later {
            if programs > before {
                self.session.reading.assignments[index].reach = Reach::ChildOnly;
            }
        }
        self.session.finish()
    }
}

/// The name after `Env:`, and what follows it.
fn drive_item(rest: Line<'_>) -> Option<(Line<'_>, Line<'_>)> {
    let at = rest.text.to_ascii_lowercase().find("env:")? + "env:".len();
    let tail = rest.from(at);
    let tail = tail.from(usize::from(tail.text.starts_with(['\\', '/'])));
    Some(name_and_rest(tail))
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

/// How numbers print: a list with blanks between.
fn printed(text: &str) -> Option<String> {
    let numbers: Vec<&str> = text.split(',').map(str::trim).collect();
    let whole = |text: &&str| {
        !text.is_empty()
            && text.chars().all(|c| c.is_ascii_digit())
            && (text.len() == 1 || !text.starts_with('0'))
    };
    numbers.iter().all(whole).then(|| numbers.join(" "))
}

fn derived(text: Option<String>, span: Span) -> Value {
    let part = Part {
        text,
        span: span.clone(),
        origin: Origin::Derived,
    };
    Value {
        parts: vec![part],
        span,
    }
}

fn doubled_single(text: &str) -> Option<(usize, String)> {
    text.starts_with("''").then(|| (2, "'".to_owned()))
}

fn doubled_double(text: &str) -> Option<(usize, String)> {
    text.starts_with("\"\"").then(|| (2, "\"".to_owned()))
}
