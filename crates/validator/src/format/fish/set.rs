//! fish's `set`, and `export`, which comes with it.

use readpoint_catalog::prelude::*;
use readpoint_catalog::{Gather, Gathered};

use super::Fish;
use crate::format::dialect::{self, Word};
use crate::format::flow::Status;
use crate::format::session::{assignment, is_name, looks_like_variable};
use crate::reading::{Origin, Part, SlipKind, Span, Value};

/// The options of a `set`.
#[derive(Debug, Default)]
struct Options {
    flags: Vec<String>,
}

impl Options {
    /// Splits a command's words behind `set`.
    fn split(words: &[Word]) -> (Self, &[Word]) {
        let is_flag = |word: &&Word| word.text().is_some_and(|text| text.starts_with('-'));
        let count = words.iter().take_while(is_flag).count();
        let flags = words[..count].iter().filter_map(Word::text).gathered();
        (Self { flags }, &words[count..])
    }

    fn has(&self, long: &str, short: char) -> bool {
        self.flags.iter().any(|flag| {
            flag.strip_prefix("--") == Some(long) || !flag.starts_with("--") && flag.contains(short)
        })
    }

    fn only_asks(&self) -> bool {
        self.has("query", 'q') || self.has("names", 'n') || self.has("show", 'S')
    }
}

/// What a command sets: names, and whether it says that programs see them.
pub(super) fn targets(words: &[Word]) -> Vec<(String, bool)> {
    let Some((first, rest)) = words.split_first() else {
        return Vec::new();
    };
    if first.is("export") {
        let pairs = rest.iter().filter_map(Word::pair);
        return pairs.map(|(name, ..)| (name, true)).gathered();
    }
    if first.is("for") || first.is("read") {
        let names = rest.iter().filter_map(Word::text);
        let names = names.take_while(|it| it != "in").filter(|it| is_name(it));
        return names.map(|name| (name, false)).gathered();
    }
    if !first.is("set") {
        return Vec::new();
    }
    let (options, rest) = Options::split(rest);
    if options.only_asks() {
        return Vec::new();
    }
    let exported = options.has("export", 'x');
    let names = rest.iter().filter_map(Word::text).filter(|it| is_name(it));
    let count = if options.has("erase", 'e') {
        rest.len()
    } else {
        1
    };
    names.take(count).map(|name| (name, exported)).gathered()
}

