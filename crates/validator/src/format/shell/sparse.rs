//! The elements of an indexed array. There are few (see `MAX_ELEMENTS`), so a sorted list serves.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

/// Elements by index, in order, with gaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sparse(Vec<(i64, String)>);

impl Sparse {
    /// How many elements there are.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Where an index stands, or would stand.
    fn find(&self, index: i64) -> Result<usize, usize> {
        let at = self.0.partition_point(|(it, _)| *it < index);
        match self.0.get(at) {
            Some((it, _)) if *it == index => Ok(at),
            _ => Err(at),
        }
    }

    /// The element at an index.
    pub(super) fn get(&self, index: i64) -> Option<&String> {
        self.find(index).ok().map(|at| &self.0[at].1)
    }

    /// Sets the element at an index.
    pub(super) fn insert(&mut self, index: i64, text: String) {
        match self.find(index) {
            Ok(at) => self.0[at].1 = text,
            Err(at) => self.0.insert(at, (index, text)),
        }
    }

    /// Takes the element at an index away.
    pub(super) fn remove(&mut self, index: i64) {
        if let Ok(at) = self.find(index) {
            self.0.remove(at);
        }
    }

    /// The largest index.
    pub(super) fn last(&self) -> Option<i64> {
        self.0.last().map(|(index, _)| *index)
    }

    /// Indexes and elements in order.
    pub(super) fn into_elements(self) -> Vec<(i64, String)> {
        self.0
    }
}

impl Gather<(i64, String)> for Sparse {
    fn add(&mut self, (index, text): (i64, String)) {
        self.insert(index, text);
    }
}
