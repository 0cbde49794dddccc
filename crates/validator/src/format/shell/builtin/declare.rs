//! `export`, `declare`, `typeset`, `local`, `readonly`.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Map};

use super::super::assign;
use super::super::command::cut;
use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::sparse::Sparse;
use super::super::state::{Certainty, Content, Variable};
use super::super::syntax::{Assign, Segment, SegmentKind, Word, is_name};
use crate::reading::{Origin, Part, Quoting, Span, Value};

/// What the options of a declaration ask for.
#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    export: Option<bool>,
    readonly: bool,
    integer: Option<bool>,
    case: Option<bool>,
    list: bool,
    map: bool,
    reference: bool,
    /// `-p`, `-f`: nothing is declared.
    nothing: bool,
    /// Belongs to the running function.
    local: bool,
    /// `-g`: belongs to the shell, whatever functions cover.
    global: bool,
}

/// Whether a builtin takes assignments as arguments.
pub(in super::super) fn is_declaration(name: &str) -> bool {
    matches!(
        name,
        "declare" | "export" | "local" | "readonly" | "typeset"
    )
}

/// Whether assignments in front of a builtin stay when it names them.
pub(in super::super) fn keeps_prefix(name: &str) -> bool {
    matches!(name, "export" | "readonly")
}

/// Runs a declaration whose name and arguments are words of the text.
pub(in super::super) fn declare(shell: &mut Shell, name: &str, words: &[Word]) -> Flow {
    let mut wish = Wish::of(name, shell);
    let mut options = true;
    let mut failed = false;
    for word in words {
        if let Some(assignment) = assign::split(word).filter(|_| !has_braces(word)) {
            options = false;
            if wish.nothing {
                continue;
            }
            let flow = one(shell, &wish, &assignment.name, Some(&assignment));
            failed |= flow == Flow::GiveUp;
            if flow != Flow::Next && flow != Flow::GiveUp {
                return flow;
            }
            continue;
        }
        let fields = shell.fields(core::slice::from_ref(word));
        if let Some(flow) = shell.aborted() {
            return flow;
        }
        for field in &fields.list {
            let is_option = options && is_option(field);
            if is_option {
                wish.option(&field.text(), name);
            } else {
                options = false;
                failed |= !from_field(shell, &wish, field);
            }
        }
    }
    shell.status = Status::Known(u8::from(failed));
    Flow::Next
}

/// Runs a declaration whose words have been expanded already.
pub(super) fn from_fields(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let name = invocation.fields[0].text();
    let mut wish = Wish::of(&name, shell);
    let mut options = true;
    let mut failed = false;
    for field in invocation.arguments() {
        if options && is_option(field) {
            wish.option(&field.text(), &name);
        } else {
            options = false;
            failed |= !from_field(shell, &wish, field);
        }
    }
    shell.status = Status::Known(u8::from(failed));
    Flow::Next
}

fn is_option(field: &Field) -> bool {
    field.text().starts_with(['-', '+']) && field.text().len() > 1
}

/// Whether braces make more than one word of it.
fn has_braces(word: &Word) -> bool {
    word.segments.iter().any(|segment| {
        matches!(&segment.kind, SegmentKind::Text(text, _) if !segment.quoted
            && text.contains('{') && (text.contains(',') || text.contains("..")))
    })
}

/// Declares what one argument says; `false` if it is not a name or an assignment.
fn from_field(shell: &mut Shell, wish: &Wish, field: &Field) -> bool {
    if wish.nothing {
        return true;
    }
    let word = quoted_word(field);
    if let Some(assignment) = assign::split(&word) {
        return one(shell, wish, &assignment.name, Some(&assignment)) == Flow::Next;
    }
    match field.known() {
        Some(name) if is_name(&name) => one(shell, wish, &name, None) == Flow::Next,
        Some(_) => false,
        None => true,
    }
}

/// A word that gives exactly the text of a field. The name stays unquoted, as assignments need.
fn quoted_word(field: &Field) -> Word {
    let mut head = String::new();
    let mut head_span: Option<Span> = None;
    let mut verbatim = true;
    let mut tail = Vec::new();
    let mut in_name = true;
    for part in &field.parts {
        let at = part
            .text
            .as_deref()
            .filter(|_| in_name)
            .map(|text| (text, text.find('=')));
        let Some((text, equals)) = at else {
            in_name = false;
            tail.push(part.clone());
            continue;
        };
        let end = equals.map_or(text.len(), |at| at + 1);
        let piece = cut(part, 0, end);
        head.push_str(&text[..end]);
        verbatim &= head_span.is_none() && part.origin != Origin::Derived;
        let start = head_span.map_or(piece.span.start, |span| span.start);
        head_span = Some(start..piece.span.end.max(start));
        if let Some(at) = equals {
            in_name = false;
            if at + 1 < text.len() {
                tail.push(cut(part, at + 1, text.len()));
            }
        }
    }
    let span = head_span.unwrap_or_else(|| field.span.clone());
    let kind = SegmentKind::Text(head, verbatim);
    let mut segments = vec![segment(kind, false, span)];
    segments.add_all(tail.iter().map(from_part));
    Word {
        segments,
        span: field.span.clone(),
    }
}

