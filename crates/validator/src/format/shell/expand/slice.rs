//! `${NAME:offset:length}`: a stretch of a text, or of a list.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::run::{Flow, Shell};
use super::super::source::{HOLE, known};
use super::super::state::Content;
use super::super::syntax::{Parameter, Word};
use super::parameter::Found;

/// Elements in the order of their numbers.
struct Numbered {
    elements: Vec<(i64, String)>,
    /// One more than the last number.
    end: i64,
}

impl Shell {
    pub(super) fn slice(
        &mut self,
        parameter: &Parameter,
        found: Found,
        offset: &Word,
        length: Option<&Word>,
    ) -> Found {
        let offset = self.number(offset);
        let length = length.map(|word| self.number(word));
        let (Some(offset), false) = (offset, length == Some(None)) else {
            return Found::Text(HOLE.to_string());
        };
        let length = length.flatten();
        match found {
            Found::Text(text) => self.stretch(&text, offset, length),
            Found::List(_, star) => match self.numbered(parameter) {
                Some(list) => Self::sublist(list, star, offset, length),
                None => Found::Text(HOLE.to_string()),
            },
            Found::Unset => Found::Unset,
            Found::Doubtful => Found::Text(HOLE.to_string()),
        }
    }

    /// A stretch of a text.
    fn stretch(&mut self, text: &str, offset: i64, length: Option<i64>) -> Found {
        let Some(text) = known(text) else {
            return Found::Text(HOLE.to_string());
        };
        let letters: Vec<char> = text.chars().gathered();
        match range(letters.len(), offset, length) {
            Some((start, end)) => Found::Text(letters[start..end].iter().collect()),
            None => {
                self.abort(Flow::GiveUp);
                Found::Unset
            }
        }
    }

    /// A stretch of a list: it begins at a number, and counts elements from there.
    fn sublist(list: Numbered, star: bool, offset: i64, length: Option<i64>) -> Found {
        let start = if offset < 0 {
            offset + list.end
        } else {
            offset
        };
        if !(0..list.end).contains(&start) {
            return Found::List(Vec::new(), star);
        }
        let Ok(length) = length.map_or(Ok(usize::MAX), usize::try_from) else {
            // An error, and how much of the text it ends depends on where it stands.
            return Found::Text(HOLE.to_string());
        };
        let elements = list.elements.into_iter();
        let kept = elements.filter(|(number, _)| *number >= start);
        Found::List(kept.take(length).map(|(_, text)| text).gathered(), star)
    }

    /// The list that a parameter names: `$0` and the positional parameters, or an indexed array.
    fn numbered(&mut self, parameter: &Parameter) -> Option<Numbered> {
        if parameter.indirect {
            return None;
        }
        let elements: Vec<(i64, String)> = if matches!(parameter.name.as_str(), "@" | "*") {
            let list = self.settings.positional.clone()?;
            let zero = core::iter::once(HOLE.to_string());
            (0..).zip(zero.chain(list.iter().cloned())).gathered()
        } else {
            match self.read(&parameter.name).content {
                Content::List(list) => list.into_elements(),
                _ => return None,
            }
        };
        let end = elements
            .last()
            .map_or(0, |(last, _)| last.saturating_add(1));
        Some(Numbered { elements, end })
    }
}

/// `${text:offset:length}` as a range of characters; `None`: the shell refuses.
fn range(count: usize, offset: i64, length: Option<i64>) -> Option<(usize, usize)> {
    let count = i64::try_from(count).ok()?;
    let start = if offset < 0 { count + offset } else { offset };
    if start < 0 || start > count {
        return Some((0, 0));
    }
    let end = match length {
        None => count,
        Some(n) if n < 0 => count + n,
        Some(n) => start.saturating_add(n).min(count),
    };
    if end < start {
        return None;
    }
    Some((usize::try_from(start).ok()?, usize::try_from(end).ok()?))
}
