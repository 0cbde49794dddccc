//! Names that become part of an address, and of a path in the finished site.

use std::ops::Range;

use crate::fields::Sink;

/// The longest name; file systems take 255 bytes, endings included.
const LONGEST: usize = 100;
/// What may stand in a name besides letters and digits of any language.
const MARKS: &str = "-_.()";

/// Whether a name can be a part of an address: it is one part, and nothing in it has a meaning.
pub(crate) fn is_sound(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || MARKS.contains(c);
    !name.is_empty() && name.len() <= LONGEST && !name.starts_with('.') && name.chars().all(plain)
}

/// Reports a name that cannot be a part of an address.
pub(crate) fn check(name: &str, noun: &str, span: Range<usize>, sink: &Sink) {
    if name.is_empty() || is_sound(name) {
        return;
    }
    let shown: String = name.chars().take(LONGEST).collect();
    let message = format!(
        "the {noun} `{}` cannot be part of an address",
        shown.escape_debug()
    );
    let help =
        format!("letters, digits and `{MARKS}`, no point at the start, at most {LONGEST} bytes");
    sink.report(span, message, Some(help));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_one_plain_part() {
        for good in [
            "oom",
            "NCCL_DEBUG",
            "ProgramFiles(x86)",
            "2.9.1",
            "\u{663e}\u{5b58}",
        ] {
            assert!(is_sound(good), "{good}");
        }
        let long = "x".repeat(LONGEST + 1);
        for bad in [
            "",
            ".",
            "..",
            "../a",
            "a/b",
            "a b",
            "a\"b",
            "a<b",
            "a\u{202e}b",
            "a\\b",
            &long,
        ] {
            assert!(!is_sound(bad), "{bad}");
        }
    }
}
