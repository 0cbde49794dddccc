//! Options of launchers: finding where the program begins.

use super::super::expand::Field;
use crate::reading::Span;
use readpoint_catalog::prelude::*;

/// How a launcher's options are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    /// Options that take the next argument.
    pub(super) valued: &'static [&'static str],
    /// Options that take none.
    pub(super) bare: &'static [&'static str],
    /// Whether an option in neither list takes the next argument (long ones without `=`).
    pub(super) unknown_valued: bool,
    /// Whether short options can stand together (`-it`) or hold their value (`-eX=1`).
    pub(super) clustered: bool,
}

/// One option as found.
#[derive(Clone, Debug)]
pub(super) struct Found<'a> {
    /// Its name with dashes.
    pub(super) name: String,
    /// The argument that holds its value, and the byte there at which the value begins.
    pub(super) value: Option<(&'a Field, usize)>,
    /// The argument that names it.
    pub(super) field: &'a Field,
}

impl Found<'_> {
    /// The option with its value.
    pub(super) fn span(&self) -> Span {
        let end = self.value.map_or(0, |(field, _)| field.span.end);
        self.field.span.start..end.max(self.field.span.end)
    }

    /// The value, if it is known.
    pub(super) fn known(&self) -> Option<String> {
        let (field, from) = self.value?;
        field.known()?.get(from..).map(str::to_owned)
    }
}

/// Reads options up to the first argument that is none; gives them and its index.
pub(super) fn read(fields: &[Field], style: Style) -> (Vec<Found<'_>>, usize) {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(field) = fields.get(at) {
        let text = field.text();
        if text == "--" {
            return (found, at + 1);
        }
        if !text.starts_with('-') || text == "-" {
            break;
        }
        at += 1;
        if let Some(equals) = text
            .find('=')
            .filter(|_| text.starts_with("--") || is_listed(style, &text))
        {
            found.push(Found {
                name: text[..equals].to_owned(),
                value: Some((field, equals + 1)),
                field,
            });
            continue;
        }
        let (name, glued) = name_of(style, &text);
        let takes = glued.is_none() && takes_value(style, &name);
        let value = match glued {
            Some(from) => Some((field, from)),
            None if takes => fields.get(at).map(|field| (field, 0)),
            None => None,
        };
        at += usize::from(takes && value.is_some());
        found.push(Found { name, value, field });
    }
    (found, at)
}

/// `-np=2`: a long option with one dash.
fn is_listed(style: Style, text: &str) -> bool {
    let name = text.split('=').next().unwrap_or(text);
    name.len() > 2 && style.valued.contains(&name)
}

fn takes_value(style: Style, name: &str) -> bool {
    if style.valued.contains(&name) {
        return true;
    }
    style.unknown_valued && name.starts_with("--") && !style.bare.contains(&name)
}

/// The option's name, and where a value glued to it begins.
fn name_of(style: Style, text: &str) -> (String, Option<usize>) {
    if !style.clustered || text.starts_with("--") || style.valued.contains(&text) {
        return (text.to_owned(), None);
    }
    for (at, letter) in text.char_indices().skip(1) {
        let name = format!("-{letter}");
        if style.valued.contains(&name.as_str()) {
            let behind = at + letter.len_utf8();
            let glued = (behind < text.len()).then_some(behind);
            return (name, glued);
        }
    }
    (text.to_owned(), None)
}
