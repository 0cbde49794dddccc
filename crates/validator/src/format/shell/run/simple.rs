//! Simple commands: assignments, and what their first word names.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::builtin;
use super::super::command;
use super::super::expand::{Field, Fields};
use super::super::source::HOLE;
use super::super::state::{Certainty, Variable};
use super::super::syntax::{Simple, Word};
use super::super::utility;
use super::{Cover, Flow, Shell, Status};
use crate::reading::Span;

/// A command about to run.
#[derive(Clone, Debug)]
pub(in super::super) struct Invocation {
    /// Its name and arguments.
    pub(in super::super) fields: Vec<Field>,
    /// Their number is certain.
    pub(in super::super) exact: bool,
    /// The whole command.
    pub(in super::super) span: Span,
}

impl Invocation {
    /// The arguments, without the name.
    pub(in super::super) fn arguments(&self) -> &[Field] {
        self.fields.get(1..).unwrap_or_default()
    }

    /// The same command from argument `from` on (0 is the name).
    pub(in super::super) fn from(&self, from: usize) -> Self {
        Self {
            fields: self.fields.get(from..).unwrap_or_default().to_vec(),
            exact: self.exact,
            span: self.span.clone(),
        }
    }
}

impl Shell {
    /// Runs a simple command.
    pub(super) fn simple(&mut self, simple: &Simple) -> Flow {
        if self.exhausted() {
            return Flow::Exit;
        }
        self.substitution = None;
        let declares = simple.words.first().and_then(Word::literal);
        let declares = declares.filter(|name| builtin::is_declaration(name));
        if let Some(name) = declares.filter(|name| !self.settings.functions.contains_key(name)) {
            return self.declaration(&name, simple);
        }
        let fields = self.fields(&simple.words);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        if fields.list.is_empty() {
            return self.assignments_only(simple);
        }
        self.with_prefix(simple, |shell| {
            shell.redirected(&simple.redirects, |shell| {
                shell.invoke_first(fields, &simple.span)
            })
        })
    }

    fn assignments_only(&mut self, simple: &Simple) -> Flow {
        for assignment in &simple.assigns {
            let flow = self.assign(assignment, false);
            if flow != Flow::Next {
                return flow;
            }
        }
        let status = self.substitution.take().unwrap_or(Status::Known(0));
        let flow = self.redirected(&simple.redirects, |_| Flow::Next);
        self.status = status;
        flow
    }

    /// `export`, `declare` and relatives: their arguments are assignments, not words.
    fn declaration(&mut self, name: &str, simple: &Simple) -> Flow {
        let kept = builtin::keeps_prefix(name);
        self.with_prefix(simple, |shell| {
            let flow = shell.redirected(&simple.redirects, |shell| {
                builtin::declare(shell, name, &simple.words[1..])
            });
            for assignment in simple.assigns.iter().filter(|_| kept) {
                let names = |word: &Word| word.literal().as_deref() == Some(&assignment.name);
                if simple.words.iter().any(names) {
                    shell.stay(&assignment.name);
                }
            }
            flow
        })
    }

    /// Runs something with the assignments in front of it in place for that long.
    fn with_prefix(&mut self, simple: &Simple, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        let below = self.covers.len();
        let mut flow = Flow::Next;
        for assignment in &simple.assigns {
            let name = self.resolve(&assignment.name);
            let before = Some(self.vars.saved(&name));
            let since = self.vars.position();
            let readonly = self.vars.get(&name).readonly;
            match self.assign(assignment, true) {
                Flow::Next => self.covers.push(Cover {
                    name,
                    before,
                    since,
                }),
                // The command runs without it.
                Flow::GiveUp if readonly => {}
                other => {
                    flow = other;
                    break;
                }
            }
        }
        if flow == Flow::Next {
            flow = run(self);
        }
        while self.covers.len() > below {
            if let Some(cover) = self.covers.pop()
                && let Some(before) = cover.before
            {
                self.vars.uncover(&cover.name, before, cover.since);
            }
        }
        flow
    }

