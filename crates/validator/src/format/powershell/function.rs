//! Functions of a PowerShell text: they are read where they are called.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gathered, sort_by_number};

use super::pieces::{Piece, closing};
use super::{Shell, Tag, keyword};
use crate::format::flow::FrameKind;
use crate::reading::Span;

/// Functions call one another this deep.
const DEPTH: usize = 16;

/// A function of the text.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// The pieces of its body.
    body: Range<usize>,
    /// What stands before the body: its name and parameters, in lower case.
    head: String,
    called: bool,
}

impl Shell<'_> {
    /// Keeps the function whose brace stands at a piece; gives where that closes. `None`: it
    /// opens something else.
    pub(super) fn define(&mut self, at: usize) -> Option<usize> {
        let is_function = matches!(keyword(&self.head), "function" | "filter");
        let head = is_function.then(|| core::mem::take(&mut self.head))?;
        let name = head.split_whitespace().nth(1).unwrap_or_default();
        let name = name.split('(').next().unwrap_or_default();
        let name = name.rsplit(':').next().unwrap_or_default().to_owned();
        let end = closing(self.pieces, at + 1);
        let function = Function {
            body: at + 1..end,
            head,
            called: false,
        };
        self.functions.insert(name, function);
        Some(end)
    }

    /// Calls a function of the text, if the name is one.
    pub(super) fn call(&mut self, name: &str, span: &Span) -> bool {
        let Some(function) = self.functions.get_mut(name) else {
            return false;
        };
        if self.flow.dead {
            return true;
        }
        function.called = true;
        let function = function.clone();
        let cost = function.body.len();
        let fits = self.flow.session.spend(self.flow.own.len() + 1, span);
        if self.depth >= DEPTH || !fits || !self.flow.may_unroll(1, cost) {
            self.forget(function.body);
            return true;
        }
        self.depth += 1;
        self.enter(&function, span);
        self.depth -= 1;
        true
    }

    /// Runs a body. What it sets of PowerShell's own is its own, unless it names a scope.
    fn enter(&mut self, function: &Function, span: &Span) {
        let outer = self.flow.own.clone();
        self.flow.open(FrameKind::Call, Tag::Called, span);
        self.forget_parameters(function);
        self.run(function.body.clone());
        self.settle(span);
        self.head.clear();
        self.flow.close(true, span);
        if self.flow.dead {
            return;
        }
        self.flow.own = outer;
        for piece in &self.pieces[function.body.clone()] {
            if let Piece::Statement(span) = piece {
                self.forget_scoped(&self.text[span.clone()]);
            }
        }
    }

    /// What a function is given is not followed.
    fn forget_parameters(&mut self, function: &Function) {
        let first = self.pieces.get(function.body.start);
        let param = match first {
            Some(Piece::Statement(span)) => self.text[span.clone()].trim().to_ascii_lowercase(),
            _ => String::new(),
        };
        let param = if param.starts_with("param") {
            param.as_str()
        } else {
            ""
        };
        for text in [function.head.as_str(), param] {
            for name in text.split('$').skip(1) {
                let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
                self.flow.forget_own(&name[..end.unwrap_or(name.len())]);
            }
        }
    }

    /// `$global:NAME` and `$script:NAME` in a function reach further than it.
    fn forget_scoped(&mut self, statement: &str) {
        let lower = statement.to_ascii_lowercase();
        for scope in ["$global:", "$script:"] {
            for name in lower.split(scope).skip(1) {
                let end = name.find(|c: char| c != '_' && !c.is_ascii_alphanumeric());
                self.flow.forget_own(&name[..end.unwrap_or(name.len())]);
            }
        }
    }

    /// What functions set that a statement names is not known any more. `first`: also the one
    /// that it calls.
    pub(super) fn forget_called(&mut self, statement: &str, first: bool) {
        if self.functions.is_empty() || self.flow.dead || self.depth >= DEPTH {
            return;
        }
        let is_word = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
        let lower = statement.to_ascii_lowercase();
        let words = lower.split(|c| !is_word(c)).filter(|it| !it.is_empty());
        for word in words.skip(usize::from(!first)) {
            if let Some(function) = self.functions.get(word) {
                let body = function.body.clone();
                if !self.flow.may_unroll(1, body.len()) {
                    return;
                }
                self.depth += 1;
                self.forget(body);
                self.depth -= 1;
            }
        }
    }

    /// Looks at functions that nothing has called, for the sake of their assignments.
    pub(super) fn run_uncalled(&mut self) {
        let mut bodies: Vec<Range<usize>> = self
            .functions
            .values()
            .filter(|it| !it.called)
            .map(|it| it.body.clone())
            .gathered();
        sort_by_number(&mut bodies, |body| body.start);
        for body in bodies {
            let dead = core::mem::replace(&mut self.flow.dead, true);
            self.head.clear();
            self.run(body);
            self.settle(&(0..0));
            self.flow.dead = dead;
        }
    }

    /// `return`: of the function, or of the text.
    pub(super) fn leave_function(&mut self, span: &Span) {
        let is_call = |frame: &crate::format::flow::Frame<Tag>| frame.kind == FrameKind::Call;
        if !self.flow.leave(is_call, false, span) {
            self.exit();
        }
    }

    /// `exit`
    pub(super) fn exit(&mut self) {
        self.ended |= !self.flow.dead && self.flow.frames().count() == 0;
        self.flow.dead = true;
    }
}
