//! What is printed: one file per format, each a function from a report to text.

pub(crate) mod github;
pub(crate) mod sarif;
pub(crate) mod text;

use std::io::{IsTerminal, Write};

/// Whether standard output takes colour: a terminal, and nobody asked for none.
pub(crate) fn colour() -> bool {
    std::io::stdout().is_terminal() && wanted()
}

/// Whether standard error takes colour.
pub(crate) fn colour_on_error() -> bool {
    std::io::stderr().is_terminal() && wanted()
}

fn wanted() -> bool {
    std::env::var_os("NO_COLOR").is_none_or(|it| it.is_empty())
}

/// Writes to standard output; a reader that has gone away (`| head`) is not an error.
pub(crate) fn print(text: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Writes a line to standard error.
pub(crate) fn note(text: &str) {
    // There is nobody left to tell when standard error is closed.
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Writes a line about trouble to standard error. It may repeat what a user typed or what a file
/// is called, so nothing in it may steer a terminal.
pub(crate) fn complain(text: &str) {
    note(&format!("readpoint: {}", plain(text)));
}

/// A text with its control characters written out; line ends stay.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() && c != '\n' {
            plain.extend(c.escape_default());
        } else {
            plain.push(c);
        }
    }
    plain
}

/// `1 error`, `2 errors`.
pub(crate) fn plural(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}
