//! What a page's front matter says, as types. Field names here are the front matter's names.

use crate::prelude::*;
use alloc::collections::BTreeMap;

use core::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::grammar::Verdict;
use crate::stored::Variables;
#[cfg(feature = "pages")]
use crate::{ConditionalDefault, ConditionalFact};
use crate::{Release, Set, TeamRule, Version};

/// Everything Readpoint knows, as one value. `catalog.json` is this, written by serde.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Catalog {
    /// Version of this format; changes when an old reader would misread it.
    pub format: u32,
    /// Version of the tool that wrote it.
    pub tool: String,
    /// Groups of variables, in the order the site shows them.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub components: Vec<Component>,
    /// Torch releases that pages and diagnostics tell apart, oldest first.
    pub torch: Vec<Version>,
    /// What the wheels of those releases bring along.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bundles: Vec<Bundle>,
    /// Variables by name.
    pub variables: Variables,
    /// Names that some part of the stack reads and that have no page of their own. They are known,
    /// so they are neither misspelled nor unknown.
    #[serde(default, skip_serializing_if = "Set::is_empty")]
    pub names: Set,
    /// Rules that a team wrote as data, by code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub team: Vec<TeamRule>,
    /// Diagnostic codes by code.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub rules: BTreeMap<String, RuleInfo>,
}

impl Catalog {
    /// The newest torch release known, used where the user names none.
    #[must_use]
    pub fn newest_torch(&self) -> Version {
        self.torch.last().copied().unwrap_or(Version::new(0, 0, 0))
    }

    /// The same catalogue without what only pages need: what a build of this crate without the
    /// feature `pages` reads.
    #[cfg(feature = "pages")]
    #[must_use]
    pub fn slim(&self) -> Self {
        let slim = |(name, it): (&String, &Variable)| (name.clone(), it.slim());
        Self {
            format: self.format,
            tool: self.tool.clone(),
            torch: self.torch.clone(),
            variables: self.variables.iter().map(slim).collect(),
            names: self.names.clone(),
            team: self.team.clone(),
            ..Self::default()
        }
    }
}

/// The libraries that the default wheel of a torch release installs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bundle {
    /// The torch release.
    pub torch: Version,
    /// Version by project: `nccl`, `cudnn`, `cuda`, `nvshmem`.
    pub with: BTreeMap<String, Version>,
}

/// A group of variables that one program or library reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Component {
    /// Short name, also the folder under `content/variables/`.
    pub id: String,
    /// Name for people.
    pub title: String,
    /// One sentence.
    pub summary: String,
    /// Framework or runtime.
    pub layer: Layer,
}

/// The layer of the stack that reads a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Layer {
    /// Read by PyTorch itself.
    Framework,
    /// Read by driver, runtime, libraries, container runtime or the system.
    Runtime,
}

/// One environment variable.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variable {
    /// The name as the environment has it.
    pub name: String,
    /// [`Component::id`] of its group.
    pub component: String,
    /// One sentence: what it does.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
    /// Name of the value grammar, see [`crate::grammar::find`].
    pub grammar: String,
    /// Parameters of the grammar.
    #[serde(default, skip_serializing_if = "GrammarOptions::is_empty")]
    pub grammar_options: GrammarOptions,
    /// The value that gives the same behaviour as not setting it; `None` where no value does.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// What happens when it is not set, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_note: Option<String>,
    /// Defaults that differ by release or hardware.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<ConditionalDefault>,
    /// When the reader looks at it.
    pub read_when: ReadWhen,
    /// What a wrong value does.
    pub on_invalid: OnInvalid,
    /// Releases for which `read_when` or `on_invalid` is another.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub facts: Vec<ConditionalFact>,
    /// Whom it is meant for.
    pub audience: Audience,
    /// How much its page says.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Depth::is_brief")]
    pub depth: Depth,
    /// Whether anything still reads it.
    #[serde(default)]
    pub status: Status,
    /// First release that reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Release>,
    /// First release in which using it is discouraged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Release>,
    /// First release that no longer reads it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed: Option<Release>,
    /// The name to use instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub replaced_by: Option<String>,
    /// What to do instead where no other variable does it; one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instead: Option<String>,
    /// Variables that this one beats.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// Variables that beat this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overridden_by: Vec<String>,
    /// Other variables a reader of this page wants.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related: Vec<String>,
    /// What releases changed about it, besides `since`, `deprecated` and `removed`.
    #[cfg(feature = "pages")]
    #[serde(default, rename = "change", skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// What a user sees who needs this page: phrases people search for.
    #[cfg(feature = "pages")]
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub symptoms: Vec<String>,
    /// Where the sources read it.
    #[cfg(feature = "pages")]
    #[serde(default, rename = "read_point", skip_serializing_if = "Vec::is_empty")]
    pub read_points: Vec<ReadPoint>,
    /// Documents that say something about it.
    #[cfg(feature = "pages")]
    #[serde(default, rename = "source", skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// Statements that a machine can check.
    #[cfg(feature = "pages")]
    #[serde(default, rename = "claim", skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
}

