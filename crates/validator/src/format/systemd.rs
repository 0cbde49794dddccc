//! systemd units: `Environment=` with its quoting, and the commands of a service. No shell reads
//! them: `$NAME` in `Environment=` stays as it is.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::embed::{self, Argument};
use super::expand::{Unset, references, resolve};
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::session::{Session, assignment, is_name, looks_like_variable};
use super::words;
use crate::Kind;
use crate::reading::{Part, Quoting, Reading, SlipKind, Value};

/// Settings whose value is a command, in the order in which a service runs them.
const COMMANDS: &[&str] = &[
    "ExecCondition",
    "ExecStartPre",
    "ExecStart",
    "ExecStartPost",
    "ExecReload",
    "ExecStop",
    "ExecStopPost",
];

/// Sections in which no program is started: settings for programs are ignored there.
const NO_PROGRAMS: &[&str] = &[
    "[Automount]",
    "[Install]",
    "[Path]",
    "[Slice]",
    "[Timer]",
    "[Unit]",
];

/// Reads a unit.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Systemd, text);
    let settings = settings(text);
    let mut open = false;
    let mut unset: Vec<&str> = Vec::new();
    for Entry {
        key,
        value,
        ignored,
    } in &settings
    {
        match key.text {
            "Environment" if *ignored => misplaced(value, &mut session),
            _ if *ignored => {}
            "Environment" => environment(value, &mut session),
            "EnvironmentFile" => open = true,
            key_text if is_meant_as_environment(key_text) => unknown_key(*key, value, &mut session),
            "UnsetEnvironment" if value.text.is_empty() => unset.clear(),
            "UnsetEnvironment" => unset.add_all(value.text.split_whitespace()),
            _ => {}
        }
    }
    if open {
        // A file's settings win over those of the unit.
        for setting in session.environment.values_mut() {
            setting.value = None;
        }
    }
    unset.iter().for_each(|it| take_away(it, &mut session));
    for command in COMMANDS {
        let runs = |it: &&Entry<'_>| it.key.text == *command && !it.ignored;
        for Entry { value, .. } in settings.iter().filter(runs) {
            start(value, open, &mut session);
        }
    }
    session.finish()
}

/// A setting of a unit.
struct Entry<'t> {
    key: Line<'t>,
    value: Mapped,
    /// It stands in a section that has no such setting.
    ignored: bool,
}

/// Whether a key that systemd does not know was meant to set variables: `Env=`, `environment=`,
/// `Environment NAME=`, `NAME=`.
fn is_meant_as_environment(key: &str) -> bool {
    let known = ["Environment", "EnvironmentFile"];
    let first = key.split_whitespace().next().unwrap_or_default();
    let lower = first.to_ascii_lowercase();
    let names = ["env", "environment", "environments", "environmentvariables"];
    (names.contains(&lower.as_str()) && !known.contains(&key)) || is_setting(key)
}

/// Whether a key is the name of a variable rather than of a setting.
fn is_setting(key: &str) -> bool {
    key.contains('_') && looks_like_variable(key)
}

/// A key that systemd ignores, with a word in its log.
fn unknown_key(key: Line<'_>, value: &Mapped, session: &mut Session) {
    let end = value.span(&(0..value.text.len())).end;
    let last = key.text.split_whitespace().last().unwrap_or_default();
    if is_setting(last) {
        let span = key.start..end;
        return session.slip(SlipKind::UnknownPlace, Some(last), span, Vec::new());
    }
    for range in words::ranges(&value.text) {
        let word = words::word(value, &range);
        let name = word.text.split('=').next().unwrap_or_default();
        if looks_like_variable(name) && name.len() < word.text.len() {
            let span = key.start..word.span(&(0..word.text.len())).end;
            session.slip(SlipKind::UnknownPlace, Some(name), span, Vec::new());
        }
    }
}

/// `UnsetEnvironment=` comes last, wherever it stands: a name, or a name with the value it goes with.
fn take_away(word: &str, session: &mut Session) {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    let Some(setting) = session.environment.get_mut(name) else {
        return;
    };
    match (value, &setting.value) {
        (Some(_), None) => {}
        (Some(value), Some(set)) if value != set => {}
        _ => drop(session.environment.remove(name)),
    }
}

/// `Environment=` in a section that does not have it: systemd says so in its log and goes on.
fn misplaced(value: &Mapped, session: &mut Session) {
    for range in words::ranges(&value.text) {
        let word = words::word(value, &range);
        let equals = word.text.find('=');
        let Some(equals) = equals.filter(|at| is_name(&word.text[..*at])) else {
            continue;
        };
        let name = word.text[..equals].to_owned();
        let span = word.span(&(0..word.text.len()));
        session.slip(SlipKind::OptionMisplaced, Some(&name), span, Vec::new());
        let found = setting(&word, &(equals + 1..word.text.len()));
        session.record(assignment(&name, word.span(&(0..equals)), found));
    }
}

/// Keys and values; a backslash at a line's end stands for a blank.
fn settings(text: &str) -> Vec<Entry<'_>> {
    let mut settings = Vec::new();
    let mut continued: Option<(Line<'_>, Mapped)> = None;
    let mut ignored = false;
    for line in lines(text) {
        let trimmed = line.trimmed();
        if trimmed.text.starts_with(['#', ';']) {
            continue;
        }
        let (key, mut value, rest) = match continued.take() {
            Some((key, value)) => (key, value, trimmed),
            None => {
                if trimmed.text.starts_with('[') {
                    ignored = NO_PROGRAMS.contains(&trimmed.text);
                }
                let Some(equals) = trimmed.text.find('=') else {
                    continue;
                };
                let rest = trimmed.from(equals + 1).trimmed();
                (trimmed.to(equals).trimmed(), Mapped::default(), rest)
            }
        };
        match rest.text.strip_suffix('\\') {
            Some(body) => {
                value.push(body, rest.start);
                let end = rest.start + body.len();
                value.push_derived(" ", end..end + 1);
                continued = Some((key, value));
            }
            None => {
                value.push(rest.text, rest.start);
                settings.push(Entry {
                    key,
                    value,
                    ignored,
                });
            }
        }
    }
    let last = continued.map(|(key, value)| Entry {
        key,
        value,
        ignored,
    });
    settings.add_all(last);
    settings
}

