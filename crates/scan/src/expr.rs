//! The name that a reader is asked for, as an expression, and the names it can stand for.
//!
//! A front-end writes down what it sees; constants of other files are filled in later, and the
//! parameters of a helper when its calls are found.

use std::sync::Arc;

/// How many names one read may stand for; more means that the expression was misunderstood.
const LIMIT: usize = 64;
/// How deep a constant may refer to others.
const DEPTH: usize = 12;

/// An expression over texts, as far as names of variables need it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    /// A literal.
    Text(Arc<str>),
    /// Parts one after the other.
    Join(Vec<Expr>),
    /// One of several, not known which.
    Any(Vec<Expr>),
    /// A list, tuple or set.
    List(Vec<Expr>),
    /// A dictionary.
    Pairs(Vec<(Expr, Expr)>),
    /// A constant, by its path as the file would write it.
    Name(Arc<str>),
    /// A parameter of a helper.
    Param(Param),
    /// A member of the list or a key of the dictionary within.
    Member(Box<Expr>),
    /// The element at a fixed place.
    At(Box<Expr>, usize),
    /// Keys with values, as a list of pairs.
    Items(Box<Expr>),
    /// The values of a dictionary.
    Values(Box<Expr>),
    /// In capitals.
    Upper(Box<Expr>),
    /// Known only while the program runs.
    Unknown,
}

/// A parameter of the helper `owner` (its path in its file).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Param {
    /// Path of the function or class in its file.
    pub(crate) owner: Arc<str>,
    /// Which argument, from 0; `self` does not count.
    pub(crate) index: usize,
    /// Its name, for arguments given by keyword; `#` and the place where a macro makes a text of
    /// the argument.
    pub(crate) name: Arc<str>,
    /// What it is where a call leaves it out.
    pub(crate) default: Option<Arc<Expr>>,
}

