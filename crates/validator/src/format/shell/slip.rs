//! Places where shell text does not do what its shape suggests.

use super::assign;
use super::command::is_program;
use super::syntax::{Assign, Item, Redirect, RedirectKind, Simple, Word, is_name};
use crate::reading::{Slip, SlipKind, Span};

/// Looks at one command.
pub(super) fn simple(simple: &Simple, slips: &mut Vec<Slip>) {
    let words: Vec<Option<String>> = simple.words.iter().map(Word::literal).collect();
    let first = words.first().and_then(Option::as_deref).unwrap_or("");
    let arguments = simple.words.get(1..).unwrap_or_default();
    match first {
        "export" => export(arguments, slips),
        "set" => set(&simple.words, slips),
        "setenv" | "setx" => setenv(simple, slips),
        "declare" | "typeset" | "readonly" | "local" => spaces(arguments, slips),
        _ => {
            powershell(simple, slips);
            spaces(&simple.words, slips);
            prefix(simple, slips);
        }
    }
    for assignment in assignments(simple) {
        missing_dollar(&assignment, slips);
        cut_by_redirect(&assignment, &simple.redirects, slips);
    }
    missing_dollar_argument(&simple.words, slips);
}

/// Looks at the seam between two commands: an unquoted `;` inside a value.
pub(super) fn between(before: &Item, after: &Item, slips: &mut Vec<Slip>) {
    let (Some(left), Some(right)) = (last_simple(before), first_simple(after)) else {
        return;
    };
    if left.span.end + 1 != right.span.start || !before.rest.is_empty() {
        return;
    }
    let Some(word) = right.words.first().filter(|_| right.assigns.is_empty()) else {
        return;
    };
    if word
        .literal()
        .is_none_or(|text| is_program(&text) || text.is_empty())
    {
        return;
    }
    if let Some(start) = slips.iter().position(|slip| continues(slip, left)) {
        extend(&mut slips[start], word);
        return;
    }
    let Some(assignment) = assignments(left)
        .pop()
        .filter(|it| it.span.end == left.span.end)
    else {
        return;
    };
    slips.push(cut(&assignment, word.span.end));
}

fn last_simple(item: &Item) -> Option<&Simple> {
    match item.first.commands.last()? {
        super::syntax::Command::Simple(simple) => Some(simple),
        _ => None,
    }
}

fn first_simple(item: &Item) -> Option<&Simple> {
    match item.first.commands.first()? {
        super::syntax::Command::Simple(simple) => Some(simple),
        _ => None,
    }
}

fn continues(slip: &Slip, left: &Simple) -> bool {
    slip.kind == SlipKind::ValueCut && slip.span.end == left.span.end
}

fn extend(slip: &mut Slip, word: &Word) {
    slip.span.end = word.span.end;
    if let Some((span, _)) = slip.edits.last_mut() {
        *span = word.span.end..word.span.end;
    }
}

/// A value that goes on up to `end`, and the quotes that it lacks.
fn cut(assignment: &Assign, end: usize) -> Slip {
    let start = assignment.value.span.start;
    let bare = assignment.value.bare().is_some();
    Slip {
        kind: SlipKind::ValueCut,
        name: Some(assignment.name.clone()),
        span: assignment.span.start..end,
        edits: if bare {
            vec![(start..start, "\"".into()), (end..end, "\"".into())]
        } else {
            Vec::new()
        },
    }
}

/// The assignments of a command: those in front, and the arguments of `export` and relatives.
fn assignments(simple: &Simple) -> Vec<Assign> {
    let declares = simple.words.first().and_then(Word::literal);
    let declares = declares.is_some_and(|name| super::builtin::is_declaration(&name));
    let arguments = simple.words.iter().skip(1).filter(|_| declares);
    let arguments = arguments.filter_map(assign::split);
    simple.assigns.iter().cloned().chain(arguments).collect()
}

fn slip(kind: SlipKind, name: &str, span: Span, edits: Vec<(Span, String)>) -> Slip {
    Slip {
        kind,
        name: Some(name.to_owned()),
        span,
        edits,
    }
}

/// Whether a word looks like a variable that one would set.
fn is_variable(name: &str) -> bool {
    is_name(name) && name.len() > 1 && !name.contains(|c: char| c.is_ascii_lowercase())
}

