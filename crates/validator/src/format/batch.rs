//! cmd batch: `set NAME=value` takes the rest of the command, blanks and quotes too.

use super::branches::Branches;
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::session::{Session, assignment, is_name, program_name};
use super::words;
use crate::Kind;
use crate::reading::{Origin, Part, Quoting, Reach, Reading, SlipKind, Span, Value};

/// Commands of cmd itself and small programs that start nothing.
const OWN: &[&str] = &[
    "echo", "echo.", "cd", "chdir", "dir", "copy", "del", "erase", "md", "mkdir", "rd", "rmdir",
    "type", "pause", "exit", "goto", "shift", "setlocal", "endlocal", "title", "cls", "pushd",
    "popd", "color", "ver", "path", "prompt", "timeout", "chcp", "where", "activate", "rem",
    "move", "ren", "assoc", "break", "conda", "else", "(", ")",
];

/// `cmd /c` is looked into this deep.
const DEPTH: usize = 4;

/// Reads batch text.
pub(crate) fn read(text: &str) -> Reading {
    let mut batch = Batch {
        session: Session::new(Kind::Batch, text),
        branches: Branches::default(),
        later: Vec::new(),
    };
    batch.session.reading.facts.windows = true;
    for line in lines(text) {
        batch.line(line);
    }
    batch.finish()
}

struct Batch {
    session: Session,
    branches: Branches,
    /// `setx` assignments, with the number of programs started before.
    later: Vec<(usize, usize)>,
}

impl Batch {
    fn line(&mut self, line: Line<'_>) {
        let line = without_prompt(line);
        let lower = line.text.to_ascii_lowercase();
        if lower.starts_with("rem ") || lower.starts_with(':') {
            return;
        }
        if line.text.starts_with(')') {
            self.branches.close(&mut self.session);
        }
        let conditional = lower.starts_with("if ") || lower.starts_with("for ");
        let body = if conditional {
            conditional_body(line)
        } else {
            line
        };
        if conditional {
            self.branches.open(&mut self.session);
        }
        self.commands(body, DEPTH);
        if conditional && !line.text.trim_end().ends_with('(') {
            self.branches.close(&mut self.session);
        }
    }

    /// The commands of a line.
    fn commands(&mut self, line: Line<'_>, depth: usize) {
        for range in split(line.text) {
            let command = line.to(range.end).from(range.start);
            self.command(command, depth);
        }
    }

    fn command(&mut self, command: Line<'_>, depth: usize) {
        let lead =
            command.text.len() - command.text.trim_start_matches([' ', '\t', '@', '(']).len();
        let command = command.from(lead);
        let end = command.text.find([' ', '\t']).unwrap_or(command.text.len());
        let first = command.to(end);
        let rest = command.from((end + 1).min(command.text.len()));
        match first.text.to_ascii_lowercase().as_str() {
            "" => {}
            "set" => self.set(rest),
            "setx" => self.setx(rest.trimmed()),
            "call" | "start" => self.command(rest.trimmed(), depth),
            "export" => self.export(first, rest.trimmed()),
            "cmd" | "cmd.exe" if depth > 0 => self.inner(rest.trimmed(), depth),
            word if OWN.contains(&word) => {}
            _ => self.start(first, command),
        }
    }

    /// `set NAME=value` and `set "NAME=value"`.
    fn set(&mut self, rest: Line<'_>) {
        let trimmed = rest.from(rest.text.len() - rest.text.trim_start().len());
        let flag = trimmed.text.to_ascii_lowercase();
        if flag.starts_with("/a") || flag.starts_with("/p") {
            self.computed(trimmed.from(2).trimmed());
            return;
        }
        let quoted = trimmed
            .text
            .strip_prefix('"')
            .and_then(|inner| inner.rfind('"'));
        let pair = match quoted {
            Some(length) => trimmed.to(length + 1).from(1),
            None => trimmed,
        };
        let Some(equals) = pair.text.find('=') else {
            return;
        };
        let name = pair.to(equals).trimmed();
        if !is_name(name.text) {
            self.single_quotes(name, pair);
            return;
        }
        let value = pair.from(equals + 1);
        if name.end() < pair.start + equals {
            let blank = name.end()..pair.start + equals;
            let lead = value.text.len() - value.text.trim_start().len();
            let edits = vec![
                (blank.clone(), String::new()),
                (value.start..value.start + lead, String::new()),
            ];
            self.session
                .slip(SlipKind::SpacesAroundEquals, Some(name.text), blank, edits);
        }
        if quoted.is_none() {
            self.mark_quotes(name.text, value);
        }
        let value = self.value(
            value,
            if quoted.is_some() {
                Quoting::Quoted
            } else {
                Quoting::Line
            },
        );
        let found = assignment(name.text, name.span(), value);
        if name.end() < pair.start + equals {
            // The blank is part of the name: another variable is set.
            self.session.record(found);
            return;
        }
        self.branches.touch(name.text);
        let derived = |part: &Part| part.origin == Origin::Derived;
        if found.value.parts.iter().any(derived) {
            self.session.mark_seen();
        }
        self.session.assign(found);
    }

