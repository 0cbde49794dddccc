//! What a front-end understood of a text: the common form that every rule works on.
//!
//! A front-end fills a [`Reading`]; it does not judge. Everything carries byte ranges of the
//! original text, so a rule can point at it and mend it.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::{Gathered, Map, Version};

use crate::Kind;

/// A byte range of the checked text, always on character boundaries.
pub type Span = Range<usize>;

/// Everything a front-end understood.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The kind it was read as.
    pub kind: Kind,
    /// Every place that gives a variable a value, in order of execution. A place inside a loop
    /// whose values are known appears once per round, with the same spans.
    pub assignments: Vec<Assignment>,
    /// Every program that the text starts, in order.
    pub launches: Vec<Launch>,
    /// What a later command in the same session would inherit; for kinds without a session (env
    /// files, manifests) what the text as a whole provides.
    pub exported: Environment,
    /// Places where the text does not do what its shape suggests.
    pub slips: Vec<Slip>,
    /// Values that an assignment has where a variable from outside is not set
    /// (`NAME=${OTHER:-value}`), by index into [`Reading::assignments`].
    pub defaults: Vec<(usize, Value)>,
    /// What the text says about its surroundings.
    pub facts: Facts,
}

impl Reading {
    /// An empty reading of a kind.
    #[must_use]
    pub fn new(kind: Kind) -> Self {
        Self {
            kind,
            assignments: Vec::new(),
            launches: Vec::new(),
            exported: Environment::new(),
            slips: Vec::new(),
            defaults: Vec::new(),
            facts: Facts::default(),
        }
    }
}

/// Variables that this text sets, as one process sees them. A name that the text does not set is
/// absent; a value that cannot be known before the text runs is `None` in its [`Setting`].
pub type Environment = Map<Setting>;

/// One variable of an environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The value, or `None` where it cannot be known.
    pub value: Option<String>,
    /// Index into [`Reading::assignments`] of the place that gave the value, where there is one.
    pub assignment: Option<usize>,
}

/// A program that the text starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The program's name without its folder.
    pub command: String,
    /// Its arguments where known, without the program's name.
    pub arguments: Vec<Option<String>>,
    /// What it sees of the variables that the text sets.
    pub environment: Environment,
    /// The command in the text.
    pub span: Span,
}

/// A place that gives a variable a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The name as written.
    pub name: String,
    /// Where the name stands.
    pub name_span: Span,
    /// The value.
    pub value: Value,
    /// The whole assignment: name, separator and value.
    pub span: Span,
    /// Whether it gets where it was meant to go.
    pub reach: Reach,
}

/// How far an assignment gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Some program sees it, or a later command in the session would.
    Program,
    /// A shell variable that is never exported, while programs are started after it.
    ShellOnly,
    /// An argument of a program (`python train.py NAME=value`).
    Argument,
    /// Exported after the last program has started.
    AfterLaunch,
    /// Set in a child (subshell, `os.system`, pipeline) that ends before the program starts.
    ChildOnly,
    /// Kept for sessions that start later (`setx`, a variable of the user or the machine), while
    /// programs of this one are started after it.
    NextSession,
    /// Set in Python after `import torch` or another module that imports torch.
    AfterImport,
    /// Set in Python after the first call that starts CUDA.
    AfterCuda,
    /// Taken away by a launcher that does not pass the environment on (`sudo`, `srun --export`).
    Dropped,
    /// Replaced by a later assignment before any program saw it.
    Overwritten,
    /// An argument of an image build (`ARG`), not present at run time.
    BuildOnly,
}

/// A value as a sequence of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Value {
    /// The parts in order; empty for the empty value.
    pub parts: Vec<Part>,
    /// Where the value stands in the text, quotes included; an empty range where it is empty.
    pub span: Span,
}

/// A piece of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it contributes; `None` where that cannot be known.
    pub text: Option<String>,
    /// The bytes of the text it comes from.
    pub span: Span,
    /// How it is written there.
    pub origin: Origin,
}