/// `NAME = value`, `NAME =value` at the start of `words`.
fn spaces(words: &[Word], slips: &mut Vec<Slip>) {
    for (index, pair) in words.windows(2).enumerate() {
        let (Some(name), Some(sign)) = (pair[0].bare(), pair[1].literal_start()) else {
            continue;
        };
        if !is_variable(&name) || !sign.starts_with('=') || sign.starts_with("==") {
            continue;
        }
        let gap = pair[0].span.end..pair[1].span.start;
        let alone = pair[1].bare().as_deref() == Some("=");
        let value = if alone {
            words.get(index + 2)
        } else {
            Some(&pair[1])
        };
        let mut edits = vec![(gap, String::new())];
        if alone && let Some(value) = value {
            edits.push((pair[1].span.end..value.span.start, String::new()));
        }
        let end = value.map_or(pair[1].span.end, |value| value.span.end);
        slips.push(slip(
            SlipKind::SpacesAroundEquals,
            &name,
            pair[0].span.start..end,
            edits,
        ));
        return;
    }
}

/// `export NAME = value`, `export NAME= value`, `export NAME=a, b`, `export NAME value`.
fn export(arguments: &[Word], slips: &mut Vec<Slip>) {
    let before = slips.len();
    spaces(arguments, slips);
    if slips.len() > before {
        return;
    }
    for pair in arguments.windows(2) {
        if let Some(assignment) = assign::split(&pair[0]) {
            gap(&assignment, &pair[1..], slips);
        }
    }
    let [name, value] = arguments else {
        return;
    };
    let names = name.bare().filter(|name| is_variable(name));
    let is_value =
        value.literal().is_none_or(|text| !is_name(&text)) && assign::split(value).is_none();
    if let Some(name) = names.filter(|_| is_value) {
        let gap = arguments[0].span.end..value.span.start;
        let span = arguments[0].span.start..value.span.end;
        slips.push(slip(
            SlipKind::WrongShell,
            &name,
            span,
            vec![(gap, "=".into())],
        ));
    }
}

/// Assignments in front of what cannot be a program: `X=0, 1 python`, `X= 0 python`.
fn prefix(simple: &Simple, slips: &mut Vec<Slip>) {
    let Some(assignment) = simple.assigns.last() else {
        return;
    };
    if simple.words.is_empty() || !is_variable(&assignment.name) {
        return;
    }
    let end = assignment.span.end;
    if simple
        .redirects
        .iter()
        .all(|redirect| redirect.span.start != end)
    {
        gap(assignment, &simple.words, slips);
    }
}

/// A value that goes on behind a blank, in `words`.
fn gap(assignment: &Assign, words: &[Word], slips: &mut Vec<Slip>) {
    let Some(first) = words
        .first()
        .filter(|first| first.span.start > assignment.span.end)
    else {
        return;
    };
    let Some(text) = first.literal() else {
        return;
    };
    let empty = assignment.value.segments.is_empty();
    let list = assignment
        .value
        .bare()
        .is_some_and(|value| value.ends_with(','));
    let value_goes_on = looks_cut(&text) || (list && !is_program(&text));
    if !value_goes_on || assign::split(first).is_some() {
        return;
    }
    let name = &assignment.name;
    if empty {
        let blank = assignment.span.end..first.span.start;
        let span = assignment.span.start..first.span.end;
        slips.push(slip(
            SlipKind::SpacesAroundEquals,
            name,
            span,
            vec![(blank, String::new())],
        ));
        return;
    }
    let more = words.iter().take_while(|word| {
        word.bare()
            .is_some_and(|text| looks_cut(&text) || text.ends_with(','))
    });
    let count = more.count().max(1);
    let end = words[count - 1].span.end;
    let joins = list
        && words[..count - 1]
            .iter()
            .all(|it| it.bare().is_some_and(|it| it.ends_with(',')));
    if !joins {
        slips.push(cut(assignment, end));
        return;
    }
    let mut edits = Vec::new();
    let mut from = assignment.span.end;
    for word in &words[..count] {
        edits.push((from..word.span.start, String::new()));
        from = word.span.end;
    }
    slips.push(slip(
        SlipKind::ValueCut,
        name,
        assignment.span.start..end,
        edits,
    ));
}

/// Whether a word is a piece of a value rather than a program.
fn looks_cut(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit() || "-:;,".contains(c)) && !text.contains('/')
        || matches!(text, "True" | "False" | "true" | "false")
}

/// A value cut short by `>` or `<`: `[256:1,>:8]`.
fn cut_by_redirect(assignment: &Assign, redirects: &[Redirect], slips: &mut Vec<Slip>) {
    let end = assignment.span.end;
    for redirect in redirects {
        let glued = redirect.span.start == end && redirect.kind == RedirectKind::Write;
        let inside = redirect
            .target
            .literal()
            .is_some_and(|text| text.contains([':', ']', ',']));
        if glued && inside && !assignment.value.segments.is_empty() {
            slips.push(cut(assignment, redirect.span.end));
        }
    }
}