impl Variable {
    /// A variable of which nothing but the name is known: any value is taken.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            grammar: "text".to_owned(),
            ..Self::default()
        }
    }

    /// Address of its page, relative to the site's base.
    #[must_use]
    pub fn url(&self) -> String {
        format!("variables/{}/{}/", self.component, self.name)
    }

    /// The same variable without what only pages need.
    #[cfg(feature = "pages")]
    fn slim(&self) -> Self {
        Self {
            summary: String::new(),
            default: None,
            defaults: Vec::new(),
            facts: Vec::new(),
            depth: Depth::default(),
            overrides: Vec::new(),
            related: Vec::new(),
            changes: Vec::new(),
            symptoms: Vec::new(),
            read_points: Vec::new(),
            sources: Vec::new(),
            claims: Vec::new(),
            ..self.clone()
        }
    }
}

/// Parameters of a value grammar; each grammar documents which it reads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct GrammarOptions {
    /// Accepted words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Whether `words` are compared letter case and all.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub case_sensitive: bool,
    /// Smallest accepted number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<i64>,
    /// Largest accepted number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<i64>,
    /// Unit of the number, for messages: `MiB`, `seconds`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// First torch release whose reader is the page's grammar; older ones read by
    /// `earlier_grammar`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Version>,
    /// Name of the grammar of releases older than `before`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub earlier_grammar: Option<String>,
    /// Values with a reading of their own, which comes before the grammar's; the first that fits
    /// counts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub special: Vec<SpecialValue>,
}

/// Values of a variable with what the reader does with them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpecialValue {
    /// Their forms, see [`crate::grammar::is_form`].
    pub values: Vec<String>,
    /// The first release in which that is so: of NCCL as wheels bring it, or of torch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Release>,
    /// The first release in which it is no longer so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Release>,
    /// What the reader does.
    pub verdict: Verdict,
    /// How bad it is, where that does not follow from the verdict.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<Severity>,
    /// What follows the value in the message; `None`: nothing is to be said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub says: Option<String>,
    /// The way out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}

impl GrammarOptions {
    /// Whether no parameter is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// When a reader looks at a variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReadWhen {
    /// While `import torch` runs; what a module reads that `import torch` does not load is
    /// [`FirstUse`](Self::FirstUse).
    #[default]
    Import,
    /// Once, at the first use of the feature.
    FirstUse,
    /// Each time the feature is used.
    EveryCall,
    /// When the process or the driver in it starts.
    ProcessStart,
    /// While software is built.
    Build,
}

impl FromStr for ReadWhen {
    type Err = ();

    /// Reads the word that front matter uses.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "import" => Self::Import,
            "first-use" => Self::FirstUse,
            "every-call" => Self::EveryCall,
            "process-start" => Self::ProcessStart,
            "build" => Self::Build,
            _ => return Err(()),
        })
    }
}

/// What a wrong value does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnInvalid {
    /// The process ends.
    Abort,
    /// An exception or an error code.
    Exception,
    /// A warning; the default is used.
    WarningIgnored,
    /// The default is used without a word.
    SilentlyIgnored,
    /// Read as something else than it says, without a word.
    SilentlyMisread,
    /// The reader takes any text.
    #[default]
    NotChecked,
}

impl FromStr for OnInvalid {
    type Err = ();

    /// Reads the word that front matter uses.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "abort" => Self::Abort,
            "exception" => Self::Exception,
            "warning-ignored" => Self::WarningIgnored,
            "silently-ignored" => Self::SilentlyIgnored,
            "silently-misread" => Self::SilentlyMisread,
            "not-checked" => Self::NotChecked,
            _ => return Err(()),
        })
    }
}

