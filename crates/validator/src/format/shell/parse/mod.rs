//! Shell text to syntax tree: lists, pipelines, and what happens after a mistake.
//!
//! One pass without backing up over more than a word. Nesting is bounded, and reading goes on
//! behind a mistake, so the time is linear in the length of the text.

mod compound;
mod parameter;
mod quote;
mod redirect;
mod simple;
mod test;
mod word;

use readpoint_catalog::Gather;
use readpoint_catalog::prelude::*;

use super::slip;
use super::source::Source;
use super::syntax::{Command, Connector, Item, Pipeline, Script};
use crate::reading::{Slip, SlipKind, Span};

/// How deep commands and expansions may nest.
const MAX_DEPTH: usize = 90;

/// How often reading starts again behind a quote or group that never ends.
const MAX_RESTARTS: usize = 8;

/// Why a piece of text is not a command.
#[derive(Clone, Copy, Debug)]
struct Failure {
    /// Where, in the source.
    at: usize,
    /// The text ended too early.
    unfinished: bool,
}

type Parsed<T> = Result<T, Failure>;

/// Parses a whole text; mistakes and slips are added to `slips`.
pub(super) fn parse(source: &Source, depth: usize, slips: &mut Vec<Slip>) -> Script {
    let mut parser = Parser {
        source,
        text: &source.text,
        at: 0,
        depth,
        unit: 0,
        heredoc_end: None,
        slips: Vec::new(),
    };
    let script = parser.whole();
    slips.append(&mut parser.slips);
    script
}

/// What ends an and-or list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The end of a line.
    Line,
    /// `;`
    Semicolon,
    /// `&`
    Background,
    /// The end of the group around it, which is not taken.
    Closed,
}

struct Parser<'a> {
    source: &'a Source,
    text: &'a str,
    /// The next byte.
    at: usize,
    depth: usize,
    unit: usize,
    /// Behind the here-documents that the current line has announced.
    heredoc_end: Option<usize>,
    slips: Vec<Slip>,
}

