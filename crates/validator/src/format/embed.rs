//! Shell text inside of other texts: `RUN` lines, `sh -c` arguments, workflow steps.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::mapped::Mapped;
use super::session::{Session, looks_like_variable};
use super::shell;
use crate::Kind;
use crate::limits::MAX_WORDS;
use crate::reading::{
    Assignment, Environment, Grant, Launch, Origin, Part, Quoting, Reach, Reading, Slip, SlipKind,
    Span, Value,
};

/// Programs that take a script after `-c`.
const SHELLS: &[&str] = &["sh", "bash", "dash", "ash", "zsh", "ksh"];

/// Programs that say what the program behind them sees, on Windows too.
const LAUNCHERS: &[&str] = &[
    "bash",
    "conda",
    "docker",
    "env",
    "kubectl",
    "mamba",
    "micromamba",
    "mpiexec",
    "mpirun",
    "nerdctl",
    "podman",
    "ssh",
    "uv",
];

/// Stands for an argument that is not known; no text sets it.
const UNKNOWN: &str = "\"$_UNKNOWN_ARGUMENT\"";

/// One argument of a command.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    /// A known one.
    Known(Mapped),
    /// One of which only the beginning is known, `NAME=` for example, and where it stands.
    Begun(Mapped, Span),
    /// One that is not known before run time, and where it stands.
    Unknown(Span),
}

/// The name without `.exe` of a program that starts another one in an environment that its
/// arguments change.
pub(crate) fn launcher(program: &str) -> Option<&str> {
    let name = program.strip_suffix(".exe").unwrap_or(program);
    LAUNCHERS.contains(&name).then_some(name)
}

impl Argument {
    /// An argument that is written differently.
    pub(crate) fn named(text: &str, span: Span) -> Self {
        let mut mapped = Mapped::default();
        mapped.push_derived(text, span);
        Self::Known(mapped)
    }

    /// Its text, where it is known.
    pub(crate) fn known(&self) -> Option<&str> {
        match self {
            Self::Known(mapped) => Some(&mapped.text),
            Self::Begun(..) | Self::Unknown(_) => None,
        }
    }

    /// An argument made of parts.
    pub(crate) fn of_parts(parts: &[Part], span: &Span) -> Self {
        let known = parts.iter().take_while(|part| part.text.is_some()).count();
        let beginning = Mapped::from_parts(&parts[..known]);
        if known == parts.len() {
            Self::Known(beginning)
        } else if beginning.text.is_empty() {
            Self::Unknown(span.clone())
        } else {
            Self::Begun(beginning, span.clone())
        }
    }
}

/// Reads a script with the session's environment and adds what it does. What the script exports
/// ends with it.
pub(crate) fn script(mapped: &Mapped, session: &mut Session) {
    let whole = mapped.span(&(0..mapped.text.len()));
    if !session.spend(session.environment.len() + 1, &whole) {
        return;
    }
    let mut inner = shell::read_within(Kind::Shell, &mapped.text, &session.environment);
    mark_lost(&mapped.text, &mut inner);
    mark_dropped(&mapped.text, &inner, session);
    absorb(mapped, inner, session);
}

/// Marks what a script exports when it starts no program and uses the variable in no other way:
/// it is gone when the script ends.
fn mark_lost(text: &str, inner: &mut Reading) {
    if !inner.launches.is_empty() {
        return;
    }
    for (name, setting) in &inner.exported {
        let used = [format!("${name}"), format!("${{{name}")];
        let place = setting.assignment.filter(|_| looks_like_variable(name));
        let lost = place.and_then(|index| inner.assignments.get_mut(index));
        if let Some(lost) = lost.filter(|_| !used.iter().any(|it| text.contains(it))) {
            lost.reach = Reach::ChildOnly;
        }
    }
}

/// Marks what the text around has set and a launcher of the script does not pass on.
fn mark_dropped(text: &str, inner: &Reading, session: &mut Session) {
    let launchers = ["sudo ", "srun "];
    if inner.launches.is_empty() || !launchers.iter().any(|it| text.contains(it)) {
        return;
    }
    let names: Vec<String> = session.environment.keys().cloned().gathered();
    for name in names {
        let seen = |launch: &Launch| launch.environment.contains_key(&name);
        if !inner.launches.iter().any(seen) {
            session.drop_unseen(&name);
        }
    }
}

/// Reads a command given as a list of arguments. A shell's `-c` argument is read as a script.
pub(crate) fn command(arguments: &[Argument], session: &mut Session) {
    if arguments.len() > MAX_WORDS {
        return session.overflow(&(0..0));
    }
    if setting_as_program(arguments, session) {
        return;
    }
    match script_argument(arguments) {
        Some(text) => script(text, session),
        None => script(&line(arguments), session),
    }
}

/// `["NAME=value", "program"]`, `["export NAME=value && program"]`: no shell reads a list, so a
/// program of this name is looked for. Gives whether it is so.
fn setting_as_program(arguments: &[Argument], session: &mut Session) -> bool {
    let Some(Argument::Known(first)) = arguments.first() else {
        return false;
    };
    let word = first.text.strip_prefix("export ");
    let word = word.unwrap_or(&first.text);
    let name = word.split_once('=').map(|(name, _)| name.to_owned());
    let name = name.filter(|name| looks_like_variable(name));
    let Some(name) = name else { return false };
    let span = first.span(&(0..first.text.len()));
    session.slip(SlipKind::SettingAsProgram, Some(&name), span, Vec::new());
    true
}

