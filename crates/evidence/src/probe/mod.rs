//! Which probes there are: what each is for, takes and observes. The loader of content holds
//! claims against this list, and `readpoint-verify` has a program for each entry.

mod gpu;
mod host;
mod torch;

use readpoint_catalog::{Argument, nearest};

use crate::Level;

/// A probe as claims see it.
#[derive(Debug)]
pub struct Probe {
    /// Its name in front matter.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub about: &'static str,
    /// What must be there for it to run.
    pub place: Place,
    /// How well a claim is known that it confirms.
    pub level: Level,
    /// What it takes.
    pub parameters: &'static [Parameter],
    /// What it observes, besides [`COMMON`].
    pub observes: &'static [Observed],
}

/// What must be there for a probe to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Nothing but a host.
    Host,
    /// A Python with torch.
    Torch,
    /// A GPU and its driver.
    Gpu,
}

/// A parameter of a probe.
#[derive(Debug)]
pub struct Parameter {
    /// Its name under `with`.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether it must be given.
    pub required: bool,
    /// What it means.
    pub about: &'static str,
}

/// Types of parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Number,
    /// A text.
    Text,
    /// A list of texts.
    List,
}

/// Something that a probe observes.
#[derive(Debug)]
pub struct Observed {
    /// Its name in conditions.
    pub name: &'static str,
    /// What it is, with its unit.
    pub about: &'static str,
}

/// What is observed of every run.
pub const COMMON: &[Observed] = &[
    observed(
        "ended",
        "how the run ended: exit 0, signal 6, time limit, memory limit, output limit",
    ),
    observed("reached", "the last step that the probe said it had begun"),
    observed("value", "what the probe was asked for, as text"),
    observed(
        "raised",
        "type and text of the exception that ended the probe",
    ),
    observed("stdout", "the standard output"),
    observed("stderr", "the standard error"),
    observed("files", "the files that the run left in its folder"),
    observed("written", "the bytes of those files"),
];

const fn observed(name: &'static str, about: &'static str) -> Observed {
    Observed { name, about }
}

const fn required(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter {
        name,
        kind,
        required: true,
        about,
    }
}

const fn optional(name: &'static str, kind: Kind, about: &'static str) -> Parameter {
    Parameter {
        required: false,
        ..required(name, kind, about)
    }
}

/// The parameter of many probes: what changes after the reader has been loaded.
const LATE: Parameter = optional(
    "late",
    Kind::List,
    "variables set once the library is loaded, as NAME=VALUE",
);

/// Every probe.
pub fn all() -> impl Iterator<Item = &'static Probe> {
    [host::PROBES, torch::PROBES, gpu::PROBES]
        .into_iter()
        .flatten()
}

/// Finds a probe by its name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Probe> {
    all().find(|it| it.name == name)
}

impl Probe {
    /// Whether the probe observes a field of this name.
    #[must_use]
    pub fn knows(&self, field: &str) -> bool {
        self.fields().any(|name| name == field)
    }

    /// Every field that conditions may name.
    pub fn fields(&self) -> impl Iterator<Item = &'static str> {
        self.observes.iter().chain(COMMON).map(|it| it.name)
    }

    /// Says what is wrong with an argument; nothing where it fits. The second text is a way out.
    #[must_use]
    pub fn mismatch(&self, name: &str, value: &Argument) -> Option<(String, Option<String>)> {
        let Some(parameter) = self.parameters.iter().find(|it| it.name == name) else {
            let names = self.parameters.iter().map(|it| it.name);
            let near = nearest(name, names).map(|it| format!("did you mean `{it}`?"));
            let message = format!("the probe `{}` has no parameter `{name}`", self.name);
            return Some((message, near));
        };
        let kind = Kind::of(value);
        (kind != parameter.kind).then(|| {
            let (wanted, found) = (parameter.kind.noun(), kind.noun());
            (
                format!("`{name}` must be {wanted}, but this is {found}"),
                None,
            )
        })
    }
}

impl Kind {
    const fn of(value: &Argument) -> Self {
        match value {
            Argument::Flag(_) => Self::Flag,
            Argument::Number(_) => Self::Number,
            Argument::Text(_) => Self::Text,
            Argument::List(_) => Self::List,
        }
    }

    const fn noun(self) -> &'static str {
        match self {
            Self::Flag => "`true` or `false`",
            Self::Number => "a whole number",
            Self::Text => "a text",
            Self::List => "a list of texts",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_name_is_there_once() {
        let mut probes = BTreeSet::new();
        for probe in all() {
            assert!(probes.insert(probe.name), "{} is there twice", probe.name);
            let mut fields = BTreeSet::new();
            for field in probe.fields() {
                assert!(
                    fields.insert(field),
                    "{}: {field} is there twice",
                    probe.name
                );
            }
        }
    }

    #[test]
    fn a_probe_of_a_gpu_is_known_by_the_gpu() {
        for probe in all() {
            assert_eq!(
                probe.level == Level::Gpu,
                probe.place == Place::Gpu,
                "{}",
                probe.name
            );
        }
    }
}
