//! YAML as a tree with byte ranges, for texts that are whole, cut out of a file, or broken.
//!
//! The tree is an arena: nodes are built and dropped without recursion, aliases point at their
//! anchor and are never copied, and what lies too deep is left out.

mod flow;
mod parse;
mod scalar;

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Set};

use crate::reading::Span;

pub(crate) use parse::parse;
pub(crate) use scalar::{Resolved, Scalar};

/// Merge keys (`<<`) are followed this many levels.
const MERGE_DEPTH: usize = 8;

/// At most about this many entries are merged into a mapping.
const MERGED_ENTRIES: usize = 1000;

/// Index of a node.
type Id = usize;

/// A parsed text: all its documents.
#[derive(Debug, Default)]
pub(crate) struct Yaml {
    nodes: Vec<Node>,
    documents: Vec<Id>,
    /// Where the parser gave up; what follows is not in the tree.
    pub(crate) broken_from: Option<usize>,
}

#[derive(Debug)]
struct Node {
    span: Span,
    content: Content,
}

#[derive(Debug)]
enum Content {
    Scalar(Scalar),
    Map(Vec<(Id, Id)>),
    List(Vec<Id>),
    Alias(Id),
}

/// A node of a tree; cheap to copy. Aliases are followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'y> {
    yaml: &'y Yaml,
    id: Id,
}

impl Yaml {
    /// The root of each document.
    pub(crate) fn documents(&self) -> impl Iterator<Item = View<'_>> {
        self.documents.iter().map(|&id| self.view(id))
    }

    /// Every mapping that is written out in the text, outer before inner, in order.
    pub(crate) fn mappings(&self) -> impl Iterator<Item = View<'_>> {
        let is_map = |&id: &Id| matches!(self.nodes[id].content, Content::Map(_));
        (0..self.nodes.len()).filter(is_map).map(|id| self.view(id))
    }

    /// Every scalar that is written out in the text, in order.
    pub(crate) fn scalars(&self) -> impl Iterator<Item = &Scalar> {
        self.nodes.iter().filter_map(|node| match &node.content {
            Content::Scalar(scalar) => Some(scalar),
            _ => None,
        })
    }

    fn view(&self, id: Id) -> View<'_> {
        let id = match self.nodes[id].content {
            Content::Alias(target) => target,
            _ => id,
        };
        View { yaml: self, id }
    }
}

impl<'y> View<'y> {
    fn node(self) -> &'y Node {
        &self.yaml.nodes[self.id]
    }

    /// Where it stands; an alias gives the place of its anchor.
    pub(crate) fn span(self) -> Span {
        self.node().span.clone()
    }

    /// Which node it is: two views of one node have the same number.
    pub(crate) fn id(self) -> usize {
        self.id
    }

    /// The scalar, if it is one.
    pub(crate) fn scalar(self) -> Option<&'y Scalar> {
        match &self.node().content {
            Content::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The text of a scalar without template expressions.
    pub(crate) fn text(self) -> Option<&'y str> {
        let scalar = self.scalar().filter(|scalar| !scalar.template)?;
        Some(&scalar.mapped.text)
    }

    /// The items of a list; nothing for anything else.
    pub(crate) fn items(self) -> impl Iterator<Item = View<'y>> {
        let items: &[Id] = match &self.node().content {
            Content::List(items) => items,
            _ => &[],
        };
        items.iter().map(move |&id| self.yaml.view(id))
    }

    /// Keys and values of a mapping as written, without merged ones.
    pub(crate) fn pairs(self) -> impl Iterator<Item = (View<'y>, View<'y>)> {
        let pairs: &[(Id, Id)] = match &self.node().content {
            Content::Map(pairs) => pairs,
            _ => &[],
        };
        let yaml = self.yaml;
        pairs
            .iter()
            .map(move |&(key, value)| (yaml.view(key), yaml.view(value)))
    }

    /// Keys and values with those that `<<` brings in and own ones do not replace.
    pub(crate) fn entries(self) -> Vec<(View<'y>, View<'y>)> {
        let mut entries = Vec::new();
        self.collect(MERGE_DEPTH, &mut entries);
        let own: Set = self.pairs().filter_map(|(key, _)| key.text()).gathered();
        let is_own = |(key, _): &(View<'y>, View<'y>)| key.text() != Some("<<");
        let merged = entries
            .len()
            .saturating_sub(self.pairs().filter(is_own).count());
        let mut at = 0;
        entries.retain(|(key, _)| {
            at += 1;
            at > merged || !key.text().is_some_and(|name| own.contains(name))
        });
        entries
    }

    fn collect(self, depth: usize, entries: &mut Vec<(View<'y>, View<'y>)>) {
        if depth == 0 || entries.len() > MERGED_ENTRIES {
            return;
        }
        let merges = |key: View<'y>| key.text() == Some("<<");
        for (_, merged) in self.pairs().filter(|(key, _)| merges(*key)) {
            merged.collect(depth - 1, entries);
            for item in merged.items() {
                item.collect(depth - 1, entries);
            }
        }
        let own = self.pairs().filter(|(key, _)| !merges(*key));
        let limit = if depth == MERGE_DEPTH {
            usize::MAX
        } else {
            MERGED_ENTRIES
        };
        entries.add_all(own.take(limit));
    }

    /// The value of a key, merged ones included; the last one where a key is repeated.
    pub(crate) fn get(self, name: &str) -> Option<View<'y>> {
        let own = self.pairs().filter(|(key, _)| key.text() == Some(name));
        if let Some((_, value)) = own.last() {
            return Some(value);
        }
        self.pairs()
            .any(|(key, _)| key.text() == Some("<<"))
            .then_some(())?;
        let entries = self.entries().into_iter();
        entries
            .rev()
            .find(|(key, _)| key.text() == Some(name))
            .map(|(_, value)| value)
    }

    /// The value at the end of a chain of keys.
    pub(crate) fn path(self, names: &[&str]) -> Option<View<'y>> {
        names.iter().try_fold(self, |node, name| node.get(name))
    }
}
