//! Which claims are run on which stacks.

use readpoint_evidence::probe::{self, Place};
use readpoint_evidence::{Evidence, Need, Unmet, Verdict, hash};

use crate::claims::Listed;
use crate::machine::Target;

/// Which part of the suite.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Part {
    /// What needs no GPU.
    Cpu,
    /// What needs one.
    Gpu,
    /// Everything.
    All,
}

/// One claim on one stack.
#[derive(Clone, Debug)]
pub struct Item<'a> {
    /// The claim.
    pub listed: &'a Listed,
    /// The stack.
    pub target: &'a Target,
    /// Why it cannot be run; empty where it can.
    pub missing: Option<String>,
}

impl Item<'_> {
    /// Whether it runs on a GPU.
    #[must_use]
    pub fn on_gpu(&self) -> bool {
        place(self.listed) == Place::Gpu
    }
}

/// Pairs claims and stacks, in the order of the stacks. A claim about the bare host or its driver
/// is run once, not once for each Python.
#[must_use]
pub fn plan<'a>(claims: &'a [Listed], targets: &'a [Target], part: Part) -> Vec<Item<'a>> {
    let mut items = Vec::new();
    for target in targets {
        let of_part = claims.iter().filter(|it| match part {
            Part::Cpu => place(it) != Place::Gpu,
            Part::Gpu => place(it) == Place::Gpu,
            Part::All => true,
        });
        items.extend(of_part.filter_map(|listed| item(listed, target, targets)));
    }
    items
}

/// Leaves out what a record stands for already.
pub fn skip_known(items: &mut Vec<Item<'_>>, evidence: &Evidence) {
    items.retain(|item| {
        let hash = hash(&item.listed.claim);
        let known = evidence.of(&item.listed.claim.id).any(|(stack, record)| {
            *stack == item.target.stack
                && record.hash == hash
                && record.verdict != Verdict::NotRunnable
        });
        !known
    });
}

fn place(listed: &Listed) -> Place {
    probe::find(&listed.claim.probe).map_or(Place::Host, |it| it.place)
}

fn item<'a>(listed: &'a Listed, target: &'a Target, targets: &[Target]) -> Option<Item<'a>> {
    let needs = listed.claim.needs.iter();
    let needs: Vec<_> = needs.filter_map(|it| Need::parse(it).ok()).collect();
    let of_python = place(listed) == Place::Torch || needs.iter().any(|it| of_python(&it.subject));
    if of_python != target.python.is_some() && !host_lacks(of_python, target, targets) {
        return None;
    }
    let mut missing = None;
    for need in &needs {
        match need.met(&target.stack) {
            Ok(()) => {}
            Err(Unmet::Elsewhere(_)) if target.python.is_some() || !of_python => return None,
            Err(Unmet::Elsewhere(why) | Unmet::Missing(why)) => missing = Some(why),
        }
    }
    if of_python && target.python.is_none() {
        missing = Some("no Python with torch was given (--python PATH)".to_owned());
    }
    if place(listed) == Place::Gpu {
        let none = || "there is no NVIDIA GPU, or no driver for it".to_owned();
        let absent = target.absent.clone();
        missing = absent
            .or_else(|| target.stack.gpu.is_none().then(none))
            .or(missing);
    }
    Some(Item {
        listed,
        target,
        missing,
    })
}

/// Needs that only a Python's packages can meet.
fn of_python(subject: &str) -> bool {
    ["torch", "cuda", "nccl", "cudnn", "cublas"].contains(&subject)
}

/// Where no Python was given at all, its claims are shown on the host, as not runnable.
fn host_lacks(of_python: bool, target: &Target, targets: &[Target]) -> bool {
    of_python && target.python.is_none() && targets.iter().all(|it| it.python.is_none())
}