    /// `set 'NAME=value'`: the quote becomes part of the name.
    fn single_quotes(&mut self, name: Line<'_>, pair: Line<'_>) {
        let Some(meant) = name.text.strip_prefix('\'').filter(|it| is_name(it)) else {
            return;
        };
        let written = pair.trimmed();
        let inner = written.text.len() > 1 && written.text.ends_with('\'');
        let double = |at: usize| (at..at + 1, "\"".to_owned());
        let edits = if inner && !written.text.contains('"') {
            vec![double(written.start), double(written.end() - 1)]
        } else {
            Vec::new()
        };
        self.session
            .slip(SlipKind::WrongShell, Some(meant), written.span(), edits);
    }

    /// `set /a` and `set /p`: only known when it runs.
    fn computed(&mut self, rest: Line<'_>) {
        let rest = rest.trimmed();
        let Some(equals) = rest.text.find('=') else {
            return;
        };
        let name = rest.to(equals).trimmed();
        if is_name(name.text) {
            let value = Value::unknown(rest.from(equals + 1).span());
            self.session
                .assign(assignment(name.text, name.span(), value));
        }
    }

    /// Quotes around a value are part of it, and so is what follows them.
    fn mark_quotes(&mut self, name: &str, value: Line<'_>) {
        let written = value.text.trim_end();
        let Some(inner) = written.strip_prefix('"') else {
            return;
        };
        let Some(close) = inner.find('"') else { return };
        let start = value.start;
        let span = start..start + written.len();
        let remove = |at: usize| (at..at + 1, String::new());
        let whole = close + 2 == written.len();
        let edits = if whole {
            vec![remove(start), remove(span.end - 1)]
        } else {
            Vec::new()
        };
        self.session
            .slip(SlipKind::PartOfValue, Some(name), span, edits);
    }

    /// A value with `%NAME%` replaced; `^` and `!NAME!` are not followed.
    fn value(&self, value: Line<'_>, quoting: Quoting) -> Value {
        let mapped = Mapped::verbatim(value.text, value.start);
        let mut parts = Vec::new();
        let mut at = 0;
        while let Some(open) = value.text[at..]
            .find(['%', '^', '!'])
            .map(|offset| at + offset)
        {
            let rest = &value.text[open + 1..];
            let percent = value.text[open..].starts_with('%');
            let close = rest.find('%').filter(|close| percent && *close > 0);
            let name = close.map_or("", |close| &rest[..close]);
            let end = close.map_or(open + 1, |close| open + close + 2);
            parts.extend(mapped.parts(&(at..open), quoting));
            parts.push(Part {
                text: self.session.known(name),
                span: mapped.span(&(open..end)),
                origin: Origin::Derived,
            });
            at = end;
        }
        parts.extend(mapped.parts(&(at..value.text.len()), quoting));
        Value {
            parts,
            span: value.span(),
        }
    }

