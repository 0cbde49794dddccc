//! Parameter expansion: `$NAME`, `${NAME…}`.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::arith;
use super::super::run::{Flow, Shell, Status};
use super::super::source::{HOLE, known, text_of};
use super::super::state::{Content, Variable};
use super::super::syntax::{Operation, Parameter, Word, is_name};
use super::{Chunk, Piece, Tilde};
use crate::reading::{Origin, Span};

/// What a parameter holds.
#[derive(Clone, Debug)]
pub(super) enum Found {
    Unset,
    /// May be unset, may be anything.
    Doubtful,
    Text(String),
    /// `@` or `*`: the elements.
    List(Vec<String>, bool),
}

impl Shell {
    /// Expands a parameter into chunks.
    pub(super) fn parameter(
        &mut self,
        parameter: &Parameter,
        quoted: bool,
        span: &Span,
        chunks: &mut Vec<Chunk>,
    ) {
        let found = self.find(parameter);
        if let Operation::Default(operator, colon, word) = &parameter.operation {
            let value = match self.default(*operator, *colon, &found) {
                Choice::Value => found,
                Choice::Nothing => Found::Text(String::new()),
                Choice::Unknown if *operator == '=' => {
                    let parts = self.assuming_unset(|shell| shell.value(word));
                    let known = parts.iter().all(|part| part.text.is_some());
                    let spans = (&word.span, span);
                    self.assign_doubtful(&parameter.name, known.then_some(parts), spans);
                    Found::Doubtful
                }
                Choice::Unknown => Found::Doubtful,
                Choice::Word if *operator == '=' => {
                    let parts = self.value(word);
                    let text = text_of(&parts);
                    self.assign_default(&parameter.name, parts, (&word.span, span));
                    return self.push_found(Found::Text(text), quoted, &word.span, chunks);
                }
                Choice::Word => return self.default_word(word, quoted, chunks),
            };
            return self.push_found(value, quoted, span, chunks);
        }
        if matches!(found, Found::Unset)
            && self.settings.options.nounset
            && !matches!(parameter.name.as_str(), "@" | "*")
        {
            self.abort(Flow::Exit);
        }
        let value = match &parameter.operation {
            Operation::Slice(offset, length) => {
                self.slice(parameter, found, offset, length.as_ref())
            }
            operation => self.operate(operation, found),
        };
        self.push_found(value, quoted, span, chunks);
    }

    fn push_found(&self, found: Found, quoted: bool, span: &Span, chunks: &mut Vec<Chunk>) {
        let piece = |text: String| {
            Chunk::Text(Piece {
                text,
                quoted,
                splits: !quoted,
                span: span.clone(),
                origin: Origin::Derived,
            })
        };
        match found {
            Found::Unset => chunks.push(piece(String::new())),
            Found::Doubtful => chunks.push(piece(HOLE.to_string())),
            Found::Text(text) => chunks.push(piece(text)),
            Found::List(elements, star) if star && quoted => {
                let glue = self.glue();
                chunks.push(piece(elements.join(&glue)));
            }
            Found::List(elements, star) => {
                for (index, element) in elements.into_iter().enumerate() {
                    if index > 0 {
                        chunks.push(Chunk::Break { star });
                    }
                    chunks.push(piece(element));
                }
            }
        }
    }

    /// What `${NAME:-word}` and its relatives take.
    fn default(&mut self, operator: char, colon: bool, found: &Found) -> Choice {
        let missing = match found {
            Found::Unset => Some(true),
            Found::Doubtful => None,
            Found::Text(text) if text.is_empty() => Some(colon),
            Found::Text(text) if colon && text.chars().all(|c| c == HOLE) => None,
            Found::Text(_) => Some(false),
            Found::List(elements, _) => match elements.as_slice() {
                [] => Some(true),
                [one] if one.is_empty() => Some(colon),
                _ => Some(false),
            },
        };
        match (operator, missing) {
            ('+', Some(true)) => Choice::Nothing,
            ('+', Some(false)) => Choice::Word,
            ('-' | '=', None) if self.assumes_unset() => Choice::Word,
            ('?', Some(true)) => {
                self.abort(Flow::Exit);
                Choice::Unknown
            }
            (_, Some(true)) => Choice::Word,
            (_, Some(false)) => Choice::Value,
            (_, None) => Choice::Unknown,
        }
    }

    fn default_word(&mut self, word: &Word, quoted: bool, chunks: &mut Vec<Chunk>) {
        let tilde = if quoted { Tilde::Never } else { Tilde::Word };
        let before = chunks.len();
        chunks.add_all(self.chunks(word, tilde));
        for chunk in &mut chunks[before..] {
            if let Chunk::Text(piece) = chunk {
                piece.quoted |= quoted;
                piece.splits = !piece.quoted;
            }
        }
        if quoted && chunks.len() == before {
            self.push_found(Found::Unset, true, &word.span, chunks);
        }
    }

