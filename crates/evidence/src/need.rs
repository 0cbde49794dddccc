//! Where a claim applies: `gpu`, `gpu 2`, `torch 2.9.1`, `torch >= 2.9`, `driver >= 575`.

use crate::Stack;

/// Something that a stack has in some version or number.
#[derive(Debug)]
pub struct Subject {
    /// Its name in `needs`.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Whether a stack without it is simply not what the claim is about; otherwise a run on it
    /// is wanted and cannot be had.
    pub defines: bool,
}

/// What claims may need.
pub const SUBJECTS: &[Subject] = &[
    defining("torch", "the release of PyTorch"),
    defining("cuda", "the CUDA version that torch was built for"),
    defining("nccl", "the NCCL library of the stack"),
    defining("cudnn", "the cuDNN library of the stack"),
    defining("cublas", "the cuBLAS library of the stack"),
    defining(
        "container-toolkit",
        "the NVIDIA Container Toolkit of the host",
    ),
    wanted("gpu", "number of GPUs"),
    wanted("compute", "compute capability of the first GPU"),
    wanted("driver", "the GPU driver"),
    wanted("cores", "CPU cores that a process may use"),
    wanted("avx512", "a CPU with AVX-512"),
    wanted("intel", "a CPU made by Intel"),
    wanted("compiler", "a C++ compiler"),
    wanted(
        "launcher",
        "a launcher (deploy/), by the number of ranks that it has started",
    ),
    wanted("mps", "the MPS control daemon's program"),
];

const fn defining(name: &'static str, about: &'static str) -> Subject {
    Subject {
        name,
        about,
        defines: true,
    }
}

const fn wanted(name: &'static str, about: &'static str) -> Subject {
    Subject {
        name,
        about,
        defines: false,
    }
}

/// One need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// The subject's name.
    pub subject: String,
    /// The bound, where one is given.
    bound: Option<(Bound, Vec<u32>)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exactly,
    AtLeast,
    Below,
}

/// Why a stack does not meet a need.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unmet {
    /// The claim is not about this stack.
    Elsewhere(String),
    /// The claim could be run if the machine had what is missing.
    Missing(String),
}

impl Need {
    /// Reads a need.
    ///
    /// # Errors
    ///
    /// A sentence that says what is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split(' ');
        let subject = words.next().unwrap_or_default().to_owned();
        if !SUBJECTS.iter().any(|it| it.name == subject) {
            let names: Vec<_> = SUBJECTS.iter().map(|it| it.name).collect();
            return Err(format!(
                "`{subject}` is nothing that a claim can need; known are {}",
                names.join(", ")
            ));
        }
        let rest: Vec<_> = words.collect();
        let bound = match rest.as_slice() {
            [] => None,
            [">=", version] => Some((Bound::AtLeast, *version)),
            ["<", version] => Some((Bound::Below, *version)),
            // So many GPUs or cores are enough; a release is meant as it is.
            [version] if ["gpu", "cores", "launcher"].contains(&subject.as_str()) => {
                Some((Bound::AtLeast, *version))
            }
            [version] => Some((Bound::Exactly, *version)),
            _ => return Err(format!("`{text}` is no need such as `torch >= 2.9`")),
        };
        let bound = match bound {
            Some((bound, version)) => Some((
                bound,
                numbers(version).ok_or_else(|| format!("`{version}` is no version"))?,
            )),
            None => None,
        };
        Ok(Self { subject, bound })
    }

    /// Whether the stack meets it.
    ///
    /// # Errors
    ///
    /// Why not.
    pub fn met(&self, stack: &Stack) -> Result<(), Unmet> {
        let found = stack.has.get(&self.subject);
        let miss = match (found, &self.bound) {
            (None, _) => format!("there is no {}", self.subject),
            (Some(_), None) => return Ok(()),
            (Some(found), Some((bound, wanted))) => {
                if bound.holds(found, wanted) {
                    return Ok(());
                }
                format!("{} is {found}", self.subject)
            }
        };
        let subject = SUBJECTS.iter().find(|it| it.name == self.subject);
        if subject.is_some_and(|it| it.defines) {
            Err(Unmet::Elsewhere(miss))
        } else {
            Err(Unmet::Missing(miss))
        }
    }
}

impl Bound {
    fn holds(self, found: &str, wanted: &[u32]) -> bool {
        let found = numbers(found).unwrap_or_default();
        match self {
            // 13.4.1 means also 13.4.1.3.
            Self::Exactly => found.starts_with(wanted),
            Self::AtLeast => found.as_slice() >= wanted,
            Self::Below => found.as_slice() < wanted,
        }
    }
}

/// `2.9.1+cu128` as its numbers.
fn numbers(version: &str) -> Option<Vec<u32>> {
    let core = version.split('+').next().unwrap_or(version);
    core.split('.').map(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_holds_a_stack_against_its_bound() {
        let mut stack = Stack::default();
        for (name, version) in [
            ("torch", "2.9.1+cu128"),
            ("cublas", "13.4.1.3"),
            ("gpu", "2"),
        ] {
            stack.has.insert(name.to_owned(), version.to_owned());
        }
        let cases = [
            ("torch 2.9.1", true),
            ("torch 2.9", true),
            ("torch 2.6.0", false),
            ("torch >= 2.9", true),
            ("torch < 2.9.1", false),
            ("torch < 2.10", true),
            ("cublas 13.4.1", true),
            ("gpu", true),
            ("gpu 1", true),
            ("gpu 3", false),
            ("nccl", false),
        ];
        for (text, met) in cases {
            let need = Need::parse(text);
            assert_eq!(need.map(|it| it.met(&stack).is_ok()), Ok(met), "{text}");
        }
    }

    #[test]
    fn a_missing_gpu_is_missed_and_another_release_is_not() {
        let stack = Stack::default();
        let unmet = |text| Need::parse(text).ok().and_then(|it| it.met(&stack).err());
        assert!(matches!(unmet("gpu"), Some(Unmet::Missing(_))));
        assert!(matches!(unmet("torch 2.9.1"), Some(Unmet::Elsewhere(_))));
        for text in ["", "gpus", "torch 2 9", "torch > 2.9", "torch x"] {
            assert!(Need::parse(text).is_err(), "{text}");
        }
    }
}
