//! Words with their pages, cut into files of about equal size.

use std::collections::BTreeMap;

use super::vocabulary::Number;
use crate::data;

/// About how many bytes a file has.
const SIZE: usize = 8_000;
/// What one page's number is multiplied by, to leave room for the place.
const PLACES: usize = 8;

/// Where a word stands, the weakest place first. The numbers are part of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Place {
    /// The running text.
    Text = 1,
    /// The summary.
    Summary = 2,
    /// A heading.
    Heading = 3,
    /// A key or word of a value.
    Value = 4,
    /// A symptom.
    Symptom = 5,
}

/// A page with the place of a word in it, as the index writes it.
pub(crate) fn found(page: usize, place: Place) -> usize {
    page * PLACES + place as usize
}

/// Words as files.
#[derive(Debug, Default)]
pub(crate) struct Shards<'a> {
    /// First word and size of each file.
    pub(crate) starts: Vec<(&'a str, usize)>,
    /// The files by path.
    pub(crate) files: Vec<(String, String)>,
}

impl<'a> Shards<'a> {
    /// Cuts words into the files `search/<name>-0.json` and so on. `words` come in order; what is
    /// found of a word stands at its number, and words of which nothing is found are left out.
    pub(crate) fn cut(
        name: &str,
        words: impl Iterator<Item = (&'a str, Number)>,
        found: &[Vec<usize>],
    ) -> Self {
        let mut shards = Self::default();
        let mut open: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        let mut size = 0;
        for (word, number) in words {
            let found = &found[number as usize];
            if found.is_empty() {
                continue;
            }
            if size >= SIZE {
                shards.close(name, &open);
                open.clear();
                size = 0;
            }
            let found = differences(found);
            size += word.len() + 4 + found.iter().map(|it| 1 + digits(*it)).sum::<usize>();
            open.insert(word, found);
        }
        shards.close(name, &open);
        shards
    }

    fn close(&mut self, name: &str, words: &BTreeMap<&'a str, Vec<usize>>) {
        let Some((first, _)) = words.first_key_value() else {
            return;
        };
        let text = data::json(words);
        let path = format!("search/{name}-{}.json", self.starts.len());
        self.starts.push((first, text.len()));
        self.files.push((path, text));
    }
}

fn differences(numbers: &[usize]) -> Vec<usize> {
    let mut last = 0;
    let difference = |&number: &usize| number - std::mem::replace(&mut last, number);
    numbers.iter().map(difference).collect()
}

fn digits(number: usize) -> usize {
    number.checked_ilog10().map_or(1, |it| it as usize + 1)
}
