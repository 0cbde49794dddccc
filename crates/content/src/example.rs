//! Fenced blocks that are examples, and those of them that are tests.
//!
//! The info string names the language first; then any of `check` (nothing above info may be
//! found), `expect=RP201,RP301` (exactly these codes above info), `as=KIND`, `torch=2.9.1`.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use readpoint_catalog::{Version, nearest};
use readpoint_validator::Kind;

use crate::fields::Sink;
use crate::markdown::Fence;
use crate::reference::{Reference, Target};
use crate::{Place, SourceFile};

/// What the validator must find in an example, above info.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expectation {
    /// Nothing.
    Clean,
    /// Exactly these codes.
    Codes(BTreeSet<String>),
}

/// A fenced block of a page.
#[derive(Clone, Debug)]
pub struct Example {
    /// The page's file.
    pub source: Arc<SourceFile>,
    /// Bytes of the file, from the opening to the closing fence.
    pub span: Range<usize>,
    /// The page's address relative to the site's base.
    pub url: String,
    /// First word of the info string; empty where there is none.
    pub language: String,
    /// What a run checks; none for a block that is only shown.
    pub test: Option<Test>,
    /// The lines inside the fences.
    pub text: String,
}

/// How an example is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// What must be found.
    pub expectation: Expectation,
    /// The kind of text, given or by language.
    pub kind: Kind,
    /// The release, where the info string names one.
    pub torch: Option<Version>,
}

impl Example {
    /// Where it begins, for messages: its opening fence.
    #[must_use]
    pub(crate) fn opening(&self) -> Place {
        Place {
            file: Arc::clone(&self.source),
            span: first_line(&self.source.text, &self.span),
        }
    }

    /// Where it stands, for messages.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            file: Arc::clone(&self.source),
            span: self.span.clone(),
        }
    }
}

/// Words of an info string that take no value.
const CHECK: &str = "check";
/// Words of an info string that take a value.
const KEYS: [&str; 3] = ["expect", "as", "torch"];

/// Languages that say which kind of text a block is.
const LANGUAGES: &[(&str, Kind)] = &[
    ("bash", Kind::Shell),
    ("sh", Kind::Shell),
    ("shell", Kind::Shell),
    ("dockerfile", Kind::Dockerfile),
    ("python", Kind::Python),
    ("powershell", Kind::Powershell),
    ("batch", Kind::Batch),
    ("env", Kind::Envfile),
    ("fish", Kind::Fish),
    ("csh", Kind::Csh),
];

/// What an info string says.
#[derive(Debug, Default)]
struct Info {
    language: String,
    check: bool,
    expect: Option<BTreeSet<String>>,
    kind: Option<Kind>,
    torch: Option<Version>,
    /// Whether a word was reported; then the rest says nothing certain.
    faulty: bool,
}

/// Reads a fenced block that begins at `base` in the file; mistakes go to the sink, and the codes
/// it expects to `references`.
pub(crate) fn read(
    fence: &Fence<'_>,
    base: usize,
    url: &str,
    sink: &Sink,
    references: &mut Vec<Reference>,
) -> Example {
    let span = fence.span.start + base..fence.span.end + base;
    let line = first_line(&sink.file().text, &span);
    let info = info(&fence.info, &line, sink);
    for code in info.expect.iter().flatten() {
        references.push(Reference {
            target: Target::Rule,
            name: code.clone(),
            span: line.clone(),
        });
    }
    Example {
        source: Arc::clone(sink.file()),
        url: url.to_owned(),
        test: test(&info, &line, sink),
        language: info.language,
        text: fence.text.clone(),
        span,
    }
}

/// The opening fence with its info string.
fn first_line(text: &str, span: &Range<usize>) -> Range<usize> {
    let block = &text[span.clone()];
    let length = block.find(['\n', '\r']).unwrap_or(block.len());
    span.start..span.start + length
}

fn info(text: &str, line: &Range<usize>, sink: &Sink) -> Info {
    let mut words = text.split_whitespace();
    let mut info = Info {
        language: words.next().unwrap_or_default().to_owned(),
        ..Info::default()
    };
    for word in words {
        match word.split_once('=') {
            None if word == CHECK => info.check = true,
            Some(("expect", codes)) => {
                info.expect = Some(codes.split(',').map(str::to_owned).collect());
            }
            Some(("as", kind)) => match kind.parse() {
                Ok(kind) => info.kind = Some(kind),
                Err(error) => info.fault(error, None, line, sink),
            },
            Some(("torch", version)) => match version.parse::<Version>() {
                Ok(version) => info.torch = Some(version),
                Err(error) => info.fault(error.to_string(), None, line, sink),
            },
            _ => {
                let message = format!("`{word}` means nothing on a fenced block");
                info.fault(message, Some(meant(word)), line, sink);
            }
        }
    }
    info
}

impl Info {
    fn fault(&mut self, message: String, help: Option<String>, line: &Range<usize>, sink: &Sink) {
        self.faulty = true;
        sink.report(line.clone(), message, help);
    }
}

/// What may have been meant by an unknown word.
fn meant(word: &str) -> String {
    let name = word.split('=').next().unwrap_or(word);
    match nearest(name, KEYS.into_iter().chain([CHECK])) {
        Some(CHECK) => "did you mean `check`?".to_owned(),
        Some(near) => format!("did you mean `{near}=`?"),
        None => "after the language come `check`, `expect=`, `as=` or `torch=`".to_owned(),
    }
}

fn test(info: &Info, line: &Range<usize>, sink: &Sink) -> Option<Test> {
    if info.faulty {
        return None;
    }
    let expectation = match (&info.expect, info.check) {
        (None, false) => return untested(info, line, sink),
        (None, true) => Expectation::Clean,
        (Some(codes), false) => Expectation::Codes(codes.clone()),
        (Some(_), true) => {
            let message = "`check` and `expect=` contradict each other".to_owned();
            sink.report(line.clone(), message, None);
            return None;
        }
    };
    let by_language = || {
        let found = LANGUAGES.iter().find(|(name, _)| *name == info.language);
        found.map(|&(_, kind)| kind)
    };
    let Some(kind) = info.kind.or_else(by_language) else {
        let message = format!(
            "`{}` does not say which kind of text this is",
            info.language
        );
        let help = Some("add `as=KIND`, for example `as=kubernetes`".to_owned());
        sink.report(line.clone(), message, help);
        return None;
    };
    Some(Test {
        expectation,
        kind,
        torch: info.torch,
    })
}

/// A block without a test must not carry a test's words.
fn untested(info: &Info, line: &Range<usize>, sink: &Sink) -> Option<Test> {
    if info.kind.is_some() || info.torch.is_some() {
        let message = "`as=` and `torch=` have no effect without `check` or `expect=`";
        sink.report(line.clone(), message, None);
    }
    None
}
