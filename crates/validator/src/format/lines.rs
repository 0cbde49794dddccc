//! Lines of a text with their place in it.

/// A line without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Its text, without `\n` or `\r\n`.
    pub(crate) text: &'t str,
    /// Where it starts.
    pub(crate) start: usize,
}

/// The lines of a text. A byte order mark at its start belongs to no line.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut start = text.len() - text.trim_start_matches('\u{feff}').len();
    text[start..].split_inclusive('\n').map(move |whole| {
        let line = Line {
            text: whole.trim_end_matches('\n').trim_end_matches('\r'),
            start,
        };
        start += whole.len();
        line
    })
}

impl<'t> Line<'t> {
    /// Its text without blanks around it, and where that starts.
    pub(crate) fn trimmed(self) -> Line<'t> {
        let indent = self.text.len() - self.text.trim_start().len();
        Line {
            text: self.text.trim(),
            start: self.start + indent,
        }
    }

    /// Its text without blanks before it.
    pub(crate) fn trimmed_start(self) -> Line<'t> {
        self.from(self.text.len() - self.text.trim_start().len())
    }

    /// The rest of the line from a byte on.
    pub(crate) fn from(self, at: usize) -> Line<'t> {
        Line {
            text: &self.text[at..],
            start: self.start + at,
        }
    }

    /// The line up to a byte.
    pub(crate) fn to(self, at: usize) -> Line<'t> {
        Line {
            text: &self.text[..at],
            start: self.start,
        }
    }

    /// Where it ends.
    pub(crate) fn end(self) -> usize {
        self.start + self.text.len()
    }

    /// Where it stands.
    pub(crate) fn span(self) -> core::ops::Range<usize> {
        self.start..self.end()
    }
}