/// Whom a variable is meant for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Meant to be set in production.
    #[default]
    User,
    /// Meant for finding faults.
    Debug,
    /// May change or go without notice.
    Internal,
}

impl FromStr for Audience {
    type Err = ();

    /// Reads the word that front matter uses.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "user" => Self::User,
            "debug" => Self::Debug,
            "internal" => Self::Internal,
            _ => return Err(()),
        })
    }
}

/// How much a page says about its variable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Depth {
    /// Who reads it, where, and one true sentence.
    #[default]
    Brief,
    /// Everything a user asks: values, precedence, examples. The loader checks that it is there.
    Full,
}

impl Depth {
    /// Whether this is the depth of pages that name none.
    #[must_use]
    pub fn is_brief(&self) -> bool {
        *self == Self::Brief
    }
}

/// What one release changed about a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The first release in which it is so.
    pub release: Release,
    /// What sort of change it is.
    pub kind: ChangeKind,
    /// One sentence, in Markdown.
    pub what: String,
}

/// Sorts of change, the most disruptive first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChangeKind {
    /// The name, or a value or key of it, is no longer read.
    Removed,
    /// Another name took its place.
    Renamed,
    /// Not setting it means something else.
    Default,
    /// Its values are read, or act, in another way.
    Changed,
    /// Still read, but another name is preferred.
    Deprecated,
    /// The name, or a value or key of it, is new.
    Added,
}

/// Whether anything still reads a name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Read by current releases.
    #[default]
    Active,
    /// Still read, but another name is preferred.
    Deprecated,
    /// No longer read by current releases.
    Removed,
    /// Never read by anything in the stack, though people set it.
    NotRead,
}

impl FromStr for Status {
    type Err = ();

    /// Reads the word that front matter uses.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "active" => Self::Active,
            "deprecated" => Self::Deprecated,
            "removed" => Self::Removed,
            "not-read" => Self::NotRead,
            _ => return Err(()),
        })
    }
}

/// A place in a source tree that reads the variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadPoint {
    /// Name for references in the prose (`[@id]`), unique on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// `pytorch/pytorch`, `NVIDIA/nccl`, or the name of a shipped library.
    pub repository: String,
    /// Release tag or version.
    pub release: String,
    /// Path in the repository or in the wheel.
    pub file: String,
    /// Function or class.
    pub symbol: String,
    /// Line, where known; counts from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// A document that says something about the variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Name for references in the prose (`[@id]`), unique on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Title, or title and section.
    pub document: String,
    /// Release or edition of the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// Address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
}

/// A statement that a probe can confirm or refute.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// Stable identifier.
    pub id: String,
    /// One sentence.
    pub statement: String,
    /// Variables that the probe sets; `{folder}` in a value is the folder that the run works in,
    /// `{copies}` one for copies of libraries.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// Variables of a second run, which conditions name `other`; without the field, the second run
    /// sets nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub against: Option<BTreeMap<String, String>>,
    /// Name of the probe.
    pub probe: String,
    /// Parameters of the probe.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, Argument>,
    /// What the run must show; every condition must hold: `ended is signal 6`.
    pub expect: Vec<String>,
    /// Where the claim applies: `torch >= 2.9`, `cublas 13.4.1`, `gpu`, `driver >= 575`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub needs: Vec<String>,
    /// Seconds without a new step after which a run is ended, where the usual limit does not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
    /// What the vendor's document says, where a run shows something else; one sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub documented: Option<String>,
}

/// A parameter's value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Argument {
    /// `true` or `false`.
    Flag(bool),
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
    /// A list of texts.
    List(Vec<String>),
}

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Advice.
    Info,
    /// Risky, version-bound, or only partly effective.
    Warning,
    /// Fails, is ignored, or does something other than it plainly means.
    Error,
}

impl FromStr for Severity {
    type Err = ();

    /// Reads the word that front matter and JSON use.
    fn from_str(word: &str) -> Result<Self, ()> {
        Ok(match word {
            "info" => Self::Info,
            "warning" => Self::Warning,
            "error" => Self::Error,
            _ => return Err(()),
        })
    }
}

/// What the catalogue knows of a diagnostic code; the prose is its page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleInfo {
    /// `RP201`.
    pub code: String,
    /// Short name in words: `unknown allocator key`.
    pub name: String,
    /// The severity it usually has.
    pub severity: Severity,
    /// One sentence.
    pub summary: String,
    /// What it says, where a team wrote it as data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub team: Option<Box<TeamRule>>,
}
