//! Extended regular expressions, as `[[ … =~ … ]]` uses them: whether something matches, not what.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

/// One piece of an expression.
#[derive(Clone, Debug)]
enum Node {
    Letter(char),
    Any,
    Class(Vec<(char, char)>, bool),
    Start,
    End,
    Group(Vec<Vec<Node>>),
    Repeat(Box<Node>, usize, usize),
}

/// A compiled expression: its alternatives.
#[derive(Clone, Debug)]
pub(super) struct Regex {
    alternatives: Vec<Vec<Node>>,
}

/// Steps that one match may take.
const STEPS: usize = 20_000;

/// Deepest nesting of groups.
const MAX_DEPTH: usize = 16;

/// Deepest recursion of one match; the stack of a browser is small.
const MAX_RECURSION: usize = 500;

/// The upper end of `*` and `+`.
const MANY: usize = usize::MAX;

struct Reader<'a> {
    letters: &'a [(char, bool)],
    at: usize,
    depth: usize,
}

impl Regex {
    /// Reads an expression; quoted letters stand for themselves. `None` if it uses something that
    /// is not followed here.
    pub(super) fn new(letters: &[(char, bool)]) -> Option<Self> {
        let mut reader = Reader {
            letters,
            at: 0,
            depth: 0,
        };
        let alternatives = reader.alternatives()?;
        (reader.at == letters.len()).then_some(Self { alternatives })
    }

    /// Whether it matches somewhere in a text; `None` if that takes too long.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        let text: Vec<char> = text.chars().gathered();
        let mut matcher = Matcher {
            text: &text,
            steps: 0,
            depth: 0,
        };
        let group = Node::Group(self.alternatives.clone());
        for start in 0..=text.len() {
            if matcher.run(&[&group], start) {
                return Some(true);
            }
            if matcher.steps > STEPS {
                return None;
            }
        }
        Some(false)
    }
}

impl Reader<'_> {
    fn peek(&self) -> Option<(char, bool)> {
        self.letters.get(self.at).copied()
    }

    fn alternatives(&mut self) -> Option<Vec<Vec<Node>>> {
        let mut found = vec![Vec::new()];
        while let Some((letter, quoted)) = self.peek() {
            match letter {
                '|' if !quoted => {
                    self.at += 1;
                    found.push(Vec::new());
                }
                ')' if !quoted && self.depth > 0 => break,
                _ => {
                    let node = self.repeated()?;
                    found.last_mut()?.push(node);
                }
            }
        }
        // An empty alternative is not defined.
        let empty = found.len() > 1 && found.iter().any(Vec::is_empty);
        (!empty).then_some(found)
    }

    fn repeated(&mut self) -> Option<Node> {
        let mut node = self.atom()?;
        while let Some((sign, false)) = self.peek() {
            let (least, most) = match sign {
                '*' => (0, MANY),
                '+' => (1, MANY),
                '?' => (0, 1),
                '{' => self.bounds()?,
                _ => break,
            };
            self.at += 1;
            node = Node::Repeat(Box::new(node), least, most);
        }
        Some(node)
    }

    /// `{n}`, `{n,}`, `{n,m}`, up to its last letter.
    fn bounds(&mut self) -> Option<(usize, usize)> {
        let rest = self.letters.get(self.at + 1..)?;
        let length = rest.iter().position(|(letter, _)| *letter == '}')?;
        let inner: String = rest[..length].iter().map(|(letter, _)| *letter).gathered();
        self.at += length + 1;
        let number = |text: &str| text.parse().ok().filter(|it| *it <= 255);
        match inner.split_once(',') {
            None => number(&inner).map(|it| (it, it)),
            Some((least, "")) => number(least).map(|it| (it, MANY)),
            Some((least, most)) => number(least).zip(number(most)),
        }
    }

    fn atom(&mut self) -> Option<Node> {
        let (letter, quoted) = self.peek()?;
        self.at += 1;
        if quoted {
            return Some(Node::Letter(letter));
        }
        Some(match letter {
            '.' => Node::Any,
            '^' => Node::Start,
            '$' => Node::End,
            '(' => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return None;
                }
                let inner = self.alternatives()?;
                self.depth -= 1;
                if self.peek()? != (')', false) {
                    return None;
                }
                self.at += 1;
                Node::Group(inner)
            }
            '[' => self.class()?,
            '\\' => {
                let (escaped, _) = self.peek()?;
                self.at += 1;
                if escaped.is_ascii_alphanumeric() || "<>`'".contains(escaped) {
                    return None;
                }
                Node::Letter(escaped)
            }
            '*' | '+' | '?' | '{' => return None,
            _ => Node::Letter(letter),
        })
    }

    fn class(&mut self) -> Option<Node> {
        let negated = self.peek() == Some(('^', false));
        self.at += usize::from(negated);
        let first = self.at;
        let mut ranges = Vec::new();
        loop {
            let (letter, quoted) = self.peek()?;
            if letter == ']' && self.at > first && !quoted {
                self.at += 1;
                return Some(Node::Class(ranges, negated));
            }
            if letter == '[' {
                let (range, length) = named(self.letters.get(self.at..)?)?;
                ranges.extend_from_slice(range);
                self.at += length;
                continue;
            }
            if quoted || letter == '\\' {
                return None;
            }
            let behind = self.letters.get(self.at + 1..self.at + 3);
            let end = match behind {
                Some([('-', false), (end, false)]) if *end != ']' => Some(*end),
                _ => None,
            };
            ranges.push((letter, end.unwrap_or(letter)));
            self.at += if end.is_some() { 3 } else { 1 };
        }
    }
}

