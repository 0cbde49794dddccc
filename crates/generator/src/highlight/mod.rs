//! Highlighting at build time: code in, HTML with a few short classes out.
//!
//! The large syntax set comes from syntect's embedded dump; what it lacks (Dockerfile, `NAME=value`
//! files, PowerShell) is in `syntaxes/`. Both are loaded once per process. Every block is
//! highlighted once, however often it occurs, so is every line, and both stay known between builds.

mod lines;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use syntect::parsing::{
    Scope, ScopeStack, SyntaxDefinition, SyntaxReference, SyntaxSet, SyntaxSetBuilder,
};

use self::lines::Lines;
use crate::html::{escape, escaped};

/// Lines longer than this stay plain: the regular expressions of syntaxes are not linear.
const LONGEST_LINE: usize = 2_000;
/// Blocks longer than this stay plain.
const LONGEST_BLOCK: usize = 64_000;

/// Scopes and the class that a piece with this scope gets; of a stack of scopes the innermost one
/// that stands here decides, and of two entries that fit it the first.
const CLASSES: &[(&str, &str)] = &[
    ("comment", "h-comment"),
    ("string.unquoted.argument", ""),
    ("string", "h-string"),
    ("constant.numeric", "h-number"),
    ("constant", "h-constant"),
    ("keyword.operator", "h-operator"),
    ("keyword", "h-keyword"),
    ("storage", "h-keyword"),
    ("entity.name.tag", "h-tag"),
    ("entity.name.function", "h-function"),
    ("support.function", "h-function"),
    ("variable.function", "h-function"),
    ("entity.name", "h-name"),
    ("variable.other.readwrite.assignment", "h-name"),
    ("variable", "h-variable"),
    ("punctuation.definition.variable", "h-variable"),
];

/// Names for languages that syntaxes know under another one.
const ALIASES: &[(&str, &str)] = &[
    ("shell", "bash"),
    ("console", "bash"),
    ("csh", "bash"),
    ("fish", "bash"),
    ("cmd", "batch"),
    ("batch", "bat"),
    ("jsonc", "json"),
];

/// Our own syntaxes.
const OWN: [&str; 3] = [
    include_str!("../../syntaxes/Dockerfile.sublime-syntax"),
    include_str!("../../syntaxes/Settings.sublime-syntax"),
    include_str!("../../syntaxes/PowerShell.sublime-syntax"),
];

/// A syntax set and the classes by scope, loaded once.
struct Grammars {
    shipped: SyntaxSet,
    own: SyntaxSet,
    classes: Vec<(Scope, &'static str)>,
}

static GRAMMARS: LazyLock<Grammars> = LazyLock::new(|| {
    let mut own = SyntaxSetBuilder::new();
    for source in OWN {
        let syntax = SyntaxDefinition::load_from_str(source, true, None);
        own.add(syntax.expect("our own syntax files are tested to load"));
    }
    let scope = |name| Scope::new(name).expect("scopes of the table are plain words and dots");
    Grammars {
        shipped: SyntaxSet::load_defaults_newlines(),
        own: own.build(),
        classes: CLASSES
            .iter()
            .map(|&(name, class)| (scope(name), class))
            .collect(),
    }
});

impl Grammars {
    fn find(&self, language: &str) -> Option<(&SyntaxSet, &SyntaxReference)> {
        let alias = ALIASES.iter().find(|(name, _)| *name == language);
        let token = alias.map_or(language, |&(_, token)| token);
        [&self.own, &self.shipped].into_iter().find_map(|set| {
            let syntax = set.find_syntax_by_token(token)?;
            Some((set, syntax))
        })
    }

    fn class(&self, stack: &ScopeStack) -> &'static str {
        let of_scope = |scope: &Scope| {
            let found = self.classes.iter().find(|(it, _)| it.is_prefix_of(*scope));
            found.map(|&(_, class)| class)
        };
        stack
            .as_slice()
            .iter()
            .rev()
            .find_map(of_scope)
            .unwrap_or("")
    }
}

/// Loads the syntaxes, so that the first page does not have to wait for them.
pub(crate) fn warm() {
    LazyLock::force(&GRAMMARS);
}

/// Highlights blocks and remembers them.
#[derive(Debug, Default)]
pub(crate) struct Highlighter {
    blocks: Mutex<HashMap<(String, String), Arc<str>>>,
    lines: Lines,
}

impl Highlighter {
    /// The block as HTML; text of an unknown language is only escaped.
    pub(crate) fn html(&self, language: &str, text: &str) -> Arc<str> {
        let key = (language.to_owned(), text.to_owned());
        if let Some(known) = self.lock().get(&key) {
            return Arc::clone(known);
        }
        let html: Arc<str> = self.highlight(language, text).into();
        self.lock().insert(key, Arc::clone(&html));
        html
    }

