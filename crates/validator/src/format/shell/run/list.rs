//! Lists, and-or lists and pipelines.

use super::super::source::parts_of;
use super::super::syntax::{Command, CompoundKind, Connector, Item, Pipeline, Script};
use super::{Flow, Input, Shell, Status};
use crate::reading::Origin;
use readpoint_catalog::prelude::*;

impl Shell {
    /// Runs commands in order.
    pub(in super::super) fn script(&mut self, script: &Script) -> Flow {
        let mut skipped_unit = None;
        for (index, item) in script.items.iter().enumerate() {
            if script.stops_at == Some(index) {
                break;
            }
            if skipped_unit == Some(item.unit) {
                continue;
            }
            if self.exhausted() {
                return Flow::Exit;
            }
            match self.item(item) {
                Flow::Next => {}
                Flow::GiveUp if script.is_whole && self.depth == 0 && self.children == 0 => {
                    skipped_unit = Some(item.unit);
                }
                flow => {
                    self.pass_over(&script.items[index + 1..]);
                    return flow;
                }
            }
        }
        let Some(mistake) = script.stops_at else {
            return Flow::Next;
        };
        self.pass_over(&script.items[mistake..]);
        self.status = Status::Known(2);
        Flow::Exit
    }

    fn pass_over(&mut self, items: &[Item]) {
        for item in items {
            self.unreached(|shell| shell.item(item));
        }
    }

    /// Looks at what is never run, for the sake of its assignments.
    pub(super) fn unreached(&mut self, run: impl FnOnce(&mut Self) -> Flow) {
        if self.dry == 0 && !self.exhausted() {
            self.in_shadow(run);
        }
    }

    fn item(&mut self, item: &Item) -> Flow {
        if item.background {
            let input = self.input.clone();
            self.subshell(|shell| shell.chain(item));
            self.input = input;
            self.status = Status::Known(0);
            return Flow::Next;
        }
        self.chain(item)
    }

    fn chain(&mut self, item: &Item) -> Flow {
        let mut last = 0;
        let mut flow =
            self.tested_unless(item.rest.is_empty(), |shell| shell.pipeline(&item.first));
        for (index, (connector, pipeline)) in item.rest.iter().enumerate() {
            if flow != Flow::Next {
                self.unreached(|shell| shell.pipeline(pipeline));
                continue;
            }
            let is_last = index + 1 == item.rest.len();
            let run =
                |shell: &mut Self| shell.tested_unless(is_last, |shell| shell.pipeline(pipeline));
            let wanted = *connector == Connector::And;
            match self.status {
                Status::Known(code) if (code == 0) != wanted => {
                    self.unreached(|shell| shell.pipeline(pipeline));
                }
                Status::Presumed if !wanted => {
                    flow = self.unlikely(run);
                    last = usize::MAX;
                }
                Status::Open => {
                    let before = self.status;
                    flow = self.either(run, |shell| {
                        shell.status = before;
                        Flow::Next
                    });
                    last = usize::MAX;
                }
                _ => {
                    flow = run(self);
                    last = index + 1;
                }
            }
        }
        if flow == Flow::Next && last == item.rest.len() {
            let pipeline = item.rest.last().map_or(&item.first, |(_, it)| it);
            return self.errexit(pipeline);
        }
        flow
    }

    /// What `set -e` makes of the last pipeline. A group or loop that fails has failed inside,
    /// where it counted or did not.
    fn errexit(&self, pipeline: &Pipeline) -> Flow {
        let failed = matches!(self.status, Status::Known(code) if code != 0);
        let counts = match pipeline.commands.as_slice() {
            [Command::Compound(compound)] => matches!(
                compound.kind,
                CompoundKind::Subshell(_) | CompoundKind::Test(_) | CompoundKind::Arith(_)
            ),
            _ => true,
        };
        let applies = self.settings.options.errexit && self.tested == 0 && !pipeline.negated;
        if failed && counts && applies {
            Flow::Exit
        } else {
            Flow::Next
        }
    }

    fn tested_unless(&mut self, last: bool, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        if last { run(self) } else { self.tested(run) }
    }

    /// Runs something whose failure does not end the shell.
    pub(super) fn tested(&mut self, run: impl FnOnce(&mut Self) -> Flow) -> Flow {
        self.tested += 1;
        let flow = run(self);
        self.tested -= 1;
        flow
    }

    fn pipeline(&mut self, pipeline: &Pipeline) -> Flow {
        let flow = match pipeline.commands.as_slice() {
            [command] if pipeline.negated => self.tested(|shell| shell.command(command)),
            [command] => self.command(command),
            commands => {
                self.piped(commands);
                Flow::Next
            }
        };
        if pipeline.negated {
            self.status = match self.status {
                Status::Known(code) => Status::Known(u8::from(code == 0)),
                Status::Presumed => Status::Known(1),
                Status::Open => Status::Open,
            };
        }
        flow
    }

    fn piped(&mut self, commands: &[Command]) {
        let outer_input = self.input.clone();
        let mut failed = None;
        for (index, command) in commands.iter().enumerate() {
            let is_last = index + 1 == commands.len();
            let outer_output = (!is_last).then(|| self.output.replace(String::new()));
            self.subshell(|shell| shell.command(command));
            if let Some(outer) = outer_output {
                let written = core::mem::replace(&mut self.output, outer);
                let mut parts = Vec::new();
                parts_of(
                    &written.unwrap_or_default(),
                    &span_of(command),
                    Origin::Derived,
                    &mut parts,
                );
                self.input = Input::of(parts);
            }
            if let Status::Known(code) = self.status
                && code != 0
            {
                failed = Some(code);
            }
        }
        self.input = outer_input;
        if let (true, Some(code)) = (self.settings.options.pipefail, failed) {
            self.status = Status::Known(code);
        }
    }
}

/// Where a command stands, as far as its tree says.
fn span_of(command: &Command) -> crate::reading::Span {
    match command {
        Command::Simple(simple) => simple.span.clone(),
        _ => 0..0,
    }
}
