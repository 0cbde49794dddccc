//! Words of `ENV` and `ARG`: quotes, escapes and references, as the builder reads them.

use core::ops::Range;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gather;

use crate::format::expand::{Reference, references};
use crate::format::mapped::Mapped;
use crate::limits::Parts;
use crate::reading::{Origin, Part, Quoting, Value};

/// Splits at blanks outside of quotes; quotes and escapes stay in the words.
pub(super) fn split(text: &str, escape: char) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in text.char_indices() {
        if escaped {
            escaped = false;
        } else if c == escape && quote != Some('\'') {
            escaped = true;
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() && matches!(c, '"' | '\'') {
            quote = Some(c);
        }
        let blank = matches!(c, ' ' | '\t') && quote.is_none() && !escaped;
        match start {
            None if !blank => start = Some(at),
            Some(from) if blank && !text[..at].ends_with(escape) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words.add_all(start.map(|from| from..text.len()));
    words
}

/// Reads `range` of a line as a value.
pub(super) fn value(
    line: &Mapped,
    range: &Range<usize>,
    escape: char,
    resolve: &dyn Fn(&Reference<'_>) -> Option<String>,
) -> Value {
    let mut reader = Reader {
        line,
        end: range.end,
        escape,
        references: shifted(references(&line.text[range.clone()]), range.start),
        resolve,
        parts: Parts::default(),
    };
    reader.read(range.start);
    Value {
        parts: reader.parts.finish(),
        span: line.span(range),
    }
}

/// References of a piece, as references of the whole that it stands in at `start`.
fn shifted(mut references: Vec<Reference<'_>>, start: usize) -> Vec<Reference<'_>> {
    for it in &mut references {
        it.range = it.range.start + start..it.range.end + start;
    }
    references
}

struct Reader<'a> {
    line: &'a Mapped,
    end: usize,
    escape: char,
    references: Vec<Reference<'a>>,
    resolve: &'a dyn Fn(&Reference<'_>) -> Option<String>,
    parts: Parts,
}

impl Reader<'_> {
    fn read(&mut self, mut at: usize) {
        let text = &self.line.text[..self.end];
        let mut quote: Option<char> = None;
        let mut run = at;
        while let Some(c) = text[at..].chars().next() {
            let next = at + c.len_utf8();
            let (taken, replaced) = match c {
                '"' | '\'' if quote.is_none_or(|open| open == c) => (next, Some(String::new())),
                _ if c == self.escape && quote != Some('\'') => match self.escaped(next, quote) {
                    Some(end) => (end, Some(text[next..end].to_owned())),
                    None => (next, None),
                },
                '$' if quote != Some('\'') => match self.reference(at) {
                    Some(end) => {
                        self.copy(run..at, quote);
                        run = end;
                        at = end;
                        self.push_reference(end);
                        continue;
                    }
                    None => (next, None),
                },
                _ => (next, None),
            };
            if let Some(replaced) = replaced {
                self.copy(run..at, quote);
                run = taken;
                if matches!(c, '"' | '\'') && replaced.is_empty() {
                    quote = if quote.is_some() { None } else { Some(c) };
                } else {
                    self.derived(Some(replaced), at..taken);
                }
            }
            at = taken;
        }
        self.copy(run..at, quote);
    }

    /// The end of the character that an escape before `at` makes plain.
    fn escaped(&self, at: usize, quote: Option<char>) -> Option<usize> {
        let c = self.line.text[at..self.end].chars().next()?;
        let special = c == '"' || c == '$' || c == self.escape;
        (quote.is_none() || special).then(|| at + c.len_utf8())
    }

    fn reference(&self, at: usize) -> Option<usize> {
        let index = self.references.partition_point(|it| it.range.start < at);
        let found = self.references.get(index)?;
        (found.range.start == at && found.range.end <= self.end).then_some(found.range.end)
    }

    fn push_reference(&mut self, end: usize) {
        let index = self.references.partition_point(|it| it.range.end < end);
        if let Some(reference) = self.references.get(index) {
            let text = (self.resolve)(reference);
            let range = reference.range.clone();
            self.derived(text, range);
        }
    }

    fn copy(&mut self, range: Range<usize>, quote: Option<char>) {
        if range.is_empty() {
            return;
        }
        let quoting = if quote.is_some() {
            Quoting::Quoted
        } else {
            Quoting::Bare
        };
        self.parts.extend(self.line.parts(&range, quoting));
    }

    fn derived(&mut self, text: Option<String>, range: Range<usize>) {
        self.parts.push(Part {
            text,
            span: self.line.span(&range),
            origin: Origin::Derived,
        });
    }
}
