//! Arithmetic: what `$((…))`, `((…))`, indices and `let` compute.

use super::source::{HOLE, known};
use super::syntax::name_length;
use readpoint_catalog::prelude::*;

/// How deep expressions and the values of variables in them may nest.
const MAX_DEPTH: usize = 24;

/// Where an expression finds its variables.
pub(super) trait Variables {
    /// The value of a variable: text, empty where it is not set, with holes where not known.
    fn get(&mut self, name: &str, index: Option<&str>) -> String;
    /// Sets a variable; `None`: not known.
    fn set(&mut self, name: &str, index: Option<&str>, value: Option<i64>);
}

/// The expression is wrong, and the shell gives up the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wrong;

/// A value; `None`: cannot be known.
pub(super) type Number = Option<i64>;

type Evaluated = Result<Number, Wrong>;

/// Evaluates an expression; an empty one is 0.
pub(super) fn evaluate(text: &str, variables: &mut dyn Variables) -> Evaluated {
    evaluate_at(text, variables, 0)
}

fn evaluate_at(text: &str, variables: &mut dyn Variables, depth: usize) -> Evaluated {
    if depth > MAX_DEPTH {
        return Ok(None);
    }
    let mut run = Run {
        text,
        at: 0,
        variables,
        depth,
        dead: 0,
        doubtful: 0,
        clean: known(text).is_some(),
    };
    run.blanks();
    if run.rest().is_empty() {
        return Ok(Some(0));
    }
    let value = run.comma()?;
    run.blanks();
    if !run.rest().is_empty() {
        return if run.clean { Err(Wrong) } else { Ok(None) };
    }
    Ok(value.filter(|_| run.clean))
}

struct Run<'a> {
    text: &'a str,
    at: usize,
    variables: &'a mut dyn Variables,
    depth: usize,
    /// Within a branch that is not taken.
    dead: usize,
    /// Within a branch that may or may not be taken.
    doubtful: usize,
    /// Nothing in the text is unknown. An unknown piece could be any text, so nothing around it
    /// is certain.
    clean: bool,
}

