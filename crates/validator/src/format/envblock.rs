//! Bare `NAME=value` lines, as `env` prints them, and NUL-separated ones, as
//! `/proc/PID/environ` holds them. Everything after the `=` is the value.

use super::lines::{Line, lines};
use super::session::{Session, assignment, is_name};
use crate::Kind;
use crate::reading::{Quoting, Reading, Value};

/// Reads a block of variables.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Envblock, text);
    if text.contains('\0') {
        let mut start = 0;
        for text in text.split('\0') {
            entry(Line { text, start }, &mut session);
            start += text.len() + 1;
        }
    } else {
        for line in lines(text) {
            entry(line, &mut session);
        }
    }
    session.finish()
}

fn entry(line: Line<'_>, session: &mut Session) {
    let indent = line.text.len() - line.text.trim_start().len();
    let line = line.from(indent);
    let Some(equals) = line.text.find('=') else {
        return;
    };
    let name = line.to(equals);
    if !is_name(name.text) {
        return;
    }
    let value = line.from(equals + 1);
    let value = Value::verbatim(value.text, value.span(), Quoting::Line);
    session.assign(assignment(name.text, name.span(), value));
}
