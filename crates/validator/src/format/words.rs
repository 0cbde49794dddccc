//! Words of a command line for readers that know quotes and nothing else.

use super::embed::Argument;
use super::mapped::Mapped;

/// Splits a text at blanks outside of quotes, takes quotes and escapes away.
pub(crate) fn split(line: &Mapped) -> Vec<Argument> {
    let mut words = Vec::new();
    let mut word: Option<Mapped> = None;
    let mut quote = None;
    let mut escaped = false;
    for (at, c) in line.text.char_indices() {
        let range = at..at + c.len_utf8();
        if quote.is_none() && !escaped && c.is_whitespace() {
            words.extend(word.take().map(Argument::Known));
            continue;
        }
        let current = word.get_or_insert_with(Mapped::default);
        if escaped || !(matches!(c, '"' | '\'' | '\\')) {
            push(current, line, &range);
            escaped = false;
        } else if c == '\\' && quote != Some('\'') {
            escaped = true;
        } else if quote == Some(c) {
            quote = None;
        } else if quote.is_none() {
            quote = Some(c);
        } else {
            push(current, line, &range);
        }
    }
    words.extend(word.map(Argument::Known));
    words
}

fn push(word: &mut Mapped, line: &Mapped, range: &std::ops::Range<usize>) {
    let text = &line.text[range.clone()];
    match line.exact(range) {
        Some(span) => word.push(text, span.start),
        None => word.push_derived(text, line.span(range)),
    }
}
