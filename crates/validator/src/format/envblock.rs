//! Bare `NAME=value` lines, as `env` prints them, and NUL-separated ones, as
//! `/proc/PID/environ` holds them. Everything after the `=` is the value.

use readpoint_catalog::grammar::is_allocator_key;

use super::lines::{Line, lines};
use super::session::{Session, assignment, is_name};
use crate::Kind;
use crate::reading::{Quoting, Reading, Value};

/// The variable that a bare allocator setting is meant for.
const ALLOCATOR: &str = "PYTORCH_CUDA_ALLOC_CONF";

/// Whether a line is a setting of torch's allocator without the variable's name before it.
pub(crate) fn is_allocator_setting(line: &str) -> bool {
    let key = line.trim().split([':', '=']).next().unwrap_or_default();
    key.len() < line.trim().len() && is_allocator_key(key)
}

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
    if is_allocator_setting(line.text) {
        let value = line.trimmed();
        let name = line.start..line.start;
        let found = Value::verbatim(value.text, value.span(), Quoting::Line);
        session.record(assignment(ALLOCATOR, name, found));
        return;
    }
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
