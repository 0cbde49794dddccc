//! What `${NAME…}` does to a value: lengths, patterns, letter case.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::run::Shell;
use super::super::source::{HOLE, known};
use super::super::syntax::{Operation, ReplaceKind};
use super::Pattern;
use super::parameter::Found;

/// Texts longer than this are not searched for patterns.
const MAX_SEARCHED: usize = 2_000;

impl Shell {
    pub(super) fn operate(&mut self, operation: &Operation, found: Found) -> Found {
        match operation {
            Operation::Value | Operation::Default(..) => found,
            Operation::Other => Found::Text(HOLE.to_string()),
            Operation::Length => match found {
                Found::List(elements, _) => Found::Text(elements.len().to_string()),
                Found::Text(text) => Found::Text(
                    known(&text).map_or(HOLE.to_string(), |text| text.chars().count().to_string()),
                ),
                Found::Unset => Found::Text("0".into()),
                Found::Doubtful => Found::Text(HOLE.to_string()),
            },
            _ => self.each(operation, found),
        }
    }

    /// Works on every element of a list, or on one text.
    fn each(&mut self, operation: &Operation, found: Found) -> Found {
        let change = |shell: &mut Self, text: String| {
            let fits = text.len() <= MAX_SEARCHED && known(&text).is_some();
            let changed = fits.then(|| shell.change(operation, &text)).flatten();
            changed.unwrap_or_else(|| HOLE.to_string())
        };
        match found {
            Found::Text(text) => Found::Text(change(self, text)),
            Found::List(elements, star) => {
                let changed = elements
                    .into_iter()
                    .map(|text| change(self, text))
                    .gathered();
                Found::List(changed, star)
            }
            other => other,
        }
    }

    fn change(&mut self, operation: &Operation, text: &str) -> Option<String> {
        let letters: Vec<char> = text.chars().gathered();
        match operation {
            Operation::Strip(at_end, longest, word) => {
                let pattern = self.pattern(word)?;
                let kept = if *at_end {
                    &letters[..pattern.suffix(&letters, *longest).unwrap_or(letters.len())]
                } else {
                    &letters[pattern.prefix(&letters, *longest).unwrap_or(0)..]
                };
                Some(kept.iter().collect())
            }
            Operation::Replace(kind, pattern, with) => {
                let pattern = self.pattern(pattern)?;
                // In bash an unquoted `&` of the replacement may stand for what was matched.
                let with = self.text(with);
                let with = known(&with).filter(|with| !with.contains(['&', '\\']))?;
                Some(replace(*kind, &pattern, &letters, with))
            }
            Operation::Case(upper, all, word) => {
                if !word.segments.is_empty() || !text.is_ascii() {
                    return None;
                }
                let change = |c: &char| {
                    if *upper {
                        c.to_ascii_uppercase()
                    } else {
                        c.to_ascii_lowercase()
                    }
                };
                let changed = letters.iter().enumerate();
                Some(
                    changed
                        .map(|(i, c)| if *all || i == 0 { change(c) } else { *c })
                        .gathered(),
                )
            }
            _ => None,
        }
    }
}

fn replace(kind: ReplaceKind, pattern: &Pattern, letters: &[char], with: &str) -> String {
    let mut out = String::new();
    let mut at = 0;
    match kind {
        ReplaceKind::Start => {
            if let Some(length) = pattern.prefix(letters, true) {
                out.push_str(with);
                at = length;
            }
        }
        ReplaceKind::End => {
            if let Some(start) = pattern.suffix(letters, true) {
                out.extend(&letters[..start]);
                out.push_str(with);
                at = letters.len();
            }
        }
        ReplaceKind::First | ReplaceKind::All => {
            while at < letters.len() {
                match pattern.prefix(&letters[at..], true).filter(|&n| n > 0) {
                    Some(length) => {
                        out.push_str(with);
                        at += length;
                        if kind == ReplaceKind::First {
                            break;
                        }
                    }
                    None => {
                        out.push(letters[at]);
                        at += 1;
                    }
                }
            }
        }
    }
    out.extend(&letters[at..]);
    out
}
