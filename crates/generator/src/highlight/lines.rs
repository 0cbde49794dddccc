//! Lines that were highlighted before. Most lines of examples stand in many of them, and what a
//! line looks like depends on nothing but the line and the state in which the one before left the
//! syntax.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use syntect::easy::ScopeRegionIterator;
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

/// Most lines that are remembered, and most states. A text that has more is not made of lines that
/// come again.
const MOST_LINES: usize = 100_000;
const MOST_STATES: usize = 2_000;

/// Where a syntax stands between two lines.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    parse: ParseState,
    stack: ScopeStack,
}

/// A highlighted line: the class and the end of each piece, and the state after it.
#[derive(Debug)]
struct Line {
    pieces: Vec<(&'static str, usize)>,
    after: Arc<Numbered>,
}

/// A state, and its number where it is one that is remembered.
#[derive(Debug)]
struct Numbered {
    state: State,
    number: Option<usize>,
}

/// The states and lines of one syntax.
#[derive(Debug, Default)]
struct Known {
    /// By the scopes that are open, for those can be hashed.
    states: HashMap<Vec<Scope>, Vec<Arc<Numbered>>>,
    count: usize,
    lines: HashMap<usize, HashMap<Box<str>, Arc<Line>>>,
    size: usize,
}

impl Known {
    fn number(&mut self, state: State) -> Arc<Numbered> {
        let same = self.states.entry(state.stack.scopes.clone()).or_default();
        if let Some(found) = same.iter().find(|it| it.state == state) {
            return Arc::clone(found);
        }
        let number = (self.count < MOST_STATES).then_some(self.count);
        let made = Arc::new(Numbered { state, number });
        if number.is_some() {
            self.count += 1;
            same.push(Arc::clone(&made));
        }
        made
    }

    fn find(&self, before: &Numbered, line: &str) -> Option<Arc<Line>> {
        self.lines.get(&before.number?)?.get(line).map(Arc::clone)
    }

    fn keep(&mut self, before: &Numbered, line: &str, made: &Arc<Line>) {
        if let Some(number) = before.number.filter(|_| self.size < MOST_LINES) {
            self.size += 1;
            let lines = self.lines.entry(number).or_default();
            lines.insert(line.into(), Arc::clone(made));
        }
    }
}

/// What is known of every syntax, by its name.
#[derive(Debug, Default)]
pub(super) struct Lines {
    known: Mutex<HashMap<String, Known>>,
}

impl Lines {
    /// Gives the pieces of a text with the class of each, in order; None where the syntax gives up
    /// on a line.
    pub(super) fn pieces(
        &self,
        set: &SyntaxSet,
        syntax: &SyntaxReference,
        class: impl Fn(&ScopeStack) -> &'static str,
        text: &str,
        mut push: impl FnMut(&'static str, &str),
    ) -> Option<()> {
        let start = State {
            parse: ParseState::new(syntax),
            stack: ScopeStack::new(),
        };
        let mut place = self.of(&syntax.name, |known| known.number(start));
        for line in text.split_inclusive('\n') {
            let found = self.of(&syntax.name, |known| known.find(&place, line));
            let found = match found {
                Some(found) => found,
                None => {
                    let (pieces, after) = parsed(&place.state, set, &class, line)?;
                    self.of(&syntax.name, |known| {
                        let after = known.number(after);
                        let made = Arc::new(Line { pieces, after });
                        known.keep(&place, line, &made);
                        made
                    })
                }
            };
            let mut start = 0;
            for &(class, end) in &found.pieces {
                push(class, &line[start..end]);
                start = end;
            }
            place = Arc::clone(&found.after);
        }
        Some(())
    }

    fn of<T>(&self, syntax: &str, ask: impl FnOnce(&mut Known) -> T) -> T {
        let mut all = self.lock();
        match all.get_mut(syntax) {
            Some(known) => ask(known),
            None => ask(all.entry(syntax.to_owned()).or_default()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Known>> {
        // A panic elsewhere leaves at worst a line missing, which is then made again.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A line's pieces: the class and the end of each.
type Pieces = Vec<(&'static str, usize)>;

/// Reads a line in a state.
fn parsed(
    before: &State,
    set: &SyntaxSet,
    class: impl Fn(&ScopeStack) -> &'static str,
    line: &str,
) -> Option<(Pieces, State)> {
    let State {
        mut parse,
        mut stack,
    } = before.clone();
    let operations = parse.parse_line(line, set).ok()?;
    let (mut pieces, mut end) = (Vec::new(), 0);
    for (piece, operation) in ScopeRegionIterator::new(&operations, line) {
        stack.apply(operation).ok()?;
        end += piece.len();
        pieces.push((class(&stack), end));
    }
    Some((pieces, State { parse, stack }))
}