impl Expr {
    /// A literal.
    pub(crate) fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text(text.into())
    }

    /// Alternatives, without a wrapper where there is only one.
    pub(crate) fn any(mut of: Vec<Expr>) -> Self {
        match of.len() {
            0 => Self::Unknown,
            1 => of.remove(0),
            _ => Self::Any(of),
        }
    }

    /// The parameters it depends on.
    pub(crate) fn params(&self) -> Vec<Param> {
        let mut found = Vec::new();
        self.visit(&mut |it| {
            if let Self::Param(param) = it
                && !found.contains(param)
            {
                found.push(param.clone());
            }
        });
        found
    }

    /// The constants it names.
    pub(crate) fn constants(&self) -> Vec<Arc<str>> {
        let mut found = Vec::new();
        self.visit(&mut |it| {
            if let Self::Name(path) = it {
                found.push(path.clone());
            }
        });
        found
    }

    /// Whether a literal or a constant is in it, so that it may name something.
    pub(crate) fn says_something(&self) -> bool {
        let mut found = false;
        self.visit(&mut |it| found |= matches!(it, Self::Text(_) | Self::Name(_) | Self::Param(_)));
        found
    }

    fn visit(&self, see: &mut impl FnMut(&Expr)) {
        see(self);
        match self {
            Self::Join(of) | Self::Any(of) | Self::List(of) => {
                of.iter().for_each(|it| it.visit(see));
            }
            Self::Pairs(of) => of.iter().for_each(|(key, value)| {
                key.visit(see);
                value.visit(see);
            }),
            Self::Member(of)
            | Self::At(of, _)
            | Self::Items(of)
            | Self::Values(of)
            | Self::Upper(of) => of.visit(see),
            Self::Text(_) | Self::Name(_) | Self::Param(_) | Self::Unknown => {}
        }
    }

    /// The same expression with `fill` put in place of names and parameters; `None` keeps one.
    pub(crate) fn fill(&self, fill: &impl Fn(&Expr) -> Option<Expr>) -> Self {
        self.fill_to(fill, DEPTH)
    }

    fn fill_to(&self, fill: &impl Fn(&Expr) -> Option<Expr>, depth: usize) -> Self {
        let all = |of: &[Expr]| of.iter().map(|it| it.fill_to(fill, depth)).collect();
        let boxed = |of: &Expr| Box::new(of.fill_to(fill, depth));
        match self {
            Self::Name(_) | Self::Param(_) if depth > 0 => {
                fill(self).map_or_else(|| self.clone(), |it| it.fill_to(fill, depth - 1))
            }
            Self::Join(of) => Self::Join(all(of)),
            Self::Any(of) => Self::Any(all(of)),
            Self::List(of) => Self::List(all(of)),
            Self::Pairs(of) => {
                let both = |(key, value): &(Expr, Expr)| {
                    (key.fill_to(fill, depth), value.fill_to(fill, depth))
                };
                Self::Pairs(of.iter().map(both).collect())
            }
            Self::Member(of) => Self::Member(boxed(of)),
            Self::At(of, index) => Self::At(boxed(of), *index),
            Self::Items(of) => Self::Items(boxed(of)),
            Self::Values(of) => Self::Values(boxed(of)),
            Self::Upper(of) => Self::Upper(boxed(of)),
            Self::Text(_) | Self::Name(_) | Self::Param(_) | Self::Unknown => self.clone(),
        }
    }

    /// Every name it can stand for, sorted; a part that is not known is `*`.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = self.texts();
        names.sort();
        names.dedup();
        names
    }

    fn texts(&self) -> Vec<String> {
        let joined =
            |of: &[Expr]| -> Vec<String> { of.iter().flat_map(Self::texts).take(LIMIT).collect() };
        match self {
            Self::Text(text) => vec![text.to_string()],
            Self::Join(of) => of.iter().fold(vec![String::new()], |before, part| {
                append(&before, &part.texts())
            }),
            Self::Any(of) => known(joined(of)),
            Self::List(of) => joined(of),
            Self::Pairs(of) => of
                .iter()
                .flat_map(|(key, _)| key.texts())
                .take(LIMIT)
                .collect(),
            Self::Member(of) => joined(&of.members()),
            Self::At(of, index) => of.at(*index).texts(),
            Self::Items(of) => Self::Member(of.clone()).texts(),
            Self::Values(of) => joined(&of.values()),
            Self::Upper(of) => of.texts().iter().map(|it| it.to_uppercase()).collect(),
            Self::Name(_) | Self::Param(_) | Self::Unknown => vec!["*".to_owned()],
        }
    }

    /// What a loop over it meets.
    fn members(&self) -> Vec<Expr> {
        match self {
            Self::List(of) => of.clone(),
            Self::Pairs(of) => of.iter().map(|(key, _)| key.clone()).collect(),
            Self::Any(of) => of.iter().flat_map(Self::members).collect(),
            Self::Join(of) => of.iter().flat_map(Self::members).collect(),
            Self::Values(of) => of.values(),
            Self::Items(of) => of.items(),
            Self::Member(of) => of.members().iter().flat_map(Self::members).collect(),
            Self::At(of, index) => of.at(*index).members(),
            _ => vec![Self::Unknown],
        }
    }

    fn at(&self, index: usize) -> Expr {
        match self {
            Self::List(of) => of.get(index).cloned().unwrap_or(Self::Unknown),
            Self::Any(of) => Self::any(of.iter().map(|it| it.at(index)).collect()),
            Self::Member(of) => Self::any(of.members().iter().map(|it| it.at(index)).collect()),
            _ => Self::Unknown,
        }
    }

    fn values(&self) -> Vec<Expr> {
        match self {
            Self::Pairs(of) => of.iter().map(|(_, value)| value.clone()).collect(),
            Self::Any(of) => of.iter().flat_map(Self::values).collect(),
            _ => vec![Self::Unknown],
        }
    }

    fn items(&self) -> Vec<Expr> {
        match self {
            Self::Pairs(of) => of
                .iter()
                .map(|(key, value)| Self::List(vec![key.clone(), value.clone()]))
                .collect(),
            Self::Any(of) => of.iter().flat_map(Self::items).collect(),
            _ => vec![Self::Unknown],
        }
    }
}

/// Alternatives that are known, where some are.
fn known(mut texts: Vec<String>) -> Vec<String> {
    if texts.iter().any(|it| it != "*") {
        texts.retain(|it| it != "*");
    }
    texts
}

/// Every text of `before` followed by every text of `after`.
fn append(before: &[String], after: &[String]) -> Vec<String> {
    let pairs = before
        .iter()
        .flat_map(|start| after.iter().map(move |end| format!("{start}{end}")));
    pairs.take(LIMIT).map(|it| it.replace("**", "*")).collect()
}
