//! Brace expansion: `{a,b}` and `{1..4}`.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::syntax::{Segment, SegmentKind, Word};

/// Most words that one word gives.
const MAX_WORDS: usize = 2_000;

/// A word as letters that may be special, and segments that are not.
#[derive(Clone, Debug)]
enum Atom {
    /// An unquoted letter, its segment and, where it stands in the text, its place there.
    Letter(char, usize, Option<usize>),
    /// A whole segment.
    Whole(usize),
}

/// The words that a word gives; most give themselves.
pub(super) fn expand(word: &Word) -> Vec<Word> {
    let special = |segment: &Segment| match &segment.kind {
        SegmentKind::Text(text, _) => !segment.quoted && text.contains('{'),
        _ => false,
    };
    if !word.segments.iter().any(special) {
        return vec![word.clone()];
    }
    let mut atoms = Vec::new();
    for (index, segment) in word.segments.iter().enumerate() {
        match &segment.kind {
            SegmentKind::Text(text, _) if !segment.quoted => {
                let letters = text.char_indices();
                atoms.add_all(letters.map(|(at, c)| Atom::Letter(c, index, Some(at))));
            }
            _ => atoms.push(Atom::Whole(index)),
        }
    }
    let mut budget = MAX_WORDS;
    let Some(lists) = expand_atoms(&atoms, 0, &mut budget) else {
        return vec![word.clone()];
    };
    lists.iter().map(|atoms| rebuild(word, atoms)).gathered()
}

/// Expands a row of atoms; `None` when there would be too many words.
fn expand_atoms(atoms: &[Atom], depth: usize, budget: &mut usize) -> Option<Vec<Vec<Atom>>> {
    if depth > 16 {
        return None;
    }
    let Some((open, close, parts)) = find(atoms) else {
        return Some(vec![atoms.to_vec()]);
    };
    let tails = expand_atoms(&atoms[close + 1..], depth + 1, budget)?;
    let mut middles = Vec::new();
    for part in parts {
        middles.add_all(expand_atoms(&part, depth + 1, budget)?);
    }
    let count = middles.len().checked_mul(tails.len())?;
    *budget = budget.checked_sub(count)?;
    let mut out = Vec::with_capacity(count);
    for middle in &middles {
        for tail in &tails {
            let mut atoms = atoms[..open].to_vec();
            atoms.add_all(middle.iter().cloned());
            atoms.add_all(tail.iter().cloned());
            out.push(atoms);
        }
    }
    Some(out)
}

fn letter(atom: Option<&Atom>) -> Option<char> {
    match atom {
        Some(Atom::Letter(c, ..)) => Some(*c),
        _ => None,
    }
}

/// The first brace group: where it opens, where it closes, and its alternatives.
fn find(atoms: &[Atom]) -> Option<(usize, usize, Vec<Vec<Atom>>)> {
    for open in 0..atoms.len() {
        if letter(atoms.get(open)) != Some('{') {
            continue;
        }
        let behind_dollar = open > 0 && letter(atoms.get(open - 1)) == Some('$');
        if let Some((close, parts)) = group(atoms, open).filter(|_| !behind_dollar) {
            return Some((open, close, parts));
        }
    }
    None
}

fn group(atoms: &[Atom], open: usize) -> Option<(usize, Vec<Vec<Atom>>)> {
    let mut depth = 0;
    let mut commas = Vec::new();
    let mut close = None;
    for (at, atom) in atoms.iter().enumerate().skip(open) {
        match letter(Some(atom)) {
            Some('{') => depth += 1,
            Some('}') => depth -= 1,
            Some(',') if depth == 1 => commas.push(at),
            _ => {}
        }
        if depth == 0 {
            close = Some(at);
            break;
        }
    }
    let close = close?;
    if commas.is_empty() {
        return Some((close, sequence(&atoms[open + 1..close])?));
    }
    let mut parts = Vec::new();
    let mut start = open + 1;
    for end in commas.into_iter().chain([close]) {
        parts.push(atoms[start..end].to_vec());
        start = end + 1;
    }
    Some((close, parts))
}