impl Parser<'_> {
    /// Parses line by line; a line with a mistake is left out and becomes a slip.
    fn whole(&mut self) -> Script {
        let mut script = Script {
            is_whole: true,
            ..Script::default()
        };
        let mut restarts = 0;
        loop {
            self.skip_lines();
            if self.at >= self.text.len() {
                return script;
            }
            let start = self.at;
            let slips = self.slips.len();
            self.unit += 1;
            match self.line() {
                Ok(items) => script.items.add_all(items),
                Err(failure) => {
                    script.stops_at.get_or_insert(script.items.len());
                    self.slips.truncate(slips);
                    self.unparsed(start, failure.at);
                    let again = failure.unfinished && restarts < MAX_RESTARTS;
                    restarts += usize::from(failure.unfinished);
                    self.heredoc_end = None;
                    let from = if again { start } else { failure.at.max(start) };
                    self.at = self.line_end(from);
                }
            }
        }
    }

    /// One complete command: everything up to the end of its last line.
    fn line(&mut self) -> Parsed<Vec<Item>> {
        let mut items = Vec::new();
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some('\n') => return Ok(items),
                Some('#') => self.skip_comment(),
                _ => {
                    let item = self.item()?;
                    let end = self.separator()?;
                    self.push_item(&mut items, item, end);
                    match end {
                        End::Line => return Ok(items),
                        End::Closed => return Err(self.failure()),
                        End::Semicolon | End::Background => {}
                    }
                }
            }
        }
    }

    /// Commands up to something that closes the group around them.
    fn script(&mut self) -> Parsed<Script> {
        self.deeper(|parser| {
            let mut items = Vec::new();
            loop {
                parser.skip_lines();
                if parser.closes() {
                    return Ok(Script {
                        items,
                        ..Script::default()
                    });
                }
                let item = parser.item()?;
                let end = parser.separator()?;
                parser.push_item(&mut items, item, end);
            }
        })
    }

    fn push_item(&mut self, items: &mut Vec<Item>, mut item: Item, end: End) {
        item.background = end == End::Background;
        if let Some(previous) = items.last() {
            slip::between(previous, &item, &mut self.slips);
        }
        items.push(item);
    }

    /// Takes what ends a list.
    fn separator(&mut self) -> Parsed<End> {
        self.skip_blanks();
        match self.peek() {
            Some('#') => {
                self.skip_comment();
                Ok(End::Line)
            }
            None | Some('\n') => Ok(End::Line),
            Some(';') if !self.starts(";;") && !self.starts(";&") => {
                self.at += 1;
                Ok(End::Semicolon)
            }
            Some('&') if !self.starts("&&") => {
                self.at += 1;
                Ok(End::Background)
            }
            _ if self.closes() => Ok(End::Closed),
            _ => Err(self.failure()),
        }
    }

    /// Whether the next thing closes a group (the end of the text does too).
    fn closes(&self) -> bool {
        const WORDS: &[&str] = &["then", "else", "elif", "fi", "do", "done", "esac", "}"];
        match self.peek() {
            None | Some(')') => true,
            Some(';') => self.starts(";;") || self.starts(";&"),
            _ => WORDS.contains(&self.reserved()),
        }
    }

    fn item(&mut self) -> Parsed<Item> {
        let first = self.pipeline()?;
        let mut rest = Vec::new();
        loop {
            self.skip_blanks();
            let connector = if self.starts("&&") {
                Connector::And
            } else if self.starts("||") {
                Connector::Or
            } else {
                break;
            };
            self.at += 2;
            self.skip_lines();
            rest.push((connector, self.pipeline()?));
        }
        Ok(Item {
            first,
            rest,
            background: false,
            unit: self.unit,
        })
    }

    fn pipeline(&mut self) -> Parsed<Pipeline> {
        let mut negated = false;
        loop {
            self.skip_blanks();
            match self.reserved() {
                "!" => {
                    negated = !negated;
                    self.at += 1;
                }
                "time" => {
                    self.at += 4;
                    self.skip_blanks();
                    if self.reserved() == "-p" {
                        self.at += 2;
                    }
                }
                _ => break,
            }
        }
        let mut commands = vec![self.command()?];
        loop {
            self.skip_blanks();
            if !self.starts("|") || self.starts("||") {
                return Ok(Pipeline { negated, commands });
            }
            self.at += if self.starts("|&") { 2 } else { 1 };
            self.skip_lines();
            commands.push(self.command()?);
        }
    }

    fn command(&mut self) -> Parsed<Command> {
        self.deeper(|parser| match parser.compound()? {
            Some(command) => Ok(command),
            // `fi` without an `if`, and the like.
            None if parser.closes() => Err(parser.failure()),
            None => parser.simple(),
        })
    }

    // ---- letters -------------------------------------------------------------------------

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn starts(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what)
    }

    /// Takes `what` if it stands next.
    fn take(&mut self, what: &str) -> bool {
        let found = self.starts(what);
        if found {
            self.at += what.len();
        }
        found
    }

    fn expect(&mut self, what: &str) -> Parsed<()> {
        if self.take(what) {
            Ok(())
        } else {
            Err(self.failure())
        }
    }

    /// Blanks and line continuations.
    fn skip_blanks(&mut self) {
        loop {
            if self.starts(" ") || self.starts("\t") {
                self.at += 1;
            } else if self.starts("\\\n") {
                self.at += 2;
            } else {
                return;
            }
        }
    }

    /// Blanks, line ends and comments; here-documents announced on a line lie behind its end.
    fn skip_lines(&mut self) {
        loop {
            self.skip_blanks();
            match self.peek() {
                Some('\n') => self.at = self.heredoc_end.take().unwrap_or(self.at + 1),
                Some('#') => self.skip_comment(),
                _ => return,
            }
        }
    }

    fn skip_comment(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.find('\n').unwrap_or(rest.len());
    }

    fn line_end(&self, from: usize) -> usize {
        let from = self.text.ceil_char_boundary(from);
        self.text[from..]
            .find('\n')
            .map_or(self.text.len(), |n| from + n)
    }

    /// The unquoted word that stands next, if it ends where a reserved word would.
    fn reserved(&self) -> &str {
        let rest = &self.text[self.at..];
        let end = rest
            .bytes()
            .take(16)
            .position(|b| b" \t\n;&|<>()".contains(&b))
            .unwrap_or(rest.len());
        rest.get(..end).unwrap_or("")
    }

    // ---- failures ------------------------------------------------------------------------

    fn failure(&self) -> Failure {
        Failure {
            at: self.at,
            unfinished: self.at >= self.text.len(),
        }
    }

    fn unparsed(&mut self, start: usize, at: usize) {
        let stop = self.line_end(start).min(self.text.len());
        let end = if at > start && at <= stop { at } else { stop };
        let span = self.span(start, end.max(start));
        self.slips.push(Slip {
            kind: SlipKind::Unparsed,
            name: None,
            span,
            edits: Vec::new(),
        });
    }

    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(Failure {
                at: self.at,
                unfinished: false,
            });
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.source.span(start, end).0
    }
}
