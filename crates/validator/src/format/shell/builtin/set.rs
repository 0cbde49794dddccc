//! `set`, `shift`, `unset`, `let`.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use readpoint_catalog::Gathered;

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::HOLE;
use super::super::state::{Content, Variable};
use super::super::syntax::is_name;

/// `set`
pub(super) fn set(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    let arguments = invocation.arguments();
    let mut at = 0;
    while let Some(text) = arguments.get(at).and_then(Field::known) {
        let on = match text.chars().next() {
            Some('-') => true,
            Some('+') => false,
            _ => break,
        };
        at += 1;
        if text == "--" || text == "-" {
            set_positional(shell, invocation, at, text == "--");
            return Flow::Next;
        }
        for letter in text.chars().skip(1) {
            if letter == 'o' {
                let name = arguments.get(at).and_then(Field::known);
                name.iter().for_each(|name| long_option(shell, name, on));
                at += 1;
            } else {
                option(shell, letter, on);
            }
        }
    }
    set_positional(shell, invocation, at, false);
    Flow::Next
}

fn set_positional(shell: &mut Shell, invocation: &Invocation, from: usize, even_none: bool) {
    let rest = invocation.arguments().get(from..).unwrap_or_default();
    if rest.is_empty() && !even_none {
        return;
    }
    let texts = rest.iter().map(Field::text).gathered::<Vec<_>>();
    shell.settings.positional = invocation.exact.then(|| Rc::new(texts));
}

fn long_option(shell: &mut Shell, name: &str, on: bool) {
    let options = &mut shell.settings.options;
    match name {
        "allexport" => options.allexport = on,
        "errexit" => options.errexit = on,
        "nounset" => options.nounset = on,
        "noglob" => options.noglob = on,
        "pipefail" => options.pipefail = on,
        _ => {}
    }
}

fn option(shell: &mut Shell, letter: char, on: bool) {
    const LETTERS: &[(char, &str)] = &[
        ('a', "allexport"),
        ('e', "errexit"),
        ('f', "noglob"),
        ('u', "nounset"),
    ];
    if let Some((_, name)) = LETTERS.iter().find(|(it, _)| *it == letter) {
        long_option(shell, name, on);
    }
}

/// `shift`
pub(super) fn shift(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let count = match invocation.arguments().first() {
        None => Some(1),
        Some(field) => field.known().and_then(|text| text.parse::<usize>().ok()),
    };
    let Some(list) = &shell.settings.positional else {
        shell.status = Status::Presumed;
        return Flow::Next;
    };
    match count {
        Some(count) if count <= list.len() => {
            shell.settings.positional = Some(Rc::new(list[count..].to_vec()));
            shell.status = Status::Known(0);
        }
        Some(_) => shell.status = Status::Known(1),
        None => {
            shell.settings.positional = None;
            shell.status = Status::Open;
        }
    }
    Flow::Next
}

/// `unset`
pub(super) fn unset(shell: &mut Shell, invocation: &Invocation) -> Flow {
    shell.status = Status::Known(0);
    let mut functions = None;
    let mut references = false;
    for field in invocation.arguments() {
        let Some(text) = field.known() else {
            continue;
        };
        match text.as_str() {
            "-v" => functions = Some(false),
            "-f" => functions = Some(true),
            "-n" => references = true,
            name if references => drop_reference(shell, name),
            name if functions == Some(true) => remove_function(shell, name),
            name if is_name(name) => unset_variable(shell, name),
            name => unset_element(shell, name),
        }
    }
    Flow::Next
}

/// `unset -n`: the reference itself goes; what is none stays.
fn drop_reference(shell: &mut Shell, name: &str) {
    if shell.vars.told(name).is_some_and(|it| it.reference) {
        shell.vars.put(name, Variable::unset());
    }
}

fn remove_function(shell: &mut Shell, name: &str) {
    shell.called.insert(name.to_owned());
    Rc::make_mut(&mut shell.settings.functions).remove(name);
}

fn unset_variable(shell: &mut Shell, name: &str) {
    let name = shell.resolve(name);
    let told = shell.vars.told(&name).cloned();
    if told.as_ref().is_some_and(|variable| variable.readonly) {
        shell.status = Status::Known(1);
        return;
    }
    if let Some(told) = told.as_ref().filter(|_| !shell.is_dry()) {
        // Set and taken away again: nobody was meant to see it.
        shell.record.used(&told.places);
    }
    if told.is_none() && shell.settings.functions.contains_key(&name) {
        remove_function(shell, &name);
        return;
    }
    if !shell.lift_cover(&name) {
        shell.vars.put(&name, Variable::unset());
    }
}

/// `unset 'NAME[index]'`
fn unset_element(shell: &mut Shell, text: &str) {
    let Some((name, key)) = text.strip_suffix(']').and_then(|text| text.split_once('[')) else {
        shell.status = Status::Known(1);
        return;
    };
    let name = shell.resolve(name);
    let mut variable = shell.vars.get(&name);
    match &mut variable.content {
        Content::Map(map) => {
            map.remove(key);
        }
        Content::List(list) => match shell.evaluate(key) {
            Some(index) => {
                list.remove(index);
            }
            None => variable.content = Content::Text(HOLE.to_string()),
        },
        _ => {}
    }
    shell.vars.put(&name, variable);
}

/// `let`
pub(super) fn evaluate(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let mut last = None;
    for field in invocation.arguments() {
        last = shell.evaluate(&field.text());
    }
    shell.status = match last {
        Some(number) => Status::Known(u8::from(number == 0)),
        None => Status::Open,
    };
    shell.aborted();
    Flow::Next
}
