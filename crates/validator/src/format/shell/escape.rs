//! Backslash sequences of `$'…'`, `echo -e` and `printf`.

use super::source::HOLE;
use readpoint_catalog::prelude::*;

/// Decodes the inside of `$'…'`.
pub(super) fn ansi(raw: &str) -> String {
    decode(raw, true)
}

/// Decodes what `echo -e` and `printf %b` understand; `\c` ends the text.
pub(super) fn echo(raw: &str) -> String {
    decode(raw, false)
}

/// Decodes the text of a `printf` format; `None` for sequences that are not followed.
pub(super) fn printf(raw: &str) -> Option<String> {
    if raw.contains("\\c") || raw.contains("\\0") {
        return None;
    }
    Some(decode(raw, true))
}

fn decode(raw: &str, quotes: bool) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else {
            out.push('\\');
            break;
        };
        if c == 'c' && !quotes {
            return out;
        }
        rest = one(c, rest, quotes, &mut out);
    }
    out.push_str(rest);
    out
}

/// Decodes one sequence whose letter is `c`; gives what follows it.
fn one<'a>(c: char, rest: &'a str, quotes: bool, out: &mut String) -> &'a str {
    const PLAIN: &[(char, char)] = &[
        ('a', '\u{7}'),
        ('b', '\u{8}'),
        ('e', '\u{1b}'),
        ('E', '\u{1b}'),
        ('f', '\u{c}'),
        ('n', '\n'),
        ('r', '\r'),
        ('t', '\t'),
        ('v', '\u{b}'),
        ('\\', '\\'),
    ];
    let behind = &rest[c.len_utf8()..];
    if let Some((_, letter)) = PLAIN.iter().find(|(name, _)| *name == c) {
        out.push(*letter);
        return behind;
    }
    match c {
        '\'' | '"' | '?' if quotes => {
            out.push(c);
            behind
        }
        'x' => number(behind, 16, 2, "\\x", out),
        'u' => number(behind, 16, 4, "\\u", out),
        'U' => number(behind, 16, 8, "\\U", out),
        '0' if !quotes => number(behind, 8, 3, "\0", out),
        '0'..='7' => number(rest, 8, 3, "\\", out),
        _ => {
            out.push('\\');
            out.push(c);
            behind
        }
    }
}

/// Reads up to `most` digits; without any, `otherwise` stands for itself.
fn number<'a>(
    rest: &'a str,
    radix: u32,
    most: usize,
    otherwise: &str,
    out: &mut String,
) -> &'a str {
    let digits = rest
        .chars()
        .take(most)
        .take_while(|c| c.is_digit(radix))
        .count();
    if digits == 0 {
        out.push_str(otherwise);
        return rest;
    }
    let code = u32::from_str_radix(&rest[..digits], radix).unwrap_or(0);
    // Bytes above 127 would be part of a character; what they make is not followed.
    let letter = char::from_u32(code).filter(|_| code < 128 || most > 3 || digits > 3);
    out.push(letter.unwrap_or(HOLE));
    &rest[digits..]
}