impl Fish<'_> {
    /// `set [-gx] NAME value…`.
    pub(super) fn set(&mut self, words: &[Word]) {
        let (options, rest) = Options::split(words);
        if options.only_asks() {
            return self.query(&options, rest);
        }
        // `set` leaves the status as it is, but for what a substitution in it says.
        if rest
            .iter()
            .any(|word| word.text().is_none() && !word.has_open_reference())
        {
            self.flow.status = Status::Open;
        }
        if options.has("erase", 'e') {
            for name in rest.iter().filter_map(Word::text) {
                self.erase(&name);
            }
            return;
        }
        let Some((target, values)) = rest.split_first() else {
            return;
        };
        if let Some((name, span, _)) = target.pair() {
            return self.wrong_form(&name, span.end, options.flags.is_empty(), target, &words[0]);
        }
        let Some(name) = target.text() else {
            return self.forget_everything();
        };
        if !is_name(&name) {
            // `NAME[1]`: one value of a list.
            let name = name.split('[').next().unwrap_or_default();
            if is_name(name) && !self.flow.dead {
                self.flow.forget(name, options.has("export", 'x'));
            }
            return;
        }
        self.put_values(&name, target, values, &options);
    }

    fn put_values(&mut self, name: &str, target: &Word, values: &[Word], options: &Options) {
        let separator = if name.ends_with("PATH") { ":" } else { " " };
        let end = target.span.end;
        let mut value = dialect::joined(values, separator, end, &|name| self.known(name));
        if values.len() == 1 && values[0].is_empty_list(&|name| self.known(name)) {
            value = Value::unknown(values[0].span.clone());
        }
        let appends = options.has("append", 'a');
        let mut count = values.len();
        if appends || options.has("prepend", 'p') {
            value = self.extended(name, value, appends, separator, target);
            count += 1;
        }
        let function = options.has("function", 'f') || !options.has("local", 'l');
        let names_block = options.has("local", 'l') || options.has("function", 'f');
        if names_block || self.is_new(name, options) {
            self.flow.hide_in_block(name, function, !names_block);
        }
        let global = options.has("global", 'g') || options.has("universal", 'U');
        if global && self.flow.forget_hidden(name) {
            // Here the block's own variable stays as it is.
            let found = assignment(name, target.span.clone(), value);
            self.flow.session.record(found);
            return;
        }
        let found = self.flow.session.environment.get(name);
        let before = found.is_some();
        // Set on one of several ways here: it is exported or not.
        let open = found.is_some_and(|it| it.value.is_none()) && !options.has("export", 'x');
        let kept = before && !options.has("unexport", 'u');
        if count != 1 {
            self.lists.insert(name.to_owned());
        }
        let exported = options.has("export", 'x') || kept;
        self.put(name, target.span.clone(), value, exported);
        if open && !self.flow.dead {
            self.flow.forget(name, true);
        }
    }

    /// Whether a `set` makes a variable, which is one of the function it stands in.
    fn is_new(&self, name: &str, options: &Options) -> bool {
        let elsewhere = options.has("global", 'g') || options.has("universal", 'U');
        let exported = self.flow.session.environment.get(name);
        let found = exported.or(self.flow.own.get(name));
        !elsewhere && found.is_none_or(|setting| setting.value.is_none())
    }

    /// `set -a` and `set -p`: a value with what was there.
    fn extended(
        &self,
        name: &str,
        value: Value,
        appends: bool,
        separator: &str,
        target: &Word,
    ) -> Value {
        let part = |text: Option<String>| Part {
            text,
            span: target.span.clone(),
            origin: Origin::Derived,
        };
        let old = part(self.known(name));
        let between = part(Some(separator.to_owned()));
        let mut value = value;
        if appends {
            value.parts.splice(0..0, [old, between]);
        } else {
            value.parts.add_all([between, old]);
        }
        value
    }

    /// `set -q NAME`
    fn query(&mut self, options: &Options, rest: &[Word]) {
        let names: Option<Vec<String>> = rest.iter().map(Word::text).collect();
        let is_set = |name: &String| {
            let exported = self.flow.session.environment.get(name);
            let found = self.flow.own.get(name).or(exported);
            found.is_some_and(|it| it.value.is_some())
        };
        let all = names.is_some_and(|names| !names.is_empty() && names.iter().all(is_set));
        let asks = options.has("query", 'q') && options.flags.len() == 1;
        self.flow.status = if all && asks {
            Status::Success
        } else {
            Status::Open
        };
    }

    fn erase(&mut self, name: &str) {
        if self.flow.dead {
            return;
        }
        let base = name.split('[').next().unwrap_or_default();
        if base != name {
            return self.flow.forget(base, false);
        }
        self.flow.unset(name);
        self.flow.own.remove(name);
        // What a block's variable hides comes back.
        if self.flow.frames().any(|frame| frame.hides(name)) {
            self.flow.forget(name, true);
        }
        self.flow.status = Status::Open;
    }

    pub(super) fn put(&mut self, name: &str, span: Span, value: Value, exported: bool) {
        let found = assignment(name, span, value);
        if exported {
            if !self.flow.dead {
                self.flow.own.remove(name);
            }
            return self.flow.export(found);
        }
        if !self.flow.dead {
            self.flow.session.environment.remove(name);
        }
        self.flow.keep(found);
    }

    /// `set NAME=value`, which fish refuses.
    fn wrong_form(&mut self, name: &str, equals: usize, no_flags: bool, word: &Word, first: &Word) {
        let mut edits = vec![(equals..equals + 1, " ".to_owned())];
        if no_flags {
            edits.insert(0, (first.span.start..first.span.start, "-gx ".to_owned()));
        }
        self.flow.status = Status::Failure;
        self.flow
            .slip(SlipKind::WrongShell, name, word.span.clone(), edits);
    }

    /// `export NAME=value`, a function that comes with fish.
    pub(super) fn export(&mut self, words: &[Word]) {
        if let [name, sign, value, ..] = words
            && sign.is("=")
            && let Some(text) = name.text().filter(|it| looks_like_variable(it))
        {
            let gap = name.span.end..value.span.start;
            let span = name.span.start..value.span.end;
            let edits = vec![(gap, "=".to_owned())];
            self.flow
                .slip(SlipKind::SpacesAroundEquals, &text, span, edits);
        }
        for word in words {
            if let Some((name, span, rest)) = word.pair() {
                let value = self.value(&rest);
                if self.flow.forget_hidden(&name) {
                    // It sets the global one, and a block's own stays as it is.
                    self.flow.session.record(assignment(&name, span, value));
                } else {
                    self.put(&name, span, value, true);
                }
            } else if let Some(name) = word.text().filter(|it| is_name(it)) {
                self.export_kept(&name);
            }
        }
        self.flow.status = Status::Success;
    }

    /// `export NAME`: programs see what was the shell's own.
    fn export_kept(&mut self, name: &str) {
        if self.flow.dead {
            return;
        }
        if let Some(setting) = self.flow.own.remove(name) {
            self.flow.exported_after_all(setting.assignment);
            self.flow
                .session
                .environment
                .insert(name.to_owned(), setting);
        }
    }
}
