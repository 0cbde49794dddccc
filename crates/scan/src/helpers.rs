//! The helpers known so far, and what a call of one reads.

use std::collections::HashMap;
use std::sync::Arc;

use crate::expr::{Expr, Param};
use crate::unit::{Helper, Language, Otherwise};

/// Helpers by language and called name.
#[derive(Debug, Default)]
pub(crate) struct Helpers {
    by_name: HashMap<(Language, String), Vec<Helper>>,
}

impl Helpers {
    /// Adds a helper; false where it is known already. What is known beforehand says more than
    /// what the tree shows of it.
    pub(crate) fn add(&mut self, helper: Helper) -> bool {
        let key = (helper.language, helper.called().to_owned());
        let known = self.by_name.entry(key).or_default();
        let same = |it: &Helper| {
            let same =
                it.file == helper.file && it.symbol == helper.symbol && it.name == helper.name;
            same || it.file.is_empty()
        };
        if known.iter().any(same) {
            return false;
        }
        known.push(helper);
        true
    }

    /// The helpers that a call by this name can mean.
    pub(crate) fn called(&self, language: Language, name: &str) -> impl Iterator<Item = &Helper> {
        let found = self.by_name.get(&(language, name.to_owned()));
        found.into_iter().flatten()
    }
}

/// What a call gives.
#[derive(Debug)]
pub(crate) struct Arguments {
    /// By place.
    pub(crate) positional: Vec<Expr>,
    /// By name.
    pub(crate) keyword: Vec<(Arc<str>, Expr)>,
    /// Source text by name or by place, for defaults.
    pub(crate) sources: Vec<(Arc<str>, Option<Arc<str>>)>,
}

impl Arguments {
    /// The name and the default that this call of `helper` asks for; `None` where it gives no name.
    pub(crate) fn apply(&self, helper: &Helper) -> Option<(Expr, Otherwise)> {
        let owner = &helper.symbol;
        let name = helper.name.fill(&|it| match it {
            Expr::Param(param) if param.owner == *owner => Some(self.argument(param)),
            _ => None,
        });
        let default = match &helper.default {
            Otherwise::Param(param, own) if param.owner == *owner => self
                .source(param.index, &param.name)
                .or_else(|| own.clone())
                .map_or(Otherwise::None, Otherwise::Source),
            other => other.clone(),
        };
        name.says_something().then_some((name, default))
    }

    fn argument(&self, param: &Param) -> Expr {
        let keyword = self.keyword.iter().find(|(key, _)| *key == param.name);
        let given = keyword.map(|(_, value)| value);
        if param.name.starts_with("...") {
            let rest = self.positional.iter().skip(param.index);
            return Expr::List(rest.cloned().collect());
        }
        if let Some(value) = given.or_else(|| self.positional.get(param.index)) {
            return value.clone();
        }
        let default = param.default.as_deref();
        default.cloned().unwrap_or(Expr::Unknown)
    }

    fn source(&self, index: usize, name: &str) -> Option<Arc<str>> {
        let index = index.to_string();
        let mut found = self.sources.iter();
        let found = found.find(|(key, _)| &**key == name || **key == *index);
        found.and_then(|(_, text)| text.clone())
    }
}
