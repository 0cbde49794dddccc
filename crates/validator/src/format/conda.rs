//! Conda: `variables:` of environment files, and `conda env config vars set` lines.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::embed::{self, Argument};
use super::env_map::{self, Lists, Reader};
use super::image;
use super::lines::{Line, lines};
use super::mapped::Mapped;
use super::no_equals;
use super::session::{Session, assignment, is_name, looks_like_variable};
use super::yaml;
use super::{tolerant, words};
use crate::Kind;
use crate::reading::{Quoting, Reading, Value};

/// How conda reads variables.
const READER: Reader = Reader {
    refuses_booleans: false,
    lists: Lists::Refused,
    passes_through: false,
    text: env_map::plain,
};

/// The words that set variables of an environment.
const SET: &str = "env config vars set";

/// Reads an environment file or command lines.
pub(crate) fn read(text: &str) -> Reading {
    if text.contains(SET) {
        return commands(text);
    }
    let yaml = yaml::parse(text);
    let mut session = Session::new(Kind::Conda, text);
    for map in yaml.mappings() {
        if let Some(variables) = map.get("variables") {
            READER.read(variables, &mut session);
        }
    }
    if let Some((version, range)) = image::torch_of_requirement(text) {
        session.reading.facts.torch = Some((version, range));
    }
    tolerant::rest(text, &yaml, &mut session);
    session.finish()
}

/// Variables that conda sets when the environment is activated; other lines are shell text.
fn commands(text: &str) -> Reading {
    let mut session = Session::new(Kind::Conda, text);
    for line in lines(text) {
        let line = line.trimmed();
        match line.text.find(SET).filter(|_| !line.text.starts_with('#')) {
            Some(at) => set(line.from(at + SET.len()), &mut session),
            None => embed::script(&Mapped::verbatim(line.text, line.start), &mut session),
        }
    }
    session.finish()
}

fn known(word: Argument) -> Option<Mapped> {
    match word {
        Argument::Known(word) => Some(word),
        Argument::Begun(..) | Argument::Unknown(_) => None,
    }
}

fn set(rest: Line<'_>, session: &mut Session) {
    let mapped = Mapped::verbatim(rest.text, rest.start);
    let all: Vec<Mapped> = words::split(&mapped)
        .into_iter()
        .filter_map(known)
        .gathered();
    for (at, word) in all.iter().enumerate() {
        match all.get(at + 1).filter(|_| looks_like_variable(&word.text)) {
            Some(value) if !value.text.contains('=') => {
                let start = word.span(&(0..word.text.len())).start - rest.start;
                let end = value.span(&(0..value.text.len())).end - rest.start;
                no_equals::mark(&mapped.sub(&(start..end)), session);
            }
            _ => no_equals::mark(word, session),
        }
        let Some(equals) = word.text.find('=').filter(|at| is_name(&word.text[..*at])) else {
            continue;
        };
        let inside = equals + 1..word.text.len();
        let span = word.span(&inside);
        let value = if word.text[inside.clone()].contains(['$', '`']) {
            Value::unknown(span)
        } else {
            Value {
                parts: word.parts(&inside, Quoting::Bare),
                span,
            }
        };
        let name_span = word.span(&(0..equals));
        session.assign(assignment(&word.text[..equals], name_span, value));
    }
}
