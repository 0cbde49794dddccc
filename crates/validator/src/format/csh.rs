//! csh and tcsh: `setenv NAME value`, shell variables with `set`.

use super::branches::Branches;
use super::dialect::{self, Dialect, Word};
use super::embed::{self, Argument};
use super::session::{Session, assignment, is_name};
use crate::Kind;
use crate::reading::{Reading, SlipKind, Value};

const DIALECT: Dialect = Dialect {
    substitution: '`',
    substitution_end: '`',
};

/// Words of the shell itself that start nothing.
const OWN: &[&str] = &[
    "set", "unset", "alias", "source", "@", "limit", "rehash", "setpath",
];

/// Reads csh text.
pub(crate) fn read(text: &str) -> Reading {
    let mut session = Session::new(Kind::Csh, text);
    let mut branches = Branches::default();
    for words in dialect::commands(text, DIALECT) {
        command(&words, &mut branches, &mut session);
    }
    session.finish()
}

fn command(words: &[Word], branches: &mut Branches, session: &mut Session) {
    let first = words.first().and_then(Word::text).unwrap_or_default();
    let rest = words.get(1..).unwrap_or_default();
    let last = words.last().and_then(Word::text).unwrap_or_default();
    match first.as_str() {
        "setenv" => setenv(rest, branches, session),
        "unsetenv" => {
            for name in rest.iter().filter_map(Word::text) {
                session.mark_seen();
                session.environment.remove(&name);
            }
        }
        "export" => {
            for (name, span, _) in rest.iter().filter_map(Word::pair) {
                let equals = span.end..span.end + 1;
                let edits = vec![
                    (words[0].span.clone(), "setenv".to_owned()),
                    (equals, " ".to_owned()),
                ];
                let edits = if rest.len() == 1 { edits } else { Vec::new() };
                let whole = words[0].span.start..span.end;
                session.slip(SlipKind::WrongShell, Some(&name), whole, edits);
            }
        }
        "if" if last == "then" => branches.open(session),
        "foreach" | "while" | "switch" => branches.open(session),
        "else" => {
            branches.close(session);
            branches.open(session);
        }
        "endif" | "end" | "endsw" => branches.close(session),
        word if OWN.contains(&word) => {}
        _ => start(words, session),
    }
}

/// `setenv NAME value`.
fn setenv(words: &[Word], branches: &mut Branches, session: &mut Session) {
    let Some((target, values)) = words.split_first() else {
        return;
    };
    if let Some((name, span, _)) = target.pair() {
        let edits = vec![(span.end..span.end + 1, " ".to_owned())];
        session.slip(
            SlipKind::WrongShell,
            Some(&name),
            target.span.clone(),
            edits,
        );
        return;
    }
    let Some(name) = target.text().filter(|name| is_name(name)) else {
        return;
    };
    let end = target.span.end;
    let value = match values.first() {
        Some(word) => word.value(&|name| session.known(name)),
        None => Value {
            parts: Vec::new(),
            span: end..end,
        },
    };
    if let [first, .., last] = values {
        let whole = first.span.start..last.span.end;
        let quote = |at| (at..at, "\"".to_owned());
        let plain = values.iter().all(Word::is_bare) && on_one_line(values);
        let edits = if plain {
            vec![quote(whole.start), quote(whole.end)]
        } else {
            Vec::new()
        };
        session.slip(SlipKind::ValueCut, Some(&name), whole, edits);
    }
    let found = assignment(&name, target.span.clone(), value);
    if values.len() > 1 {
        // The shell refuses it.
        session.record(found);
        return;
    }
    branches.touch(&name);
    session.assign(found);
}

/// Whether nothing but a blank stands between words.
fn on_one_line(words: &[Word]) -> bool {
    words
        .windows(2)
        .all(|pair| pair[0].span.end + 1 == pair[1].span.start)
}

fn start(words: &[Word], session: &mut Session) {
    if let Some((name, span, _)) = words.first().and_then(Word::pair) {
        session.slip(SlipKind::WrongShell, Some(&name), span, Vec::new());
        return;
    }
    let arguments: Vec<Argument> = words.iter().map(|word| word.argument(session)).collect();
    embed::command(&arguments, session);
}
