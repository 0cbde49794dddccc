//! Numbers that were seen: positions and node numbers, which are dense.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

/// A set of small numbers, one bit each.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks(Vec<u64>);

impl Marks {
    /// Adds a number; whether it is new.
    pub(crate) fn insert(&mut self, number: usize) -> bool {
        let (word, bit) = (number / 64, 1 << (number % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        new
    }

    /// Whether a number was added.
    pub(crate) fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64).copied().unwrap_or_default();
        word & 1 << (number % 64) != 0
    }
}

impl Gather<usize> for Marks {
    fn add(&mut self, number: usize) {
        self.insert(number);
    }
}

#[cfg(test)]
mod tests {
    use readpoint_catalog::Gather;

    use super::Marks;

    #[test]
    fn numbers_are_told_apart() {
        let mut marks = Marks::default();
        marks.add_all([0, 63, 64, 1000]);
        assert!(!marks.insert(64) && marks.insert(65));
        assert!([0, 63, 64, 65, 1000].iter().all(|it| marks.contains(*it)));
        assert!(!marks.contains(1) && !marks.contains(100_000));
    }
}
