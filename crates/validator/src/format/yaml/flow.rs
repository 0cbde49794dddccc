//! Flow collections over several lines. Readers in use take a closing bracket at the indentation
//! of its key; the parser does not. Line ends and comments inside become blanks, so that every
//! byte keeps its place.

use readpoint_catalog::prelude::*;

/// A collection that does not end within so many lines is none.
const LINES: usize = 2000;

/// Where one byte of a flow collection leaves us.
#[derive(Default)]
struct State {
    depth: usize,
    quote: Option<u8>,
    escaped: bool,
    comment: bool,
}

/// The text with each flow collection on one line; `None` where there is nothing to join.
pub(super) fn on_one_line(text: &str) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let mut joined = false;
    let mut at = 0;
    while at < bytes.len() {
        let end = line_end(&bytes, at);
        let opens = opening(&bytes[at..end]).map(|offset| at + offset);
        at = 1 + match opens {
            None => end,
            Some(open) => {
                // One that never ends: what follows is no YAML.
                let Some(close) = close(&bytes, open) else {
                    break;
                };
                joined |= join(&mut bytes[open..close]);
                line_end(&bytes, close)
            }
        };
    }
    joined.then(|| String::from_utf8(bytes).ok())?
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    let length = bytes[from..].iter().position(|&byte| byte == b'\n');
    length.map_or(bytes.len(), |length| from + length)
}

/// Where a value that is a flow collection starts in a line.
fn opening(line: &[u8]) -> Option<usize> {
    let bracket = |byte: &u8| matches!(byte, b'[' | b'{');
    let is_value = |at: usize| {
        let before = line[..at].trim_ascii_end();
        before.len() < at && before.ends_with(b":") || before.trim_ascii_start() == b"-"
    };
    let comment = line.trim_ascii_start().starts_with(b"#");
    let mut brackets = (0..line.len()).filter(|&at| bracket(&line[at]));
    brackets.find(|&at| is_value(at)).filter(|_| !comment)
}

/// What follows the collection that starts at `open`.
fn close(bytes: &[u8], open: usize) -> Option<usize> {
    let mut state = State::default();
    let mut lines = 0;
    for (offset, &byte) in bytes[open..].iter().enumerate() {
        lines += usize::from(byte == b'\n');
        let before = bytes[..open + offset].last().copied();
        state.step(before, byte);
        if state.depth == 0 {
            return Some(open + offset + 1);
        }
        if lines > LINES {
            return None;
        }
    }
    None
}

/// Blanks line ends and comments; says whether there were any.
fn join(collection: &mut [u8]) -> bool {
    let mut state = State::default();
    let mut before = None;
    let mut changed = false;
    for byte in collection {
        let now = *byte;
        state.step(before, now);
        before = Some(now);
        if matches!(now, b'\n' | b'\r') || state.comment {
            changed |= now == b'\n';
            *byte = b' ';
        }
    }
    changed
}

impl State {
    fn step(&mut self, before: Option<u8>, byte: u8) {
        let blank = before.is_none_or(|it| it.is_ascii_whitespace());
        match (self.quote, byte) {
            _ if self.comment => self.comment = byte != b'\n',
            _ if self.escaped => self.escaped = false,
            (Some(b'"'), b'\\') => self.escaped = true,
            (Some(quote), _) => self.quote = Some(quote).filter(|&it| it != byte),
            (None, b'#') if blank => self.comment = true,
            (None, b'"' | b'\'') if before.is_none_or(|it| !it.is_ascii_alphanumeric()) => {
                self.quote = Some(byte);
            }
            (None, b'[' | b'{') => self.depth += 1,
            (None, b']' | b'}') => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
    }
}
