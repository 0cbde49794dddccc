//! Defaults: `${NAME:=word}`, and what a value is where nothing comes from outside.

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::super::source::text_of;
use super::super::syntax::{Operation, Segment, SegmentKind, Word};
use super::Shell;
use crate::reading::{Assignment, Part, Reach, Span, Value};

impl Shell {
    /// Assigns what `${NAME:=word}` does; the spans are those of the word and of the whole.
    pub(in super::super) fn assign_default(
        &mut self,
        name: &str,
        parts: Vec<Part>,
        (word, whole): (&Span, &Span),
    ) {
        let name = self.resolve(name);
        let old = self.vars.get(&name);
        let text = text_of(&parts);
        let value = Value {
            parts,
            span: word.clone(),
        };
        let place = self.record_default(&name, value, whole);
        self.store(&name, old, text, place, false, false);
    }

    /// Assigns what `${NAME:=word}` does where NAME may come from outside.
    pub(in super::super) fn assign_doubtful(
        &mut self,
        name: &str,
        parts: Option<Vec<Part>>,
        (word, whole): (&Span, &Span),
    ) {
        let name = self.resolve(name);
        let place = self.record_default(&name, Value::unknown(word.clone()), whole);
        self.assign_unknown(&name);
        let mut variable = self.vars.get(&name);
        variable.places.add_all(place);
        self.vars.put(&name, variable);
        if let (Some(place), Some(parts)) = (place, parts) {
            let span = word.clone();
            self.defaults.push((place, Value { parts, span }));
        }
    }

    fn record_default(&mut self, name: &str, value: Value, whole: &Span) -> Option<usize> {
        let start = whole.start + 2;
        let written = start + name.len()..value.span.start;
        // `:=` or `=` between the name and the word: it stands there letter for letter.
        let verbatim = (1..=2).contains(&written.len()) && written.start <= written.end;
        let name_span = if verbatim {
            start..start + name.len()
        } else {
            whole.clone()
        };
        let assignment = Assignment {
            name: name.to_owned(),
            name_span,
            value,
            span: whole.clone(),
            reach: Reach::Program,
        };
        self.record_assignment(assignment, false)
    }

    /// The value that a word has where what comes from outside and has a default is not set;
    /// `None` where that cannot be known either, or makes no difference.
    pub(in super::super) fn default_value(&mut self, word: &Word) -> Option<Vec<Part>> {
        let has_default = |segment: &Segment| match &segment.kind {
            SegmentKind::Parameter(it) => matches!(it.operation, Operation::Default('-' | '=', ..)),
            _ => false,
        };
        let parts = self.assuming_unset(|shell| {
            let worth = shell.dry == 1 && word.segments.iter().any(has_default);
            worth.then(|| shell.value(word))
        })?;
        parts
            .iter()
            .all(|part| part.text.is_some())
            .then_some(parts)
    }

    /// Looks at what would be if nothing with a default came from outside; changes nothing.
    pub(in super::super) fn assuming_unset<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let (status, input) = (self.status, self.input.clone());
        let (pending, substitution) = (self.pending.take(), self.substitution);
        let mark = self.vars.mark();
        self.dry += 1;
        self.assume_unset += 1;
        let found = look(self);
        self.assume_unset -= 1;
        self.dry -= 1;
        self.vars.undo(mark);
        self.pending = pending;
        self.substitution = substitution;
        (self.status, self.input) = (status, input);
        found
    }

    /// Keeps the default of the assignment just recorded at a place of the text.
    pub(in super::super) fn note_default(&mut self, at: &Span, value: Value) {
        let last = self.record.assignments.len().checked_sub(1);
        let place = last.filter(|it| self.dry == 0 && self.record.assignments[*it].span == *at);
        self.defaults.add_all(place.map(|place| (place, value)));
    }
}
