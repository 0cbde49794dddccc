//! The syntax tree of shell text. All spans are byte ranges of the checked text.

use alloc::rc::Rc;
use readpoint_catalog::prelude::*;

use crate::reading::Span;

/// Commands in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Script {
    /// Its and-or lists.
    pub(super) items: Vec<Item>,
    /// How many of them stand in front of the first mistake, if there is one: a shell that does
    /// not ask anybody reads no further.
    pub(super) stops_at: Option<usize>,
    /// A whole text, rather than the inside of a group.
    pub(super) is_whole: bool,
}

/// Pipelines joined by `&&` and `||`.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The first pipeline.
    pub(super) first: Pipeline,
    /// Those that follow.
    pub(super) rest: Vec<(Connector, Pipeline)>,
    /// Ends with `&`.
    pub(super) background: bool,
    /// Number of the complete command it belongs to: an error inside ends that one only.
    pub(super) unit: usize,
}

/// How a pipeline follows another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Connector {
    /// `&&`
    And,
    /// `||`
    Or,
}

/// Commands joined by `|`.
#[derive(Clone, Debug)]
pub(super) struct Pipeline {
    /// Begins with `!`.
    pub(super) negated: bool,
    /// One or more commands.
    pub(super) commands: Vec<Command>,
}

/// A command.
#[derive(Clone, Debug)]
pub(super) enum Command {
    /// Assignments, words and redirections.
    Simple(Simple),
    /// A group, loop or condition.
    Compound(Compound),
    /// A function definition.
    Function(Rc<Function>),
    /// `coproc COMMAND`
    Coproc(Box<Command>),
}

/// A simple command.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    /// Assignments in front.
    pub(super) assigns: Vec<Assign>,
    /// The command's name and arguments.
    pub(super) words: Vec<Word>,
    /// Redirections.
    pub(super) redirects: Vec<Redirect>,
    /// From the first byte to the last.
    pub(super) span: Span,
}

/// A function.
#[derive(Clone, Debug)]
pub(super) struct Function {
    /// Its name.
    pub(super) name: String,
    /// What it runs.
    pub(super) body: Command,
}

/// A compound command.
#[derive(Clone, Debug)]
pub(super) struct Compound {
    /// What it is.
    pub(super) kind: CompoundKind,
    /// Redirections of the whole.
    pub(super) redirects: Vec<Redirect>,
}

/// The compound commands.
#[derive(Clone, Debug)]
pub(super) enum CompoundKind {
    /// `{ …; }`
    Brace(Script),
    /// `( … )`
    Subshell(Script),
    /// `if … fi`: conditions with bodies, and the `else` body.
    If(Vec<(Script, Script)>, Option<Script>),
    /// `while` and `until`.
    While {
        /// `until`
        until: bool,
        /// The condition.
        condition: Script,
        /// The body.
        body: Script,
    },
    /// `for NAME in WORDS` and `select`; without words the positional parameters.
    For {
        /// The loop variable.
        name: String,
        /// What it runs over.
        words: Option<Vec<Word>>,
        /// The body.
        body: Script,
    },
    /// `for ((…; …; …))`
    ForArith {
        /// Start, condition, step.
        parts: [Word; 3],
        /// The body.
        body: Script,
    },
    /// `case … esac`
    Case(Word, Vec<CaseArm>),
    /// `[[ … ]]`
    Test(Test),
    /// `(( … ))`
    Arith(Word),
}

/// One arm of `case`.
#[derive(Clone, Debug)]
pub(super) struct CaseArm {
    /// Alternatives.
    pub(super) patterns: Vec<Word>,
    /// What runs.
    pub(super) body: Script,
    /// How it ends.
    pub(super) end: CaseEnd,
}

/// How a `case` arm ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CaseEnd {
    /// `;;`
    Leave,
    /// `;&`
    Fall,
    /// `;;&`
    Retry,
}

/// The inside of `[[ … ]]`.
#[derive(Clone, Debug)]
pub(super) enum Test {
    /// `! …`
    Not(Box<Test>),
    /// `… && …`
    And(Box<Test>, Box<Test>),
    /// `… || …`
    Or(Box<Test>, Box<Test>),
    /// `-n WORD`; a lone word counts as `-n`.
    Unary(String, Word),
    /// `WORD == WORD`
    Binary(Word, String, Word),
}

