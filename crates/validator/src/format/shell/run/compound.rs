//! Groups, conditions, `case` and function definitions.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::super::source::known;
use super::super::syntax::{CaseArm, CaseEnd, Command, CompoundKind, Function, Script, Word};
use super::{Flow, Shell, Status};

impl Shell {
    /// Runs a command.
    pub(super) fn command(&mut self, command: &Command) -> Flow {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => {
                self.redirected(&compound.redirects, |shell| shell.compound(&compound.kind))
            }
            Command::Function(function) => self.define(function),
            Command::Coproc(inner) => {
                self.subshell(|shell| shell.command(inner));
                self.status = Status::Known(0);
                Flow::Next
            }
        }
    }

    fn define(&mut self, function: &Rc<Function>) -> Flow {
        let functions = Rc::make_mut(&mut self.settings.functions);
        functions.insert(function.name.clone(), Rc::clone(function));
        self.status = Status::Known(0);
        Flow::Next
    }

    fn compound(&mut self, kind: &CompoundKind) -> Flow {
        match kind {
            CompoundKind::Brace(script) => self.script(script),
            CompoundKind::Subshell(script) => {
                self.subshell(|shell| shell.script(script));
                Flow::Next
            }
            CompoundKind::If(arms, otherwise) => self.if_command(arms, otherwise.as_ref()),
            CompoundKind::While {
                until,
                condition,
                body,
            } => self.while_loop(*until, condition, body),
            CompoundKind::For { name, words, body } => self.for_loop(name, words.as_deref(), body),
            CompoundKind::ForArith { parts, body } => self.for_arith(parts, body),
            CompoundKind::Case(subject, arms) => self.case(subject, arms),
            CompoundKind::Test(test) => {
                self.status = self.judge(test);
                self.aborted().unwrap_or(Flow::Next)
            }
            CompoundKind::Arith(word) => self.arith(word),
        }
    }

    /// `(( … ))`: a mistake in it is a failure like any other; one in what it expands is not.
    fn arith(&mut self, word: &Word) -> Flow {
        let text = self.text(word);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        self.status = match self.evaluate(&text) {
            Some(number) => Status::Known(u8::from(number == 0)),
            None => Status::Open,
        };
        if self.aborted().is_some() {
            self.status = Status::Known(1);
        }
        Flow::Next
    }

    fn if_command(&mut self, arms: &[(Script, Script)], otherwise: Option<&Script>) -> Flow {
        let Some(((condition, body), rest)) = arms.split_first() else {
            return match otherwise {
                Some(script) => self.script(script),
                None => {
                    self.status = Status::Known(0);
                    Flow::Next
                }
            };
        };
        let flow = self.tested(|shell| shell.script(condition));
        if flow != Flow::Next {
            self.unreached(|shell| shell.script(body));
            return flow;
        }
        match self.status {
            Status::Known(0) => {
                let flow = self.script(body);
                for (_, body) in rest {
                    self.unreached(|shell| shell.script(body));
                }
                if let Some(script) = otherwise {
                    self.unreached(|shell| shell.script(script));
                }
                flow
            }
            Status::Known(_) => {
                self.unreached(|shell| shell.script(body));
                self.if_command(rest, otherwise)
            }
            _ => self.either(
                |shell| shell.script(body),
                |shell| shell.if_command(rest, otherwise),
            ),
        }
    }

    fn case(&mut self, subject: &Word, arms: &[CaseArm]) -> Flow {
        let subject = self.text(subject);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        self.status = Status::Known(0);
        self.case_arms(&subject, arms)
    }

    fn case_arms(&mut self, subject: &str, arms: &[CaseArm]) -> Flow {
        let Some((arm, rest)) = arms.split_first() else {
            return Flow::Next;
        };
        match self.case_matches(subject, arm) {
            Some(true) => {
                let flow = self.case_body(subject, arm, rest);
                if arm.end == CaseEnd::Leave {
                    for arm in rest {
                        self.unreached(|shell| shell.script(&arm.body));
                    }
                }
                flow
            }
            Some(false) => {
                self.unreached(|shell| shell.script(&arm.body));
                self.case_arms(subject, rest)
            }
            None => self.either(
                |shell| shell.case_body(subject, arm, rest),
                |shell| shell.case_arms(subject, rest),
            ),
        }
    }

    fn case_body(&mut self, subject: &str, arm: &CaseArm, rest: &[CaseArm]) -> Flow {
        let flow = self.script(&arm.body);
        match (flow, arm.end, rest.split_first()) {
            (Flow::Next, CaseEnd::Fall, Some((next, rest))) => self.case_body(subject, next, rest),
            (Flow::Next, CaseEnd::Retry, _) => self.case_arms(subject, rest),
            _ => flow,
        }
    }

    fn case_matches(&mut self, subject: &str, arm: &CaseArm) -> Option<bool> {
        let letters: Vec<char> = subject.chars().gathered();
        let mut certain = true;
        for word in &arm.patterns {
            match self.pattern(word) {
                Some(pattern) if pattern.is_anything() => return Some(true),
                Some(pattern) if known(subject).is_some() => {
                    if pattern.matches(&letters) {
                        return certain.then_some(true);
                    }
                }
                _ => certain = false,
            }
        }
        certain.then_some(false)
    }
}
