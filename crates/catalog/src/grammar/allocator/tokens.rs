//! The two tokenizers of the allocator settings. Both cut at `,`, `:`, `[` and `]`; they differ in
//! which blanks they drop.

use crate::prelude::*;
use core::ops::Range;

use super::super::c_number::is_space;
use crate::Gather;

/// One token, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    /// Its characters, blanks dropped.
    pub(super) text: String,
    /// The bytes of the value it was made from.
    pub(super) range: Range<usize>,
}

/// The tokenizer of 2.8 and older, and of the CUDA part of 2.9: only the space is dropped.
pub(super) fn dropping_spaces(value: &str) -> Vec<Token> {
    cut(value, |c| c == ' ')
}

/// The tokenizer of 2.10 and newer, and of the generic part of 2.9: every blank is dropped.
pub(super) fn dropping_blanks(value: &str) -> Vec<Token> {
    cut(value, is_space)
}

fn cut(value: &str, drop: impl Fn(char) -> bool) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    let mut word: Option<Token> = None;
    for (at, c) in value.char_indices() {
        let range = at..at + c.len_utf8();
        if matches!(c, ',' | ':' | '[' | ']') {
            tokens.add_all(word.take());
            let text = c.to_string();
            tokens.push(Token { text, range });
        } else if !drop(c) {
            let word = word.get_or_insert_with(|| Token {
                text: String::new(),
                range: at..at,
            });
            word.text.push(c);
            word.range.end = range.end;
        }
    }
    tokens.add_all(word);
    tokens
}