/// `1..4`, `a..e`, `0..10..2`
fn sequence(atoms: &[Atom]) -> Option<Vec<Vec<Atom>>> {
    let text: String = atoms
        .iter()
        .map(|atom| letter(Some(atom)))
        .collect::<Option<_>>()?;
    let mut pieces = text.split("..");
    let (from, to, step) = (pieces.next()?, pieces.next()?, pieces.next());
    if pieces.next().is_some() {
        return None;
    }
    let (_, segment, _) = match atoms.first() {
        Some(Atom::Letter(c, segment, at)) => (c, *segment, at),
        _ => return None,
    };
    let step: i64 = match step {
        Some(step) => step.parse().ok()?,
        None => 1,
    };
    let texts = match (from.parse::<i64>(), to.parse::<i64>()) {
        (Ok(a), Ok(b)) => {
            let padded = |text: &str| {
                text.trim_start_matches('-').len() > 1
                    && text.trim_start_matches('-').starts_with('0')
            };
            let width = if padded(from) || padded(to) {
                from.len().max(to.len())
            } else {
                0
            };
            numbers(a, b, step)?
                .into_iter()
                .map(|n| format!("{n:0width$}"))
                .gathered::<Vec<_>>()
        }
        _ => letters(from, to, step)?,
    };
    let atoms_of = |text: String| {
        text.chars()
            .map(|c| Atom::Letter(c, segment, None))
            .gathered()
    };
    Some(texts.into_iter().map(atoms_of).gathered())
}

fn numbers(from: i64, to: i64, step: i64) -> Option<Vec<i64>> {
    let step = step.unsigned_abs().max(1);
    let count = from.abs_diff(to) / step;
    if count >= MAX_WORDS as u64 {
        return None;
    }
    let step = i64::try_from(step).ok()?;
    let sign = if to < from { -1 } else { 1 };
    (0..=i64::try_from(count).ok()?)
        .map(|n| from.checked_add(n.checked_mul(step)?.checked_mul(sign)?))
        .collect()
}

fn letters(from: &str, to: &str, step: i64) -> Option<Vec<String>> {
    let one = |text: &str| {
        let mut chars = text.chars();
        let c = chars.next().filter(char::is_ascii_alphabetic)?;
        chars.next().is_none().then_some(u32::from(c))
    };
    let codes = numbers(i64::from(one(from)?), i64::from(one(to)?), step)?;
    codes
        .into_iter()
        .map(|code| char::from_u32(u32::try_from(code).ok()?).map(String::from))
        .collect()
}

/// Puts a word together from atoms.
fn rebuild(word: &Word, atoms: &[Atom]) -> Word {
    let mut segments: Vec<Segment> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    for atom in atoms {
        match atom {
            Atom::Whole(index) => {
                segments.push(word.segments[*index].clone());
                previous = None;
            }
            Atom::Letter(c, index, at) => {
                let source = &word.segments[*index];
                let literal = matches!(&source.kind, SegmentKind::Text(_, true));
                let place = at.filter(|_| literal);
                let span = match place {
                    Some(at) => source.span.start + at..source.span.start + at + c.len_utf8(),
                    None => source.span.clone(),
                };
                let verbatim = place.is_some();
                let follows = place.is_some_and(|at| previous == Some((*index, at)));
                match segments.last_mut() {
                    Some(Segment {
                        kind: SegmentKind::Text(text, true),
                        span: last,
                        ..
                    }) if follows => {
                        text.push(*c);
                        last.end = span.end;
                    }
                    _ => segments.push(Segment {
                        kind: SegmentKind::Text(c.to_string(), verbatim),
                        quoted: false,
                        span,
                    }),
                }
                previous = place.map(|at| (*index, at + c.len_utf8()));
            }
        }
    }
    Word {
        segments,
        span: word.span.clone(),
    }
}
