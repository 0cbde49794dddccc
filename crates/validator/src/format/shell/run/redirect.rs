//! Redirections, as far as they change what is read and what becomes known of the output.

use super::super::source::{parts_of, text_of};
use super::super::syntax::{Redirect, RedirectKind, SegmentKind};
use super::{Flow, Input, Shell};
use crate::reading::{Origin, Part};

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
        let mut diverted = false;
        for redirect in redirects {
            diverted |= self.redirect(redirect);
        }
        if let Some(flow) = self.aborted() {
            self.input = input;
            return flow;
        }
        if diverted {
            self.output = None;
        }
        let flow = run(self);
        self.input = input;
        if diverted {
            self.output = output;
        }
        flow
    }

    /// Applies one redirection; says whether standard output goes elsewhere.
    fn redirect(&mut self, redirect: &Redirect) -> bool {
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
                false
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
                false
            }
            RedirectKind::DuplicateInput => {
                self.text(&redirect.target);
                if reads {
                    self.input = Input::default();
                }
                false
            }
            RedirectKind::Write => {
                self.text(&redirect.target);
                redirect.descriptor.is_none_or(|n| n == 1)
            }
            RedirectKind::Duplicate => {
                let target = self.text(&redirect.target);
                redirect.descriptor.is_none_or(|n| n == 1) && target != "1"
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