    /// A function exports a variable that stands in front of its call: it stays.
    pub(in super::super) fn keep_cover(&mut self, name: &str) {
        let Some(scope) = self.locals.last() else {
            return;
        };
        if scope.iter().all(|(local, _)| local != name) {
            return self.stay(name);
        }
        // What a local of the same name leaves behind is not followed.
        let cover = self
            .covers
            .iter_mut()
            .rev()
            .find(|cover| cover.name == name);
        if let Some(cover) = cover {
            let unknown = Variable {
                set_here: true,
                exported: Certainty::Maybe,
                ..Variable::outside(name)
            };
            cover.before = Some(Some(unknown));
        }
    }

    /// Lets a variable in front of a command stay when that ends.
    fn stay(&mut self, name: &str) {
        let cover = self
            .covers
            .iter_mut()
            .rev()
            .find(|cover| cover.name == name);
        cover.into_iter().for_each(|cover| cover.before = None);
    }

    /// A function unsets a variable that stands in front of its call: what it covered is back.
    pub(in super::super) fn lift_cover(&mut self, name: &str) -> bool {
        let is_local = |scope: &Vec<(String, _)>| scope.iter().any(|(local, _)| local == name);
        if self.locals.last().is_some_and(is_local) {
            return false;
        }
        let cover = self
            .covers
            .iter_mut()
            .rev()
            .find(|cover| cover.name == name);
        let Some(before) = cover.and_then(|cover| cover.before.take()) else {
            return false;
        };
        self.vars.replace(name, before);
        true
    }

    fn invoke_first(&mut self, fields: Fields, span: &Span) -> Flow {
        let invocation = Invocation {
            exact: fields.exact,
            fields: fields.list,
            span: span.clone(),
        };
        self.invoke(&invocation, true)
    }

    /// Runs a command by its name: function, builtin, utility, launcher or program.
    pub(in super::super) fn invoke(&mut self, invocation: &Invocation, functions: bool) -> Flow {
        let Some(first) = invocation.fields.first() else {
            self.status = Status::Known(0);
            return Flow::Next;
        };
        let Some(name) = first.known() else {
            return self.unknown_command(invocation);
        };
        if name == "\r" {
            // An empty line with a Windows line end: there is no such program.
            self.status = Status::Known(127);
            return Flow::Next;
        }
        if let Some(function) = self
            .settings
            .functions
            .get(&name)
            .filter(|_| functions)
            .cloned()
        {
            return self.call(&name, &function.body, invocation);
        }
        if let Some(run) = builtin::find(&name) {
            return run(self, invocation);
        }
        if utility::run(self, command::base(&name), invocation) {
            return Flow::Next;
        }
        command::start(self, &name, invocation)
    }

    /// A command whose name is not known.
    fn unknown_command(&mut self, invocation: &Invocation) -> Flow {
        let second = invocation.fields.get(1).and_then(Field::known);
        let first = &invocation.fields[0];
        let vanishes = first.text().chars().all(|c| c == HOLE) && !invocation.exact;
        if vanishes && second.is_some_and(|name| command::is_runner(&name)) {
            // A variable for `sudo`, `srun` or nothing in front of a program.
            return self.invoke(&invocation.from(1), false);
        }
        let text = first.text();
        let program = command::base(&text);
        if text.contains('/') && !program.is_empty() && !program.contains(HOLE) {
            // Only its folder is not known.
            return command::start(self, program, invocation);
        }
        command::launch_unknown(self, invocation);
        Flow::Next
    }

    fn call(
        &mut self,
        name: &str,
        body: &super::super::syntax::Command,
        invocation: &Invocation,
    ) -> Flow {
        self.called.insert(name.to_owned());
        let arguments: Vec<String> = invocation.arguments().iter().map(Field::text).gathered();
        let positional = invocation.exact.then(|| arguments.into());
        let outer = core::mem::replace(&mut self.settings.positional, positional);
        let since = self.vars.position();
        self.locals.push(Vec::new());
        let flow = self.deeper(|shell| shell.framed(false, |shell| shell.command(body)));
        for (name, variable) in self.locals.pop().unwrap_or_default().into_iter().rev() {
            self.vars.uncover(&name, variable, since);
        }
        self.settings.positional = outer;
        match flow {
            Flow::Return => Flow::Next,
            other => other,
        }
    }
}