/// How a part is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Letter for letter, and these characters may be replaced by others of the same class.
    Verbatim(Quoting),
    /// Written differently from what it contributes (escape, expansion, number, YAML folding):
    /// it can be pointed at as a whole but not edited.
    Derived,
}

/// What may be written in place of a verbatim part without changing how the text is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quoting {
    /// A bare shell-like word: no blanks, quotes or operators.
    Bare,
    /// Inside quotes (single or double): no quotes, backslashes, `$` or backticks.
    Quoted,
    /// The rest of a line (env file, systemd, batch): no line ends, `#`, quotes or `%`.
    Line,
    /// A plain YAML scalar: only characters that keep it a plain string.
    Plain,
}

impl Quoting {
    /// Whether `text` can stand there as it is.
    #[must_use]
    pub fn admits(self, text: &str) -> bool {
        let safe = |c: char| c.is_ascii_alphanumeric() || "_-.:,/+@=^".contains(c);
        text.chars().all(|c| match self {
            Self::Bare | Self::Plain => safe(c),
            Self::Quoted | Self::Line => safe(c) || " ;[]>".contains(c),
        })
    }
}

impl Value {
    /// A value written letter for letter at `span`.
    #[must_use]
    pub fn verbatim(text: &str, span: Span, quoting: Quoting) -> Self {
        let part = Part {
            text: Some(text.to_owned()),
            span: span.clone(),
            origin: Origin::Verbatim(quoting),
        };
        Self {
            parts: vec![part],
            span,
        }
    }

    /// A value that cannot be known.
    #[must_use]
    pub fn unknown(span: Span) -> Self {
        let part = Part {
            text: None,
            span: span.clone(),
            origin: Origin::Derived,
        };
        Self {
            parts: vec![part],
            span,
        }
    }

    /// The whole value, if every part is known.
    #[must_use]
    pub fn known(&self) -> Option<String> {
        self.parts.iter().map(|part| part.text.as_deref()).collect()
    }

    /// What is known from the start up to the first unknown part.
    #[must_use]
    pub fn beginning(&self) -> String {
        self.parts
            .iter()
            .map_while(|part| part.text.as_deref())
            .gathered()
    }

    /// The bytes of the text that stand for `range` of the value: exact inside verbatim parts,
    /// whole parts elsewhere, the whole value where nothing matches.
    #[must_use]
    pub fn locate(&self, range: &Range<usize>) -> Span {
        let mut found: Option<Span> = None;
        for (part, at) in self.placed() {
            if at.end < range.start || at.start > range.end || (at.is_empty() && !range.is_empty())
            {
                continue;
            }
            let touches_only = at.end == range.start || at.start == range.end;
            if touches_only && !range.is_empty() {
                continue;
            }
            let span = part.slice(&at, range);
            found = Some(match found {
                Some(so_far) => so_far.start.min(span.start)..so_far.end.max(span.end),
                None => span,
            });
        }
        found.unwrap_or_else(|| self.span.clone())
    }

    /// The edit of the text that replaces `range` of the value by `text`, if that can be written
    /// there without touching quotes or anything derived.
    #[must_use]
    pub fn edit(&self, range: &Range<usize>, text: &str) -> Option<(Span, String)> {
        self.placed().find_map(|(part, at)| {
            let Origin::Verbatim(quoting) = part.origin else {
                return None;
            };
            let inside = at.start <= range.start && range.end <= at.end;
            (inside && quoting.admits(text)).then(|| (part.slice(&at, range), text.to_owned()))
        })
    }

    /// Known parts with their byte ranges in the value, up to the first unknown part.
    fn placed(&self) -> impl Iterator<Item = (&Part, Range<usize>)> {
        let mut end = 0;
        self.parts.iter().map_while(move |part| {
            let start = end;
            end += part.text.as_ref()?.len();
            Some((part, start..end))
        })
    }
}

