//! A tree in rounds: each round reads the files that can hold a read, finds helpers among them, and
//! the next round reads the files that call those, until no helper is new.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::constants::Constants;
use crate::expr::Expr;
use crate::helpers::Helpers;
use crate::name::can_be_name;
use crate::tree::{File, Tree};
use crate::unit::{Form, Helper, Kind, Language, Read, Unit};
use crate::{cpp, go, python};

/// How often helpers of helpers are followed.
const ROUNDS: usize = 6;

/// What a scan is doing, for a progress bar.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// A new part begins.
    Doing(&'static str),
    /// So many files more are to be read.
    Found(usize),
    /// One of them was read.
    Read,
}

/// Is told every step, from any thread.
pub type Progress<'a> = &'a (dyn Fn(Step) + Sync);

/// What lines are called; `None` for lines without text.
type Symbols = Vec<Option<Arc<str>>>;

/// One language's front-end.
struct FrontEnd {
    language: Language,
    marks: &'static [&'static str],
    read: fn(&str, Vec<u8>, &Helpers) -> Unit,
    symbols_at: fn(&str, Vec<u8>, &[usize]) -> Symbols,
}

const FRONT_ENDS: &[FrontEnd] = &[
    FrontEnd {
        language: Language::Python,
        marks: python::MARKS,
        read: python::read,
        symbols_at: python::symbols_at,
    },
    FrontEnd {
        language: Language::Cpp,
        marks: cpp::MARKS,
        read: cpp::read,
        symbols_at: cpp::symbols_at,
    },
    FrontEnd {
        language: Language::Go,
        marks: go::MARKS,
        read: go::read,
        symbols_at: go::symbols_at,
    },
];

/// Reads one file by the front-end of its language.
pub(crate) fn read(tree: &Tree, at: usize, helpers: &Helpers) -> Unit {
    let file = &tree.files[at];
    let front_end = FRONT_ENDS.iter().find(|it| it.language == file.language);
    front_end.map_or_else(Unit::default, |it| {
        (it.read)(&file.path, file.text.clone(), helpers)
    })
}

/// What lines of a file are called.
pub(crate) fn symbols_at(file: &File, lines: &[usize]) -> Symbols {
    let front_end = FRONT_ENDS.iter().find(|it| it.language == file.language);
    front_end.map_or_else(Vec::new, |it| {
        (it.symbols_at)(&file.path, file.text.clone(), lines)
    })
}

/// Every read of the tree, by file, with the names it can ask for.
pub(crate) fn reads(tree: &Tree, progress: Progress<'_>) -> Vec<(usize, Read, Vec<String>)> {
    let mut helpers = Helpers::default();
    for helper in cpp::known() {
        helpers.add(helper);
    }
    let mut units = BTreeMap::new();
    let mut waiting = first(tree);
    for _ in 0..ROUNDS {
        progress(Step::Found(waiting.len()));
        let read = waiting.par_iter().map(|at| {
            let unit = read(tree, *at, &helpers);
            progress(Step::Read);
            (*at, unit)
        });
        units.extend(read.collect::<Vec<_>>());
        let constants = Constants::of(tree, &units);
        let new = new_helpers(tree, &units, &constants, &mut helpers);
        if new.is_empty() {
            return resolved(&units, &constants);
        }
        waiting = callers(tree, &new);
    }
    resolved(&units, &Constants::of(tree, &units))
}

/// The files that hold a word of a reader everybody knows.
fn first(tree: &Tree) -> Vec<usize> {
    let of = |it: &FrontEnd| {
        let marks: Vec<_> = it.marks.iter().map(|mark| (*mark).to_owned()).collect();
        tree.holding(it.language, &marks)
    };
    FRONT_ENDS.iter().flat_map(of).collect()
}

fn callers(tree: &Tree, helpers: &[(Language, String)]) -> Vec<usize> {
    let of = |front_end: &FrontEnd| {
        let names = helpers.iter().filter(|(of, _)| *of == front_end.language);
        let names: Vec<_> = names.map(|(_, name)| name.clone()).collect();
        tree.holding(front_end.language, &names)
    };
    FRONT_ENDS.iter().flat_map(of).collect()
}

/// Adds the helpers that the units define; gives the names by which new ones are called.
fn new_helpers(
    tree: &Tree,
    units: &BTreeMap<usize, Unit>,
    constants: &Constants<'_>,
    helpers: &mut Helpers,
) -> Vec<(Language, String)> {
    let mut new = Vec::new();
    for (at, unit) in units {
        for read in &unit.reads {
            let helper = helper(tree, *at, read, constants);
            let Some(helper) = helper else {
                continue;
            };
            let name = (helper.language, helper.called().to_owned());
            if helpers.add(helper) {
                new.push(name);
            }
        }
    }
    new
}

/// The helper that a read makes of the function around it, where that is given the name.
fn helper(tree: &Tree, at: usize, read: &Read, constants: &Constants<'_>) -> Option<Helper> {
    let name = constants.fill(at, &read.name);
    let owner = name.params().first()?.owner.clone();
    Some(Helper {
        language: tree.files[at].language,
        file: tree.files[at].path.clone(),
        symbol: owner,
        name,
        default: read.default.clone(),
        form: match read.kind {
            Kind::Macro => Form::Macro,
            _ => Form::Call,
        },
    })
}

fn resolved(
    units: &BTreeMap<usize, Unit>,
    constants: &Constants<'_>,
) -> Vec<(usize, Read, Vec<String>)> {
    let all = units
        .iter()
        .flat_map(|(at, unit)| unit.reads.iter().map(move |it| (*at, it)));
    let named = all.map(|(at, read)| {
        let name: Expr = constants.fill(at, &read.name);
        // What a helper reads is told where it is called.
        let helper = read.kind == Kind::Helped || !name.params().is_empty();
        let told = |it: &String| it != "*" || !helper;
        let names = name.names().into_iter().filter(told);
        let names = names.filter(|it| can_be_name(it)).collect();
        (at, read.clone(), names)
    });
    named.collect()
}
