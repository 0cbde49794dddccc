//! Words as numbers. A builder that stays keeps them, so that a text that has not changed costs the
//! index a walk over numbers.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

/// The number of a word; it means the same word for as long as its vocabulary lives.
pub(crate) type Number = u32;

/// All words of one language that a builder has met.
#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    numbers: HashMap<Arc<str>, Number>,
    words: Vec<Arc<str>>,
    /// All numbers, in the order of their words; each behind the first bytes of its word, which
    /// nearly always decide.
    order: Vec<(u64, Number)>,
}

impl Vocabulary {
    /// The number of a word, a new one where it was never met.
    pub(crate) fn number(&mut self, word: &str) -> Number {
        if let Some(&number) = self.numbers.get(word) {
            return number;
        }
        let word: Arc<str> = word.into();
        let number = Number::try_from(self.words.len()).unwrap_or(Number::MAX);
        self.words.push(Arc::clone(&word));
        self.numbers.insert(word, number);
        number
    }

    /// How many words there are; every number is below.
    pub(crate) fn len(&self) -> usize {
        self.words.len()
    }

    /// Puts new words into their place in the order.
    pub(crate) fn sort(&mut self) {
        let known = self.order.len();
        let new = self.words[known..].iter();
        let new = new.map(|word| (beginning(word), self.numbers[word]));
        self.order.extend(new);
        let word = |number: Number| &self.words[number as usize];
        // A merge sort: what is in order already costs little.
        self.order.par_sort_by(|a, b| {
            let words = || word(a.1).cmp(word(b.1));
            a.0.cmp(&b.0).then_with(words)
        });
    }

    /// The words with their numbers, in order, as far as [`sort`](Self::sort) has seen them.
    pub(crate) fn sorted(&self) -> impl Iterator<Item = (&str, Number)> {
        let both = |&(_, number): &(u64, Number)| (&*self.words[number as usize], number);
        self.order.iter().map(both)
    }
}

/// The first eight bytes of a word as a number; numbers are in the order of the words.
fn beginning(word: &str) -> u64 {
    let mut bytes = [0; 8];
    for (slot, byte) in bytes.iter_mut().zip(word.bytes()) {
        *slot = byte;
    }
    u64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::Vocabulary;

    #[test]
    fn words_come_in_order_whenever_they_were_met() {
        let mut vocabulary = Vocabulary::default();
        for words in [
            &["torch", "nccl", "nccl_debug"][..],
            &["nccl_debug_file", "cuda", "torch"],
        ] {
            for word in words {
                vocabulary.number(word);
            }
            vocabulary.sort();
        }
        let sorted: Vec<_> = vocabulary
            .sorted()
            .map(|(word, _)| word.to_owned())
            .collect();
        assert_eq!(
            sorted,
            ["cuda", "nccl", "nccl_debug", "nccl_debug_file", "torch"]
        );
        for (word, number) in vocabulary
            .sorted()
            .map(|(word, it)| (word.to_owned(), it))
            .collect::<Vec<_>>()
        {
            assert_eq!(vocabulary.number(&word), number);
        }
    }
}