/// `set NAME=value`, `set NAME value`, `set -gx NAME value`.
fn set(words: &[Word], slips: &mut Vec<Slip>) {
    let Some(first) = words.get(1) else {
        return;
    };
    let text = first.literal_start().unwrap_or_default();
    let head = words[0].span.clone();
    let end = words.last().map_or(head.end, |word| word.span.end);
    if let Some((name, _)) = text.split_once('=').filter(|(name, _)| is_variable(name)) {
        let edits = vec![(head.clone(), "export".into())];
        slips.push(slip(
            SlipKind::WrongShell,
            name,
            head.start..first.span.end,
            edits,
        ));
        return;
    }
    let has_option = matches!(text.as_str(), "-x" | "-gx" | "-Ux" | "-xg");
    let at = if has_option { 2 } else { 1 };
    let is_pair = words.len() == 3 && text.contains('_');
    if !has_option && !is_pair {
        return;
    }
    let Some(name) = words
        .get(at)
        .and_then(Word::bare)
        .filter(|name| is_variable(name))
    else {
        return;
    };
    let mut edits = vec![(head.start..words[at].span.start, "export ".into())];
    match &words[at..] {
        [name, value] => edits.push((name.span.end..value.span.start, "=".into())),
        _ => edits.clear(),
    }
    slips.push(slip(SlipKind::WrongShell, &name, head.start..end, edits));
}

/// `setenv NAME value`
fn setenv(simple: &Simple, slips: &mut Vec<Slip>) {
    let [head, name, value] = simple.words.as_slice() else {
        return;
    };
    if let Some(text) = name.bare().filter(|text| is_variable(text)) {
        let edits = vec![
            (head.span.clone(), "export".into()),
            (name.span.end..value.span.start, "=".into()),
        ];
        slips.push(slip(
            SlipKind::WrongShell,
            &text,
            simple.span.clone(),
            edits,
        ));
    }
}

/// `$env:NAME="value"`
fn powershell(simple: &Simple, slips: &mut Vec<Slip>) {
    let Some(first) = simple.words.first() else {
        return;
    };
    let [variable, rest, ..] = first.segments.as_slice() else {
        return;
    };
    let (
        super::syntax::SegmentKind::Parameter(parameter),
        super::syntax::SegmentKind::Text(text, _),
    ) = (&variable.kind, &rest.kind)
    else {
        return;
    };
    let name = text.strip_prefix(':').unwrap_or("");
    let name = name.split('=').next().unwrap_or("");
    if parameter.name.eq_ignore_ascii_case("env") && is_variable(name) {
        slips.push(slip(
            SlipKind::WrongShell,
            name,
            simple.span.clone(),
            Vec::new(),
        ));
    }
}

/// `PATH=/x:PATH`: an element of the value is the variable's own name.
fn missing_dollar(assignment: &Assign, slips: &mut Vec<Slip>) {
    for segment in &assignment.value.segments {
        let super::syntax::SegmentKind::Text(text, true) = &segment.kind else {
            continue;
        };
        for at in places(text, &assignment.name) {
            let start = segment.span.start + at;
            slips.push(slip(
                SlipKind::MissingDollar,
                &assignment.name,
                start..start + assignment.name.len(),
                vec![(start..start, "$".into())],
            ));
        }
    }
}

/// Where the name stands as a whole element, or with braces.
fn places(text: &str, name: &str) -> Vec<usize> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(name) {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        let element = before.is_none_or(|c| c == ':') && after.is_none_or(|c| c == ':');
        if element && text.len() > name.len() {
            found.push(at);
        } else if before == Some('{') && matches!(after, Some(':' | '}')) {
            found.push(at - 1);
        }
    }
    found
}

/// `{NAME:+…}` as an argument of its own, cut off by a blank.
fn missing_dollar_argument(words: &[Word], slips: &mut Vec<Slip>) {
    for pair in words.windows(2) {
        let Some(assignment) = assign::split(&pair[0]) else {
            continue;
        };
        let start = format!("{{{}", assignment.name);
        if pair[1]
            .literal_start()
            .is_some_and(|text| text.starts_with(&start))
        {
            let at = pair[1].span.start;
            slips.push(slip(
                SlipKind::MissingDollar,
                &assignment.name,
                pair[1].span.clone(),
                vec![(pair[0].span.end..at, "$".into())],
            ));
        }
    }
}

impl Word {
    /// The unquoted or quoted text that the word begins with.
    fn literal_start(&self) -> Option<String> {
        let first = self.segments.first()?;
        match &first.kind {
            super::syntax::SegmentKind::Text(text, _) => Some(text.clone()),
            _ => None,
        }
    }
}
