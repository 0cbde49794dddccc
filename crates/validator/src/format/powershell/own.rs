//! PowerShell's own variables that a statement changes in another way than `$NAME = value`.

use super::Shell;

/// What stands behind a variable that a statement changes.
const CHANGES: &[&str] = &[
    "=", "+=", "-=", "*=", "/=", "%=", "??=", "++", "--", "in ", ",",
];

/// Commands and options that change variables by their names.
const BY_NAME: &[&str] = &[
    "-variable",
    "-outvariable",
    "-pipelinevariable",
    "variable:",
];

impl Shell<'_> {
    /// What a statement may change is not known any more.
    pub(super) fn forget_own(&mut self, statement: &str) {
        if self.flow.dead {
            return;
        }
        let lower = statement.to_ascii_lowercase();
        if BY_NAME.iter().any(|it| lower.contains(it)) {
            let own = self.flow.own.values_mut();
            own.for_each(|setting| setting.value = None);
        }
        for name in changed(&lower) {
            self.flow.forget_own(name);
        }
    }
}

/// The variables that a statement in lower case changes: `$i++`, `++$i`, `$a, $b = …`,
/// `foreach ($i in …)`.
fn changed(lower: &str) -> impl Iterator<Item = &str> {
    lower.match_indices('$').filter_map(|(at, _)| {
        let behind = lower[at + 1..].trim_start_matches('{');
        let scopes = ["script:", "global:", "local:", "private:", "using:"];
        let scope = scopes.iter().find_map(|it| behind.strip_prefix(it));
        let behind = scope.unwrap_or(behind);
        let end = behind.find(|c: char| !is_word(c)).unwrap_or(behind.len());
        let (name, rest) = behind.split_at(end);
        // A part of what it holds counts as well: `$a[0] = …`, `$a.b = …`.
        let part = rest.starts_with('[') || rest.starts_with('.');
        let rest = if part {
            rest.find(['=', ';', '\n']).map_or("", |at| &rest[at..])
        } else {
            rest.trim_start_matches('}').trim_start()
        };
        let before = lower[..at].trim_end();
        let changes = CHANGES.iter().any(|it| rest.starts_with(it))
            || before.ends_with("++")
            || before.ends_with("--");
        (changes && !name.is_empty()).then_some(name)
    })
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}
