//! Constants over the whole tree: a name in one file, its text in another.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::expr::Expr;
use crate::helpers::Helpers;
use crate::tree::Tree;
use crate::unit::{Import, Language, Unit, last_part};
use crate::{python, rounds};

/// How far an import is followed from file to file.
const DEPTH: usize = 6;

/// The constants of a tree, looked up when they are asked for.
pub(crate) struct Constants<'a> {
    tree: &'a Tree,
    units: &'a BTreeMap<usize, Unit>,
    /// Constants of C++ and Go by the last part of their path, with the file.
    by_last_part: HashMap<(Language, String), Vec<(usize, String)>>,
    /// Files read only for their constants.
    further: RefCell<BTreeMap<usize, BTreeMap<String, Expr>>>,
    imports: RefCell<BTreeMap<usize, BTreeMap<String, Import>>>,
}

impl<'a> Constants<'a> {
    /// The constants that the units need.
    pub(crate) fn of(tree: &'a Tree, units: &'a BTreeMap<usize, Unit>) -> Self {
        let mut constants = Self {
            tree,
            units,
            by_last_part: HashMap::new(),
            further: RefCell::default(),
            imports: RefCell::default(),
        };
        for language in [Language::Cpp, Language::Go] {
            constants.look_for_missing(language);
        }
        constants.index();
        constants
    }

    /// Reads the files that may define constants which no unit defines.
    fn look_for_missing(&self, language: Language) {
        let of = |at: &usize| self.tree.files[*at].language == language;
        let units: Vec<_> = self
            .units
            .iter()
            .filter(|(at, _)| of(at))
            .map(|(_, it)| it)
            .collect();
        let known: BTreeSet<_> = units
            .iter()
            .flat_map(|it| it.constants.keys())
            .map(|it| last_part(it))
            .collect();
        let asked = units
            .iter()
            .flat_map(|it| &it.reads)
            .flat_map(|it| it.name.constants());
        let asked: BTreeSet<String> = asked.map(|it| last_part(&it).to_owned()).collect();
        let missing: Vec<_> = asked
            .into_iter()
            .filter(|it| it.len() > 3 && !known.contains(it.as_str()))
            .collect();
        for at in self.tree.holding(language, &missing) {
            if !self.units.contains_key(&at) {
                self.read_further(at);
            }
        }
    }

    fn read_further(&self, at: usize) {
        let unit = rounds::read(self.tree, at, &Helpers::default());
        self.further.borrow_mut().insert(at, unit.constants);
        self.imports.borrow_mut().insert(at, unit.imports);
    }

    fn index(&mut self) {
        let mut index: HashMap<_, Vec<_>> = HashMap::new();
        let further = self.further.borrow();
        let own = self.units.iter().map(|(at, it)| (*at, &it.constants));
        let further = further.iter().map(|(at, it)| (*at, it));
        for (at, constants) in own.chain(further) {
            let language = self.tree.files[at].language;
            for path in constants.keys() {
                let key = (language, last_part(path).to_owned());
                index.entry(key).or_default().push((at, path.clone()));
            }
        }
        self.by_last_part = index;
    }

    /// An expression of the file `at` with its constants put in.
    pub(crate) fn fill(&self, at: usize, expr: &Expr) -> Expr {
        self.fill_to(at, expr, DEPTH)
    }

    fn fill_to(&self, at: usize, expr: &Expr, depth: usize) -> Expr {
        expr.fill(&|it| match it {
            Expr::Name(path) if depth > 0 => {
                Some(self.find(at, path, depth).unwrap_or(Expr::Unknown))
            }
            _ => None,
        })
    }

    /// What `path` means in the file `at`.
    fn find(&self, at: usize, path: &str, depth: usize) -> Option<Expr> {
        if depth == 0 {
            return None;
        }
        if let Some(found) = self.own(at, path) {
            return Some(self.fill_to(at, &found, depth - 1));
        }
        match self.tree.files[at].language {
            Language::Python => self.imported(at, path, depth),
            language => self.anywhere(at, language, path, depth),
        }
    }

    fn own(&self, at: usize, path: &str) -> Option<Expr> {
        if let Some(unit) = self.units.get(&at) {
            return unit.constants.get(path).cloned();
        }
        self.further.borrow().get(&at)?.get(path).cloned()
    }

    /// A constant of another C++ or Go file: the one whose path fits best; several where none does.
    fn anywhere(&self, at: usize, language: Language, path: &str, depth: usize) -> Option<Expr> {
        let key = (language, last_part(path).to_owned());
        let all = self.by_last_part.get(&key)?;
        let fits = |it: &&(usize, String)| it.1.ends_with(path) || path.ends_with(&it.1);
        let here = all.iter().filter(|it| it.0 == at).collect::<Vec<_>>();
        let fitting: Vec<_> = all.iter().filter(fits).collect();
        let best = if here.is_empty() { fitting } else { here };
        let values = best.into_iter().filter_map(|(at, path)| {
            let own = self.own(*at, path)?;
            Some(self.fill_to(*at, &own, depth - 1))
        });
        let mut values: Vec<_> = values.collect();
        values.dedup();
        (!values.is_empty()).then(|| Expr::any(values))
    }

    /// A constant of another Python file, through the imports of the file `at`.
    fn imported(&self, at: usize, path: &str, depth: usize) -> Option<Expr> {
        let (root, rest) = path.split_once('.').unwrap_or((path, ""));
        let (root, call) = match root.strip_suffix("()") {
            Some(root) => (root, "()"),
            None => (root, ""),
        };
        let import = self.import(at, root)?;
        let member = import.member.as_deref().unwrap_or_default();
        let parts: Vec<_> = [import.module.as_str(), member, rest]
            .into_iter()
            .filter(|it| !it.is_empty())
            .collect();
        let full = parts.join(".") + call;
        let mut cut = full.len();
        while let Some(dot) = full[..cut].rfind('.') {
            let (module, name) = (&full[..dot], &full[dot + 1..]);
            let files = python::files_of(module);
            if let Some(home) = files.iter().find_map(|it| self.tree.at(it)) {
                self.make_sure(home);
                return (home != at)
                    .then(|| self.find(home, name, depth - 1))
                    .flatten();
            }
            cut = dot;
        }
        None
    }

    fn make_sure(&self, at: usize) {
        let known = self.units.contains_key(&at) || self.further.borrow().contains_key(&at);
        if !known {
            self.read_further(at);
        }
    }

    fn import(&self, at: usize, root: &str) -> Option<Import> {
        if let Some(unit) = self.units.get(&at) {
            return unit.imports.get(root).cloned();
        }
        self.imports.borrow().get(&at)?.get(root).cloned()
    }
}