/// Binary operators by strength, weakest first; longer ones first within a row.
const BINARY: &[&[&str]] = &[
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

const ASSIGN: &[&str] = &[
    "<<=", ">>=", "+=", "-=", "*=", "/=", "%=", "&=", "^=", "|=", "=",
];

impl<'a> Run<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n']).len();
    }

    fn take(&mut self, what: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(what);
        self.at += if found { what.len() } else { 0 };
        found
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Wrong>) -> Result<T, Wrong> {
        if self.depth > MAX_DEPTH {
            return Err(Wrong);
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn comma(&mut self) -> Evaluated {
        let mut value = self.assignment()?;
        while self.take(",") {
            value = self.assignment()?;
        }
        Ok(value)
    }

    fn assignment(&mut self) -> Evaluated {
        self.deeper(|run| {
            let start = run.at;
            if let Some((name, index)) = run.variable()? {
                run.blanks();
                let rest = run.rest();
                let operator = ASSIGN.iter().find(|op| rest.starts_with(**op));
                if let Some(operator) = operator.filter(|_| !rest.starts_with("==")) {
                    run.at += operator.len();
                    let right = run.assignment()?;
                    let value = match operator.strip_suffix('=') {
                        Some("") | None => right,
                        Some(binary) => {
                            let left = run.value_of(&name, index.as_deref())?;
                            run.compute(binary, left, right)?
                        }
                    };
                    run.store(&name, index.as_deref(), value);
                    return Ok(value);
                }
            }
            run.at = start;
            run.ternary()
        })
    }

    fn store(&mut self, name: &str, index: Option<&str>, value: Number) {
        if self.dead == 0 {
            let value = value.filter(|_| self.clean && self.doubtful == 0);
            self.variables.set(name, index, value);
        }
    }

    fn ternary(&mut self) -> Evaluated {
        let condition = self.binary(0)?;
        if !self.take("?") {
            return Ok(condition);
        }
        let yes = self.branch(condition.map(|n| n != 0), Self::comma)?;
        if !self.take(":") {
            return Err(Wrong);
        }
        let no = self.branch(condition.map(|n| n == 0), Self::assignment)?;
        Ok(match condition {
            Some(0) => no,
            Some(_) => yes,
            None => yes.filter(|_| yes == no),
        })
    }

    /// Reads what is only evaluated if `taken`; `None`: not known whether it is.
    fn branch(
        &mut self,
        taken: Option<bool>,
        read: impl FnOnce(&mut Self) -> Evaluated,
    ) -> Evaluated {
        let (dead, doubtful) = (taken == Some(false), taken.is_none());
        self.dead += usize::from(dead);
        self.doubtful += usize::from(doubtful);
        let result = read(self);
        self.dead -= usize::from(dead);
        self.doubtful -= usize::from(doubtful);
        result
    }

    fn binary(&mut self, level: usize) -> Evaluated {
        let Some(operators) = BINARY.get(level) else {
            return self.power();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            let taken = match operator {
                "&&" => left.map(|n| n != 0),
                "||" => left.map(|n| n == 0),
                _ => Some(true),
            };
            let right = self.branch(taken, |run| run.binary(level + 1))?;
            left = self.compute(operator, left, right)?;
        }
        Ok(left)
    }

    /// Takes one of `operators`, unless what stands there is a longer operator.
    fn operator(&mut self, operators: &[&'static str]) -> Option<&'static str> {
        self.blanks();
        let rest = self.rest();
        let found = operators.iter().find(|op| rest.starts_with(**op))?;
        let next = rest[found.len()..].chars().next().unwrap_or(' ');
        let longer = match *found {
            "|" | "&" => found.starts_with(next) || next == '=',
            "<" | ">" => next == '=' || found.starts_with(next),
            "*" => next == '=' || next == '*',
            "==" | "!=" | "<=" | ">=" | "||" | "&&" => false,
            _ => next == '=',
        };
        if longer {
            return None;
        }
        self.at += found.len();
        Some(found)
    }

    fn power(&mut self) -> Evaluated {
        let base = self.unary()?;
        if !self.take("**") {
            return Ok(base);
        }
        let exponent = self.deeper(Self::power)?;
        self.compute("**", base, exponent)
    }

    fn unary(&mut self) -> Evaluated {
        self.deeper(|run| {
            for (sign, step) in [("++", 1), ("--", -1)] {
                if run.take(sign) {
                    if let Some((name, index)) = run.variable()? {
                        return run.step(&name, index.as_deref(), step);
                    }
                    run.at -= 2;
                    break;
                }
            }
            if run.take("-") {
                return Ok(run.unary()?.map(i64::wrapping_neg));
            }
            if run.take("+") {
                return run.unary();
            }
            if run.take("~") {
                return Ok(run.unary()?.map(|n| !n));
            }
            if run.take("!") {
                return Ok(run.unary()?.map(|n| i64::from(n == 0)));
            }
            run.primary()
        })
    }

    fn step(&mut self, name: &str, index: Option<&str>, step: i64) -> Evaluated {
        let value = self.value_of(name, index)?.map(|n| n.wrapping_add(step));
        self.store(name, index, value);
        Ok(value)
    }

    fn primary(&mut self) -> Evaluated {
        if self.take("(") {
            let value = self.comma()?;
            return if self.take(")") {
                Ok(value)
            } else {
                Err(Wrong)
            };
        }
        self.blanks();
        if self.rest().starts_with(HOLE) {
            self.at += HOLE.len_utf8();
            let rest = self.rest();
            self.at += name_length(&format!("_{rest}")) - 1;
            return Ok(None);
        }
        if let Some((name, index)) = self.variable()? {
            let value = self.value_of(&name, index.as_deref())?;
            for (sign, step) in [("++", 1), ("--", -1)] {
                if self.take(sign) {
                    let next = value.map(|n| n.wrapping_add(step));
                    self.store(&name, index.as_deref(), next);
                    break;
                }
            }
            return Ok(value);
        }
        self.number()
    }

    /// A variable with its index, which may hold an expression.
    fn variable(&mut self) -> Result<Option<(String, Option<String>)>, Wrong> {
        self.blanks();
        let rest = self.rest();
        let length = name_length(rest);
        if length == 0 {
            return Ok(None);
        }
        self.at += length;
        let name = rest[..length].to_owned();
        if !self.rest().starts_with('[') {
            return Ok(Some((name, None)));
        }
        let end = self.rest().find(']').ok_or(Wrong)?;
        let index = self.rest()[1..end].to_owned();
        self.at += end + 1;
        Ok(Some((name, Some(index))))
    }

    fn value_of(&mut self, name: &str, index: Option<&str>) -> Evaluated {
        let text = self.variables.get(name, index);
        if self.dead > 0 {
            return Ok(Some(0));
        }
        if text.contains(HOLE) {
            return Ok(None);
        }
        evaluate_at(&text, self.variables, self.depth + 1)
    }

    fn number(&mut self) -> Evaluated {
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_@#".contains(c);
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let digits = &rest[..end];
        self.at += end;
        if digits.is_empty() || !digits.starts_with(|c: char| c.is_ascii_digit()) {
            return Err(Wrong);
        }
        let (digits, radix) = if let Some((radix, digits)) = digits.split_once('#') {
            (digits, radix.parse().map_err(|_| Wrong)?)
        } else if let Some(digits) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
            (digits, 16)
        } else if digits.len() > 1 && digits.starts_with('0') {
            (digits, 8)
        } else {
            (digits, 10)
        };
        if !(2..=36).contains(&radix) {
            return Err(Wrong);
        }
        i64::from_str_radix(digits, radix)
            .map(Some)
            .map_err(|_| Wrong)
    }

    fn compute(&self, operator: &str, left: Number, right: Number) -> Evaluated {
        let (Some(a), Some(b)) = (left, right) else {
            return Ok(match (operator, left) {
                ("&&", Some(0)) => Some(0),
                ("||", Some(n)) if n != 0 => Some(1),
                _ => None,
            });
        };
        if self.dead == 0 && b == 0 && (operator == "/" || operator == "%") {
            return Err(Wrong);
        }
        let shift = u32::try_from(b & 63).unwrap_or(0);
        Ok(Some(match operator {
            "||" => i64::from(a != 0 || b != 0),
            "&&" => i64::from(a != 0 && b != 0),
            "|" => a | b,
            "^" => a ^ b,
            "&" => a & b,
            "==" => i64::from(a == b),
            "!=" => i64::from(a != b),
            "<=" => i64::from(a <= b),
            ">=" => i64::from(a >= b),
            "<" => i64::from(a < b),
            ">" => i64::from(a > b),
            "<<" => a.wrapping_shl(shift),
            ">>" => a.wrapping_shr(shift),
            "+" => a.wrapping_add(b),
            "-" => a.wrapping_sub(b),
            "*" => a.wrapping_mul(b),
            "/" => a.checked_div(b).unwrap_or(0),
            "%" => a.checked_rem(b).unwrap_or(0),
            _ => power(a, b)?,
        }))
    }
}

fn power(base: i64, exponent: i64) -> Result<i64, Wrong> {
    let exponent = u32::try_from(exponent).map_err(|_| Wrong)?;
    Ok(base.wrapping_pow(exponent))
}
