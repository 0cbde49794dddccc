//! What one file of a tree says about environment variables, and the helpers that read them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::expr::{Expr, Param};

/// The languages that are read by their syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Language {
    /// Python.
    Python,
    /// C++, CUDA and C.
    Cpp,
    /// Go.
    Go,
}

/// One file, understood by itself.
#[derive(Debug, Default)]
pub(crate) struct Unit {
    /// Constants by their path in the file: `NAME`, `Class.NAME`, `space::NAME`.
    pub(crate) constants: BTreeMap<String, Expr>,
    /// Names from elsewhere: what the file calls it, and where it comes from.
    pub(crate) imports: BTreeMap<String, Import>,
    /// Reads, with names as far as this file alone knows them.
    pub(crate) reads: Vec<Read>,
}

/// Where an imported name comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The module, with dots.
    pub(crate) module: String,
    /// The name in the module; `None` where the module itself is meant.
    pub(crate) member: Option<String>,
}

/// A place that reads the environment.
#[derive(Clone, Debug)]
pub(crate) struct Read {
    /// The name asked for.
    pub(crate) name: Expr,
    /// The function, method or macro asked.
    pub(crate) reader: Arc<str>,
    /// Line, from 1.
    pub(crate) line: usize,
    /// First and last line of the statement.
    pub(crate) statement: (usize, usize),
    /// Enclosing function, class or variable.
    pub(crate) symbol: Arc<str>,
    /// What is given where the variable is not set.
    pub(crate) default: Otherwise,
    /// The expression around it: what is made of the value.
    pub(crate) expression: Arc<str>,
    /// Whether it reads; a list of names for a reader elsewhere does not.
    pub(crate) kind: Kind,
}

/// What kind of evidence a read is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// Something reads the name here.
    Read,
    /// The name stands in a list that a reader elsewhere is given.
    Listed,
    /// A helper reads the name that it is given here.
    Helped,
    /// A macro's body reads what the macro is given.
    Macro,
}

/// The value used where a variable is not set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Otherwise {
    /// The reader is given none.
    None,
    /// Source text.
    Source(Arc<str>),
    /// A parameter of the helper; the text is the parameter's own default.
    Param(Param, Option<Arc<str>>),
}

/// A function, method, class or macro that reads a variable which its caller names.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    /// Language it is called in.
    pub(crate) language: Language,
    /// File that defines it; empty for those known beforehand.
    pub(crate) file: Arc<str>,
    /// Path in its file, as a symbol.
    pub(crate) symbol: Arc<str>,
    /// The name asked for, over the helper's parameters.
    pub(crate) name: Expr,
    /// The default over its parameters.
    pub(crate) default: Otherwise,
    /// How it is called.
    pub(crate) form: Form,
}

/// How a helper is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// A function or method, or a class whose constructor reads.
    Call,
    /// A macro: its arguments are tokens.
    Macro,
}

impl Helper {
    /// The last part of its name: what a call writes.
    pub(crate) fn called(&self) -> &str {
        last_part(&self.symbol)
    }
}

/// What stands after the last `.` or `::`.
pub(crate) fn last_part(path: &str) -> &str {
    path.rsplit(['.', ':']).next().unwrap_or(path)
}
