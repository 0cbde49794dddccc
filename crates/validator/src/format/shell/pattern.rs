//! Shell patterns: `*`, `?`, `[…]`.

use readpoint_catalog::prelude::*;

/// One element of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Element {
    Letter(char),
    AnyOne,
    AnyRun,
    Class(Vec<(char, char)>, bool),
}

/// A pattern.
#[derive(Clone, Debug, Default)]
pub(super) struct Pattern {
    elements: Vec<Element>,
}

impl Pattern {
    /// Builds a pattern from letters, each with whether it was quoted. `None` if it uses
    /// something that is not followed here (named classes, extended groups).
    pub(super) fn new(letters: &[(char, bool)]) -> Option<Self> {
        let mut elements = Vec::new();
        let mut at = 0;
        while let Some(&(c, quoted)) = letters.get(at) {
            at += 1;
            if !quoted && "?*+@!".contains(c) && letters.get(at) == Some(&('(', false)) {
                return None;
            }
            elements.push(match c {
                _ if quoted => Element::Letter(c),
                '?' => Element::AnyOne,
                '*' => Element::AnyRun,
                '\\' => {
                    let escaped = letters.get(at).map_or('\\', |&(c, _)| c);
                    at += 1;
                    Element::Letter(escaped)
                }
                '[' => match class(&letters[at..])? {
                    Some((element, length)) => {
                        at += length;
                        element
                    }
                    None => Element::Letter('['),
                },
                _ => Element::Letter(c),
            });
        }
        Some(Self { elements })
    }

    /// Whether it matches anything at all (`*`).
    pub(super) fn is_anything(&self) -> bool {
        !self.elements.is_empty() && self.elements.iter().all(|it| *it == Element::AnyRun)
    }

    /// Whether nothing but literal text matches it.
    pub(super) fn is_literal(&self) -> bool {
        self.elements
            .iter()
            .all(|it| matches!(it, Element::Letter(_)))
    }

    /// Whether it matches the whole text.
    pub(super) fn matches(&self, text: &[char]) -> bool {
        let (mut p, mut t) = (0, 0);
        let mut retry: Option<(usize, usize)> = None;
        while t < text.len() {
            match self.elements.get(p) {
                Some(Element::AnyRun) => {
                    retry = Some((p, t));
                    p += 1;
                }
                Some(element) if element.accepts(text[t]) => {
                    p += 1;
                    t += 1;
                }
                _ => match &mut retry {
                    Some((star, from)) => {
                        *from += 1;
                        p = *star + 1;
                        t = *from;
                    }
                    None => return false,
                },
            }
        }
        self.elements[p..].iter().all(|it| *it == Element::AnyRun)
    }

    /// The length in characters of the prefix of `text` that it matches.
    pub(super) fn prefix(&self, text: &[char], longest: bool) -> Option<usize> {
        let mut lengths = 0..=text.len();
        let fits = |length: &usize| self.matches(&text[..*length]);
        if longest {
            lengths.rfind(fits)
        } else {
            lengths.find(fits)
        }
    }

    /// The start of the suffix of `text` that it matches.
    pub(super) fn suffix(&self, text: &[char], longest: bool) -> Option<usize> {
        let mut starts = 0..=text.len();
        let fits = |start: &usize| self.matches(&text[*start..]);
        if longest {
            starts.find(fits)
        } else {
            starts.rfind(fits)
        }
    }
}

impl Element {
    fn accepts(&self, c: char) -> bool {
        match self {
            Self::Letter(letter) => *letter == c,
            Self::AnyOne => true,
            Self::AnyRun => false,
            Self::Class(ranges, negated) => {
                ranges.iter().any(|(from, to)| (*from..=*to).contains(&c)) != *negated
            }
        }
    }
}

/// A class behind its `[`: the element and its length; inner `None` if it is not a class,
/// outer `None` if it is one that is not followed.
fn class(letters: &[(char, bool)]) -> Option<Option<(Element, usize)>> {
    let mut at = 0;
    let letter = |at: usize| letters.get(at).copied();
    let negated = matches!(letter(at), Some(('!' | '^', false)));
    at += usize::from(negated);
    let mut ranges = Vec::new();
    let first = at;
    loop {
        let Some((c, quoted)) = letter(at) else {
            return Some(None);
        };
        if c == ']' && !quoted && at > first {
            return Some(Some((Element::Class(ranges, negated), at + 1)));
        }
        if c == '[' && !quoted && matches!(letter(at + 1), Some((':' | '.' | '=', _))) {
            return None;
        }
        if c == '\\' && !quoted {
            return None;
        }
        let is_range = letter(at + 1) == Some(('-', false))
            && letter(at + 2).is_some_and(|(end, quoted)| end != ']' || quoted);
        let end = if is_range { letters[at + 2].0 } else { c };
        ranges.push((c, end));
        at += if is_range { 3 } else { 1 };
    }
}
