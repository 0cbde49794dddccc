//! `Start-Process`: a program that PowerShell starts by a command of its own.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::Shell;
use crate::format::embed::Argument;
use crate::format::lines::Line;
use crate::format::words;

/// Options that take nothing.
const BARE: &[&str] = &["-loaduserprofile", "-nonewwindow", "-passthru", "-wait"];

/// Options with which the program does not inherit the environment as it is.
const APART: &[&str] = &["-credential", "-environment", "-usenewenvironment", "-verb"];

impl Shell<'_> {
    /// `Start-Process PROGRAM -ArgumentList "a","b"`
    pub(super) fn start_process(&mut self, rest: Line<'_>, span: &crate::reading::Span) {
        let ranges = words::ranges(&rest.text.replace('\\', "/"));
        let mut words = ranges
            .iter()
            .map(|it| rest.to(it.end).from(it.start))
            .peekable();
        let (mut program, mut arguments, mut apart) = (None, Vec::new(), false);
        while let Some(word) = words.next() {
            let lower = word.text.to_ascii_lowercase();
            let option = lower.starts_with('-');
            let means = |name: &str| option && lower.len() > 2 && name.starts_with(&lower);
            if APART.iter().any(|it| means(it)) {
                apart = true;
                words.next_if(|_| !means("-usenewenvironment"));
            } else if BARE.iter().any(|it| means(it)) {
            } else if option && !means("-argumentlist") && !means("-filepath") && lower != "-args" {
                words.next();
            } else {
                let first = if option { words.next() } else { Some(word) };
                let list =
                    means("-argumentlist") || lower == "-args" || (!option && program.is_some());
                let Some(first) = first else { break };
                if !list {
                    program = Some(first);
                    continue;
                }
                let mut item = first;
                listed(item, &mut arguments);
                while item.text.ends_with(',')
                    || words.peek().is_some_and(|it| it.text.starts_with(','))
                {
                    let Some(next) = words.next() else { break };
                    item = next;
                    listed(item, &mut arguments);
                }
            }
        }
        let known = |it: &Line<'_>| !it.text.starts_with(['@', '$', '(']);
        let Some(program) = program.filter(known) else {
            return;
        };
        let name = program.text.trim_matches(['"', '\'', ',']);
        let all = if apart { self.hidden(span) } else { None };
        self.start(name, program, &arguments, span.clone());
        if let Some(all) = all {
            self.flow.session.environment = all;
        }
    }

    /// What the program sees is not known; gives what it was.
    fn hidden(&mut self, span: &crate::reading::Span) -> Option<crate::reading::Environment> {
        let all = self.flow.session.copy(span)?;
        let settings = self.flow.session.environment.values_mut();
        settings.for_each(|setting| setting.value = None);
        Some(all)
    }
}

/// The arguments of one word of a list: commas separate them, and blanks in a string do too.
fn listed(word: Line<'_>, arguments: &mut Vec<Argument>) {
    let mut from = 0;
    let mut quote = None;
    let ends = word.text.char_indices().filter_map(|(at, c)| {
        match c {
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            ',' if quote.is_none() => return Some(at),
            _ => {}
        }
        None
    });
    let ends: Vec<usize> = ends.chain([word.text.len()]).gathered();
    for end in ends {
        let item = word.to(end).from(from);
        from = (end + 1).min(word.text.len());
        let inside = item.text.trim_matches(['"', '\'']);
        if inside.contains(['$', '`', '(']) {
            arguments.push(Argument::Unknown(item.span()));
            continue;
        }
        let pieces = inside.split_whitespace();
        arguments.add_all(pieces.map(|it| Argument::named(it, item.span())));
    }
}
