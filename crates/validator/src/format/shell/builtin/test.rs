//! `test`, `[` and `[[`.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::regex::Regex;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::{HOLE, known};
use super::super::state::Content;
use super::super::syntax::{Test, is_name};

/// `true`, `false`, or not known.
type Truth = Option<bool>;

/// `[ … ]`
pub(super) fn bracket(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let arguments = invocation.arguments();
    let inner = match arguments.split_last() {
        Some((last, inner)) if last.text() == "]" => inner,
        _ => {
            shell.status = Status::Known(2);
            return Flow::Next;
        }
    };
    conclude(shell, inner, invocation.exact)
}

/// `test …`
pub(super) fn test(shell: &mut Shell, invocation: &Invocation) -> Flow {
    conclude(shell, invocation.arguments(), invocation.exact)
}

fn conclude(shell: &mut Shell, fields: &[Field], exact: bool) -> Flow {
    let texts: Vec<String> = fields.iter().map(Field::text).gathered();
    let texts: Vec<&str> = texts.iter().map(String::as_str).gathered();
    shell.status = if exact {
        status(classic(shell, &texts))
    } else {
        Status::Open
    };
    Flow::Next
}

fn status(truth: Truth) -> Status {
    match truth {
        Some(truth) => Status::Known(u8::from(!truth)),
        None => Status::Open,
    }
}

/// The rules of `test` by number of arguments.
fn classic(shell: &mut Shell, words: &[&str]) -> Truth {
    match words {
        [] => Some(false),
        [word] => nonempty(word),
        ["!", rest @ ..] if rest.len() < 4 => classic(shell, rest).map(|truth| !truth),
        [operator, word] => unary(shell, operator, word),
        [left, operator, right] if is_binary(operator) => {
            binary(shell, left, operator, right, false)
        }
        ["(", inner, ")"] => nonempty(inner),
        _ => {
            let at = words.iter().position(|word| *word == "-o");
            if let Some(at) = at {
                return or(
                    classic(shell, &words[..at]),
                    classic(shell, &words[at + 1..]),
                );
            }
            let at = words.iter().position(|word| *word == "-a")?;
            and(
                classic(shell, &words[..at]),
                classic(shell, &words[at + 1..]),
            )
        }
    }
}

fn and(left: Truth, right: Truth) -> Truth {
    match (left, right) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn or(left: Truth, right: Truth) -> Truth {
    and(left.map(|it| !it), right.map(|it| !it)).map(|it| !it)
}

fn nonempty(word: &str) -> Truth {
    match known(word) {
        Some(word) => Some(!word.is_empty()),
        None => word.chars().any(|c| c != HOLE).then_some(true),
    }
}

fn is_binary(operator: &str) -> bool {
    const OPERATORS: &[&str] = &[
        "!=", "-eq", "-ge", "-gt", "-le", "-lt", "-ne", "<", "=", "==", "=~", ">",
    ];
    OPERATORS.binary_search(&operator).is_ok()
}

fn unary(shell: &mut Shell, operator: &str, word: &str) -> Truth {
    match operator {
        "-n" => nonempty(word),
        "-z" => nonempty(word).map(|truth| !truth),
        "-v" => {
            let name = known(word).filter(|name| is_name(name))?;
            let variable = shell.read(name);
            (!variable.maybe_unset).then_some(variable.content != Content::Unset)
        }
        _ => None,
    }
}

fn binary(shell: &mut Shell, left: &str, operator: &str, right: &str, arithmetic: bool) -> Truth {
    let ordered = |compare: fn(&i64, &i64) -> bool, shell: &mut Shell| {
        let mut number = |text: &str| {
            if arithmetic {
                return shell.evaluate(text);
            }
            known(text)?.trim().parse::<i64>().ok()
        };
        Some(compare(&number(left)?, &number(right)?))
    };
    match operator {
        "-eq" => ordered(i64::eq, shell),
        "-ne" => ordered(i64::ne, shell),
        "-lt" => ordered(i64::lt, shell),
        "-le" => ordered(i64::le, shell),
        "-gt" => ordered(i64::gt, shell),
        "-ge" => ordered(i64::ge, shell),
        "=" | "==" => equal(left, right),
        "!=" => equal(left, right).map(|truth| !truth),
        "<" | ">" => {
            // Only where every locale agrees: letters of one case, or digits alone.
            let same = |text: &str| {
                text.bytes().all(|b| b.is_ascii_lowercase())
                    || text.bytes().all(|b| b.is_ascii_digit())
            };
            let (left, right) = (known(left)?, known(right)?);
            let both = format!("{left}{right}");
            same(&both).then_some(if operator == "<" {
                left < right
            } else {
                left > right
            })
        }
        _ => None,
    }
}

fn equal(left: &str, right: &str) -> Truth {
    match (known(left), known(right)) {
        (Some(left), Some(right)) => Some(left == right),
        // Something unknown may be anything, but not where the known beginnings differ.
        _ => {
            let beginning = |text: &str| text.split(HOLE).next().unwrap_or("").to_owned();
            let (a, b) = (beginning(left), beginning(right));
            (!a.starts_with(&b) && !b.starts_with(&a)).then_some(false)
        }
    }
}

impl Shell {
    /// The outcome of `[[ … ]]`.
    pub(in super::super) fn judge(&mut self, test: &Test) -> Status {
        status(self.truth(test))
    }

    fn truth(&mut self, test: &Test) -> Truth {
        match test {
            Test::Not(inner) => self.truth(inner).map(|truth| !truth),
            Test::And(left, right) => match self.truth(left) {
                Some(false) => Some(false),
                left => and(left, self.truth(right)),
            },
            Test::Or(left, right) => match self.truth(left) {
                Some(true) => Some(true),
                left => or(left, self.truth(right)),
            },
            Test::Unary(operator, word) => {
                let text = self.text(word);
                unary(self, operator, &text)
            }
            Test::Binary(left, operator, right) => {
                let left = self.text(left);
                match operator.as_str() {
                    "=" | "==" | "!=" => {
                        let pattern = self.pattern(right)?;
                        let matched = if pattern.is_anything() {
                            Some(true)
                        } else if pattern.is_literal() {
                            let right = self.text(right);
                            equal(&left, &right)
                        } else {
                            let letters: Vec<char> = known(&left)?.chars().gathered();
                            Some(pattern.matches(&letters))
                        };
                        matched.map(|truth| truth == (operator != "!="))
                    }
                    "=~" => {
                        let letters = self.letters(right)?;
                        Regex::new(&letters)?.is_match(known(&left)?)
                    }
                    _ => {
                        let right = self.text(right);
                        binary(self, &left, operator, &right, true)
                    }
                }
            }
        }
    }
}
