//! The inside of `[[ … ]]`.

use super::super::syntax::{Test, Word};
use super::word::Place;
use super::{Parsed, Parser};
use readpoint_catalog::prelude::*;

impl Parser<'_> {
    /// A condition with `||`.
    pub(super) fn test(&mut self) -> Parsed<Test> {
        self.deeper(|parser| {
            let mut left = parser.test_and()?;
            loop {
                parser.skip_lines();
                if !parser.take("||") {
                    return Ok(left);
                }
                left = Test::Or(Box::new(left), Box::new(parser.test_and()?));
            }
        })
    }

    fn test_and(&mut self) -> Parsed<Test> {
        let mut left = self.test_primary()?;
        loop {
            self.skip_lines();
            if !self.take("&&") {
                return Ok(left);
            }
            left = Test::And(Box::new(left), Box::new(self.test_primary()?));
        }
    }

    fn test_primary(&mut self) -> Parsed<Test> {
        self.skip_lines();
        if self.reserved() == "!" {
            self.at += 1;
            let inner = self.deeper(|parser| parser.test_primary())?;
            return Ok(Test::Not(Box::new(inner)));
        }
        if self.take("(") {
            let inner = self.test()?;
            self.skip_lines();
            self.expect(")")?;
            return Ok(inner);
        }
        let first = self.test_word(Place::Command)?;
        self.skip_lines();
        if self.ends_test() {
            return Ok(Test::Unary("-n".into(), first));
        }
        let is_unary = first.bare().filter(|op| {
            let letter = op.strip_prefix('-').unwrap_or("");
            letter.len() == 1 && letter.starts_with(|c: char| c.is_ascii_alphabetic())
        });
        if let Some(operator) = is_unary {
            let operand = self.test_word(Place::Command)?;
            return Ok(Test::Unary(operator, operand));
        }
        let operator = self.test_operator()?;
        self.skip_lines();
        let place = if operator.starts_with('-') {
            Place::Command
        } else {
            Place::Match
        };
        let second = self.test_word(place)?;
        Ok(Test::Binary(first, operator, second))
    }

    fn ends_test(&self) -> bool {
        self.starts("]]") || self.starts("&&") || self.starts("||") || self.starts(")")
    }

    fn test_operator(&mut self) -> Parsed<String> {
        if self.take("<") {
            return Ok("<".into());
        }
        if self.take(">") {
            return Ok(">".into());
        }
        let operator = self.test_word(Place::Command)?.bare();
        operator.ok_or_else(|| self.failure())
    }

    fn test_word(&mut self, place: Place) -> Parsed<Word> {
        let word = self.word(place)?;
        if word.segments.is_empty() {
            return Err(self.failure());
        }
        Ok(word)
    }
}