/// A segment that gives exactly a part.
fn from_part(part: &Part) -> Segment {
    let kind = match &part.text {
        Some(text) => SegmentKind::Text(text.clone(), part.origin != Origin::Derived),
        None => SegmentKind::Hole,
    };
    let bare = part.origin == Origin::Verbatim(Quoting::Bare);
    let home = part.text.as_deref().is_some_and(|text| text.contains('~'));
    segment(kind, !bare || home, part.span.clone())
}

/// The assignment with its value expanded: `local A=$A` takes the old one.
fn expanded(shell: &mut Shell, assignment: &Assign) -> Assign {
    let is_array = matches!(
        assignment.value.segments.as_slice(),
        [Segment {
            kind: SegmentKind::Array(_),
            ..
        }]
    );
    let mut ready = assignment.clone();
    if !is_array {
        let parts = shell.value(&assignment.value);
        ready.value.segments = parts.iter().map(from_part).gathered();
    }
    ready
}

fn segment(kind: SegmentKind, quoted: bool, span: Span) -> Segment {
    Segment { kind, quoted, span }
}

fn one(shell: &mut Shell, wish: &Wish, name: &str, assignment: Option<&Assign>) -> Flow {
    let ready = assignment.map(|it| expanded(shell, it));
    let default = assignment.and_then(|it| shell.default_value(&it.value));
    if let Some(flow) = shell.aborted() {
        return flow;
    }
    let assignment = ready.as_ref();
    if wish.local {
        shell.make_local(name);
    } else if wish.global && shell.is_covered(name) {
        return Flow::Next;
    }
    let target = if wish.reference {
        name.to_owned()
    } else {
        shell.resolve(name)
    };
    let before = shell.vars.get(&target);
    if before.readonly && assignment.is_some() {
        let mut variable = before;
        wish.finish(&mut variable);
        shell.vars.put(&target, variable);
        return Flow::GiveUp;
    }
    let mut variable = before;
    wish.shape(&mut variable);
    shell.vars.put(&target, variable);
    if let Some(assignment) = assignment {
        let flow = shell.assign(assignment, false);
        if flow != Flow::Next {
            return flow;
        }
        if let Some(parts) = default {
            let span = assignment.value.span.clone();
            shell.note_default(&assignment.span, Value { parts, span });
        }
    }
    if wish.export == Some(true) {
        shell.keep_cover(&target);
    }
    let mut variable = shell.vars.get(&target);
    wish.finish(&mut variable);
    if wish.export == Some(false) && shell.covers.iter().any(|cover| cover.name == target) {
        // Programs may see what the variable in front of the call covers.
        variable.exported = Certainty::Maybe;
    }
    shell.vars.put(&target, variable);
    Flow::Next
}

impl Wish {
    fn of(name: &str, shell: &Shell) -> Self {
        Self {
            export: (name == "export").then_some(true),
            readonly: name == "readonly",
            local: name != "export" && name != "readonly" && !shell.locals.is_empty(),
            ..Self::default()
        }
    }

    fn option(&mut self, text: &str, builtin: &str) {
        let on = text.starts_with('-');
        for letter in text.chars().skip(1) {
            match letter {
                'n' if builtin == "export" => self.export = Some(false),
                'x' => self.export = Some(on),
                'r' => self.readonly |= on,
                'i' => self.integer = Some(on),
                'u' => self.case = on.then_some(true),
                'l' => self.case = on.then_some(false),
                'a' => self.list |= on,
                'A' => self.map |= on,
                'n' => self.reference |= on,
                'g' => {
                    self.local = false;
                    self.global = true;
                }
                'p' | 'f' | 'F' => self.nothing = true,
                _ => {}
            }
        }
    }

    /// What has to hold before the value is assigned.
    fn shape(&self, variable: &mut Variable) {
        if let Some(integer) = self.integer {
            variable.integer = integer;
        }
        variable.case = self.case.or(variable.case);
        let plain = !matches!(variable.content, Content::List(_) | Content::Map(_));
        if self.map && plain {
            variable.content = Content::Map(Map::new());
            variable.maybe_unset = false;
        } else if self.list && plain {
            variable.content = Content::List(Sparse::default());
            variable.maybe_unset = false;
        }
    }

    /// What holds afterwards.
    fn finish(&self, variable: &mut Variable) {
        match self.export {
            Some(true) => variable.exported = Certainty::Yes,
            Some(false) => variable.exported = Certainty::No,
            None => {}
        }
        variable.readonly |= self.readonly;
        variable.reference |= self.reference;
    }
}

impl Shell {
    /// Whether a running function covers a variable; then what lies under it is not known any more.
    fn is_covered(&mut self, name: &str) -> bool {
        let scopes = self.locals.iter_mut().flatten();
        let Some((_, below)) = scopes.into_iter().find(|(covered, _)| covered == name) else {
            return false;
        };
        let unknown = Variable {
            set_here: true,
            exported: Certainty::Maybe,
            ..Variable::outside(name)
        };
        *below = Some(unknown);
        true
    }

    /// Covers a variable for the running function.
    fn make_local(&mut self, name: &str) {
        let saved = self.vars.saved(name);
        let Some(scope) = self.locals.last_mut() else {
            return;
        };
        if scope.iter().any(|(covered, _)| covered == name) {
            return;
        }
        scope.push((name.to_owned(), saved));
        let old = self.vars.get(name);
        let fresh = Variable {
            exported: old.exported,
            readonly: old.readonly,
            ..Variable::unset()
        };
        self.vars.put(name, fresh);
    }
}
