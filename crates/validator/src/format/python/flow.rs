//! Blocks: what may not run, what runs later, and how far imports and CUDA have got.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Map, Set};

use super::Reader;
use super::token::Statement;
use crate::reading::{Environment, Reach, Setting};

/// How far a scope has got.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Torch is imported.
    pub(super) torch: bool,
    /// CUDA is started.
    pub(super) cuda: bool,
}

/// What kind of block.
#[derive(Clone, Debug)]
enum Kind {
    /// It runs once, in order.
    Straight,
    /// It may run or not.
    Branch,
    /// Only type checkers look at it.
    TypeChecking,
    /// It runs when it is called: what was so before it.
    Function {
        environment: Environment,
        progress: Progress,
    },
}

/// A block that is open.
#[derive(Debug)]
pub(super) struct Block {
    indent: usize,
    kind: Kind,
    /// Variables that it changes.
    touched: Set,
}

/// What a first reading found out about the whole text.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// How often a name is bound.
    pub(super) bindings: Map<usize>,
    /// How often a variable is set.
    pub(super) assigned: Map<usize>,
    /// The module imports torch at its top level.
    pub(super) module_torch: bool,
    /// Functions that the module calls before it imports torch.
    pub(super) early_calls: Set,
}

impl Reader<'_> {
    /// Opens the block that a header starts.
    pub(super) fn open_block(&mut self, statement: &Statement) {
        let code = self.code;
        let range = &statement.tokens;
        let first = code.word(range.start);
        let has = |word: &str| range.clone().any(|at| code.word(at) == word);
        let kind = match first {
            "def" | "async" if has("def") => self.function(range.clone()),
            "with" | "class" | "async" => Kind::Straight,
            "if" if has("__name__") => Kind::Straight,
            "if" if has("TYPE_CHECKING") => Kind::TypeChecking,
            _ => Kind::Branch,
        };
        self.session.mark_seen();
        self.blocks.push(Block {
            indent: statement.indent,
            kind,
            touched: Set::new(),
        });
    }

    /// Enters a function: what is known there of the variables outside.
    fn function(&mut self, range: core::ops::Range<usize>) -> Kind {
        let name = range.clone().find(|at| self.code.word(*at) == "def");
        let name = name.map_or("", |at| self.code.word(at + 1));
        let early = self.survey.early_calls.contains(name);
        let progress = self.function;
        self.function = Progress {
            torch: !early && (self.survey.module_torch || self.module.torch),
            cuda: self.module.cuda,
        };
        let environment = self.session.environment.clone();
        let span = self.code.span(&range);
        let size = environment.len() + self.survey.assigned.len();
        if !self.session.spend(size, &span) {
            return Kind::Branch;
        }
        for (name, count) in &self.survey.assigned {
            let once = *count == 1 && environment.contains_key(name);
            if !once {
                let setting = Setting {
                    value: None,
                    assignment: None,
                };
                self.session.environment.insert(name.clone(), setting);
            }
        }
        Kind::Function {
            environment,
            progress,
        }
    }

    /// Reads something that may run or not.
    pub(super) fn in_branch_of(&mut self, run: impl FnOnce(&mut Self)) {
        self.session.mark_seen();
        self.blocks.push(Block {
            indent: usize::MAX,
            kind: Kind::Branch,
            touched: Set::new(),
        });
        run(self);
        self.close_block();
    }

    /// Closes the blocks that a line with this indentation is not part of.
    pub(super) fn close_blocks(&mut self, indent: usize) {
        while self
            .blocks
            .last()
            .is_some_and(|block| block.indent >= indent)
        {
            self.close_block();
        }
    }

    /// Closes all blocks.
    pub(super) fn close_all(&mut self) {
        while !self.blocks.is_empty() {
            self.close_block();
        }
    }

    fn close_block(&mut self) {
        let Some(block) = self.blocks.pop() else {
            return;
        };
        self.session.mark_seen();
        let certain = matches!(block.kind, Kind::Straight);
        if let Kind::Function {
            environment,
            progress,
        } = block.kind
        {
            self.session.environment = environment;
            self.function = progress;
        }
        for name in &block.touched {
            if !certain {
                let setting = self.session.environment.entry(name.clone());
                let setting = setting.or_insert(Setting {
                    value: None,
                    assignment: None,
                });
                setting.value = None;
            }
            self.touch(name);
        }
    }

    /// Notes that a variable is changed by this statement.
    pub(super) fn changes(&mut self, name: &str) {
        *self.changed.entry(name.to_owned()).or_insert(0) += 1;
        self.touch(name);
    }

    /// Notes that a variable is changed in this block.
    fn touch(&mut self, name: &str) {
        if let Some(block) = self.blocks.last_mut() {
            block.touched.insert(name.to_owned());
        }
    }

    pub(super) fn in_function(&self) -> bool {
        self.blocks
            .iter()
            .any(|it| matches!(it.kind, Kind::Function { .. }))
    }

    pub(super) fn in_branch(&self) -> bool {
        self.blocks.iter().any(|it| matches!(it.kind, Kind::Branch))
    }

    pub(super) fn in_branch_or_function(&self) -> bool {
        self.blocks
            .iter()
            .any(|it| !matches!(it.kind, Kind::Straight))
    }

    pub(super) fn for_type_checkers(&self) -> bool {
        self.blocks
            .iter()
            .any(|it| matches!(it.kind, Kind::TypeChecking))
    }

    /// The progress of the scope that is being read.
    pub(super) fn progress_mut(&mut self) -> &mut Progress {
        if self.in_function() {
            &mut self.function
        } else {
            &mut self.module
        }
    }

    /// How far a variable gets that is set here.
    pub(super) fn reach(&mut self) -> Reach {
        let progress = *self.progress_mut();
        match progress {
            Progress { cuda: true, .. } => Reach::AfterCuda,
            Progress { torch: true, .. } => Reach::AfterImport,
            _ => Reach::Program,
        }
    }

    /// Remembers which functions the module calls before it imports torch.
    pub(super) fn note_call(&mut self, name: &str) {
        if !self.in_function() && !self.module.torch {
            self.early_calls.insert(name.to_owned());
        }
    }
}
