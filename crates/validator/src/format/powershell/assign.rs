//! What PowerShell sets: `$env:NAME = …`, `SetEnvironmentVariable`, items of the `Env:` drive.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::Shell;
use super::name_and_rest;
use crate::format::lines::Line;
use crate::format::session::{assignment, is_name, looks_like_variable};
use crate::reading::{Assignment, Origin, Part, Setting, Value};

impl Shell<'_> {
    /// `$env:NAME = value` and `+=`.
    pub(super) fn assign(&mut self, name: Line<'_>, rest: Line<'_>) {
        let (operator, value) = match rest.text.strip_prefix("+=") {
            Some(_) => ("+=", rest.from(2).trimmed()),
            None if rest.text.starts_with('=') => ("=", rest.from(1).trimmed()),
            None => return self.changed_otherwise(name, rest),
        };
        if operator == "=" && value.text.eq_ignore_ascii_case("$null") {
            return self.unset(name.text);
        }
        let mut found = if matches!(value.text, "''" | "\"\"") {
            // Unset, or empty since PowerShell 7.5.
            Value::unknown(value.span())
        } else {
            self.value(name.text, value)
        };
        if operator == "+=" {
            let before = Part {
                text: self.flow.session.known(&self.canonical(name.text)),
                span: name.span(),
                origin: Origin::Derived,
            };
            found.parts.insert(0, before);
        }
        self.put(name, found);
    }

    /// `$env:A, $env:B = …`, `$env:A ??= …`: what is set then is not followed.
    fn changed_otherwise(&mut self, name: Line<'_>, rest: Line<'_>) {
        let before = rest.text.split('=').next().unwrap_or_default();
        let lower = before.to_ascii_lowercase();
        let others = lower.match_indices("$env:").map(|(at, it)| at + it.len());
        let others = others.map(|at| name_and_rest(rest.from(at)).0);
        for it in [name].into_iter().chain(others) {
            let known = self.named(it.text);
            if is_name(it.text) && !self.flow.dead {
                self.flow.forget(&known, true);
            }
        }
    }

    fn put(&mut self, name: Line<'_>, value: Value) {
        let known = self.named(name.text);
        self.flow.export(assignment(&known, name.span(), value));
    }

    /// A variable changes whose name is not known: it may be any of them.
    fn forget_environment(&mut self) {
        if !self.flow.dead {
            let settings = self.flow.session.environment.values_mut();
            settings.for_each(|setting| setting.value = None);
            self.flow.session.mark_seen();
        }
    }

    fn unset(&mut self, name: &str) {
        let known = self.named(name);
        self.flow.unset(&known);
    }

    /// `$NAME = value`: no program sees it.
    pub(super) fn assign_own(&mut self, name: Line<'_>, value: Line<'_>) {
        let first = value.text.split_whitespace().next().unwrap_or_default();
        if first.starts_with(|c: char| c.is_ascii_alphabetic() || "&./".contains(c)) {
            // What a command prints.
            self.command(value, &value.text.to_ascii_lowercase());
        }
        let slips = self.flow.session.reading.slips.len();
        let found = self.value(name.text, value);
        if !looks_like_variable(name.text) {
            // What a variable of PowerShell's own holds is its own business.
            self.flow.session.reading.slips.truncate(slips);
        }
        let lower = name.text.to_ascii_lowercase();
        if !self.flow.dead {
            let value = found.known();
            let assignment = None;
            self.flow.own.insert(lower, Setting { value, assignment });
        }
        if looks_like_variable(name.text) && name.text.contains('_') {
            self.flow
                .note_own(assignment(name.text, name.span(), found));
        }
    }

    /// `[Environment]::SetEnvironmentVariable("NAME", "value", "User")`.
    pub(super) fn method(&mut self, statement: Line<'_>, lower: &str) {
        let Some(open) = lower.find("variable(").map(|at| at + "variable(".len()) else {
            return;
        };
        let inside = statement.from(open);
        let inside = inside.to(inside.text.rfind(')').unwrap_or(inside.text.len()));
        let arguments = arguments(inside);
        let [name, value, target @ ..] = arguments.as_slice() else {
            return;
        };
        let bare = name.text.trim_matches(['"', '\'']);
        let start = name.start + name.text.find(bare).unwrap_or(0);
        if !is_name(bare) {
            return self.forget_environment();
        }
        let target = target.first().map(|it| it.text.to_ascii_lowercase());
        let later = target.is_some_and(|it| it.contains("user") || it.contains("machine"));
        let name = Line { text: bare, start };
        let removes = value.text.eq_ignore_ascii_case("$null");
        match (later, removes) {
            (false, true) => self.unset(bare),
            (true, true) => {}
            (false, false) => {
                let found = self.value(bare, *value);
                self.put(name, found);
            }
            (true, false) => {
                let found = self.value(bare, *value);
                self.keep_for_later(assignment(bare, name.span(), found));
            }
        }
    }

    /// An assignment for sessions that start later.
    pub(super) fn keep_for_later(&mut self, found: Assignment) {
        let launches = self.flow.session.reading.launches.len();
        let index = self.flow.session.record(found);
        self.later.add_all(index.map(|index| (index, launches)));
    }

    /// `Remove-Item Env:NAME`.
    pub(super) fn remove(&mut self, rest: Line<'_>) {
        match drive_item(rest) {
            Some((name, _)) if is_name(name.text) => self.unset(name.text),
            Some(_) => self.forget_environment(),
            None => {}
        }
    }

    /// `Set-Item -Path Env:NAME -Value value`.
    pub(super) fn set_item(&mut self, rest: Line<'_>) {
        let Some((name, rest)) = drive_item(rest) else {
            return;
        };
        if !is_name(name.text) {
            return self.forget_environment();
        }
        let rest = rest.trimmed();
        let value = match rest.text.to_ascii_lowercase().strip_prefix("-value") {
            Some(_) => rest.from("-value".len()).trimmed(),
            None => rest,
        };
        let found = self.value(name.text, value);
        self.put(name, found);
    }
}

/// The arguments of a method: commas outside of quotes separate them.
fn arguments(inside: Line<'_>) -> Vec<Line<'_>> {
    let mut found = Vec::new();
    let (mut start, mut quote) = (0, None);
    for (at, c) in inside.text.char_indices() {
        match c {
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            ',' if quote.is_none() => {
                found.push(inside.to(at).from(start).trimmed());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(inside.from(start).trimmed());
    found
}

/// The name that a statement sets or takes away.
pub(super) fn target(statement: &str) -> Option<&str> {
    let lower = statement.to_ascii_lowercase();
    let at = match lower.find("env:") {
        Some(at) => at + "env:".len(),
        None => lower.find("setenvironmentvariable(")? + "setenvironmentvariable(".len(),
    };
    let name = statement[at..].trim_start_matches(['"', '\'', ' ', '\\', '/']);
    let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
    Some(&name[..end.unwrap_or(name.len())]).filter(|it| is_name(it))
}

/// The name after `Env:`, and what follows it.
fn drive_item(rest: Line<'_>) -> Option<(Line<'_>, Line<'_>)> {
    let at = rest.text.to_ascii_lowercase().find("env:")? + "env:".len();
    let tail = rest.from(at);
    let tail = tail.from(usize::from(tail.text.starts_with(['\\', '/'])));
    Some(name_and_rest(tail))
}