/// The script of `sh -c SCRIPT`.
fn script_argument(arguments: &[Argument]) -> Option<&Mapped> {
    let known = |argument: &'_ Argument| match argument {
        Argument::Known(mapped) => Some(mapped.text.clone()),
        Argument::Begun(..) | Argument::Unknown(_) => None,
    };
    let program = known(arguments.first()?)?;
    SHELLS
        .contains(&super::session::program_name(&program))
        .then_some(())?;
    let flags = arguments[1..]
        .iter()
        .position(|it| !known(it).is_some_and(|text| text.starts_with('-')))?;
    let has_c = |it: &Argument| {
        known(it).is_some_and(|text| !text.starts_with("--") && text.ends_with('c'))
    };
    let is_script = arguments[1..=flags].last().is_some_and(has_c);
    match arguments.get(flags + 1)? {
        Argument::Known(mapped) if is_script => Some(mapped),
        _ => None,
    }
}

/// The arguments as one shell line.
fn line(arguments: &[Argument]) -> Mapped {
    let mut line = Mapped::default();
    for argument in arguments {
        if !line.text.is_empty() {
            let end = line.span(&(line.text.len()..line.text.len())).end;
            line.push_derived(" ", end..end);
        }
        match argument {
            Argument::Unknown(span) => line.push_derived(UNKNOWN, span.clone()),
            Argument::Known(mapped) => push_quoted(&mut line, mapped),
            Argument::Begun(mapped, span) => {
                push_quoted(&mut line, mapped);
                line.push_derived(UNKNOWN, span.clone());
            }
        }
    }
    line
}

/// Appends an argument so that a shell reads it as one word and expands nothing.
fn push_quoted(line: &mut Mapped, argument: &Mapped) {
    let whole = 0..argument.text.len();
    if !argument.text.is_empty() && Quoting::Bare.admits(&argument.text) {
        match argument.exact(&whole) {
            Some(span) => line.push(&argument.text, span.start),
            None => line.push_derived(&argument.text, argument.span(&whole)),
        }
        return;
    }
    let quoted = format!("'{}'", argument.text.replace('\'', r"'\''"));
    line.push_derived(&quoted, argument.span(&whole));
}

/// Adds an inner reading: its spans are turned into spans of the outer text, its indices follow
/// on.
pub(crate) fn absorb(mapped: &Mapped, inner: Reading, session: &mut Session) {
    let mut outer = Outer {
        mapped,
        assignments: Vec::with_capacity(inner.assignments.len()),
        launches: session.reading.launches.len(),
        environment: session.environment.clone(),
    };
    for it in inner.assignments {
        let index = session.record(outer.assignment(it));
        outer.assignments.push(index);
    }
    for (index, value) in inner.defaults {
        let place = outer.assignments.get(index).copied().flatten();
        let value = place.map(|place| (place, outer.value(value)));
        session.reading.defaults.add_all(value);
    }
    for it in inner.launches {
        session.mark_seen();
        session.push_launch(outer.launch(it));
    }
    let slips = inner.slips.into_iter().map(|it| outer.slip(it));
    session.reading.slips.add_all(slips);
    let grants = inner.facts.grants.into_iter().map(|it| outer.grant(it));
    session.reading.facts.grants.add_all(grants);
    if let Some((version, span)) = inner.facts.torch {
        session.reading.facts.torch = Some((version, mapped.span(&span)));
    }
}

/// The text around an inner reading.
struct Outer<'m> {
    mapped: &'m Mapped,
    /// Where the inner assignments went.
    assignments: Vec<Option<usize>>,
    launches: usize,
    environment: Environment,
}

impl Outer<'_> {
    fn span(&self, span: &Span) -> Span {
        self.mapped.span(span)
    }

    fn assignment(&self, it: Assignment) -> Assignment {
        Assignment {
            name_span: self.span(&it.name_span),
            span: self.span(&it.span),
            value: self.value(it.value),
            ..it
        }
    }

    fn value(&self, it: Value) -> Value {
        let parts = it.parts.into_iter().map(|part| self.part(part));
        Value {
            parts: parts.gathered(),
            span: self.span(&it.span),
        }
    }

    fn part(&self, part: Part) -> Part {
        match self.mapped.exact(&part.span) {
            Some(span) => Part { span, ..part },
            None => Part {
                span: self.span(&part.span),
                origin: Origin::Derived,
                text: part.text,
            },
        }
    }

    fn launch(&self, mut it: Launch) -> Launch {
        it.span = self.span(&it.span);
        for (name, setting) in &mut it.environment {
            setting.assignment = match setting.assignment {
                Some(index) => self.assignments.get(index).copied().flatten(),
                None => self
                    .environment
                    .get(name)
                    .filter(|outer| outer.value == setting.value)
                    .and_then(|outer| outer.assignment),
            };
        }
        it
    }

    fn slip(&self, it: Slip) -> Slip {
        let edits: Option<Vec<_>> = it.edits.into_iter().map(|it| self.edit(it)).collect();
        Slip {
            span: self.span(&it.span),
            edits: edits.unwrap_or_default(),
            ..it
        }
    }

    /// An edit that also holds outside: it replaces letters that stand there, by letters that
    /// need no escape.
    fn edit(&self, (span, text): (Span, String)) -> Option<(Span, String)> {
        let exact = self.mapped.exact(&span)?;
        let special = |c: char| matches!(c, '"' | '\'' | '\\' | '\n' | '#');
        (!text.contains(special)).then_some((exact, text))
    }

    fn grant(&self, it: Grant) -> Grant {
        Grant {
            span: self.span(&it.span),
            launches: it.launches.iter().map(|at| at + self.launches).gathered(),
            ..it
        }
    }
}
