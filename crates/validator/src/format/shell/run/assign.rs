//! Reading and assigning variables.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::super::record::Manner;
use super::super::source::{HOLE, parts_of, text_of};
use super::super::state::{Certainty, Content, Variable};
use super::super::syntax::{Assign, SegmentKind, Word, is_name};
use super::{Flow, Shell};
use crate::reading::{Assignment, Origin, Part, Reach, Span, Value};

impl Shell {
    /// A variable, following name references; its value counts as used.
    pub(in super::super) fn read(&mut self, name: &str) -> Variable {
        let name = self.resolve(name);
        let variable = self.vars.get(&name);
        if self.dry == 0 {
            self.record.used(&variable.places);
        }
        variable
    }

    /// A variable's text, with holes; empty if it is not set.
    pub(in super::super) fn read_text(&mut self, name: &str) -> String {
        let variable = self.read(name);
        match variable.content {
            _ if variable.maybe_unset => HOLE.to_string(),
            Content::Unset => String::new(),
            Content::Text(text) => text,
            Content::List(list) => list.get(0).cloned().unwrap_or_default(),
            Content::Map(_) => HOLE.to_string(),
        }
    }

    /// The variable that a name means: itself, or what it refers to.
    pub(in super::super) fn resolve(&self, name: &str) -> String {
        let mut name = name.to_owned();
        for _ in 0..8 {
            match self.vars.told(&name) {
                Some(variable) if variable.reference => match &variable.content {
                    Content::Text(target) if is_name(target) => name.clone_from(target),
                    _ => return name,
                },
                _ => return name,
            }
        }
        name
    }

    /// Carries out an assignment; says where the run goes next.
    pub(in super::super) fn assign(&mut self, assignment: &Assign, prefix: bool) -> Flow {
        let name = self.resolve(&assignment.name);
        let mut old = self.vars.get(&name);
        if prefix && !matches!(old.content, Content::Text(_)) {
            old.content = Content::Unset;
        }
        if old.readonly {
            self.status = super::Status::Known(1);
            return Flow::GiveUp;
        }
        if let (Some(SegmentKind::Array(words)), false) = (lone_kind(&assignment.value), prefix) {
            let words = words.clone();
            self.assign_array(&name, old, &words, assignment.append);
            return Flow::Next;
        }
        let mut parts = self.value(&assignment.value);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        let unknown = parts.iter().any(|part| part.text.is_none());
        let default = unknown.then(|| self.default_value(&assignment.value));
        if let Some(index) = &assignment.index {
            let key = self.text(index);
            self.assign_element(&name, old, &key, &text_of(&parts), assignment.append);
            return self.aborted().unwrap_or(Flow::Next);
        }
        if matches!(old.content, Content::List(_) | Content::Map(_)) {
            self.assign_element(&name, old, "0", &text_of(&parts), assignment.append);
            return Flow::Next;
        }
        if assignment.append {
            self.prepend_old(&old, &assignment.name_span, &mut parts);
        }
        parts = self.with_attributes(&old, parts, &assignment.value.span);
        if let Some(flow) = self.aborted() {
            return flow;
        }
        self.assign_parts(assignment, &name, old, parts, prefix);
        if let Some(Some(parts)) = default {
            let span = assignment.value.span.clone();
            self.note_default(&assignment.span, Value { parts, span });
        }
        Flow::Next
    }

    fn assign_parts(
        &mut self,
        assignment: &Assign,
        name: &str,
        old: Variable,
        parts: Vec<Part>,
        prefix: bool,
    ) {
        let text = text_of(&parts);
        let value = Value {
            parts,
            span: assignment.value.span.clone(),
        };
        let place = self.record_assignment(
            Assignment {
                name: assignment.name.clone(),
                name_span: assignment.name_span.clone(),
                value,
                span: assignment.span.clone(),
                reach: Reach::Program,
            },
            prefix,
        );
        self.store(name, old, text, place, assignment.append || prefix, prefix);
    }

