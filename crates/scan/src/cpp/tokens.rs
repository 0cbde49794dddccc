//! C++ as tokens: what macros are given, and what only decorates.

use crate::expr::Expr;

/// The arguments of a macro at `text`, which begins with its opening parenthesis.
pub(super) fn arguments(text: &str) -> Option<Vec<String>> {
    let mut depth = 0;
    let mut arguments = vec![String::new()];
    for token in tokens(text) {
        match token {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 1 => {
                arguments.push(String::new());
                continue;
            }
            _ => {}
        }
        match (depth, token) {
            (0, _) => {
                return Some(
                    arguments
                        .into_iter()
                        .map(|it| it.trim().to_owned())
                        .collect(),
                );
            }
            (1, "(") if arguments == [""] => {}
            _ => arguments.last_mut()?.push_str(token),
        }
    }
    None
}

/// A macro's argument or part of its body as an expression; `param` says what a word is.
pub(super) fn expression(text: &str, word: &impl Fn(&str) -> Option<Expr>) -> Expr {
    let mut parts = Vec::new();
    for token in tokens(text).filter(|it| !it.trim().is_empty()) {
        let first = token.chars().next().unwrap_or(' ');
        let part = match first {
            '"' => Some(Expr::text(token.trim_matches('"'))),
            '#' => None,
            _ if first.is_alphabetic() || first == '_' => word(token),
            _ => return Expr::Unknown,
        };
        parts.extend(part);
    }
    match parts.len() {
        0 => Expr::Unknown,
        1 => parts.remove(0),
        _ => Expr::Join(parts),
    }
}

/// Words, literals, single signs and blanks; comments are left out.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        while let Some(length) = comment(rest) {
            rest = &rest[length..];
        }
        let first = rest.chars().next()?;
        let length = match first {
            '"' | '\'' => literal(rest, first),
            _ if first.is_whitespace() => run(rest, char::is_whitespace),
            _ if is_word(first) => run(rest, is_word),
            _ => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        Some(token)
    })
}

fn is_word(it: char) -> bool {
    it.is_alphanumeric() || it == '_'
}

fn run(text: &str, part: impl Fn(char) -> bool) -> usize {
    text.find(|it| !part(it)).unwrap_or(text.len())
}

fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, it) in text.char_indices().skip(1) {
        match it {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if it == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn comment(text: &str) -> Option<usize> {
    let end = if text.starts_with("//") {
        text.find('\n')
    } else if text.starts_with("/*") {
        text.find("*/").map(|at| at + 2)
    } else {
        return None;
    };
    Some(end.unwrap_or(text.len()))
}

/// Macros such as `TORCH_API` between `class` and its name hide a class from the parser; they are
/// replaced by blanks, so that places stay.
pub(super) fn without_decoration(mut text: Vec<u8>) -> Vec<u8> {
    without_comments_in_macros(&mut text);
    let mut at = 0;
    while at < text.len() {
        let start = at;
        while at < text.len() && (text[at].is_ascii_alphanumeric() || text[at] == b'_') {
            at += 1;
        }
        if is_decoration(&text[start..at]) {
            text[start..at].fill(b' ');
        } else if CALLED_DECORATION.contains(&&text[start..at]) {
            let end = at + closing(&text[at..]);
            let inside = text[start..end].iter_mut();
            inside.filter(|it| **it != b'\n').for_each(|it| *it = b' ');
            at = end;
        }
        at += usize::from(at == start);
    }
    text
}

/// A comment in the middle of `#define` ends it for the parser; it is replaced by blanks.
fn without_comments_in_macros(text: &mut [u8]) {
    let mut at = 0;
    while let Some(found) = memchr::memmem::find(&text[at..], b"#define") {
        let start = at + found;
        let mut end = start;
        while let Some(length) = text[end..].iter().position(|it| *it == b'\n') {
            end += length + 1;
            if !text[..end - 1].ends_with(b"\\") {
                break;
            }
        }
        at = end.max(start + 1);
        blank_comments(&mut text[start..at]);
    }
}

fn blank_comments(text: &mut [u8]) {
    let mut at = 0;
    while let Some(start) = memchr::memmem::find(&text[at..], b"/*") {
        let start = at + start;
        let Some(length) = memchr::memmem::find(&text[start..], b"*/") else {
            return;
        };
        at = start + length + 2;
        let inside = text[start..at].iter_mut();
        inside
            .filter(|it| !matches!(it, b'\n' | b'\\'))
            .for_each(|it| *it = b' ');
    }
}

/// Macros with arguments that only decorate.
const CALLED_DECORATION: &[&[u8]] = &[
    b"C10_DEPRECATED_MESSAGE",
    b"C10_GUARDED_BY",
    b"__attribute__",
    b"__launch_bounds__",
    b"C10_LAUNCH_BOUNDS_1",
    b"C10_LAUNCH_BOUNDS_2",
];

/// How far it is to the parenthesis that closes the one that `text` begins with; 0 where none is.
fn closing(text: &[u8]) -> usize {
    let Ok(text) = std::str::from_utf8(text) else {
        return 0;
    };
    if !text.starts_with('(') {
        return 0;
    }
    let mut depth = 0_usize;
    let mut quoted = false;
    for (at, it) in text.bytes().enumerate().take(2_000) {
        match it {
            b'"' => quoted = !quoted,
            b'(' if !quoted => depth += 1,
            b')' if !quoted && depth == 1 => return at + 1,
            b')' if !quoted => depth -= 1,
            _ => {}
        }
    }
    0
}

fn is_decoration(word: &[u8]) -> bool {
    const EXACT: &[&[u8]] = &[
        b"C10_EXPORT",
        b"C10_HIDDEN",
        b"C10_UNUSED",
        b"C10_NODISCARD",
        b"C10_ALWAYS_INLINE",
        b"C10_NOINLINE",
        b"C10_HOST_DEVICE",
        b"__host__",
        b"__device__",
        b"__forceinline__",
        b"AT_EXPORT",
        b"TORCH_EXPORT",
    ];
    let api = word.ends_with(b"_API") && !word.iter().any(u8::is_ascii_lowercase);
    api || EXACT.contains(&word)
}