impl Part {
    /// The bytes of the text for the piece of `range` that falls into this part, which stands at
    /// `at` of the value.
    fn slice(&self, at: &Range<usize>, range: &Range<usize>) -> Span {
        if self.origin == Origin::Derived {
            return self.span.clone();
        }
        let start = range.start.clamp(at.start, at.end) - at.start;
        let end = range.end.clamp(at.start, at.end) - at.start;
        self.span.start + start..self.span.start + end
    }
}

/// A place where the text does not do what its shape suggests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slip {
    /// What kind of place.
    pub kind: SlipKind,
    /// The variable that was meant, where one is.
    pub name: Option<String>,
    /// Where.
    pub span: Span,
    /// Edits that mend it for certain; may be empty.
    pub edits: Vec<(Span, String)>,
}

/// The kinds of [`Slip`]. Each has its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlipKind {
    /// `NAME = value` or `NAME= value` in a shell.
    SpacesAroundEquals,
    /// A blank or `;` cuts an unquoted value short.
    ValueCut,
    /// `set NAME=value` in a POSIX shell, `export` in csh, and the like.
    WrongShell,
    /// `NAME` or `{NAME}` where `$NAME` was meant.
    MissingDollar,
    /// Quotes or a comment that become part of the value.
    PartOfValue,
    /// A YAML number, boolean or null where the reader needs a string.
    NotString,
    /// A variable that a launcher does not pass on to other hosts.
    NotForwarded,
    /// A list of PowerShell, which becomes text with blanks between.
    ListJoined,
    /// A list or map where the reader of an environment wants the other, so that it refuses it.
    WrongForm,
    /// A docker option after the image name, or `-e export NAME=value`.
    OptionMisplaced,
    /// A Python value that is not a string.
    NotPythonString,
    /// A Windows line end whose carriage return becomes part of the text.
    CarriageReturn,
    /// `export NAME=value program`: the program is taken for one more name.
    ProgramAsName,
    /// A blank that does not separate, or a full-width sign.
    LookAlike,
    /// A launcher takes a setting, or a piece of one, for the program: `nohup NAME=value program`,
    /// `mpirun -x NAME value program`.
    SettingAsProgram,
    /// A blank behind the mark with which a line would go on.
    BrokenLine,
    /// Something other than `=` stands between a name and its value.
    NoEquals,
    /// A key, an instruction or a form of entry in which the reader looks for no variables.
    UnknownPlace,
    /// `$NAME=value`: the value of the variable is run as a command.
    NameExpanded,
    /// `environ["NAME"] == value`: a statement that compares, and sets nothing.
    Comparison,
    /// Text that could not be parsed; what follows was read as well as possible.
    Unparsed,
}

/// What a text says about its surroundings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// Torch release named in the text (image tag, requirement line) and where.
    pub torch: Option<(Version, Span)>,
    /// The text is plainly meant for Windows.
    pub windows: bool,
    /// GPU grants outside the environment: `--gpus`, `nvidia.com/gpu`, `--gres`, privileged.
    pub grants: Vec<Grant>,
}

/// A grant of GPUs by a container runtime or a scheduler.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grant {
    /// What grants.
    pub by: GrantKind,
    /// Its value: `all`, `2`, `device=1`; `None` where it cannot be known.
    pub value: Option<String>,
    /// Where it stands.
    pub span: Span,
    /// Indices into [`Reading::launches`] that it concerns; empty for all of them.
    pub launches: Vec<usize>,
}

/// What grants GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GrantKind {
    /// `docker run --gpus`.
    DockerGpus,
    /// `runtime: nvidia` or `--runtime=nvidia`.
    NvidiaRuntime,
    /// Compose `deploy.resources.reservations.devices` or `gpus:`.
    ComposeDevices,
    /// `nvidia.com/gpu` in a Kubernetes resource list.
    DevicePlugin,
    /// `privileged: true` or `--privileged`.
    Privileged,
    /// Slurm `--gres`, `--gpus` and relatives.
    Slurm,
    /// A launcher option that numbers GPUs (`deepspeed --include`, `accelerate --gpu_ids`).
    Launcher,
}
