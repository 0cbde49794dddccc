//! Value grammars: what a reader does with the text of a variable. One file each; a page's front
//! matter names the grammar, and [`GRAMMARS`] is the whole list.
//!
//! A grammar is a pure function from a value to a [`Reading`]: the verdict of the real reader and
//! the findings that explain it. Ranges are byte ranges of the value; whoever knows where the
//! value stands in a text lifts them.

mod address;
mod allocator;
mod arch_list;
mod build;
mod c_number;
mod capabilities;
mod check_env;
mod config_flag;
mod container_devices;
mod cublas_workspace;
mod cvar_bool;
mod cvar_integer;
mod decimal;
mod device_list;
mod digits;
mod distributed_debug;
mod equals_one;
mod gloo_interfaces;
mod hca_list;
mod integer;
mod interface_list;
mod nccl_algo;
mod nccl_debug;
mod nccl_integer;
mod nccl_level;
mod nccl_subsys;
mod nccl_wheel;
mod non_empty;
mod number;
mod omp_words;
mod one_character_flag;
mod path;
mod path_list;
mod prefix_list;
mod presence;
mod python_integer;
mod special;
mod text;
mod thread_count;
mod torch_logs;
mod words;

use crate::prelude::*;
pub use allocator::is_key as is_allocator_key;
pub use decimal::is_decimal;
pub use nccl_wheel::{nccl, reached};
pub use special::is_form;

use core::ops::Range;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::{Severity, Variable, Version};

/// What a grammar may ask about the value's surroundings.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// The variable, with [`crate::GrammarOptions`].
    pub variable: &'a Variable,
    /// The torch release whose behaviour is asked for.
    pub torch: Version,
    /// Whether the value is whole. If not, only its beginning is known and a grammar reports
    /// nothing that the rest could still mend.
    pub complete: bool,
}

/// What the real reader does with a value as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Takes it as written.
    #[default]
    Accepted,
    /// Falls back, with or without a warning, or reads something else than is written.
    Ignored,
    /// Raises or aborts.
    Rejected,
}

impl FromStr for Verdict {
    type Err = ();

    /// Reads the word that front matter and JSON use.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "accepted" => Self::Accepted,
            "ignored" => Self::Ignored,
            "rejected" => Self::Rejected,
            _ => return Err(()),
        })
    }
}

/// The kind of fault, which decides the diagnostic code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The shape is wrong: separators, brackets, missing parts.
    Syntax,
    /// A key that no release knows.
    UnknownKey,
    /// A key that exists, but not in this release.
    KeyNotInRelease,
    /// A word outside the accepted ones.
    UnknownWord,
    /// Not a boolean as this reader spells them.
    NotBoolean,
    /// Not a number where one is needed.
    NotNumber,
    /// A number outside its range.
    OutOfRange,
    /// Read as something else than it says, without a word.
    Misread,
    /// Accepted, but without effect, or with less effect than it seems.
    NoEffect,
    /// Accepted, but outdated, hardware-bound or risky.
    Risky,
}

/// One thing to say about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Kind of fault.
    pub fault: Fault,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence without a full stop, naming what is wrong and what happens.
    pub message: String,
    /// The way out, where there is one.
    pub help: Option<String>,
    /// Bytes of the value that are meant.
    pub range: Range<usize>,
    /// Replacements that mend it, only where one answer is certain. Ranges do not overlap.
    pub edits: Vec<(Range<usize>, String)>,
}

/// What a grammar says about a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// What the reader does.
    pub verdict: Verdict,
    /// Why, in order of position.
    pub findings: Vec<Finding>,
}

impl Reading {
    /// The reader takes it, and there is nothing to say.
    #[must_use]
    pub fn accepted() -> Self {
        Self {
            verdict: Verdict::Accepted,
            findings: Vec::new(),
        }
    }
}

/// The type every grammar has.
pub type Grammar = fn(&str, &Context<'_>) -> Reading;

/// All grammars by the name that front matter uses, sorted by name.
pub const GRAMMARS: &[(&str, Grammar)] = &[
    ("address", address::read),
    ("allocator", allocator::read),
    ("arch-list", arch_list::read),
    ("capabilities", capabilities::read),
    ("check-env", check_env::read),
    ("config-flag", config_flag::read),
    ("container-devices", container_devices::read),
    ("cublas-workspace", cublas_workspace::read),
    ("cvar-bool", cvar_bool::read),
    ("cvar-integer", cvar_integer::read),
    ("device-list", device_list::read),
    ("digits", digits::read),
    ("distributed-debug", distributed_debug::read),
    ("equals-one", equals_one::read),
    ("gloo-interfaces", gloo_interfaces::read),
    ("hca-list", hca_list::read),
    ("integer", integer::read),
    ("interface-list", interface_list::read),
    ("nccl-algo", nccl_algo::read),
    ("nccl-debug", nccl_debug::read),
    ("nccl-integer", nccl_integer::read),
    ("nccl-level", nccl_level::read),
    ("nccl-subsys", nccl_subsys::read),
    ("non-empty", non_empty::read),
    ("number", number::read),
    ("omp-binding", omp_words::read_binding),
    ("omp-words", omp_words::read),
    ("one-character-flag", one_character_flag::read),
    ("path", path::read),
    ("path-list", path_list::read),
    ("presence", presence::read),
    ("python-integer", python_integer::read),
    ("text", text::read),
    ("thread-count", thread_count::read),
    ("torch-logs", torch_logs::read),
    ("words", words::read),
];

/// The keys or words that a grammar itself knows, each with the first torch release that reads
/// it; `None` for those that every release has.
#[must_use]
pub fn keys(name: &str) -> Vec<(&'static str, Option<Version>)> {
    match name {
        "allocator" => allocator::keys(),
        "torch-logs" => torch_logs::keys(),
        _ => Vec::new(),
    }
}

/// Finds a grammar by name.
#[must_use]
pub fn find(name: &str) -> Option<Grammar> {
    GRAMMARS
        .iter()
        .find(|(known, _)| *known == name)
        .map(|&(_, grammar)| grammar)
}

/// Reads a value: as its variable's front matter says, or with the grammar that it names for the
/// release. Unknown grammars accept everything.
#[must_use]
pub fn read(value: &str, context: &Context<'_>) -> Reading {
    let options = &context.variable.grammar_options;
    let earlier = options
        .before
        .filter(|&release| context.torch < release)
        .and(options.earlier_grammar.as_ref());
    special::read(value, context).unwrap_or_else(|| {
        find(earlier.unwrap_or(&context.variable.grammar))
            .map_or_else(Reading::accepted, |grammar| grammar(value, context))
    })
}