    fn highlight(&self, language: &str, text: &str) -> String {
        let bounded =
            text.len() <= LONGEST_BLOCK && text.lines().all(|it| it.len() <= LONGEST_LINE);
        let found = GRAMMARS.find(language).filter(|_| bounded);
        found
            .and_then(|(set, syntax)| self.classed(set, syntax, text))
            .unwrap_or_else(|| escaped(text))
    }

    /// None where the syntax gives up on a line.
    fn classed(&self, set: &SyntaxSet, syntax: &SyntaxReference, text: &str) -> Option<String> {
        let mut writer = Writer::default();
        let class = |stack: &ScopeStack| GRAMMARS.class(stack);
        self.lines
            .pieces(set, syntax, class, text, |class, piece| {
                writer.push(class, piece)
            })?;
        Some(writer.finish())
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<(String, String), Arc<str>>> {
        // A panic elsewhere leaves at worst a block missing, which is then made again.
        self.blocks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Joins neighbours of one class into one element.
#[derive(Default)]
struct Writer {
    html: String,
    class: &'static str,
}

impl Writer {
    fn push(&mut self, class: &'static str, text: &str) {
        if text.is_empty() {
            return;
        }
        // Blanks need no class of their own: they stay in the element that is open.
        if class != self.class && !text.trim().is_empty() {
            self.close();
            if !class.is_empty() {
                self.html.push_str("<span class=\"");
                self.html.push_str(class);
                self.html.push_str("\">");
            }
            self.class = class;
        }
        escape(text, &mut self.html);
    }

    fn close(&mut self) {
        if !self.class.is_empty() {
            self.html.push_str("</span>");
        }
    }

    fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn highlight(language: &str, text: &str) -> String {
        Highlighter::default().highlight(language, text)
    }

    /// The pieces of a class, without those that are only blanks.
    fn pieces<'a>(html: &'a str, class: &str) -> Vec<&'a str> {
        let opening = format!("<span class=\"{class}\">");
        let starts = html.match_indices(&opening);
        let piece = |(at, _)| html[at + opening.len()..].split("</span>").next();
        starts.filter_map(piece).map(str::trim).collect()
    }

    #[test]
    fn every_language_of_the_examples_is_known() {
        let known = "bash sh shell dockerfile yaml python powershell batch env ini json toml";
        for language in known.split(' ') {
            assert!(GRAMMARS.find(language).is_some(), "{language}");
        }
        assert!(GRAMMARS.find("no-such-language").is_none());
    }

    #[test]
    fn names_that_are_set_stand_out() {
        let cases = [
            ("bash", "export A=1\n", "A"),
            ("dockerfile", "ENV A=1 \\\n    B=x\n", "A B"),
            ("dockerfile", "ENV A 1\n", "A"),
            ("env", "# note\nA=1\n", "A"),
            ("powershell", "$env:A = \"1\"\n", "A"),
        ];
        for (language, text, names) in cases {
            let html = highlight(language, text);
            assert_eq!(
                pieces(&html, "h-name").join(" "),
                names,
                "{language}: {html}"
            );
        }
    }

    #[test]
    fn text_is_kept_whatever_the_language() {
        let text = "a <b> & \"c\" ${D:-e}\n  'f' # g\n";
        for language in [
            "bash",
            "dockerfile",
            "env",
            "powershell",
            "python",
            "none",
            "",
        ] {
            let html = highlight(language, text);
            let pieces = html
                .split('<')
                .map(|it| it.split('>').next_back().unwrap_or(""));
            let plain: String = pieces.collect();
            assert_eq!(plain, escaped(text), "{language}");
        }
    }

    /// A line that is known looks as it would in a text of its own, whatever stood before it.
    #[test]
    fn known_lines_change_nothing() {
        let texts = [
            "echo \"a\nexport B=1\n\"\nexport B=1\n",
            "export B=1\ncat <<EOF\nexport B=1\nEOF\nexport B=1\n",
            "cat <<END\nexport B=1\nEOF\nEND\nexport B=1\n",
            "export B=1\necho \"a\n",
        ];
        let shared = Highlighter::default();
        for text in texts.iter().chain(&texts) {
            assert_eq!(shared.highlight("bash", text), highlight("bash", text));
        }
    }

    #[test]
    fn long_lines_stay_plain() {
        let text = format!("A={}\n", "x".repeat(LONGEST_LINE));
        assert_eq!(highlight("bash", &text), text);
    }
}