    /// `setx NAME value`: for consoles that are opened later.
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
        let value = self.value(written, Quoting::Bare);
        let value = unquoted(value, written);
        let launches = self.session.reading.launches.len();
        let index = self
            .session
            .record(assignment(name.text, name.span(), value));
        self.later.extend(index.map(|index| (index, launches)));
    }

    fn export(&mut self, first: Line<'_>, rest: Line<'_>) {
        let name = rest.text.split('=').next().unwrap_or_default();
        if is_name(name) && rest.text.contains('=') {
            let edits = vec![(first.span(), "set".to_owned())];
            let span = first.start..rest.start + name.len();
            self.session
                .slip(SlipKind::WrongShell, Some(name), span, edits);
        }
    }

    /// `cmd /c "…"`: what is set inside ends with it.
    fn inner(&mut self, rest: Line<'_>, depth: usize) {
        let lower = rest.text.to_ascii_lowercase();
        let Some(at) = ["/c", "/k"].iter().find_map(|flag| lower.find(flag)) else {
            return;
        };
        let body = rest.from(at + 2).trimmed();
        let body = match body
            .text
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'))
        {
            Some(inner) => body.to(inner.len() + 1).from(1),
            None => body,
        };
        if self
            .session
            .spend(self.session.environment.len() + 1, &body.span())
        {
            let outer = self.session.environment.clone();
            self.commands(body, depth - 1);
            self.session.environment = outer;
        }
    }

    fn start(&mut self, first: Line<'_>, command: Line<'_>) {
        let name = first.text.split('=').next().unwrap_or_default();
        if is_name(name) && first.text.contains('=') {
            self.foreign(name, first, command);
            return;
        }
        let mapped = Mapped::verbatim(command.text, command.start);
        let ranges = words::ranges(command.text);
        let word = |range: &std::ops::Range<usize>| {
            let text = &command.text[range.clone()];
            (!text.contains(['%', '!', '^'])).then(|| text.trim_matches('"').to_owned())
        };
        let mut arguments: Vec<Option<String>> = ranges.iter().map(word).collect();
        let program = ranges
            .first()
            .map_or("", |range| &command.text[range.clone()]);
        let program = program_name(program.trim_matches('"'));
        let span = mapped.span(&(0..command.text.trim_end().len()));
        if !arguments.is_empty() {
            arguments.remove(0);
        }
        self.session.launch(program, arguments, span);
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
        self.session
            .slip(SlipKind::WrongShell, Some(name), first.span(), edits);
    }

    /// What `setx` sets reaches no program of this text.
    fn finish(mut self) -> Reading {
        let programs = self.session.reading.launches.len();
        for (index, before) in self.later {
            let found = &mut self.session.reading.assignments[index];
            if programs > before {
                found.reach = Reach::ChildOnly;
            } else {
                let setting = crate::reading::Setting {
                    value: found.value.known(),
                    assignment: Some(index),
                };
                self.session.environment.insert(found.name.clone(), setting);
            }
        }
        self.session.finish()
    }
}

/// A value without the quotes around it.
fn unquoted(mut value: Value, written: Line<'_>) -> Value {
    let inner = written
        .text
        .strip_prefix('"')
        .and_then(|it| it.strip_suffix('"'));
    let Some(inner) = inner.filter(|_| value.parts.len() == 1) else {
        return value;
    };
    let start = written.start + 1;
    let span: Span = start..start + inner.len();
    let whole = value.span.clone();
    value = Value::verbatim(inner, span, Quoting::Quoted);
    value.span = whole;
    value
}

/// A line without `C:\folder>` before it.
fn without_prompt(line: Line<'_>) -> Line<'_> {
    let line = line.from(line.text.len() - line.text.trim_start().len());
    let bytes = line.text.as_bytes();
    let drive = bytes.len() > 3 && bytes[0].is_ascii_alphabetic() && bytes[1..3] == *b":\\";
    match line.text.find('>').filter(|_| drive) {
        Some(at) => line.from(at + 1),
        None => line,
    }
}

/// What `if` or `for` runs: what follows `(` or `do`, or the first `set`.
fn conditional_body(line: Line<'_>) -> Line<'_> {
    let lower = line.text.to_ascii_lowercase();
    let marks = [" do ", " ( ", " set ", "(set ", " call "];
    let found = marks
        .iter()
        .filter_map(|mark| Some((lower.find(mark)?, mark)));
    match found.min() {
        Some((at, mark)) if mark.contains("set") || mark.contains("call") => line.from(at + 1),
        Some((at, mark)) => line.from(at + mark.len()),
        None => line.from(line.text.len()),
    }
}

/// Commands of a line: `&`, `&&`, `|` and `||` outside of quotes end one. A redirection ends what
/// is read of it.
fn split(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut commands = Vec::new();
    let (mut start, mut quoted, mut escaped) = (0, false, false);
    let mut cut: Option<usize> = None;
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '^' if !quoted => escaped = true,
            '"' => quoted = !quoted,
            '>' | '<' if !quoted => {
                // `2>`: a digit that stands alone is part of it.
                let digit = text[..at].ends_with(" 1") || text[..at].ends_with(" 2");
                cut.get_or_insert(at - usize::from(digit));
            }
            // `2>&1`: the sign belongs to the redirection.
            '&' if text[..at].ends_with('>') => {}
            '&' | '|' if !quoted => {
                commands.push(start..cut.take().unwrap_or(at));
                start = at + 1;
            }
            _ => {}
        }
    }
    commands.push(start..cut.unwrap_or(text.len()));
    commands
}
