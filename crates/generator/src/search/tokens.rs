//! Words of a text. `site/script/tokens.js` splits queries in the same way.

use std::collections::BTreeSet;

/// Words worth finding: three to forty letters, digits and underscores, not beginning with a
/// digit; and the overlapping pairs of characters of Chinese and Japanese, which have no blanks
/// between words.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=40;

/// Gives every word of a text, in lower case, to `add`.
pub(crate) fn split(text: &str, mut add: impl FnMut(&str)) {
    let lower = text.to_lowercase();
    for run in lower.split(|c: char| !c.is_alphanumeric() && c != '_') {
        let mut rest = run;
        while let Some(first) = rest.chars().next() {
            let paired = is_paired(first);
            let end = rest.find(|c| is_paired(c) != paired).unwrap_or(rest.len());
            let (part, after) = rest.split_at(end);
            rest = after;
            match paired {
                true => pairs(part, &mut add),
                false => word(part, &mut add),
            }
        }
    }
}

/// The different words of a text, in order.
pub(crate) fn all(text: &str) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    split(text, |word| {
        if !all.contains(word) {
            all.insert(word.to_owned());
        }
    });
    all
}

fn word(text: &str, add: &mut impl FnMut(&str)) {
    let text = text.trim_matches('_');
    let begins_well = !text.starts_with(|c: char| c.is_ascii_digit());
    if begins_well && LENGTHS.contains(&text.chars().count()) {
        add(text);
    }
}

fn pairs(text: &str, add: &mut impl FnMut(&str)) {
    let starts: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
    if starts.len() == 1 {
        add(text);
    }
    for number in 1..starts.len() {
        let end = starts.get(number + 1).copied().unwrap_or(text.len());
        add(&text[starts[number - 1]..end]);
    }
}

/// Whether a character belongs to a script that is written without blanks.
fn is_paired(c: char) -> bool {
    matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same cases that the search box is held to.
    const CASES: &str = include_str!("../../../../tests/search/tokens.txt");

    #[test]
    fn texts_are_split_as_queries_are() {
        let cases = CASES.lines().filter(|line| !line.starts_with('#'));
        let cases: Vec<_> = cases.filter_map(|line| line.split_once(" => ")).collect();
        assert!(cases.len() > 5);
        for (text, words) in cases {
            let mut found = Vec::new();
            split(text, |word| found.push(word.to_owned()));
            assert_eq!(found.join(" "), words, "{text}");
        }
    }
}
