//! Lines of csh as a whole: what runs in the background, what the shell refuses to take.

use crate::format::dialect::{Command, Mark, Word};
use readpoint_catalog::prelude::*;

/// Whether the list of commands that each command is part of ends with `&`.
pub(super) fn background(commands: &[Command]) -> Vec<bool> {
    let mut found = vec![false; commands.len()];
    for (at, command) in commands.iter().enumerate().rev() {
        found[at] = match command.after {
            Mark::And | Mark::Or | Mark::Pipe => found.get(at + 1).copied().unwrap_or_default(),
            after => after == Mark::Background,
        };
    }
    found
}

/// Where the line of each command ends, if its parentheses do not match: the shell starts nothing
/// of such a line.
pub(super) fn broken(commands: &[Command]) -> Vec<Option<usize>> {
    let mut found = vec![None; commands.len()];
    let mut first = 0;
    for (at, command) in commands.iter().enumerate() {
        if command.after == Mark::Line {
            if !matches(&commands[first..=at]) {
                found[first..=at].fill(Some(at));
            }
            first = at + 1;
        }
    }
    found
}

/// Whether each parenthesis of a line has its partner.
fn matches(line: &[Command]) -> bool {
    let mut depth = 0_usize;
    let steps = line.iter().flat_map(|command| {
        let words = command.words.iter().filter_map(parenthesis);
        words.chain(match command.after {
            Mark::Open => Some(true),
            Mark::Close => Some(false),
            _ => None,
        })
    });
    for opens in steps {
        let next = if opens {
            depth.checked_add(1)
        } else {
            depth.checked_sub(1)
        };
        let Some(next) = next else { return false };
        depth = next;
    }
    depth == 0
}

fn parenthesis(word: &Word) -> Option<bool> {
    let opens = word.is("(");
    (opens || word.is(")")).then_some(opens)
}