    /// The value that the parameter names.
    fn find(&mut self, parameter: &Parameter) -> Found {
        let name = parameter.name.as_str();
        if parameter.indirect {
            return self.find_indirect(parameter);
        }
        if is_name(name) {
            return self.find_variable(name, parameter.index.as_ref());
        }
        match (name, &self.settings.positional) {
            ("?", _) => match self.status {
                Status::Known(code) => Found::Text(code.to_string()),
                _ => Found::Text(HOLE.to_string()),
            },
            ("@" | "*" | "#", None) => Found::Text(HOLE.to_string()),
            ("#", Some(list)) => Found::Text(list.len().to_string()),
            ("@" | "*", Some(list)) => Found::List(list.to_vec(), name == "*"),
            ("0" | "$" | "!" | "-", _) => Found::Text(HOLE.to_string()),
            (_, None) => Found::Doubtful,
            (digits, Some(list)) => {
                let number: usize = digits.parse().unwrap_or(0);
                match list.get(number.wrapping_sub(1)) {
                    Some(text) => Found::Text(text.clone()),
                    None => Found::Unset,
                }
            }
        }
    }

    fn find_indirect(&mut self, parameter: &Parameter) -> Found {
        if let Some(index) = &parameter.index {
            let whole = index.literal().is_some_and(|it| it == "@" || it == "*");
            let variable = self.read(&parameter.name);
            return match variable.content {
                Content::List(list) if whole => {
                    let elements = list.into_elements().into_iter();
                    Found::List(
                        elements.map(|(index, _)| index.to_string()).gathered(),
                        false,
                    )
                }
                Content::Map(map) if whole => Found::List(map.keys().cloned().gathered(), false),
                _ => Found::Doubtful,
            };
        }
        if matches!(parameter.operation, Operation::Other) || !is_name(&parameter.name) {
            return Found::Doubtful;
        }
        match self.find_variable(&parameter.name, None) {
            Found::Text(text) if is_name(&text) => self.find_variable(&text, None),
            _ => Found::Doubtful,
        }
    }

    fn find_variable(&mut self, name: &str, index: Option<&Word>) -> Found {
        let variable = self.read(name);
        if variable.maybe_unset {
            return Found::Doubtful;
        }
        let literal = index.and_then(Word::literal);
        let whole = literal.as_deref().filter(|it| *it == "@" || *it == "*");
        if let Some(which) = whole {
            let elements = match variable.content {
                Content::Unset => Vec::new(),
                Content::Text(text) if text.contains(HOLE) => return Found::Text(text),
                Content::Text(text) => vec![text],
                Content::List(list) => {
                    let elements = list.into_elements().into_iter();
                    elements.map(|(_, text)| text).gathered()
                }
                Content::Map(map) if map.len() < 2 => map.values().cloned().gathered(),
                // bash keeps no order that could be told from outside.
                Content::Map(_) => return Found::Text(HOLE.to_string()),
            };
            return Found::List(elements, which == "*");
        }
        let element = match index {
            Some(word) => {
                let key = self.text(word);
                self.element(&variable, &key)
            }
            None => element_zero(&variable),
        };
        element.map_or(Found::Unset, Found::Text)
    }

    /// An element of an array; `None`: it has none.
    pub(in super::super) fn element(&mut self, variable: &Variable, key: &str) -> Option<String> {
        if let Content::Map(map) = &variable.content {
            return match known(key) {
                Some(key) => map.get(key).cloned(),
                None => Some(HOLE.to_string()),
            };
        }
        let Some(mut index) = self.evaluate(key) else {
            return Some(HOLE.to_string());
        };
        match &variable.content {
            Content::List(list) => {
                if index < 0 {
                    index += list.last().map_or(0, |last| last + 1);
                }
                list.get(index).cloned()
            }
            Content::Text(text) if index == 0 || index == -1 || text.contains(HOLE) => {
                Some(text.clone())
            }
            _ => None,
        }
    }
}

/// What `${NAME:-word}` and its relatives give.
enum Choice {
    Value,
    Word,
    Nothing,
    Unknown,
}

fn element_zero(variable: &Variable) -> Option<String> {
    match &variable.content {
        Content::Unset => None,
        Content::Text(text) => Some(text.clone()),
        Content::List(list) => list.get(0).cloned(),
        Content::Map(map) => map.get("0").cloned(),
    }
}

impl arith::Variables for Shell {
    fn get(&mut self, name: &str, index: Option<&str>) -> String {
        let variable = self.read(name);
        if variable.maybe_unset {
            return HOLE.to_string();
        }
        let found = match index {
            Some(index) => self.element(&variable, index),
            None => element_zero(&variable),
        };
        found.unwrap_or_default()
    }

    fn set(&mut self, name: &str, index: Option<&str>, value: Option<i64>) {
        let text = value.map_or(HOLE.to_string(), |n| n.to_string());
        self.assign_number(name, index, text);
    }
}
