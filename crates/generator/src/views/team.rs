//! What a team adds: its rules in words, and what it changes about shipped variables.

use readpoint_catalog::TeamRule;
use readpoint_content::Override;

use super::Views;
use crate::context::{ChangedRow, LocalPart, TeamPart};
use crate::html::{escaped, inline};

/// Fields that are sentences.
const PROSE: [&str; 3] = ["summary", "default_note", "instead"];

impl Views<'_> {
    /// A rule that a team wrote as data.
    pub(super) fn team(&self, rule: &TeamRule) -> TeamPart {
        TeamPart {
            owner: rule.owner.clone(),
            asks_html: asks(rule).iter().map(|it| inline(it)).collect(),
            only_html: only(rule).iter().map(|it| inline(it)).collect(),
            variables: self.library.links(&rule.variables),
        }
    }

    /// What a team says otherwise about a variable.
    pub(super) fn local(&self, name: &str) -> Option<LocalPart> {
        let Override {
            owner,
            reason,
            changes,
        } = self.content.overrides.get(name)?;
        let changes = changes.iter().map(|it| {
            let shown = |text: &String| match PROSE.contains(&it.field.as_str()) {
                true => inline(text),
                false => format!("<code>{}</code>", escaped(text)),
            };
            ChangedRow {
                field: it.field.replace('_', " "),
                shipped_html: it.shipped.as_ref().map(shown),
                here_html: shown(&it.here),
            }
        });
        Some(LocalPart {
            owner: owner.clone(),
            reason_html: inline(reason),
            changes: changes.collect(),
        })
    }
}

/// What a rule asks, as the end of a sentence that begins with the variable.
fn asks(rule: &TeamRule) -> Vec<String> {
    let why = rule.why.as_deref().map(|it| format!(": {it}"));
    let why = why.unwrap_or_default();
    let forbidden = rule.forbid.as_ref().map(|values| match values.as_slice() {
        [] => "must not be set".to_owned(),
        values => format!("must not be {}", listed(values, " or ")),
    });
    let all = [
        rule.require.then(|| "must be set".to_owned()),
        forbidden,
        (!rule.allow_only.is_empty())
            .then(|| format!("may only be {}", listed(&rule.allow_only, " or "))),
        rule.pin.as_ref().map(|pin| format!("must be `{pin}`{why}")),
        rule.warn_below
            .map(|it| format!("should not be below {it}")),
        rule.warn_above
            .map(|it| format!("should not be above {it}")),
    ];
    all.into_iter().flatten().collect()
}

/// Where a rule applies.
fn only(rule: &TeamRule) -> Vec<String> {
    let all = [
        (!rule.kinds.is_empty()).then(|| format!("in {}", rule.kinds.join(", "))),
        rule.torch.as_ref().map(|it| format!("with torch {it}")),
        (!rule.programs.is_empty())
            .then(|| format!("where {} is started", listed(&rule.programs, " or "))),
    ];
    all.into_iter().flatten().collect()
}

/// `` `a`, `b` or `c` ``.
fn listed(values: &[String], last: &str) -> String {
    let marked: Vec<_> = values.iter().map(|it| format!("`{it}`")).collect();
    match marked.split_last() {
        Some((end, [])) => end.clone(),
        Some((end, before)) => format!("{}{last}{end}", before.join(", ")),
        None => String::new(),
    }
}
