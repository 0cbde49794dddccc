//! Rules: each file holds one rule, [`RULES`] lists them. A rule looks at a reading and reports
//! findings with its code; it knows nothing of other rules.

use readpoint_catalog::{Catalog, Severity, Variable, Version, grammar};

use crate::reading::{Assignment, Reading, Span};

/// What a rule may look at.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The checked text.
    pub text: &'a str,
    /// What the front-end understood.
    pub reading: &'a Reading,
    /// What is known.
    pub catalog: &'a Catalog,
    /// The torch release to judge by.
    pub torch: Version,
}

impl<'a> Context<'a> {
    /// The catalogue's entry for an assignment's name.
    #[must_use]
    pub fn variable(&self, assignment: &Assignment) -> Option<&'a Variable> {
        self.catalog.variables.get(&assignment.name)
    }

    /// What a value's grammar may ask.
    #[must_use]
    pub fn value_context(&self, variable: &'a Variable, complete: bool) -> grammar::Context<'a> {
        grammar::Context {
            variable,
            torch: self.torch,
            complete,
        }
    }
}

/// One finding, before lines and columns are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's code.
    pub code: &'static str,
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

/// A rule: the codes it can report, and its check.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Codes that [`Rule::check`] can give; each has a page `content/rules/CODE.md`.
    pub codes: &'static [&'static str],
    /// Adds findings.
    pub check: fn(&Context<'_>, &mut Vec<Finding>),
}

/// All rules, by code.
pub const RULES: &[Rule] = &[];

/// Runs every rule.
#[must_use]
pub fn run(context: &Context<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in RULES {
        (rule.check)(context, &mut findings);
    }
    findings
}
