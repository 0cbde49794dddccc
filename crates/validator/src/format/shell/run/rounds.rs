//! Loops: unrolled where what they run over is known, else one round with what changes unknown.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::source::HOLE;
use super::super::syntax::{Script, Word};
use super::{Flow, Input, Shell, Status};

/// Most rounds that are unrolled.
const MAX_ROUNDS: usize = 256;

/// What to do after a round.
enum After {
    Again,
    Leave(Flow),
}

impl Shell {
    /// `for NAME in WORDS`
    pub(super) fn for_loop(&mut self, name: &str, words: Option<&[Word]>, body: &Script) -> Flow {
        let rounds = match words {
            Some(words) => {
                let fields = self.fields(words);
                let rounds = fields.list.iter().map(|field| (field.text(), field.single));
                Some(rounds.gathered::<Vec<_>>()).filter(|it| it.len() <= MAX_ROUNDS)
            }
            None => {
                let list = self.settings.positional.as_ref();
                list.map(|list| list.iter().map(|text| (text.clone(), true)).gathered())
            }
        };
        if let Some(flow) = self.aborted() {
            return flow;
        }
        let rounds = rounds.unwrap_or_else(|| vec![(HOLE.to_string(), false)]);
        self.status = Status::Known(0);
        self.framed(true, |shell| {
            for (value, single) in rounds {
                let after = if single {
                    shell.assign_silently(name, value);
                    shell.round(body)
                } else {
                    let flow = shell.some_rounds(body, |shell| {
                        shell.assign_silently(name, HOLE.to_string());
                        Status::Open
                    });
                    if flow == Flow::Next {
                        After::Again
                    } else {
                        After::Leave(flow)
                    }
                };
                if let After::Leave(flow) = after {
                    return flow;
                }
            }
            Flow::Next
        })
    }

    /// `for ((start; condition; step))`
    pub(super) fn for_arith(&mut self, parts: &[Word; 3], body: &Script) -> Flow {
        let [start, condition, step] = parts;
        self.number(start);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        let check = |shell: &mut Self, first: bool| {
            if !first {
                shell.number(step);
            }
            if condition.segments.is_empty() {
                return Status::Known(0);
            }
            match shell.number(condition) {
                Some(number) => Status::Known(u8::from(number == 0)),
                None => Status::Open,
            }
        };
        self.loop_while(body, check)
    }

    /// `while` and `until`
    pub(super) fn while_loop(&mut self, until: bool, condition: &Script, body: &Script) -> Flow {
        let check = |shell: &mut Self, _first: bool| {
            let flow = shell.tested(|shell| shell.script(condition));
            if flow != Flow::Next {
                shell.abort(flow);
            }
            match shell.status {
                Status::Known(code) => Status::Known(u8::from((code == 0) == until)),
                _ => Status::Open,
            }
        };
        self.loop_while(body, check)
    }

    /// Unrolls as long as the condition is known; falls back to one round with unknown values.
    fn loop_while(
        &mut self,
        body: &Script,
        mut check: impl FnMut(&mut Self, bool) -> Status,
    ) -> Flow {
        let before = (self.record.checkpoint(), self.slips.len());
        let settings = self.settings.clone();
        let input = self.input.clone();
        let output = self.output.clone();
        let mark = self.vars.mark();
        let mut rounds = 0;
        let mut lost = false;
        let flow = self.framed(true, |shell| {
            loop {
                let condition = check(shell, rounds == 0);
                if let Some(flow) = shell.aborted() {
                    return flow;
                }
                rounds += 1;
                match condition {
                    Status::Known(0) if rounds <= MAX_ROUNDS => match shell.round(body) {
                        After::Again => {}
                        After::Leave(flow) => return flow,
                    },
                    Status::Known(0) | Status::Open | Status::Presumed => {
                        lost = true;
                        return Flow::Next;
                    }
                    Status::Known(_) => {
                        shell.status = Status::Known(0);
                        return Flow::Next;
                    }
                }
            }
        });
        if !lost {
            self.vars.commit(mark);
            return flow;
        }
        self.vars.undo(mark);
        self.record.rewind(before.0);
        let recorded = self.record.assignments.len();
        self.defaults.retain(|(place, _)| *place < recorded);
        self.slips.truncate(before.1);
        self.settings = settings;
        self.input = input;
        self.output = output;
        self.some_rounds(body, |shell| check(shell, rounds > 1))
    }

    /// One round that stands for any number of them.
    fn some_rounds(&mut self, body: &Script, mut enter: impl FnMut(&mut Self) -> Status) -> Flow {
        let input = self.input.clone();
        let output = self.output.clone();
        let settings = self.settings.clone();
        let mark = self.vars.mark();
        self.dry += 1;
        self.framed(true, |shell| {
            enter(shell);
            shell.aborted();
            shell.round(body);
            Flow::Next
        });
        self.dry -= 1;
        let changed = self.vars.snapshot(mark);
        self.vars.undo(mark);
        let consumed = self.input.text != input.text;
        let shifted = self.settings.positional != settings.positional;
        self.input = if consumed { Input::default() } else { input };
        self.settings = settings;
        if shifted {
            self.settings.positional = None;
        }
        let wrote = self.output != output;
        self.output = output;
        let mut certain = false;
        let flow = self.either(
            |shell| {
                shell.framed(true, |shell| {
                    for (name, after) in &changed {
                        shell.blur(name, after.as_ref());
                    }
                    certain = enter(shell) == Status::Known(0);
                    shell.aborted();
                    shell.input.text = shell.input.text.take().filter(String::is_empty);
                    match shell.round(body) {
                        After::Again => Flow::Next,
                        After::Leave(flow) => flow,
                    }
                })
            },
            |_| Flow::Next,
        );
        if wrote {
            self.emit_unknown();
        }
        self.input.text = None;
        self.status = Status::Presumed;
        if certain && flow == Flow::Next {
            Flow::Next
        } else {
            flow
        }
    }

    fn round(&mut self, body: &Script) -> After {
        let flow = self.script(body);
        self.rejoin_round();
        match flow {
            Flow::Next | Flow::Continue(0 | 1) => After::Again,
            Flow::Continue(levels) => After::Leave(Flow::Continue(levels - 1)),
            Flow::Break(0 | 1) => After::Leave(Flow::Next),
            Flow::Break(levels) => After::Leave(Flow::Break(levels - 1)),
            other => After::Leave(other),
        }
    }
}
