//! `echo` and `printf`.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::escape;
use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::{HOLE, known};
use super::super::syntax::is_name;

/// `echo`
pub(super) fn echo(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let mut newline = true;
    let mut escapes = false;
    let mut arguments = invocation.arguments();
    while let Some((first, rest)) = arguments.split_first() {
        let text = first.text();
        let Some(letters) = text.strip_prefix('-').filter(|it| !it.is_empty()) else {
            break;
        };
        if !letters.chars().all(|c| "neE".contains(c)) {
            break;
        }
        newline &= !letters.contains('n');
        for c in letters.chars() {
            match c {
                'e' => escapes = true,
                'E' => escapes = false,
                _ => {}
            }
        }
        arguments = rest;
    }
    let texts: Vec<String> = arguments.iter().map(Field::text).gathered();
    let mut text = texts.join(" ");
    if escapes {
        newline &= !text.contains("\\c");
        text = escape::echo(&text);
    }
    if newline {
        text.push('\n');
    }
    shell.emit(&text);
    shell.status = Status::Known(0);
    Flow::Next
}

/// `printf`
pub(super) fn printf(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let texts: Vec<String> = invocation.arguments().iter().map(Field::text).gathered();
    let mut rest = texts.as_slice();
    let mut variable = None;
    if let [option, name, others @ ..] = rest
        && option == "-v"
    {
        variable = Some(name.clone());
        rest = others;
    }
    if let [first, others @ ..] = rest
        && first == "--"
    {
        rest = others;
    }
    let unknown = || HOLE.to_string();
    let text = match rest {
        _ if !invocation.exact => unknown(),
        [] => String::new(),
        [format, arguments @ ..] => formatted(format, arguments).unwrap_or_else(unknown),
    };
    shell.status = Status::Known(0);
    match variable {
        Some(name) if is_name(&name) => shell.assign_silently(&name, text),
        Some(_) => {}
        None => shell.emit(&text),
    }
    Flow::Next
}

/// Most rounds over the arguments.
const MAX_ROUNDS: usize = 4_096;

/// What a format gives, used again until the arguments are gone; `None`: not followed.
fn formatted(format: &str, arguments: &[String]) -> Option<String> {
    let format = known(format)?;
    let mut out = String::new();
    let mut left = arguments.iter();
    for _ in 0..MAX_ROUNDS {
        let before = left.len();
        once(format, &mut left, &mut out)?;
        if left.len() == 0 || left.len() == before {
            return Some(out);
        }
    }
    None
}

fn once(
    format: &str,
    arguments: &mut core::slice::Iter<'_, String>,
    out: &mut String,
) -> Option<()> {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(&escape::printf(&rest[..at])?);
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix('%') {
            out.push('%');
            rest = behind;
            continue;
        }
        let end = rest.find(|c: char| c.is_ascii_alphabetic())?;
        let flags = &rest[..end];
        let conversion = &rest[end..=end];
        rest = &rest[end + 1..];
        out.push_str(&directive(flags, conversion, arguments.next())?);
    }
    out.push_str(&escape::printf(rest)?);
    Some(())
}

fn directive(flags: &str, conversion: &str, argument: Option<&String>) -> Option<String> {
    let text = argument.map_or("", String::as_str);
    let body = match conversion {
        "s" => text.to_owned(),
        "b" => escape::echo(text),
        "d" | "i" | "u" => match known(text) {
            Some("") => "0".into(),
            Some(text) => text.trim_start().parse::<i64>().ok()?.to_string(),
            None => HOLE.to_string(),
        },
        _ => return None,
    };
    padded(flags, &body, conversion == "s" || conversion == "b")
}

/// Applies width and flags; `None` for those that are not followed.
fn padded(flags: &str, body: &str, is_text: bool) -> Option<String> {
    if flags.is_empty() {
        return Some(body.to_owned());
    }
    let body = known(body)?;
    let left = flags.starts_with('-');
    let flags = flags.trim_start_matches('-');
    let zero = flags.starts_with('0') && !is_text && !left;
    let width: usize = flags.parse().ok().filter(|&width| width < 1_000)?;
    let missing = width.saturating_sub(body.chars().count());
    Some(match (left, zero, body.strip_prefix('-')) {
        (true, ..) => format!("{body}{}", " ".repeat(missing)),
        (_, true, Some(digits)) => format!("-{}{digits}", "0".repeat(missing)),
        (_, true, None) => format!("{}{body}", "0".repeat(missing)),
        _ => format!("{}{body}", " ".repeat(missing)),
    })
}
