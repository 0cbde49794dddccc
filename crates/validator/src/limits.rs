//! How much one text may ask for, whatever its kind.
//!
//! A few lines can ask for a value of any length (`A=$A$A`), and n lines for n² settings (n
//! variables, then n programs). Every value that a text gives and every environment that is
//! copied passes through here: past the limits a value is not known, and the text is not read on.

use crate::reading::{Environment, Launch, Origin, Part, Value};
use readpoint_catalog::prelude::*;

/// Values longer than this are not followed.
pub(crate) const MAX_VALUE: usize = 1 << 13;

/// A value of more parts than this is taken as a whole.
const MAX_PARTS: usize = 256;

/// Most assignments that one text gives.
const MAX_ASSIGNMENTS: usize = 200_000;

/// Most settings in all environments together.
const MAX_SETTINGS: usize = 500_000;

/// Most bytes of values in all assignments and environments together, beyond those of the text.
const MAX_BYTES: usize = 32 << 20;

/// Most bytes of texts inside the text that are taken apart at one time, one in another.
const MAX_INNER: usize = 1 << 19;

/// Most bytes of texts inside the text that are taken apart one after another, beyond a quarter of
/// the text's own.
const MAX_INNER_TOTAL: usize = 1 << 21;

/// Most words of one command, and of commands inside of commands that are kept at one time.
pub(crate) const MAX_WORDS: usize = 1 << 17;

/// What a part takes besides its text.
const PART: usize = 64;

/// The parts of a value in the making. Past the limits the value is not known, and nothing more
/// of it is kept.
#[derive(Debug, Default)]
pub(crate) struct Parts {
    parts: Vec<Part>,
    length: usize,
}

impl Parts {
    /// Appends a part.
    pub(crate) fn push(&mut self, mut part: Part) {
        if self.is_full() {
            return;
        }
        self.length += part.text.as_ref().map_or(0, String::len);
        if self.is_full() {
            part.text = None;
            part.origin = Origin::Derived;
        } else if self.parts.len() == MAX_PARTS {
            self.join();
        }
        self.parts.push(part);
    }

    /// Whether the value is too long already: what is added makes no difference.
    pub(crate) fn is_full(&self) -> bool {
        self.length > MAX_VALUE
    }

    /// Makes one part of all.
    fn join(&mut self) {
        let start = self.parts.iter().map(|it| it.span.start).min();
        let end = self.parts.iter().map(|it| it.span.end).max();
        let texts = self.parts.iter().map(|it| it.text.as_deref());
        let whole = Part {
            text: texts.collect(),
            span: start.unwrap_or(0)..end.unwrap_or(0),
            origin: Origin::Derived,
        };
        self.parts = vec![whole];
    }

    /// The parts.
    pub(crate) fn finish(self) -> Vec<Part> {
        self.parts
    }
}

impl Extend<Part> for Parts {
    fn extend<T: IntoIterator<Item = Part>>(&mut self, parts: T) {
        for part in parts {
            if self.is_full() {
                break;
            }
            self.push(part);
        }
    }
}

/// What texts and commands inside the text may still ask for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Inner {
    /// Bytes of the text itself.
    length: usize,
    open: usize,
    total: usize,
    words: usize,
}

impl Inner {
    /// For a text of so many bytes.
    pub(crate) fn new(length: usize) -> Self {
        Self {
            length,
            ..Self::default()
        }
    }

    /// A text inside the text is taken apart; gives whether there is room for it. It ends with
    /// [`Inner::close`].
    pub(crate) fn open(&mut self, bytes: usize) -> bool {
        let total = self.total + bytes;
        let fits = self.open + bytes <= MAX_INNER && total <= MAX_INNER_TOTAL + self.length / 4;
        if fits {
            self.open += bytes;
            self.total = total;
        }
        fits
    }

    /// A text inside the text is done with.
    pub(crate) fn close(&mut self, bytes: usize) {
        self.open -= bytes;
    }

    /// A command inside of a command is copied; gives whether there is room for its words. It ends
    /// with [`Inner::forget`].
    pub(crate) fn copy(&mut self, words: usize) -> bool {
        let fits = self.words + words <= MAX_WORDS;
        self.words += if fits { words } else { 0 };
        fits
    }

    /// A command inside of a command is done with.
    pub(crate) fn forget(&mut self, words: usize) {
        self.words -= words;
    }
}

/// What a text may still ask for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    assignments: usize,
    settings: usize,
    bytes: usize,
}

impl Default for Budget {
    fn default() -> Self {
        Self::new(0)
    }
}

impl Budget {
    /// For a text of so many bytes.
    pub(crate) fn new(length: usize) -> Self {
        Self {
            assignments: MAX_ASSIGNMENTS,
            settings: MAX_SETTINGS,
            bytes: MAX_BYTES + length,
        }
    }

    /// Asks for room for an assignment and brings its value within the limits; gives whether
    /// there is room.
    pub(crate) fn assignment(&mut self, value: &mut Value) -> bool {
        if self.assignments == 0 {
            return false;
        }
        self.assignments -= 1;
        let mut parts = Parts::default();
        parts.extend(core::mem::take(&mut value.parts));
        let size = parts.length + parts.parts.len() * PART;
        if self.text(size) {
            value.parts = parts.finish();
        } else {
            *value = Value::unknown(value.span.clone());
        }
        true
    }

    /// Asks for room for a text of so many bytes that is kept.
    pub(crate) fn text(&mut self, bytes: usize) -> bool {
        let fits = bytes <= self.bytes;
        self.bytes -= if fits { bytes } else { 0 };
        fits
    }

    /// Asks for room for so many settings. Where there is none, there is none for fewer either:
    /// the text is not read on.
    pub(crate) fn settings(&mut self, count: usize) -> bool {
        let fits = count <= self.settings;
        self.settings = if fits { self.settings - count } else { 0 };
        fits
    }

    /// Asks for room for a program that is started.
    pub(crate) fn launch(&mut self, launch: &Launch) -> bool {
        let arguments = launch.arguments.iter().flatten();
        self.text(arguments.map(String::len).sum()) && self.environment(&launch.environment)
    }

    /// Whether no environment has room any more.
    pub(crate) fn is_spent(&self) -> bool {
        self.settings == 0
    }

    /// Asks for room for a copy of an environment.
    pub(crate) fn environment(&mut self, environment: &Environment) -> bool {
        if !self.settings(environment.len() + 1) {
            return false;
        }
        let values = environment.values().filter_map(|it| it.value.as_ref());
        let fits = self.text(values.map(String::len).sum());
        self.settings = if fits { self.settings } else { 0 };
        fits
    }
}
