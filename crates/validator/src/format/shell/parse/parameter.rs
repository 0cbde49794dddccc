//! `$NAME` and `${…}`.

use super::super::syntax::{Operation, Parameter, ReplaceKind, Word, name_length};
use super::word::Place;
use super::{Parsed, Parser};
use readpoint_catalog::prelude::*;

impl Parser<'_> {
    /// `$NAME`, `$1`, `$?`; the `$` stands next.
    pub(super) fn plain_parameter(&mut self) -> Parameter {
        self.at += 1;
        let rest = &self.text[self.at..];
        let length = name_length(rest).max(1);
        let name = rest[..length].to_owned();
        self.at += length;
        Parameter {
            name,
            index: None,
            indirect: false,
            operation: Operation::Value,
        }
    }

    /// `${…}` behind its `{`.
    pub(super) fn braced(&mut self, quoted: bool) -> Parsed<Parameter> {
        let is_length = self.starts("#") && !self.starts("#}") && !self.odd_hash();
        if is_length {
            self.at += 1;
        }
        let indirect = self.starts("!") && !self.starts("!}");
        if indirect {
            self.at += 1;
        }
        let name = self.parameter_name()?;
        let index = self.index()?;
        let operation = if is_length {
            Operation::Length
        } else {
            self.operation(quoted)?
        };
        self.expect("}")?;
        Ok(Parameter {
            name,
            index,
            indirect,
            operation,
        })
    }

    /// `${#-word}` and the like work on `$#`.
    fn odd_hash(&self) -> bool {
        self.text[self.at + 1..].starts_with(['-', '?', ':', '#', '%', '=', '+', '/'])
            && !self.text[self.at + 1..].starts_with("?}")
    }

    fn parameter_name(&mut self) -> Parsed<String> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let special = usize::from(rest.starts_with(['@', '*', '#', '?', '$', '!', '-']));
        let length = name_length(rest).max(digits).max(special);
        if length == 0 {
            return Err(self.failure());
        }
        self.at += length;
        Ok(rest[..length].to_owned())
    }

    /// `[…]` behind a name.
    fn index(&mut self) -> Parsed<Option<Word>> {
        if !self.starts("[") {
            return Ok(None);
        }
        let mut open = 0;
        let line = self.line_end(self.at);
        for (offset, c) in self.text[self.at..line].char_indices() {
            open += i32::from(c == '[') - i32::from(c == ']');
            if open == 0 {
                let end = self.at + offset;
                self.at += 1;
                let word = self.arith_word(end)?;
                self.at = end + 1;
                return Ok(Some(word));
            }
        }
        Err(self.failure())
    }

    fn operation(&mut self, quoted: bool) -> Parsed<Operation> {
        let colon = self.starts(":") && self.text[self.at + 1..].starts_with(['-', '=', '?', '+']);
        self.at += usize::from(colon);
        let Some(c) = self.peek() else {
            return Err(self.failure());
        };
        match c {
            '}' => Ok(Operation::Value),
            '-' | '=' | '?' | '+' => {
                self.at += 1;
                let place = if quoted {
                    Place::QuotedBraces
                } else {
                    Place::Braces
                };
                Ok(Operation::Default(c, colon, self.word(place)?))
            }
            '#' | '%' => {
                self.at += 1;
                let longest = self.take(if c == '#' { "#" } else { "%" });
                Ok(Operation::Strip(
                    c == '%',
                    longest,
                    self.word(Place::Braces)?,
                ))
            }
            '/' => self.replace(),
            ':' => self.slice(),
            '^' | ',' => {
                self.at += 1;
                let all = self.take(if c == '^' { "^" } else { "," });
                Ok(Operation::Case(c == '^', all, self.word(Place::Braces)?))
            }
            '@' | '*' => {
                let rest = &self.text[self.at..];
                self.at += rest.find('}').unwrap_or(rest.len());
                Ok(Operation::Other)
            }
            _ => Err(self.failure()),
        }
    }

    fn replace(&mut self) -> Parsed<Operation> {
        self.at += 1;
        let kind = if self.take("/") {
            ReplaceKind::All
        } else if self.take("#") {
            ReplaceKind::Start
        } else if self.take("%") {
            ReplaceKind::End
        } else {
            ReplaceKind::First
        };
        let pattern = self.word(Place::Pattern)?;
        let with = if self.take("/") {
            self.word(Place::Braces)?
        } else {
            Word::default()
        };
        Ok(Operation::Replace(kind, pattern, with))
    }

    fn slice(&mut self) -> Parsed<Operation> {
        self.at += 1;
        let offset = self.word(Place::Offset)?;
        let length = if self.take(":") {
            Some(self.word(Place::Offset)?)
        } else {
            None
        };
        Ok(Operation::Slice(offset, length))
    }
}
