//! Words: literal text, quotes, and what `$` begins.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use super::super::source::HOLE;
use super::super::syntax::{Segment, SegmentKind, Word, is_name};
use super::{Parsed, Parser};

/// Where a word stands, which says what ends it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In a command: blanks and operators end it.
    Command,
    /// In `${NAME:-…}`: `}` ends it.
    Braces,
    /// The same within double quotes: single quotes are letters.
    QuotedBraces,
    /// In `${NAME/…/`: `/` and `}` end it.
    Pattern,
    /// In `${NAME:…:`: `:` and `}` end it.
    Offset,
    /// In `[[ … ]]`, right of `=~` or `==`: parentheses may belong to it.
    Match,
}

impl Place {
    fn ends(self, c: char) -> bool {
        match self {
            Self::Command | Self::Match => " \t\n;&|<>()".contains(c),
            Self::Braces | Self::QuotedBraces => c == '}',
            Self::Pattern => c == '}' || c == '/',
            Self::Offset => c == '}' || c == ':',
        }
    }
}

impl Parser<'_> {
    /// Reads a word; empty (no segments) if something that ends it stands next.
    pub(super) fn word(&mut self, place: Place) -> Parsed<Word> {
        self.deeper(|parser| {
            let start = parser.at;
            let mut end = start;
            let mut segments: Vec<Segment> = Vec::new();
            while let Some(c) = parser.peek() {
                let continuation = parser.starts("\\\n");
                if place.ends(c) && !parser.continues(place, c, &mut segments)? {
                    break;
                }
                parser.piece(place, c, &mut segments)?;
                if !continuation {
                    end = parser.at;
                }
            }
            if segments.last().is_some_and(|it| {
                matches!(it.kind, SegmentKind::Process(..) | SegmentKind::Array(_))
            }) {
                end = parser.at;
            }
            let span = parser.span(start, end);
            Ok(Word { segments, span })
        })
    }

    /// Whether a letter that usually ends a word goes on with it: `<(…)`, `NAME=(…)`.
    fn continues(&mut self, place: Place, c: char, segments: &mut Vec<Segment>) -> Parsed<bool> {
        if place == Place::Match && c == '|' && !self.starts("||") {
            let start = self.at;
            self.at += 1;
            self.push_text(segments, start, false);
        } else if place == Place::Match && c == '(' {
            self.group(segments)?;
        } else if place == Place::Command && (self.starts("<(") || self.starts(">(")) {
            self.process(c == '<', segments)?;
        } else if place == Place::Command && c == '(' && begins_array(segments) {
            self.array(segments)?;
        } else {
            return Ok(false);
        }
        Ok(self.peek().is_some_and(|c| !place.ends(c)))
    }

    fn piece(&mut self, place: Place, c: char, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        match c {
            '\\' => self.escape(segments),
            '\'' if place != Place::QuotedBraces => self.single(segments)?,
            '"' => self.double(segments)?,
            '$' => self.dollar(false, segments)?,
            '`' => self.backticks(false, segments)?,
            HOLE => {
                self.at += HOLE.len_utf8();
                self.push(segments, SegmentKind::Hole, false, start);
            }
            _ => {
                let rest = &self.text[start..];
                let stop = |c: char| place.ends(c) || "\\'\"$`".contains(c) || c == HOLE;
                let rest = if c == '\'' { &rest[..1] } else { rest };
                self.at += rest.find(stop).unwrap_or(rest.len()).max(c.len_utf8());
                self.push_text(segments, start, false);
            }
        }
        Ok(())
    }

    fn escape(&mut self, segments: &mut Vec<Segment>) {
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('\n') => self.at += 1,
            Some(c) => {
                self.at += c.len_utf8();
                self.push(
                    segments,
                    SegmentKind::Text(c.to_string(), false),
                    true,
                    start,
                );
            }
            None => self.push(segments, SegmentKind::Text("\\".into(), false), true, start),
        }
    }

    /// What `$` begins; a lone `$` is itself.
    pub(super) fn dollar(&mut self, quoted: bool, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        let kind = match self.text[start + 1..].chars().next() {
            Some('(') if self.starts("$((") && self.arith_end(start + 3).is_some() => {
                self.at += 3;
                let end = self.arith_end(self.at).unwrap_or(self.at);
                let inner = self.arith_word(end)?;
                self.at = end + 2;
                SegmentKind::Arith(inner)
            }
            Some('(') => {
                self.at += 2;
                let script = self.script()?;
                self.skip_lines();
                self.expect(")")?;
                SegmentKind::Command(Rc::new(script))
            }
            Some('[') if self.text[start..self.line_end(start)].contains(']') => {
                self.at += 2;
                let end = self.at + self.text[self.at..].find(']').unwrap_or(0);
                let inner = self.arith_word(end)?;
                self.at = end + 1;
                SegmentKind::Arith(inner)
            }
            Some('{') => {
                self.at += 2;
                SegmentKind::Parameter(Box::new(self.braced(quoted)?))
            }
            Some('\'') if !quoted => return self.ansi(segments),
            Some('"') if !quoted => {
                self.at += 1;
                return self.double(segments);
            }
            Some(c) if c.is_ascii_alphanumeric() || "_@*#?$!-".contains(c) => {
                SegmentKind::Parameter(Box::new(self.plain_parameter()))
            }
            _ => {
                self.at += 1;
                self.push_text(segments, start, quoted);
                return Ok(());
            }
        };
        self.push(segments, kind, quoted, start);
        Ok(())
    }

    fn process(&mut self, reads: bool, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        self.at += 2;
        let script = self.script()?;
        self.skip_lines();
        self.expect(")")?;
        let kind = SegmentKind::Process(Rc::new(script), reads);
        self.push(segments, kind, false, start);
        Ok(())
    }

    fn array(&mut self, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        self.at += 1;
        let mut words = Vec::new();
        loop {
            self.skip_lines();
            if self.take(")") {
                break;
            }
            let word = self.word(Place::Command)?;
            if word.segments.is_empty() {
                return Err(self.failure());
            }
            words.push(word);
        }
        self.push(segments, SegmentKind::Array(words), false, start);
        Ok(())
    }

    /// Parentheses in a pattern: taken as they are.
    fn group(&mut self, segments: &mut Vec<Segment>) -> Parsed<()> {
        let start = self.at;
        let mut open = 0;
        while let Some(c) = self.peek().filter(|&c| c != '\n') {
            self.at += c.len_utf8();
            open += i32::from(c == '(') - i32::from(c == ')');
            if open == 0 {
                self.push_text(segments, start, false);
                return Ok(());
            }
        }
        Err(self.failure())
    }

    /// The position of the `))` that ends arithmetic begun at `from`, if it ends in that.
    pub(super) fn arith_end(&self, from: usize) -> Option<usize> {
        const LONGEST: usize = 4096;
        let mut open = 0;
        for (offset, c) in self.text[from..].char_indices().take(LONGEST) {
            match c {
                '(' => open += 1,
                ')' if open > 0 => open -= 1,
                ')' => {
                    let end = from + offset;
                    return self.text[end..].starts_with("))").then_some(end);
                }
                _ => {}
            }
        }
        None
    }

    /// An arithmetic expression up to `end`, still with its expansions.
    pub(super) fn arith_word(&mut self, end: usize) -> Parsed<Word> {
        self.deeper(|parser| {
            let start = parser.at;
            let mut inner = Parser {
                source: parser.source,
                text: &parser.text[..end],
                at: start,
                depth: parser.depth,
                unit: parser.unit,
                heredoc_end: None,
                slips: Vec::new(),
            };
            let mut segments = Vec::new();
            inner.quoted_until(None, &mut segments)?;
            let span = parser.span(start, end);
            parser.at = end;
            Ok(Word { segments, span })
        })
    }

    pub(super) fn push(
        &self,
        segments: &mut Vec<Segment>,
        kind: SegmentKind,
        quoted: bool,
        start: usize,
    ) {
        segments.push(Segment {
            kind,
            quoted,
            span: self.span(start, self.at),
        });
    }

    /// Pushes the letters from `start` as they stand.
    pub(super) fn push_text(&self, segments: &mut Vec<Segment>, start: usize, quoted: bool) {
        if start == self.at {
            return;
        }
        let (span, verbatim) = self.source.span(start, self.at);
        segments.push(Segment {
            kind: SegmentKind::Text(self.text[start..self.at].to_owned(), verbatim),
            quoted,
            span,
        });
    }
}

/// Whether what has been read so far is `NAME=` or `NAME+=`, so that `(` begins an array.
fn begins_array(segments: &[Segment]) -> bool {
    let [segment] = segments else {
        return false;
    };
    let SegmentKind::Text(text, _) = &segment.kind else {
        return false;
    };
    let name = text.strip_suffix('=').unwrap_or("");
    !segment.quoted && is_name(name.strip_suffix('+').unwrap_or(name))
}
