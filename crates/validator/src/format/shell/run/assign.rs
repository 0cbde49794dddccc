//! Reading and assigning variables.

use std::collections::BTreeMap;

use super::super::assign;
use super::super::record::Manner;
use super::super::source::{HOLE, known, parts_of, text_of};
use super::super::state::{Certainty, Content, Variable};
use super::super::syntax::{Assign, SegmentKind, Word, is_name};
use super::{Flow, Shell};
use crate::reading::{Assignment, Origin, Part, Reach, Span, Value};

/// Most elements of an array that are followed.
const MAX_ELEMENTS: usize = 4_096;

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
            Content::List(list) => list.get(&0).cloned().unwrap_or_default(),
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

    fn store(
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
            variable.places.extend(place);
        } else {
            variable.places = place.into_iter().collect();
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
            Some(true) => text.to_uppercase(),
            Some(false) => text.to_lowercase(),
            None => text,
        };
        let mut changed = Vec::new();
        parts_of(&text, span, Origin::Derived, &mut changed);
        changed
    }

    fn assign_array(&mut self, name: &str, old: Variable, words: &[Word], append: bool) {
        let mut variable = old;
        let mut list = match (&variable.content, append) {
            (Content::List(list), true) => list.clone(),
            (Content::Text(text), true) if !variable.maybe_unset => {
                BTreeMap::from([(0, text.clone())])
            }
            (Content::Map(_), _) => {
                let map = self.associative(words, &variable, append);
                variable.content = map.map_or(Content::Text(HOLE.to_string()), Content::Map);
                variable.maybe_unset = false;
                self.vars.put(name, variable);
                return;
            }
            _ => BTreeMap::new(),
        };
        let known_start = !(append && variable.maybe_unset);
        variable.content = match self.elements(words, &mut list).filter(|()| known_start) {
            Some(()) => Content::List(list),
            None => Content::Text(HOLE.to_string()),
        };
        variable.maybe_unset = false;
        variable.places.clear();
        self.vars.put(name, variable);
    }

    /// Adds the elements of `(…)`; `None` if their number is not known.
    fn elements(&mut self, words: &[Word], list: &mut BTreeMap<i64, String>) -> Option<()> {
        let mut next = list.keys().next_back().map_or(0, |last| last + 1);
        for word in words {
            if let Some((key, value)) = self.keyed(word) {
                let index = self.evaluate(&key)?;
                next = index.checked_add(1)?;
                list.insert(index, value);
                continue;
            }
            let fields = self.fields(std::slice::from_ref(word));
            if !fields.exact || list.len() + fields.list.len() > MAX_ELEMENTS {
                return None;
            }
            for field in &fields.list {
                list.insert(next, field.text());
                next = next.checked_add(1)?;
            }
        }
        Some(())
    }

    /// `[key]=value` inside `(…)`.
    fn keyed(&mut self, word: &Word) -> Option<(String, String)> {
        let mut named = word.clone();
        let first = named.segments.first_mut()?;
        let SegmentKind::Text(text, verbatim) = &mut first.kind else {
            return None;
        };
        if first.quoted || !text.starts_with('[') {
            return None;
        }
        // Read as an element of a variable with any name.
        text.insert(0, 'A');
        *verbatim = false;
        let assignment = assign::split(&named)?;
        let key = self.text(assignment.index.as_ref()?);
        let value = self.text(&assignment.value);
        Some((key, value))
    }

    fn associative(
        &mut self,
        words: &[Word],
        old: &Variable,
        append: bool,
    ) -> Option<BTreeMap<String, String>> {
        let mut map = match &old.content {
            Content::Map(map) if append => map.clone(),
            _ => BTreeMap::new(),
        };
        for word in words {
            let (key, value) = self.keyed(word)?;
            map.insert(known(&key)?.to_owned(), value);
        }
        Some(map)
    }

    fn assign_element(&mut self, name: &str, old: Variable, key: &str, text: &str, append: bool) {
        let before = if append {
            self.element(&old, key).unwrap_or_default()
        } else {
            String::new()
        };
        let text = format!("{before}{text}");
        let mut variable = old;
        let content = match variable.content {
            Content::Map(mut map) => known(key).map(|key| {
                map.insert(key.to_owned(), text);
                Content::Map(map)
            }),
            content => self.evaluate(key).and_then(|index| {
                let mut list = match content {
                    Content::List(list) => list,
                    Content::Text(text) if !variable.maybe_unset => BTreeMap::from([(0, text)]),
                    _ => BTreeMap::new(),
                };
                let last = list.keys().next_back().map_or(0, |last| last + 1);
                let index = if index < 0 { index + last } else { index };
                list.insert(index, text);
                (index >= 0 && list.len() <= MAX_ELEMENTS).then_some(Content::List(list))
            }),
        };
        variable.content = content.unwrap_or_else(|| Content::Text(HOLE.to_string()));
        variable.maybe_unset = false;
        self.vars.put(name, variable);
    }

    /// Assigns what `${NAME:=word}` does.
    pub(in super::super) fn assign_plain(&mut self, name: &str, text: String, span: &Span) {
        let name = self.resolve(name);
        let old = self.vars.get(&name);
        let mut parts = Vec::new();
        parts_of(&text, span, Origin::Derived, &mut parts);
        let value = Value {
            parts,
            span: span.clone(),
        };
        let place = self.record_assignment(
            Assignment {
                name: name.clone(),
                name_span: span.clone(),
                value,
                span: span.clone(),
                reach: Reach::Program,
            },
            false,
        );
        self.store(&name, old, text, place, false, false);
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

    /// Assigns the result of arithmetic.
    pub(in super::super) fn assign_number(
        &mut self,
        name: &str,
        index: Option<&str>,
        text: String,
    ) {
        let name = self.resolve(name);
        let old = self.vars.get(&name);
        match index {
            Some(index) => self.assign_element(&name, old, index, &text, false),
            None => self.assign_silently(&name, text),
        }
    }
}

fn lone_kind(word: &Word) -> Option<&SegmentKind> {
    match word.segments.as_slice() {
        [segment] => Some(&segment.kind),
        _ => None,
    }
}