/// An assignment.
#[derive(Clone, Debug)]
pub(super) struct Assign {
    /// The variable.
    pub(super) name: String,
    /// Where its name stands.
    pub(super) name_span: Span,
    /// `NAME[index]`
    pub(super) index: Option<Word>,
    /// `+=`
    pub(super) append: bool,
    /// The value.
    pub(super) value: Word,
    /// All of it.
    pub(super) span: Span,
}

/// A redirection.
#[derive(Clone, Debug)]
pub(super) struct Redirect {
    /// The file descriptor in front, if given.
    pub(super) descriptor: Option<u32>,
    /// What it does.
    pub(super) kind: RedirectKind,
    /// File, descriptor, or the text of a here-document.
    pub(super) target: Word,
    /// All of it.
    pub(super) span: Span,
}

/// What a redirection does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RedirectKind {
    /// `<`, `<>`
    Read,
    /// `>`, `>|`, `&>`
    Write,
    /// `>>`, `&>>`
    Append,
    /// `>&`
    Duplicate,
    /// `<&`
    DuplicateInput,
    /// A here-document or here-string: the target is the text itself.
    Text,
}

/// A word.
#[derive(Clone, Debug, Default)]
pub(super) struct Word {
    /// Its segments.
    pub(super) segments: Vec<Segment>,
    /// All of it, quotes included.
    pub(super) span: Span,
}

/// A piece of a word.
#[derive(Clone, Debug)]
pub(super) struct Segment {
    /// What it is.
    pub(super) kind: SegmentKind,
    /// Within quotes or behind a backslash: no splitting, no patterns.
    pub(super) quoted: bool,
    /// Where.
    pub(super) span: Span,
}

/// The pieces of a word.
#[derive(Clone, Debug)]
pub(super) enum SegmentKind {
    /// Literal text; the flag says that it stands in the text letter for letter.
    Text(String, bool),
    /// `""`
    Empty,
    /// `$NAME`, `${…}`
    Parameter(Box<Parameter>),
    /// `$(…)`, backticks
    Command(Rc<Script>),
    /// `$((…))`
    Arith(Word),
    /// `<(…)`; the flag says whether it is read from.
    Process(Rc<Script>, bool),
    /// `(…)` of an array assignment.
    Array(Vec<Word>),
    /// Not known.
    Hole,
}

/// A parameter expansion.
#[derive(Clone, Debug)]
pub(super) struct Parameter {
    /// The variable, a number, or a special character.
    pub(super) name: String,
    /// `[…]`: an index, `@` or `*`.
    pub(super) index: Option<Word>,
    /// `${!…}`
    pub(super) indirect: bool,
    /// What is done to the value.
    pub(super) operation: Operation,
}

/// What a parameter expansion does.
#[derive(Clone, Debug)]
pub(super) enum Operation {
    /// The value.
    Value,
    /// `${#NAME}`
    Length,
    /// `${NAME:-word}` and the like: operator, colon, word.
    Default(char, bool, Word),
    /// `${NAME#pattern}`: at the end?, longest?, pattern.
    Strip(bool, bool, Word),
    /// `${NAME/pattern/word}`: which, pattern, word.
    Replace(ReplaceKind, Word, Word),
    /// `${NAME:offset:length}`
    Slice(Word, Option<Word>),
    /// `${NAME^}`: upper case?, all?, pattern.
    Case(bool, bool, Word),
    /// `${NAME@Q}`, `${!prefix*}` and whatever else is not followed.
    Other,
}

/// Which matches `${NAME/…/…}` replaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReplaceKind {
    /// The first.
    First,
    /// All.
    All,
    /// One at the start.
    Start,
    /// One at the end.
    End,
}

impl Word {
    /// The word's letters, if it is nothing but text.
    pub(super) fn literal(&self) -> Option<String> {
        let mut text = String::new();
        for segment in &self.segments {
            match &segment.kind {
                SegmentKind::Text(piece, _) => text.push_str(piece),
                SegmentKind::Empty => {}
                _ => return None,
            }
        }
        Some(text)
    }

    /// The word's letters, if it is nothing but unquoted text.
    pub(super) fn bare(&self) -> Option<String> {
        if self.segments.iter().any(|segment| segment.quoted) {
            return None;
        }
        self.literal()
    }
}

/// Whether a text is a shell variable's name.
pub(super) fn is_name(text: &str) -> bool {
    let mut letters = text.bytes();
    letters
        .next()
        .is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
        && letters.all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// The length of the variable name at the start of a text.
pub(super) fn name_length(text: &str) -> usize {
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        return 0;
    }
    text.bytes()
        .take_while(|b| b.is_ascii_alphanumeric() || *b == b'_')
        .count()
}
