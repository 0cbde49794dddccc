//! Dockerfiles: stages, `ENV` against `ARG`, build steps, and what the image starts.

mod logical;
mod setting;
mod stage;
mod words;

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered, Map};

use super::embed::{self, Argument};
use super::expand::{self, Reference};
use super::image;
use super::json;
use super::mapped::Mapped;
use super::session::{Session, looks_like_variable, program_name};
use crate::Kind;
use crate::reading::{Reading, SlipKind};
use logical::Instruction;
use stage::{Stage, Start};

/// What an instruction does.
type Action = fn(&mut Builder, &Instruction);

/// The instructions that matter here.
const ACTIONS: &[(&str, Action)] = &[
    ("FROM", Builder::from),
    ("ENV", setting::env),
    ("ARG", setting::arg),
    ("RUN", Builder::run),
    ("CMD", |builder, it| builder.stage.command = Some(start(it))),
    ("ENTRYPOINT", Builder::entrypoint),
    ("SHELL", Builder::shell),
];

/// Reads a Dockerfile.
pub(crate) fn read(text: &str) -> Reading {
    let file = logical::parse(text);
    let mut builder = Builder {
        session: Session::new(Kind::Dockerfile, text),
        escape: file.escape,
        stage: Stage::default(),
        named: Map::new(),
        name: None,
        global: Map::new(),
        in_stage: false,
    };
    for instruction in &file.instructions {
        let action = ACTIONS.iter().find(|(name, _)| *name == instruction.name);
        if let Some((_, action)) = action {
            action(&mut builder, instruction);
        } else if matches!(instruction.name.as_str(), "EXPORT" | "SET" | "ENVIRONMENT") {
            builder.unknown(instruction);
        }
    }
    builder.finish()
}

/// A build in progress.
struct Builder {
    session: Session,
    escape: char,
    stage: Stage,
    /// Finished stages by name in lower case.
    named: Map<Stage>,
    /// The name of the current stage.
    name: Option<String>,
    /// Defaults of arguments before the first `FROM`.
    global: Map<Option<String>>,
    in_stage: bool,
}

impl Builder {
    /// `EXPORT NAME=value`: there is no such instruction, and the file is refused.
    fn unknown(&mut self, instruction: &Instruction) {
        let line = &instruction.rest;
        let name = line.text.split('=').next().unwrap_or_default();
        if looks_like_variable(name) {
            let span = line.span(&(0..line.text.len()));
            let kind = SlipKind::UnknownPlace;
            self.session.slip(kind, Some(name), span, Vec::new());
        }
    }

    fn from(&mut self, instruction: &Instruction) {
        let text = instruction.rest.text.clone();
        let mut words = text.split_whitespace().filter(|it| !it.starts_with("--"));
        let base = words.next().unwrap_or_default().to_owned();
        let alias = match (words.next(), words.next()) {
            (Some(word), Some(name)) if word.eq_ignore_ascii_case("as") => Some(name),
            _ => None,
        };
        if !self.in_stage {
            let arguments = core::mem::take(&mut self.stage.arguments);
            let defaults = arguments.into_iter().map(|(name, it)| (name, it.default));
            self.global.add_all(defaults);
        }
        let finished = core::mem::take(&mut self.stage);
        if let Some(name) = self.name.take() {
            self.named.insert(name, finished);
        }
        self.stage = match self.named.get(&base.to_ascii_lowercase()) {
            Some(parent) => parent.child(),
            None => Stage {
                closed: base == "scratch",
                ..Stage::default()
            },
        };
        self.in_stage = true;
        self.name = alias.map(str::to_ascii_lowercase);
        self.note_image(&instruction.rest, &base);
    }

