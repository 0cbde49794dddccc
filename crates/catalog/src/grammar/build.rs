//! Short ways to put findings and readings together, shared by all grammars.

use crate::prelude::*;
use core::ops::Range;

use super::{Context, Fault, Finding, Reading, Verdict};
use crate::{Gathered, OnInvalid, Severity};

impl Finding {
    /// A finding about `range` of the value.
    pub(super) fn new(
        severity: Severity,
        fault: Fault,
        range: Range<usize>,
        message: String,
    ) -> Self {
        Self {
            fault,
            severity,
            message,
            help: None,
            range,
            edits: Vec::new(),
        }
    }

    /// An error about `range` of the value.
    pub(super) fn error(fault: Fault, range: Range<usize>, message: String) -> Self {
        Self::new(Severity::Error, fault, range, message)
    }

    /// Adds the way out.
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds an edit that puts `text` in place of the marked range, with its help.
    pub(super) fn write(self, text: &str) -> Self {
        let range = self.range.clone();
        self.help(format!("write `{text}`")).edit(range, text)
    }

    /// Adds an edit.
    pub(super) fn edit(mut self, range: Range<usize>, text: &str) -> Self {
        self.edits.push((range, text.to_owned()));
        self
    }

    /// Adds an edit of the marked range where one answer is certain.
    pub(super) fn maybe_write(self, text: Option<&str>) -> Self {
        match text {
            Some(text) => self.write(text),
            None => self,
        }
    }
}

impl Reading {
    /// A reader that takes the value, with something to say about it.
    pub(super) fn noted(finding: Finding) -> Self {
        Self {
            verdict: Verdict::Accepted,
            findings: vec![finding],
        }
    }

    /// A reader that ignores or misreads the value.
    pub(super) fn ignored(finding: Finding) -> Self {
        Self {
            verdict: Verdict::Ignored,
            findings: vec![finding],
        }
    }

    /// A reader that raises or aborts.
    pub(super) fn rejected(finding: Finding) -> Self {
        Self {
            verdict: Verdict::Rejected,
            findings: vec![finding],
        }
    }

    /// The verdict that findings and the variable's way with wrong values give together.
    pub(super) fn by_findings(findings: Vec<Finding>, context: &Context<'_>) -> Self {
        let wrong = findings.iter().any(|it| it.severity == Severity::Error);
        let verdict = match context.variable.on_invalid {
            _ if !wrong => Verdict::Accepted,
            OnInvalid::Abort | OnInvalid::Exception => Verdict::Rejected,
            _ => Verdict::Ignored,
        };
        Self { verdict, findings }
    }
}

/// What the variable's reader does with a wrong value, to end a message with.
pub(super) fn consequence(context: &Context<'_>) -> &'static str {
    match context.variable.on_invalid {
        OnInvalid::Abort => "the process ends",
        OnInvalid::Exception => "the reader raises an error",
        OnInvalid::WarningIgnored => "the reader warns and keeps its default",
        OnInvalid::SilentlyIgnored => "the reader keeps its default without a word",
        OnInvalid::SilentlyMisread | OnInvalid::NotChecked => {
            "the reader takes it for something else"
        }
    }
}

/// The digit a word for yes or no stands for.
pub(super) fn digit(word: &str) -> Option<&'static str> {
    match word.trim().to_ascii_lowercase().as_str() {
        "1" | "true" | "yes" | "on" | "y" | "t" | "enable" | "enabled" => Some("1"),
        "0" | "false" | "no" | "off" | "n" | "f" | "disable" | "disabled" => Some("0"),
        _ => None,
    }
}

/// Byte ranges of the pieces between separators, without outer blanks.
pub(super) fn pieces<'a>(
    value: &'a str,
    separator: impl Fn(char) -> bool + Copy + 'a,
) -> impl Iterator<Item = (&'a str, Range<usize>)> {
    value.split(separator).map(move |piece| {
        let start = piece.as_ptr() as usize - value.as_ptr() as usize;
        let text = piece.trim();
        let start = start + piece.len() - piece.trim_start().len();
        (text, start..start + text.len())
    })
}

/// The known word that a wrong one was probably meant to be.
pub(super) fn meant<'a>(word: &str, known: &'a [String]) -> Option<&'a str> {
    let known = || known.iter().map(String::as_str);
    known()
        .find(|it| it.eq_ignore_ascii_case(word.trim()))
        .or_else(|| crate::nearest(word.trim(), known()))
}

/// Words in code style, for messages.
pub(super) fn listed<T: AsRef<str>>(words: &[T]) -> String {
    let words: Vec<String> = words
        .iter()
        .map(|word| format!("`{}`", word.as_ref()))
        .gathered();
    words.join(", ")
}

/// Whether a text is an IP address: four numbers below 256, or groups of hexadecimal digits with two
/// colons or more.
pub(super) fn is_address(text: &str) -> bool {
    let groups = text.split(':').count();
    let part = text.rsplit(':').next().unwrap_or(text);
    let numbers = part
        .split('.')
        .filter(|it| it.parse::<u8>().is_ok())
        .count();
    let dotted = part.split('.').count() == 4 && numbers == 4;
    let hexadecimal = |c: char| c.is_ascii_hexdigit() || c == ':';
    let begin = &text[..text.len() - if dotted { part.len() } else { 0 }];
    dotted && groups == 1 || groups > 2 && begin.chars().all(hexadecimal)
}

#[cfg(test)]
mod tests {
    use core::net::IpAddr;

    use super::is_address;

    #[test]
    fn addresses_are_those_of_the_standard_library() {
        for text in [
            "10.0.0.1",
            "10.0.0.256",
            "10.0.0",
            "::1",
            "fe80::1",
            "::ffff:10.0.0.1",
            "eth0",
            "eth0:1",
            "bond0.100",
            "",
            "1:2:3:4:5:6:7:8",
            "mlx5_0:1",
            "fe80::1%eth0",
        ] {
            assert_eq!(is_address(text), text.parse::<IpAddr>().is_ok(), "{text}");
        }
    }
}
