//! Groups, loops and conditions.

use super::super::syntax::{
    Assign, CaseArm, CaseEnd, Command, Compound, CompoundKind, Connector, Item, Pipeline, Script,
    Segment, SegmentKind, Simple, Word, is_name,
};
use super::word::Place;
use super::{Parsed, Parser};
use crate::reading::Span;
use readpoint_catalog::prelude::*;

impl Parser<'_> {
    /// Reads a compound command with its redirections, if one stands next.
    pub(super) fn compound(&mut self) -> Parsed<Option<Command>> {
        self.skip_blanks();
        let kind = if self.starts("((") && self.arith_end(self.at + 2).is_some() {
            self.arith_command()?
        } else if self.starts("(((") {
            // bash looks for arithmetic here, and gives up.
            return Err(self.failure());
        } else if self.take("(") {
            let body = self.script()?;
            self.skip_lines();
            self.expect(")")?;
            CompoundKind::Subshell(body)
        } else {
            match self.reserved() {
                "function" => return self.function_keyword().map(Some),
                "coproc" => return self.coproc().map(Some),
                word => {
                    let Some((_, read)) = KEYWORDS.iter().find(|(keyword, _)| *keyword == word)
                    else {
                        return Ok(None);
                    };
                    self.at += word.len();
                    read(self)?
                }
            }
        };
        let mut redirects = Vec::new();
        loop {
            self.skip_blanks();
            match self.redirect()? {
                Some(redirect) => redirects.push(redirect),
                None => break,
            }
        }
        Ok(Some(Command::Compound(Compound { kind, redirects })))
    }

    fn arith_command(&mut self) -> Parsed<CompoundKind> {
        self.at += 2;
        let end = self.arith_end(self.at).unwrap_or(self.at);
        let word = self.arith_word(end)?;
        self.at = end;
        self.expect("))")?;
        Ok(CompoundKind::Arith(word))
    }

    fn function_keyword(&mut self) -> Parsed<Command> {
        self.at += "function".len();
        self.skip_blanks();
        let name = self.word(Place::Command)?.bare();
        let name = name.ok_or_else(|| self.failure())?;
        self.skip_blanks();
        if self.take("(") {
            self.skip_blanks();
            self.expect(")")?;
        }
        self.function_body(name)
    }

    fn coproc(&mut self) -> Parsed<Command> {
        self.at += "coproc".len();
        self.skip_blanks();
        let start = self.at;
        let word = self.reserved().to_owned();
        if is_name(&word) {
            self.at += word.len();
            self.skip_blanks();
            let compound = self.starts("(") || KEYWORDS.iter().any(|(k, _)| *k == self.reserved());
            if !compound {
                self.at = start;
            }
        }
        Ok(Command::Coproc(Box::new(self.command()?)))
    }

    /// A body between two reserved words.
    fn block(&mut self, open: &str, close: &str) -> Parsed<Script> {
        self.skip_lines();
        self.keyword(open)?;
        let body = self.script()?;
        self.skip_lines();
        self.keyword(close)?;
        Ok(body)
    }

    fn keyword(&mut self, word: &str) -> Parsed<()> {
        if self.reserved() == word {
            self.at += word.len();
            Ok(())
        } else {
            Err(self.failure())
        }
    }

    /// `do … done`, or braces.
    fn loop_body(&mut self) -> Parsed<Script> {
        self.skip_lines();
        if self.take(";") {
            self.skip_lines();
        }
        if self.reserved() == "{" {
            return self.block("{", "}");
        }
        self.block("do", "done")
    }
}

