//! What a rule reports.

use alloc::borrow::Cow;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Severity;

use crate::reading::Span;

/// One finding, before lines and columns are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's code.
    pub code: Cow<'static, str>,
    /// How bad it is.
    pub severity: Severity,
    /// The variable concerned.
    pub variable: Option<String>,
    /// What is wrong and what happens; one sentence without a full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// Where.
    pub span: Span,
    /// Edits that mend it, only where one answer is certain.
    pub edits: Vec<(Span, String)>,
}

impl Finding {
    /// An error: it fails, is ignored, or does something other than it plainly means.
    pub(super) fn error(code: &'static str, span: &Span, message: String) -> Self {
        Self::new(code, Severity::Error, span, message)
    }

    /// A warning: risky, version-bound, or only partly effective.
    pub(super) fn warning(code: &'static str, span: &Span, message: String) -> Self {
        Self::new(code, Severity::Warning, span, message)
    }

    /// Advice.
    pub(super) fn info(code: &'static str, span: &Span, message: String) -> Self {
        Self::new(code, Severity::Info, span, message)
    }

    /// A finding of the given severity.
    pub(super) fn new(
        code: &'static str,
        severity: Severity,
        span: &Span,
        message: String,
    ) -> Self {
        Self {
            code: Cow::Borrowed(code),
            severity,
            variable: None,
            message,
            help: None,
            span: span.clone(),
            edits: Vec::new(),
        }
    }

    /// Names the variable concerned.
    pub(super) fn about(mut self, variable: &str) -> Self {
        self.variable = Some(variable.to_owned());
        self
    }

    /// Says the way out.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Offers edits.
    pub(super) fn edits(mut self, edits: Vec<(Span, String)>) -> Self {
        self.edits = edits;
        self
    }
}