/// `Environment=A=1 "B=two words"`; empty takes everything back.
fn environment(value: &Mapped, session: &mut Session) {
    if value.text.is_empty() {
        session.environment.clear();
    }
    let mut last: Option<(String, core::ops::Range<usize>)> = None;
    for range in words::ranges(&value.text) {
        let word = words::word(value, &range);
        let equals = word.text.find('=');
        let Some(equals) = equals.filter(|at| is_name(&word.text[..*at])) else {
            if let Some((_, whole)) = &mut last {
                whole.end = range.end;
            }
            blanks(value, &range, session);
            continue;
        };
        let name = word.text[..equals].to_owned();
        let inside = equals + 1..word.text.len();
        let found = setting(&word, &inside);
        mark_references(&name, &word, equals + 1, session);
        let name_span = word.span(&(0..equals));
        session.assign(assignment(&name, name_span, found));
        cut(
            value,
            last.replace((name, range.start..range.start)),
            session,
        );
    }
    cut(value, last, session);
}

/// `NAME = value`: three words, of which none is a setting.
fn blanks(value: &Mapped, name: &core::ops::Range<usize>, session: &mut Session) {
    let rest = &value.text[name.end..];
    let sign = rest.trim_start();
    let text = value.text[name.clone()].to_owned();
    if !sign.starts_with('=') || !looks_like_variable(&text) {
        return;
    }
    let behind = sign[1..].trim_start();
    let gap = name.end..value.text.len() - behind.len();
    let edits = value.exact(&gap).map(|span| vec![(span, "=".to_owned())]);
    let span = value.span(&(name.start..value.text.len()));
    let kind = SlipKind::SpacesAroundEquals;
    session.slip(kind, Some(&text), span, edits.unwrap_or_default());
}

/// A value; `%` starts a specifier that only the manager knows.
fn setting(word: &Mapped, inside: &core::ops::Range<usize>) -> Value {
    let span = word.span(inside);
    let text = &word.text[inside.clone()];
    if text.replace("%%", "").contains('%') {
        return Value::unknown(span);
    }
    let mut parts = word.parts(inside, Quoting::Line);
    if text.contains("%%") {
        parts = vec![Part {
            text: Some(text.replace("%%", "%")),
            span: span.clone(),
            origin: crate::reading::Origin::Derived,
        }];
    }
    Value { parts, span }
}

/// Marks `$NAME`, which nothing replaces here.
fn mark_references(name: &str, word: &Mapped, from: usize, session: &mut Session) {
    for reference in references(&word.text) {
        if reference.range.start >= from {
            let span = word.span(&reference.range);
            session.slip(SlipKind::WrongShell, Some(name), span, Vec::new());
        }
    }
}

/// Marks a value that ends at a blank because it is not in quotes. The range is empty where no
/// words follow that are no settings.
fn cut(value: &Mapped, last: Option<(String, core::ops::Range<usize>)>, session: &mut Session) {
    let Some((name, range)) = last.filter(|(_, range)| !range.is_empty()) else {
        return;
    };
    let (start, end) = (range.start, range.end);
    let whole = value.span(&range);
    let one_line = value.exact(&(start..end)).is_some();
    let plain = one_line && !value.text[start..end].contains(['"', '\'', '\\']);
    let quote = |at| (at..at, "\"".to_owned());
    let edits = if plain {
        vec![quote(whole.start), quote(whole.end)]
    } else {
        Vec::new()
    };
    session.slip(SlipKind::ValueCut, Some(&name), whole, edits);
}

/// Starts a command. Its words see the unit's variables.
fn start(value: &Mapped, open: bool, session: &mut Session) {
    let prefix = value.text.len()
        - value
            .text
            .trim_start_matches(['@', '-', ':', '+', '!', '|'])
            .len();
    let line = value.sub(&(prefix..value.text.len()));
    let mut words: Vec<Argument> = words::split(&line)
        .into_iter()
        .map(|word| expanded(word, open, session))
        .gathered();
    if value.text[..prefix].contains('@') && words.len() > 1 {
        // The word behind the program is what it is told to be called.
        words.remove(1);
    }
    let first = words.first().and_then(Argument::known);
    let set = first.and_then(|word| word.split_once('='));
    if let Some((name, _)) = set.filter(|(name, _)| is_name(name)) {
        // No shell reads this: the manager looks for a program of this name.
        let span = line.span(&(0..name.len()));
        session.slip(SlipKind::WrongShell, Some(name), span, Vec::new());
    } else if !words.is_empty() {
        embed::command(&words, session);
    }
}

fn expanded(word: Argument, open: bool, session: &Session) -> Argument {
    let Argument::Known(mapped) = &word else {
        return word;
    };
    let found = references(&mapped.text);
    if found.is_empty() {
        return word;
    }
    let unset = if open { Unset::Unknown } else { Unset::Empty };
    let known = |it: &super::expand::Reference<'_>| resolve(it, &session.environment, unset);
    let parts = super::expand::expand(mapped, Quoting::Bare, &found, &known);
    Argument::of_parts(&parts, &mapped.span(&(0..mapped.text.len())))
}
