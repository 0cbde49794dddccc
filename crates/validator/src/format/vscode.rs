//! VS Code's `launch.json` and its relatives: JSON with comments, whole or in pieces. What is read
//! is every `env` and the program next to it.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::mapped::{Mapped, backslash};
use super::session::{Session, assignment, is_name, looks_like_variable, program_name};
use crate::Kind;
use crate::reading::{Environment, Launch, Part, Quoting, Reading, SlipKind, Span, Value};

/// Keys that hold an environment.
const ENVIRONMENT_KEYS: &[&str] = &["env", "containerEnv", "remoteEnv", "environment"];

/// Reads the text.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Vscode, text);
    let mut exported = Environment::new();
    let mut open: Vec<Object> = vec![Object::default()];
    let tokens = tokens(text);
    let mut list = false;
    for (at, token) in tokens.iter().enumerate() {
        let key = key_before(&tokens, at);
        match &token.kind {
            Punctuation('[') => list = key.is_some_and(|it| it.text == "env"),
            Punctuation(']') => list = false,
            Text(value) if list && key.is_none() => in_list(value, &mut session),
            Punctuation('{') => open.push(Object {
                key: key.map(|key| key.text.clone()),
                ..Object::default()
            }),
            Punctuation('}') if open.len() > 1 => {
                if let Some(object) = open.pop() {
                    exported.add_all(close(object, &mut open, &mut session));
                }
            }
            Text(value) | Word(value) => {
                if let (Some(object), Some(key)) = (open.last_mut(), key) {
                    let is_text = matches!(token.kind, Text(_));
                    object.pair(key, value, is_text, &token.span, &mut session);
                }
            }
            _ => {}
        }
    }
    while let Some(object) = open.pop() {
        exported.add_all(close(object, &mut open, &mut session));
    }
    session.environment = exported;
    session.finish()
}

/// `"env": ["NAME=value"]`: an object is wanted, and the entry is ignored.
fn in_list(value: &Mapped, session: &mut Session) {
    let name = value.text.split('=').next().unwrap_or_default();
    if looks_like_variable(name) && name.len() < value.text.len() {
        let span = value.span(&(0..value.text.len()));
        session.slip(SlipKind::UnknownPlace, Some(name), span, Vec::new());
    }
}

use TokenKind::{Punctuation, Text, Word};

enum TokenKind {
    Punctuation(char),
    Text(Mapped),
    Word(Mapped),
}

struct Token {
    kind: TokenKind,
    span: Span,
}

/// An object that is open, and what matters of it.
#[derive(Default)]
struct Object {
    /// The key it stands under.
    key: Option<String>,
    /// The environment inside of it.
    environment: Environment,
    /// It has an environment, though it may be empty.
    has_environment: bool,
    program: Option<(String, Span)>,
    kind: Option<String>,
}

impl Object {
    fn is_environment(&self) -> bool {
        let key = self.key.as_deref().unwrap_or_default();
        ENVIRONMENT_KEYS.contains(&key) || key.starts_with("terminal.integrated.env.")
    }

    /// Takes in `"key": value`.
    fn pair(
        &mut self,
        key: &Mapped,
        value: &Mapped,
        is_text: bool,
        span: &Span,
        session: &mut Session,
    ) {
        if self.is_environment() && is_name(&key.text) {
            let found = setting(key, value, is_text, span, session);
            let outer = core::mem::take(&mut self.environment);
            session.environment = outer;
            session.assign(assignment(&key.text, key.span(&(0..key.text.len())), found));
            self.environment = core::mem::take(&mut session.environment);
            return;
        }
        match key.text.as_str() {
            "program" | "module" | "command" => {
                self.program = Some((value.text.clone(), span.clone()));
            }
            "type" => self.kind = Some(value.text.clone()),
            _ => {}
        }
    }

    /// The program that a configuration starts: an interpreter for the languages that have one.
    fn command(&self) -> Option<(String, Span)> {
        let (program, span) = self.program.clone()?;
        let interpreter = match self.kind.as_deref() {
            Some("python" | "debugpy") => "python",
            Some("node" | "pwa-node") => "node",
            _ if program.ends_with(".py") => "python",
            _ => return Some((program_name(&program).to_owned(), span)),
        };
        Some((interpreter.to_owned(), span))
    }
}

/// Ends an object: an environment goes to the object around it, a configuration is started. What
/// has no program is given back.
fn close(object: Object, open: &mut [Object], session: &mut Session) -> Environment {
    if object.is_environment() {
        if let Some(outer) = open.last_mut() {
            outer.environment.add_all(object.environment);
            outer.has_environment = true;
            return Environment::new();
        }
        return object.environment;
    }
    if object.key.as_deref() == Some("options") && open.len() > 1 && object.has_environment {
        // The options of a task.
        if let Some(outer) = open.last_mut() {
            outer.environment.add_all(object.environment);
            outer.has_environment = true;
        }
        return Environment::new();
    }
    match object
        .command()
        .filter(|_| object.has_environment || object.kind.is_some())
    {
        Some((command, span)) => {
            session.push_launch(Launch {
                command,
                arguments: Vec::new(),
                environment: object.environment,
                span,
            });
            Environment::new()
        }
        None => object.environment,
    }
}

/// A value; `${…}` is replaced by the editor.
fn setting(
    key: &Mapped,
    value: &Mapped,
    is_text: bool,
    span: &Span,
    session: &mut Session,
) -> Value {
    let span = span.clone();
    if is_text {
        let mut found = value.value(Quoting::Quoted, span.clone());
        if let Some(at) = value.text.find("${") {
            found.parts = value.parts(&(0..at), Quoting::Quoted);
            found.parts.push(Part {
                text: None,
                span: value.span(&(at..value.text.len())),
                origin: crate::reading::Origin::Derived,
            });
        }
        return found;
    }
    if value.text == "null" {
        return Value::unknown(span);
    }
    let quote = |at| (at..at, "\"".to_owned());
    let edits = vec![quote(span.start), quote(span.end)];
    session.slip(SlipKind::NotString, Some(&key.text), span.clone(), edits);
    value.value(Quoting::Plain, span)
}

/// The key that stands before a token.
fn key_before(tokens: &[Token], at: usize) -> Option<&Mapped> {
    let colon = tokens.get(at.checked_sub(1)?)?;
    let key = tokens.get(at.checked_sub(2)?)?;
    match (&colon.kind, &key.kind) {
        (Punctuation(':'), Text(key)) => Some(key),
        _ => None,
    }
}

/// Strings, words and punctuation; comments are left out.
fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match c {
            '"' => string_length(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            _ if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            _ => c.len_utf8(),
        };
        let span = at..at + length;
        let kind = match c {
            '"' => {
                let inner = rest[1..length]
                    .strip_suffix('"')
                    .unwrap_or(&rest[1..length]);
                Some(Text(Mapped::unescape(inner, at + 1, backslash)))
            }
            _ if is_word(c) => Some(Word(Mapped::verbatim(&rest[..length], at))),
            '{' | '}' | '[' | ']' | ':' | ',' => Some(Punctuation(c)),
            _ => None,
        };
        tokens.add_all(kind.map(|kind| Token { kind, span }));
        at += length;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.' | '_')
}

/// The length of a string with its quotes; it ends with its line at the latest.
fn string_length(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}
