//! Redirections, as far as they change what is read and what becomes known of the output.

use super::super::source::{known, parts_of, text_of};
use super::super::syntax::{Redirect, RedirectKind, SegmentKind};
use super::{Flow, Input, Shell};
use crate::reading::{Origin, Part, Span};
use readpoint_catalog::prelude::*;

/// Where standard output goes.
struct Target {
    /// A file whose name is known.
    file: Option<String>,
    appends: bool,
    span: Span,
}

impl Shell {
    /// Runs something with redirections in place.
    pub(super) fn redirected(
        &mut self,
        redirects: &[Redirect],
        run: impl FnOnce(&mut Self) -> Flow,
    ) -> Flow {
        if redirects.is_empty() {
            return run(self);
        }
        let input = self.input.clone();
        let output = self.output.clone();
        let mut diverted = None;
        for redirect in redirects {
            diverted = self.redirect(redirect).or(diverted);
        }
        if let Some(flow) = self.aborted() {
            self.input = input;
            return flow;
        }
        let Some(target) = diverted else {
            let flow = run(self);
            self.input = input;
            return flow;
        };
        self.output = target.file.is_some().then(String::new);
        let read = self.input.parts.clone();
        let flow = run(self);
        let written = core::mem::replace(&mut self.output, output);
        self.input = input;
        self.keep(target, written, read);
        flow
    }

    /// Keeps what was written into a file, for a shell that reads it.
    fn keep(&mut self, target: Target, written: Option<String>, read: Vec<Part>) {
        let (Some(file), Some(text)) = (target.file, written) else {
            return;
        };
        let parts = if text_of(&read) == text {
            read
        } else {
            let mut parts = Vec::new();
            parts_of(&text, &target.span, Origin::Derived, &mut parts);
            parts
        };
        self.write_file(&file, parts, target.appends);
    }

    /// Applies one redirection; gives where standard output goes, if it goes elsewhere.
    fn redirect(&mut self, redirect: &Redirect) -> Option<Target> {
        let reads = redirect.descriptor.is_none_or(|n| n == 0);
        match redirect.kind {
            RedirectKind::Text => {
                let mut parts = self.value(&redirect.target);
                if !text_of(&parts).ends_with('\n') {
                    parts_of("\n", &redirect.span, Origin::Derived, &mut parts);
                }
                if reads {
                    self.input = Input::of(parts);
                }
                None
            }
            RedirectKind::Read => {
                let process = redirect.target.segments.first().map(|it| &it.kind);
                let text = match process {
                    Some(SegmentKind::Process(script, true)) => Some(self.capture(script)),
                    _ => {
                        let name = self.text(&redirect.target);
                        (name == "/dev/null").then(String::new)
                    }
                };
                if reads {
                    let mut parts = Vec::new();
                    parts_of(
                        &text.clone().unwrap_or_default(),
                        &redirect.span,
                        Origin::Derived,
                        &mut parts,
                    );
                    self.input = Input { text, parts };
                }
                None
            }
            RedirectKind::DuplicateInput => {
                self.text(&redirect.target);
                if reads {
                    self.input = Input::default();
                }
                None
            }
            RedirectKind::Write | RedirectKind::Append => {
                let name = self.text(&redirect.target);
                redirect.descriptor.is_none_or(|n| n == 1).then(|| Target {
                    file: known(&name).map(str::to_owned),
                    appends: redirect.kind == RedirectKind::Append,
                    span: redirect.span.clone(),
                })
            }
            RedirectKind::Duplicate => {
                let target = self.text(&redirect.target);
                let elsewhere = redirect.descriptor.is_none_or(|n| n == 1) && target != "1";
                elsewhere.then(|| Target {
                    file: None,
                    appends: true,
                    span: redirect.span.clone(),
                })
            }
        }
    }
}

impl Input {
    /// Known input from parts of the text.
    pub(super) fn of(parts: Vec<Part>) -> Self {
        Self {
            text: Some(text_of(&parts)),
            parts,
        }
    }
}