type Reader = fn(&mut Parser<'_>) -> Parsed<CompoundKind>;

/// The reserved words that begin a compound command.
const KEYWORDS: &[(&str, Reader)] = &[
    ("[[", |parser| {
        let test = parser.test()?;
        parser.skip_lines();
        parser.keyword("]]")?;
        Ok(CompoundKind::Test(test))
    }),
    ("case", case),
    ("for", for_loop),
    ("if", if_command),
    ("select", select),
    ("until", |parser| while_loop(parser, true)),
    ("while", |parser| while_loop(parser, false)),
    ("{", |parser| {
        let body = parser.script()?;
        parser.skip_lines();
        parser.keyword("}")?;
        Ok(CompoundKind::Brace(body))
    }),
];

fn if_command(parser: &mut Parser<'_>) -> Parsed<CompoundKind> {
    let mut arms = Vec::new();
    loop {
        let condition = parser.script()?;
        parser.keyword("then")?;
        arms.push((condition, parser.script()?));
        match parser.reserved() {
            "elif" => parser.keyword("elif")?,
            "else" => {
                parser.keyword("else")?;
                let otherwise = parser.script()?;
                parser.keyword("fi")?;
                return Ok(CompoundKind::If(arms, Some(otherwise)));
            }
            _ => {
                parser.keyword("fi")?;
                return Ok(CompoundKind::If(arms, None));
            }
        }
    }
}

fn while_loop(parser: &mut Parser<'_>, until: bool) -> Parsed<CompoundKind> {
    let condition = parser.script()?;
    let body = parser.block("do", "done")?;
    Ok(CompoundKind::While {
        until,
        condition,
        body,
    })
}

fn for_loop(parser: &mut Parser<'_>) -> Parsed<CompoundKind> {
    parser.skip_blanks();
    if parser.starts("((") {
        return for_arith(parser);
    }
    let name = parser.word(Place::Command)?.bare();
    let name = name.ok_or_else(|| parser.failure())?;
    parser.skip_lines();
    let mut words = None;
    if parser.reserved() == "in" {
        parser.keyword("in")?;
        let mut list = Vec::new();
        loop {
            parser.skip_blanks();
            let word = parser.word(Place::Command)?;
            if word.segments.is_empty() {
                break;
            }
            list.push(word);
        }
        words = Some(list);
    }
    let body = parser.loop_body()?;
    Ok(CompoundKind::For { name, words, body })
}

/// `select NAME in WORDS`: rounds for as long as something can be read.
fn select(parser: &mut Parser<'_>) -> Parsed<CompoundKind> {
    let start = parser.at;
    let kind = for_loop(parser)?;
    let span = parser.span(start, parser.at);
    let CompoundKind::For { name, body, .. } = kind else {
        return Ok(kind);
    };
    let word = |kind: SegmentKind| Word {
        segments: vec![Segment {
            kind,
            quoted: true,
            span: span.clone(),
        }],
        span: span.clone(),
    };
    let text = |text: &str| word(SegmentKind::Text(text.to_owned(), false));
    let read = simple(Vec::new(), vec![text("read"), text("REPLY")], &span);
    let choice = Assign {
        name,
        name_span: span.clone(),
        index: None,
        append: false,
        value: word(SegmentKind::Hole),
        span: span.clone(),
    };
    let condition = Item {
        first: read,
        rest: vec![(Connector::And, simple(vec![choice], Vec::new(), &span))],
        background: false,
        unit: parser.unit,
    };
    Ok(CompoundKind::While {
        until: false,
        condition: Script {
            items: vec![condition],
            ..Script::default()
        },
        body,
    })
}

fn simple(assigns: Vec<Assign>, words: Vec<Word>, span: &Span) -> Pipeline {
    let simple = Simple {
        assigns,
        words,
        redirects: Vec::new(),
        span: span.clone(),
    };
    Pipeline {
        negated: false,
        commands: vec![Command::Simple(simple)],
    }
}

fn for_arith(parser: &mut Parser<'_>) -> Parsed<CompoundKind> {
    let end = parser.arith_end(parser.at + 2);
    let end = end.ok_or_else(|| parser.failure())?;
    parser.at += 2;
    let mut parts: [Word; 3] = Default::default();
    for (index, part) in parts.iter_mut().enumerate() {
        let rest = &parser.text[parser.at..end];
        let stop = match (index, rest.find(';')) {
            (2, _) => end,
            (_, Some(offset)) => parser.at + offset,
            (_, None) => return Err(parser.failure()),
        };
        *part = parser.arith_word(stop)?;
        parser.at = (stop + 1).min(end);
    }
    parser.at = end + 2;
    let body = parser.loop_body()?;
    Ok(CompoundKind::ForArith { parts, body })
}

fn case(parser: &mut Parser<'_>) -> Parsed<CompoundKind> {
    parser.skip_blanks();
    let subject = parser.word(Place::Command)?;
    parser.skip_lines();
    parser.keyword("in")?;
    let mut arms = Vec::new();
    loop {
        parser.skip_lines();
        if parser.reserved() == "esac" {
            parser.keyword("esac")?;
            return Ok(CompoundKind::Case(subject, arms));
        }
        arms.push(case_arm(parser)?);
    }
}

fn case_arm(parser: &mut Parser<'_>) -> Parsed<CaseArm> {
    parser.take("(");
    let mut patterns = Vec::new();
    loop {
        parser.skip_blanks();
        let pattern = parser.word(Place::Command)?;
        if pattern.segments.is_empty() {
            return Err(parser.failure());
        }
        patterns.push(pattern);
        parser.skip_blanks();
        if !parser.take("|") {
            break;
        }
    }
    parser.expect(")")?;
    let body = parser.script()?;
    let end = if parser.take(";;&") {
        CaseEnd::Retry
    } else if parser.take(";&") {
        CaseEnd::Fall
    } else {
        parser.take(";;");
        CaseEnd::Leave
    };
    Ok(CaseArm {
        patterns,
        body,
        end,
    })
}
