//! GitHub Actions workflows: variables of the workflow, of a job, of a step, and what `run:`
//! starts with them.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::embed;
use super::env_map::{self, Lists, Reader};
use super::mapped::Mapped;
use super::no_equals;
use super::session::{Session, assignment, is_name};
use super::tolerant;
use super::yaml::{self, View};
use crate::Kind;
use crate::reading::{Environment, Quoting, Reading, SlipKind, Value};

/// How the runner reads an environment.
const READER: Reader = Reader {
    refuses_booleans: false,
    lists: Lists::Refused,
    passes_through: false,
    text: env_map::plain,
};

/// Workflows nest this deep: jobs, a job, its steps, a step.
const DEPTH: usize = 6;

/// Reads a workflow or a piece of one.
pub(crate) fn read(text: &str) -> Reading {
    let yaml = yaml::parse(text);
    let mut session = Session::new(Kind::GithubActions, text);
    let mut exported = Environment::new();
    for root in yaml.documents() {
        scope(root, DEPTH, false, &mut session);
        exported.add_all(core::mem::take(&mut session.environment));
    }
    session.environment = exported;
    tolerant::rest(text, &yaml, &mut session);
    session.finish()
}

/// Reads a workflow, a job, a step or a list of steps. Its own variables stay in the session.
fn scope(node: View<'_>, depth: usize, windows: bool, session: &mut Session) {
    if depth == 0 {
        return;
    }
    for key in ["env", "container.env"] {
        let path: Vec<&str> = key.split('.').gathered();
        if let Some(env) = node.path(&path) {
            READER.read(env, session);
        }
    }
    let runner = node.get("runs-on").and_then(View::text);
    let windows = runner.map_or(windows, |it| it.contains("windows"));
    session.reading.facts.windows |= windows;
    session.mark_seen();
    let jobs = node.get("jobs").into_iter().flat_map(View::pairs);
    for (_, job) in jobs {
        inner(job, depth, windows, session);
    }
    let steps = node.get("steps").into_iter().flat_map(View::items);
    let own = session.environment.clone();
    for step in steps.chain(node.items()) {
        inner(step, depth, windows, session);
        note_later(step, session);
    }
    session.environment = own;
    run(node, windows, session);
}

/// Reads what is inside of a scope; its variables end with it.
fn inner(node: View<'_>, depth: usize, windows: bool, session: &mut Session) {
    if !session.spend(session.environment.len() + 1, &node.span()) {
        return;
    }
    let outer = session.environment.clone();
    scope(node, depth - 1, windows, session);
    session.environment = outer;
}

/// Starts a step's script, if it is for a POSIX shell.
fn run(step: View<'_>, windows: bool, session: &mut Session) {
    let shell = step.get("shell").and_then(View::text);
    let posix = shell.map_or(!windows, |shell| {
        let program = shell.split_whitespace().next().unwrap_or_default();
        matches!(program, "bash" | "sh")
    });
    if let Some(text) = step.get("run").and_then(env_map::whole).filter(|_| posix) {
        embed::script(text, session);
    }
}

/// `echo "NAME=value" >> $GITHUB_ENV` sets a variable for the steps after this one.
fn note_later(step: View<'_>, session: &mut Session) {
    let Some(text) = step.get("run").and_then(env_map::whole) else {
        return;
    };
    let mut at = 0;
    for line in text.text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(body) = line.find(">>").filter(|_| line.contains("GITHUB_ENV")) else {
            continue;
        };
        let Some(echo) = line[..body].find("echo ").map(|at| at + 5) else {
            continue;
        };
        let trimmed = line[echo..body].trim();
        let from = start + echo + line[echo..body].find(trimmed).unwrap_or(0);
        later(text, from, trimmed, session);
    }
}

fn later(text: &Mapped, from: usize, written: &str, session: &mut Session) {
    let quoted = written.starts_with(['"', '\'']) && written.len() > 1;
    let from = from + usize::from(quoted);
    let pair = written.trim_matches(['"', '\'']);
    let Some((name, value)) = pair.split_once('=').filter(|(name, _)| is_name(name)) else {
        let exported = pair
            .strip_prefix("export ")
            .and_then(|it| it.split_once('='));
        if let Some((name, _)) = exported.filter(|(name, _)| is_name(name)) {
            let span = text.span(&(from..from + pair.len()));
            session.slip(SlipKind::UnknownPlace, Some(name), span, Vec::new());
        }
        no_equals::mark(&text.sub(&(from..from + pair.len())), session);
        return;
    };
    let range = from + name.len() + 1..from + pair.len();
    let span = text.span(&range);
    let value = if value.contains(['$', '`', '\\']) {
        Value::unknown(span)
    } else {
        Value {
            parts: text.parts(&range, Quoting::Bare),
            span,
        }
    };
    let name_span = text.span(&(from..from + name.len()));
    session.assign(assignment(name, name_span, value));
}
