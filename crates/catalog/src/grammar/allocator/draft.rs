//! A finding before it is known what the reader does with the settings as a whole.

use crate::prelude::*;
use core::ops::Range;

use super::super::Fault;
use crate::Severity;

/// What is wrong with a piece of the settings; the consequence is added later.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    /// Kind of fault.
    pub(super) fault: Fault,
    /// Errors take their final severity from the verdict; others keep theirs.
    pub(super) severity: Severity,
    /// What is wrong, without what happens.
    pub(super) what: String,
    /// The way out.
    pub(super) help: Option<String>,
    /// Bytes of the value.
    pub(super) range: Range<usize>,
    /// Certain corrections.
    pub(super) edits: Vec<(Range<usize>, String)>,
}

impl Draft {
    /// A fault that makes the reader reject the settings.
    pub(super) fn error(fault: Fault, range: Range<usize>, what: String) -> Self {
        Self {
            fault,
            severity: Severity::Error,
            what,
            help: None,
            range,
            edits: Vec::new(),
        }
    }

    /// Something to say about settings that the reader takes.
    pub(super) fn soft(
        fault: Fault,
        severity: Severity,
        range: Range<usize>,
        what: String,
    ) -> Self {
        Self {
            severity,
            ..Self::error(fault, range, what)
        }
    }

    /// Adds the way out.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds a certain correction.
    pub(super) fn edit(mut self, range: Range<usize>, text: impl Into<String>) -> Self {
        self.edits.push((range, text.into()));
        self
    }

    /// Adds a correction of the marked range, if there is one.
    pub(super) fn maybe_edit(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => {
                let range = self.range.clone();
                self.help(format!("write `{text}`")).edit(range, text)
            }
            None => self,
        }
    }
}
