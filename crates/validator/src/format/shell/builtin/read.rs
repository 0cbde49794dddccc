//! `read`, `mapfile`, `getopts`.

use readpoint_catalog::Gathered;
use readpoint_catalog::prelude::*;

use super::super::expand::Field;
use super::super::run::{Flow, Invocation, Shell, Status};
use super::super::source::{HOLE, known};
use super::super::state::{Content, Variable};
use super::super::syntax::is_name;

/// What `read` was asked.
#[derive(Debug, Default)]
struct Request {
    raw: bool,
    array: Option<String>,
    delimiter: Option<String>,
    /// Something that is not followed.
    odd: bool,
    names: Vec<String>,
}

/// `read`
pub(super) fn read(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let request = request(invocation.arguments());
    let line = next_line(shell, &request);
    let (text, status) = match line {
        Some((text, complete)) => (text, Status::Known(u8::from(!complete))),
        None => (HOLE.to_string(), Status::Open),
    };
    let text = if !request.raw && text.contains('\\') {
        HOLE.to_string()
    } else {
        text
    };
    let fields = shell
        .separators()
        .filter(|_| known(&text).is_some())
        .map(|ifs| (split(&text, &ifs), ifs));
    if let Some(name) = &request.array {
        let content = match fields {
            Some((fields, _)) => {
                let texts = fields.iter().map(|range| text[range.clone()].to_owned());
                Content::List((0..).zip(texts).gathered())
            }
            None => Content::Text(HOLE.to_string()),
        };
        put(shell, name, content);
    } else {
        assign_fields(shell, &request.names, &text, fields);
    }
    shell.status = status;
    Flow::Next
}

fn assign_fields(
    shell: &mut Shell,
    names: &[String],
    text: &str,
    fields: Option<(Vec<core::ops::Range<usize>>, String)>,
) {
    let default = ["REPLY".to_owned()];
    if names.is_empty() {
        shell.assign_silently(&default[0], text.to_owned());
        return;
    }
    for (index, name) in names.iter().enumerate() {
        let value = match &fields {
            None => HOLE.to_string(),
            Some((fields, separators)) => match fields.get(index) {
                None => String::new(),
                Some(range) if index + 1 == names.len() && fields.len() > names.len() => {
                    let blank = |c: char| " \t\n".contains(c) && separators.contains(c);
                    text[range.start..].trim_end_matches(blank).to_owned()
                }
                Some(range) => text[range.clone()].to_owned(),
            },
        };
        shell.assign_silently(name, value);
    }
}

fn put(shell: &mut Shell, name: &str, content: Content) {
    let variable = Variable {
        content,
        ..Variable::unset()
    };
    shell.vars.put(name, variable);
}

fn request(arguments: &[Field]) -> Request {
    let mut request = Request::default();
    let mut arguments = arguments.iter().map(Field::text);
    while let Some(text) = arguments.next() {
        let Some(letters) = text.strip_prefix('-').filter(|it| !it.is_empty()) else {
            request.names.push(text);
            continue;
        };
        for (at, letter) in letters.char_indices() {
            let mut value = || match &letters[at + letter.len_utf8()..] {
                "" => arguments.next().unwrap_or_default(),
                rest => rest.to_owned(),
            };
            match letter {
                'r' => request.raw = true,
                's' | 'e' => {}
                'a' => request.array = Some(value()),
                'd' => request.delimiter = Some(value()),
                'p' | 't' | 'i' => drop(value()),
                _ => {
                    value();
                    request.odd = true;
                }
            }
            if "adptinNu".contains(letter) {
                break;
            }
        }
    }
    request.names.retain(|name| is_name(name));
    request
}

/// Takes the next line of the input, with whether it was complete; `None`: not known.
fn next_line(shell: &mut Shell, request: &Request) -> Option<(String, bool)> {
    let text = shell.input.text.take()?;
    if request.odd {
        return None;
    }
    let end = match &request.delimiter {
        None => text.find('\n'),
        Some(it) => it.chars().next().and_then(|c| text.find(c)),
    };
    let line = &text[..end.unwrap_or(text.len())];
    if line.contains(HOLE) {
        return None;
    }
    let length = end.map_or(0, |at| text[at..].chars().next().map_or(0, char::len_utf8));
    let rest = text[line.len() + length..].to_owned();
    let result = (line.to_owned(), end.is_some());
    shell.input.text = Some(rest);
    Some(result)
}

/// The fields of a line.
fn split(text: &str, separators: &str) -> Vec<core::ops::Range<usize>> {
    let is_blank = |c: char| " \t\n".contains(c) && separators.contains(c);
    let mut fields = Vec::new();
    let mut at = 0;
    loop {
        at += text[at..].len() - text[at..].trim_start_matches(is_blank).len();
        if at >= text.len() {
            return fields;
        }
        let length = text[at..].find(|c| separators.contains(c));
        let end = length.map_or(text.len(), |n| at + n);
        fields.push(at..end);
        at = end;
        at += text[at..].len() - text[at..].trim_start_matches(is_blank).len();
        let hard = text[at..]
            .chars()
            .next()
            .filter(|c| separators.contains(*c));
        at += hard.map_or(0, char::len_utf8);
    }
}

/// `mapfile`, `readarray`
pub(super) fn mapfile(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let mut strip = false;
    let mut odd = !invocation.exact;
    let mut name = "MAPFILE".to_owned();
    for field in invocation.arguments() {
        match field.text().as_str() {
            "-t" => strip = true,
            text if is_name(text) => name = text.to_owned(),
            _ => odd = true,
        }
    }
    let text = shell.input.text.take();
    shell.input.text = Some(String::new());
    let lines = text
        .filter(|text| !odd && known(text).is_some())
        .map(|text| {
            let lines = text.split_inclusive('\n');
            let lines = lines.map(|line| {
                if strip {
                    line.trim_end_matches('\n')
                } else {
                    line
                }
            });
            (0..).zip(lines.map(str::to_owned)).gathered()
        });
    let content = lines.map_or(Content::Text(HOLE.to_string()), Content::List);
    put(shell, &name, content);
    shell.status = Status::Known(0);
    Flow::Next
}

/// `getopts`: depends on arguments from outside.
pub(super) fn getopts(shell: &mut Shell, invocation: &Invocation) -> Flow {
    let name = invocation.arguments().get(1).and_then(Field::known);
    for name in name.iter().map(String::as_str).chain(["OPTARG", "OPTIND"]) {
        if is_name(name) {
            shell.assign_silently(name, HOLE.to_string());
        }
    }
    shell.status = Status::Open;
    Flow::Next
}