    pub(super) fn store(
        &mut self,
        name: &str,
        old: Variable,
        text: String,
        place: Option<usize>,
        keeps_old: bool,
        export: bool,
    ) {
        if let Some(place) = place
            && !keeps_old
            && self.shadow == 0
        {
            self.record.replaced(&old.places, place, self.branch);
        }
        let mut variable = old;
        if keeps_old && !export {
            variable.places.add_all(place);
        } else {
            variable.places = place.into_iter().gathered();
        }
        variable.content = Content::Text(text);
        variable.maybe_unset = false;
        variable.set_here = true;
        if export || self.settings.options.allexport {
            variable.exported = Certainty::Yes;
        }
        self.vars.put(name, variable);
    }

    /// Records an assignment, unless this run only looks ahead.
    pub(in super::super) fn record_assignment(
        &mut self,
        assignment: Assignment,
        prefix: bool,
    ) -> Option<usize> {
        if self.dry > 0 {
            return None;
        }
        let manner = Manner {
            in_child: self.children > 0,
            prefix,
            unreached: self.shadow > 0,
        };
        self.record.assign(assignment, manner, self.branch)
    }

    fn prepend_old(&mut self, old: &Variable, span: &Span, parts: &mut Vec<Part>) {
        let before = match &old.content {
            _ if old.maybe_unset => HOLE.to_string(),
            Content::Text(text) => text.clone(),
            _ => String::new(),
        };
        if old.integer {
            // `+=` adds; the sum replaces what was written.
            let sum = format!("{before}+({})", text_of(parts));
            parts.clear();
            parts_of(&sum, span, Origin::Derived, parts);
            return;
        }
        let mut whole = Vec::new();
        parts_of(&before, span, Origin::Derived, &mut whole);
        whole.append(parts);
        *parts = whole;
    }

    /// Applies `declare -i`, `-u` and `-l`.
    fn with_attributes(&mut self, variable: &Variable, parts: Vec<Part>, span: &Span) -> Vec<Part> {
        if !variable.integer && variable.case.is_none() {
            return parts;
        }
        let mut text = text_of(&parts);
        if variable.integer {
            text = self
                .evaluate(&text)
                .map_or(HOLE.to_string(), |n| n.to_string());
        }
        text = match variable.case {
            Some(_) if !text.is_ascii() => HOLE.to_string(),
            Some(true) => text.to_ascii_uppercase(),
            Some(false) => text.to_ascii_lowercase(),
            None => text,
        };
        let mut changed = Vec::new();
        parts_of(&text, span, Origin::Derived, &mut changed);
        changed
    }

    /// Assigns without a place in the text (`read`, loop variables).
    pub(in super::super) fn assign_silently(&mut self, name: &str, text: String) {
        let name = self.resolve(name);
        let old = self.vars.get(&name);
        if old.readonly {
            return;
        }
        self.store(
            &name,
            Variable {
                places: Vec::new(),
                ..old
            },
            text,
            None,
            false,
            false,
        );
    }

    /// Makes a variable unknown.
    pub(in super::super) fn assign_unknown(&mut self, name: &str) {
        let name = self.resolve(name);
        let mut variable = self.vars.get(&name);
        if variable.exported == Certainty::No && self.vars.told(&name).is_some() {
            variable.exported = Certainty::Maybe;
        }
        variable.content = Content::Text(HOLE.to_string());
        variable.maybe_unset = false;
        variable.set_here = true;
        self.vars.put(&name, variable);
    }

    /// Makes a variable what it is after any number of rounds that leave it as `after`.
    pub(super) fn blur(&mut self, name: &str, after: Option<&Variable>) {
        let mut variable = self.vars.get(name);
        if after.is_none_or(|after| after.exported != variable.exported) {
            variable.exported = Certainty::Maybe;
        }
        variable.content = Content::Text(HOLE.to_string());
        variable.maybe_unset = true;
        variable.set_here = true;
        self.vars.put(name, variable);
    }
}

fn lone_kind(word: &Word) -> Option<&SegmentKind> {
    match word.segments.as_slice() {
        [segment] => Some(&segment.kind),
        _ => None,
    }
}
