//! What running a text leaves behind: assignments, launches, and how far each assignment got.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gathered, Set, Version};

use crate::limits::Budget;
use crate::reading::{Assignment, Grant, Launch, Reach, Span};

/// Most launches that one text gives.
const MAX_LAUNCHES: usize = 20_000;

/// Programs that prepare, rather than being what the text is for.
const SETUP: &[&str] = &[
    "apt",
    "apt-get",
    "brew",
    "cmake",
    "conda",
    "curl",
    "git",
    "make",
    "mamba",
    "micromamba",
    "module",
    "ninja",
    "nvcc",
    "nvidia-smi",
    "pip",
    "pip3",
    "poetry",
    "unzip",
    "uv",
    "wget",
    "yum",
];

/// What is known of an assignment besides what the reading says.
#[derive(Clone, Debug)]
struct Fate {
    /// A program saw it.
    seen: bool,
    /// The text used its value.
    used: bool,
    /// Replaced on every way through the text.
    replaced: bool,
    /// A launcher kept it from its program.
    dropped: bool,
    /// Done in a child of the shell.
    in_child: bool,
    /// In front of a command, for that command only.
    prefix: bool,
    /// Where the run never comes.
    unreached: bool,
    /// Exported when the text ended.
    kept: bool,
    /// Branch it was done in.
    branch: usize,
    /// Programs started before it.
    before: usize,
}

/// How an assignment is made.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// In a child of the shell.
    pub(super) in_child: bool,
    /// In front of a command.
    pub(super) prefix: bool,
    /// Where the run never comes.
    pub(super) unreached: bool,
}

/// How much there was at one moment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Checkpoint {
    assignments: usize,
    launches: usize,
    grants: usize,
    budget: Budget,
    worked: usize,
}

/// Collects.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// In order of execution.
    pub(super) assignments: Vec<Assignment>,
    /// In order.
    pub(super) launches: Vec<Launch>,
    /// GPU grants.
    pub(super) grants: Vec<Grant>,
    /// The torch release that an image names.
    pub(super) torch: Option<(Version, Span)>,
    /// Something was left out because there is too much of it.
    pub(super) truncated: bool,
    fates: Vec<Fate>,
    /// Where assignments have been recorded.
    spans: Set,
    /// The parent of each branch; branch 0 is the text itself.
    parents: Vec<usize>,
    budget: Budget,
    /// Programs that the text is for.
    worked: usize,
}

impl Record {
    /// Adds an assignment; gives its index, if there is room.
    pub(super) fn assign(
        &mut self,
        mut assignment: Assignment,
        manner: Manner,
        branch: usize,
    ) -> Option<usize> {
        let span = &assignment.span;
        let known = !self.spans.insert(format!("{}..{}", span.start, span.end));
        if manner.unreached && known {
            return None;
        }
        if !self.budget.assignment(&mut assignment.value) {
            self.truncated = true;
            return None;
        }
        self.fates.push(Fate {
            seen: false,
            used: false,
            replaced: false,
            dropped: false,
            in_child: manner.in_child,
            prefix: manner.prefix,
            unreached: manner.unreached,
            kept: false,
            branch,
            before: self.worked,
        });
        self.assignments.push(assignment);
        Some(self.assignments.len() - 1)
    }

    /// Whether there is no room for another launch.
    pub(super) fn is_full(&self) -> bool {
        self.launches.len() >= MAX_LAUNCHES || self.budget.is_spent()
    }

    /// Adds a launch that sees `environment`.
    pub(super) fn launch(&mut self, launch: Launch) {
        if self.is_full() || !self.budget.launch(&launch) {
            self.truncated = true;
            return;
        }
        self.worked += usize::from(!SETUP.contains(&launch.command.as_str()));
        self.launches.push(launch);
    }

    /// The grants since `grants` concern the launches since `launches`; where there are none, they
    /// stay for all.
    pub(super) fn settle_grants(&mut self, grants: usize, launches: usize) {
        let started: Vec<usize> = (launches..self.launches.len()).gathered();
        for grant in self.grants.iter_mut().skip(grants) {
            if grant.launches.is_empty() {
                grant.launches.clone_from(&started);
            }
        }
    }

    /// Remembers how much there is.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            assignments: self.assignments.len(),
            launches: self.launches.len(),
            grants: self.grants.len(),
            budget: self.budget,
            worked: self.worked,
        }
    }

    /// Forgets what came after a checkpoint.
    pub(super) fn rewind(&mut self, to: Checkpoint) {
        self.assignments.truncate(to.assignments);
        self.fates.truncate(to.assignments);
        self.launches.truncate(to.launches);
        self.grants.truncate(to.grants);
        self.budget = to.budget;
        self.worked = to.worked;
    }

    /// Marks the places whose value a program sees.
    pub(super) fn seen(&mut self, places: &[usize]) {
        self.mark(places, |fate| fate.seen = true);
    }

    /// Marks the places whose value the text itself uses.
    pub(super) fn used(&mut self, places: &[usize]) {
        self.mark(places, |fate| fate.used = true);
    }

    /// Marks the places whose value a launcher keeps from its program.
    pub(super) fn dropped(&mut self, places: &[usize]) {
        self.mark(places, |fate| fate.dropped = true);
    }

    /// Marks the places that assignment `by` in `branch` replaces. A place in a loop does not
    /// replace itself.
    pub(super) fn replaced(&mut self, places: &[usize], by: usize, branch: usize) {
        for &place in places {
            let fate = self.fates.get(place);
            let certain = fate.is_some_and(|fate| self.within(fate.branch, branch));
            if certain && self.assignments[place].span != self.assignments[by].span {
                self.mark(&[place], |fate| fate.replaced = true);
            }
        }
    }

    fn mark(&mut self, places: &[usize], change: impl Fn(&mut Fate)) {
        for &place in places {
            if let Some(fate) = self.fates.get_mut(place) {
                change(fate);
            }
        }
    }

    /// Opens a branch inside another; gives its number.
    pub(super) fn branch(&mut self, parent: usize) -> usize {
        self.parents.push(parent);
        self.parents.len()
    }

    /// Whether `branch` is `ancestor` or lies in it.
    pub(super) fn within(&self, mut branch: usize, ancestor: usize) -> bool {
        while branch > ancestor {
            branch = self.parents[branch - 1];
        }
        branch == ancestor
    }

    /// Settles how far every assignment got.
    pub(super) fn settle(&mut self, exported: &[usize]) {
        self.mark(exported, |fate| fate.kept = true);
        for index in 0..self.assignments.len() {
            if self.assignments[index].reach == Reach::Program {
                self.assignments[index].reach = self.reach(index);
            }
        }
    }

    fn reach(&self, index: usize) -> Reach {
        let fate = &self.fates[index];
        let started_later = self.worked > fate.before;
        if fate.seen || fate.used {
            return Reach::Program;
        }
        if fate.dropped {
            return Reach::Dropped;
        }
        if fate.replaced {
            return Reach::Overwritten;
        }
        match (fate.kept, started_later) {
            // What is skipped this time may be reached another time.
            _ if fate.prefix || fate.unreached => Reach::Program,
            (true, _) if fate.before > 0 && !started_later => Reach::AfterLaunch,
            (false, true) if fate.in_child => Reach::ChildOnly,
            (false, true) => Reach::ShellOnly,
            _ => Reach::Program,
        }
    }
}