    /// Notes the torch release of a base image; arguments count with their defaults.
    fn note_image(&mut self, line: &Mapped, base: &str) {
        let mapped = Mapped::verbatim(base, 0);
        let resolve = |reference: &Reference<'_>| {
            let default = self.global.get(reference.name).cloned().flatten();
            default.or_else(|| Some(reference.default?.1.to_owned()))
        };
        let quoting = crate::reading::Quoting::Bare;
        let parts = expand::expand(&mapped, quoting, &expand::references(base), &resolve);
        let known: Option<String> = parts.iter().map(|it| it.text.as_deref()).collect();
        if let Some(version) = known.as_deref().and_then(image::torch_of_image) {
            let start = line.text.find(base).unwrap_or(0);
            let span = line.span(&(start..start + base.len()));
            self.session.reading.facts.torch = Some((version, span));
        }
    }

    fn run(&mut self, instruction: &Instruction) {
        let line = without_flags(&instruction.rest);
        self.note_requirement(&line);
        if self.stage.foreign_shell {
            return;
        }
        let size = self.stage.environment.len() + self.stage.arguments.len();
        if !self.session.spend(size, &line.span(&(0..line.text.len()))) {
            return;
        }
        self.session.environment = self.stage.build_environment();
        match (exec_form(&line), &instruction.document) {
            (Some(arguments), _) => embed::command(&arguments, &mut self.session),
            (None, Some(document)) if line.text.starts_with("<<") => {
                self.note_requirement(document);
                embed::script(document, &mut self.session);
            }
            (None, _) => embed::script(&line, &mut self.session),
        }
    }

    fn note_requirement(&mut self, line: &Mapped) {
        if let Some((version, range)) = image::torch_of_requirement(&line.text) {
            self.session.reading.facts.torch = Some((version, line.span(&range)));
        }
    }

    fn entrypoint(&mut self, instruction: &Instruction) {
        self.stage.entrypoint = Some(start(instruction));
        self.stage.command = None;
    }

    fn shell(&mut self, instruction: &Instruction) {
        const POSIX: &[&str] = &["sh", "bash", "dash", "ash", "zsh", "ksh"];
        let words = exec_form(&instruction.rest).unwrap_or_default();
        let is_posix = |it: &Argument| match it {
            Argument::Known(word) => POSIX.contains(&program_name(&word.text)),
            Argument::Begun(..) | Argument::Unknown(_) => false,
        };
        self.stage.foreign_shell = !words.iter().any(is_posix);
    }

    /// Starts what the last stage's image starts.
    fn finish(mut self) -> Reading {
        self.session.environment = self.stage.environment;
        match (self.stage.entrypoint, self.stage.command) {
            (Some(Start::Exec(mut words)), Some(Start::Exec(more))) => {
                words.add_all(more);
                embed::command(&words, &mut self.session);
            }
            (Some(Start::Exec(words)), _) | (None, Some(Start::Exec(words))) => {
                embed::command(&words, &mut self.session);
            }
            (Some(Start::Shell(text)), _) | (None, Some(Start::Shell(text))) => {
                embed::script(&text, &mut self.session);
            }
            (None, None) => {}
        }
        self.session.finish()
    }
}

fn start(instruction: &Instruction) -> Start {
    match exec_form(&instruction.rest) {
        Some(words) => Start::Exec(words),
        None => Start::Shell(instruction.rest.clone()),
    }
}

/// The words of `["a", "b"]`.
fn exec_form(line: &Mapped) -> Option<Vec<Argument>> {
    let strings = json::strings(&line.text)?;
    let word = |range| Argument::Known(line.unescaped(range, super::mapped::backslash));
    Some(strings.iter().map(word).gathered())
}

/// A `RUN` line without `--mount` and other flags.
fn without_flags(line: &Mapped) -> Mapped {
    let mut at = 0;
    while line.text[at..].starts_with("--") {
        let rest = &line.text[at..];
        let word = rest.find([' ', '\t']).unwrap_or(rest.len());
        let gap = rest[word..].len() - rest[word..].trim_start().len();
        at += word + gap;
    }
    line.sub(&(at..line.text.len()))
}
