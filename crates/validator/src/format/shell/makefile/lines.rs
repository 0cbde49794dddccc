//! The statements of a makefile.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use crate::format::lines::{Line, lines};

/// An assignment of make's.
#[derive(Clone, Copy, Debug)]
pub(super) struct Assign<'t> {
    pub(super) name: Line<'t>,
    pub(super) value: Line<'t>,
    /// `export` stands in front.
    pub(super) exported: bool,
    /// `?=` or `+=`: what comes from outside counts too.
    pub(super) conditional: bool,
}

/// One statement.
#[derive(Debug)]
pub(super) enum Statement<'t> {
    Assign(Assign<'t>),
    /// `export NAME…`; without names all.
    Export(Vec<&'t str>),
    /// The lines of a recipe, each with its continuations, and the settings of its target.
    Recipe {
        lines: Vec<Vec<Line<'t>>>,
        own: Vec<Assign<'t>>,
    },
}

/// Whether a text is a makefile: a target with a recipe under it.
pub(crate) fn looks_like_makefile(text: &str) -> bool {
    let mut before = None;
    for line in lines(text) {
        let recipe = line.text.starts_with('\t') && !line.text.trim().is_empty();
        if recipe && before.is_some_and(|it: Line<'_>| target(it).is_some()) {
            return true;
        }
        before = Some(line);
    }
    false
}

/// What stands behind the colon of a rule: its prerequisites, or settings of the target.
fn target(line: Line<'_>) -> Option<Line<'_>> {
    let written = line.text.split(" #").next().unwrap_or_default();
    let colon = written.find(':')?;
    let name = &written[..colon];
    let letters = |c: char| c.is_ascii_alphanumeric() || "_-./% ".contains(c);
    let plain = !name.is_empty() && !name.starts_with(' ') && name.chars().all(letters);
    let behind = &written[colon + 1..];
    let is_rule = plain && !behind.starts_with(['=', '/', ':']) && !written.ends_with('\\');
    let spaced = behind.is_empty() || behind.starts_with([' ', '\t', ':']);
    (is_rule && spaced).then(|| line.from(colon + 1).trimmed())
}

/// The statements of a text.
pub(super) fn statements(text: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    // The settings of the last target, which apply to the recipe that follows for any of its names.
    let mut own: Vec<Assign<'_>> = Vec::new();
    let mut recipe: Vec<Vec<Line<'_>>> = Vec::new();
    let mut one_shell = false;
    let mut continued = false;
    for line in lines(text) {
        if let Some(command) = line.text.strip_prefix('\t') {
            let line = line.from(line.text.len() - command.len());
            match recipe.last_mut() {
                Some(last) if continued || one_shell => last.push(line),
                _ => recipe.push(vec![line]),
            }
            continued = command.ends_with('\\');
            continue;
        }
        continued = false;
        if line.text.trim().is_empty() || line.text.starts_with('#') {
            continue;
        }
        one_shell |= line.text.starts_with(".ONESHELL");
        if line.text.starts_with(".EXPORT_ALL_VARIABLES") {
            found.push(Statement::Export(Vec::new()));
        }
        let setting = target(line).map(|behind| assignment(behind));
        if let Some(Some(assign)) = setting {
            own.push(assign);
            continue;
        }
        end(&mut recipe, &mut own, &mut found);
        if setting.is_none() {
            found.add_all(statement(line));
        }
    }
    end(&mut recipe, &mut own, &mut found);
    found
}

/// Ends a recipe. Settings of a target stay until its recipe has come.
fn end<'t>(
    recipe: &mut Vec<Vec<Line<'t>>>,
    own: &mut Vec<Assign<'t>>,
    found: &mut Vec<Statement<'t>>,
) {
    if !recipe.is_empty() {
        found.push(Statement::Recipe {
            lines: core::mem::take(recipe),
            own: core::mem::take(own),
        });
    }
}

fn statement(line: Line<'_>) -> Option<Statement<'_>> {
    let line = line.trimmed();
    if let Some(assign) = assignment(line) {
        return Some(Statement::Assign(assign));
    }
    let names = line.text.strip_prefix("export")?;
    let names = names.split('#').next().unwrap_or_default();
    Some(Statement::Export(names.split_whitespace().gathered()))
}

/// `NAME = value` with any of make's signs, perhaps behind `export` or `override`.
fn assignment(line: Line<'_>) -> Option<Assign<'_>> {
    let mut rest = line;
    let mut exported = false;
    for word in ["override ", "export ", "override "] {
        if rest.text.starts_with(word) {
            exported |= word.starts_with("export");
            rest = rest.from(word.len()).trimmed();
        }
    }
    let equals = rest.text.find('=')?;
    let sign = rest.text[..equals].trim_end_matches([':', '?', '+', '!']);
    let name = rest.to(sign.len()).trimmed();
    if name.text.is_empty() || name.text.contains([' ', '\t', '$', ':', '#', '"', '\'']) {
        return None;
    }
    let behind = rest.from(equals + 1);
    let comment = behind.text.find(" #").unwrap_or(behind.text.len());
    Some(Assign {
        name,
        value: behind.to(comment).trimmed(),
        exported,
        conditional: rest.text[sign.len()..equals].contains(['?', '+', '!']),
    })
}