/// `[:digit:]` and relatives: the letters, and the length with brackets. Only those that do not
/// depend on the language.
fn named(letters: &[(char, bool)]) -> Option<(&'static [(char, char)], usize)> {
    const NAMES: &[(&str, &[(char, char)])] = &[
        ("[:alnum:]", &[('0', '9'), ('A', 'Z'), ('a', 'z')]),
        ("[:alpha:]", &[('A', 'Z'), ('a', 'z')]),
        ("[:digit:]", &[('0', '9')]),
        ("[:lower:]", &[('a', 'z')]),
        ("[:space:]", &[(' ', ' '), ('\t', '\r')]),
        ("[:upper:]", &[('A', 'Z')]),
    ];
    let text: String = letters.iter().take(9).map(|(letter, _)| *letter).gathered();
    let (name, ranges) = NAMES.iter().find(|(name, _)| text == *name)?;
    Some((ranges, name.len()))
}

struct Matcher<'t> {
    text: &'t [char],
    steps: usize,
    depth: usize,
}

impl Matcher<'_> {
    /// Whether the nodes match from a place on.
    fn run(&mut self, nodes: &[&Node], at: usize) -> bool {
        self.steps += 1;
        if self.depth > MAX_RECURSION {
            self.steps = STEPS + 1;
        }
        if self.steps > STEPS {
            return false;
        }
        self.depth += 1;
        let matched = self.node(nodes, at);
        self.depth -= 1;
        matched
    }

    fn node(&mut self, nodes: &[&Node], at: usize) -> bool {
        let Some((node, rest)) = nodes.split_first() else {
            return true;
        };
        let letter = self.text.get(at).copied();
        match node {
            Node::Start => at == 0 && self.run(rest, at),
            Node::End => at == self.text.len() && self.run(rest, at),
            Node::Any => letter.is_some() && self.run(rest, at + 1),
            Node::Letter(wanted) => letter == Some(*wanted) && self.run(rest, at + 1),
            Node::Class(ranges, negated) => {
                let inside = |c: char| ranges.iter().any(|(a, b)| (*a..=*b).contains(&c));
                letter.is_some_and(|c| inside(c) != *negated) && self.run(rest, at + 1)
            }
            Node::Group(alternatives) => alternatives.iter().any(|inner| {
                let nodes: Vec<&Node> = inner.iter().chain(rest.iter().copied()).gathered();
                self.run(&nodes, at)
            }),
            Node::Repeat(inner, least, most) => self.repeat(inner, (*least, *most), rest, at),
        }
    }

    fn repeat(
        &mut self,
        inner: &Node,
        (least, most): (usize, usize),
        rest: &[&Node],
        at: usize,
    ) -> bool {
        if least == 0 && self.run(rest, at) {
            return true;
        }
        if most == 0 {
            return false;
        }
        let left = if most == MANY { MANY } else { most - 1 };
        let again = Node::Repeat(Box::new(inner.clone()), least.saturating_sub(1), left);
        let consumes = at < self.text.len() || least > 0;
        let mut nodes = vec![inner, &again];
        nodes.extend(rest);
        consumes && self.run(&nodes, at)
    }
}
