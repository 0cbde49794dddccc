//! Front matter of a rule that a team writes as data, and what its rules must not say together.

use std::collections::BTreeMap;
use std::ops::Range;

use readpoint_catalog::grammar::{self, Verdict};
use readpoint_catalog::{RuleInfo, Severity, TeamRule, Variable, Version, VersionRange, nearest};
use readpoint_validator::Kind;

use crate::Place;
use crate::fields::{Fields, Located, Sink, set};
use crate::reference::{References, Target};
use crate::value::{EnvValue, Forbidden};

/// Beginning of the codes that Readpoint keeps for itself.
const RESERVED: &str = "RP";

/// Where the parts of a rule stand in its file, by key.
pub(crate) type Places = BTreeMap<&'static str, Range<usize>>;

/// What a rule can ask, by key.
const DEMANDS: [&str; 6] = [
    "require",
    "forbid",
    "allow_only",
    "pin",
    "warn_below",
    "warn_above",
];
/// What restricts it.
const RESTRICTIONS: [&str; 4] = ["variables", "kinds", "torch", "programs"];

/// Reads the front matter; `stem` is the file's name, `torch` are the known releases.
pub(crate) fn read(
    mut fields: Fields<'_>,
    stem: &str,
    torch: &[Version],
    sink: &Sink,
) -> (RuleInfo, References, Places) {
    let mut references = References::default();
    let keys = DEMANDS.into_iter().chain(RESTRICTIONS);
    let places: Places = keys
        .filter(|key| fields.has(key))
        .map(|key| (key, fields.span_of(key)))
        .collect();
    let whole = fields.span_of("name");
    let code = fields.required::<String>("code");
    code_is_own(code.as_ref(), stem, sink);
    let mut rule = TeamRule::named(stem);
    set(
        &mut rule.severity,
        fields.required_word::<Severity>("severity"),
    );
    set(&mut rule.owner, fields.required("owner"));
    let mut info = RuleInfo {
        code: stem.to_owned(),
        name: String::new(),
        severity: rule.severity,
        summary: String::new(),
        team: None,
    };
    set(&mut info.name, fields.required("name"));
    set(&mut info.summary, fields.required("summary"));
    rule.variables = references.all(Target::Name, fields.required_list("variables"));
    demands(&mut rule, &mut fields);
    restrictions(&mut rule, &mut fields, sink);
    rule.message = fields.text("message");
    rule.help = fields.text("help");
    fields.finish();
    makes_sense(&rule, &places, &whole, torch, sink);
    info.team = Some(Box::new(rule));
    (info, references, places)
}

/// Letters of the team's own and three digits, and the same as the file's name.
fn code_is_own(code: Option<&Located<String>>, stem: &str, sink: &Sink) {
    let Some(code) = code else { return };
    let text = code.get_ref();
    let letters = text.trim_end_matches(|c: char| c.is_ascii_digit());
    let shaped = (2..=12).contains(&letters.len())
        && text.len() == letters.len() + 3
        && letters.bytes().all(|byte| byte.is_ascii_uppercase());
    let (message, help) = if letters == RESERVED {
        let message = format!("codes that begin with `{RESERVED}` are those of Readpoint");
        (
            message,
            Some("take letters of your own: `TEAM001`".to_owned()),
        )
    } else if !shaped {
        let message = format!("`{text}` is not a code such as `TEAM001`");
        (
            message,
            Some("write capital letters and three digits".to_owned()),
        )
    } else if text != stem {
        (
            format!("the code is `{text}`, but the file is `{stem}.md`"),
            None,
        )
    } else {
        return;
    };
    sink.report(code.span(), message, help);
}

fn demands(rule: &mut TeamRule, fields: &mut Fields<'_>) {
    let values = |list: Vec<Located<EnvValue>>| {
        let plain = list.into_iter().map(|it| it.into_inner().0);
        plain.collect::<Vec<_>>()
    };
    set(&mut rule.require, fields.optional("require"));
    rule.forbid = fields
        .optional::<Forbidden>("forbid")
        .and_then(|it| it.into_inner().0);
    rule.allow_only = values(fields.list("allow_only"));
    rule.pin = fields
        .optional::<EnvValue>("pin")
        .map(|it| it.into_inner().0);
    rule.why = match rule.pin {
        Some(_) => fields.required("why").map(Located::into_inner),
        None => fields.text("why"),
    };
    rule.warn_below = fields.optional("warn_below").map(Located::into_inner);
    rule.warn_above = fields.optional("warn_above").map(Located::into_inner);
}

fn restrictions(rule: &mut TeamRule, fields: &mut Fields<'_>, sink: &Sink) {
    for kind in fields.list::<String>("kinds") {
        if kind.get_ref().parse::<Kind>().is_err() {
            let names = Kind::ALL.iter().map(|it| it.name());
            let help = match nearest(kind.get_ref(), names.clone()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("the kinds are {}", names.collect::<Vec<_>>().join(", ")),
            };
            let message = format!("`{}` is not a kind of text", kind.get_ref());
            sink.report(kind.span(), message, Some(help));
        }
        rule.kinds.push(kind.into_inner());
    }
    rule.torch = fields
        .optional::<VersionRange>("torch")
        .map(Located::into_inner);
    rule.programs = fields.texts("programs");
}

/// What one rule must not say.
fn makes_sense(
    rule: &TeamRule,
    places: &Places,
    whole: &Range<usize>,
    torch: &[Version],
    sink: &Sink,
) {
    let place = |key: &str| places.get(key).unwrap_or(whole).clone();
    let report = |key: &str, message: &str, help: &str| {
        sink.report(place(key), message, Some(help.to_owned()));
    };
    if !DEMANDS.iter().any(|key| places.contains_key(key)) {
        let all = format!("say one of `{}`", DEMANDS.join("`, `"));
        report("name", "this rule asks for nothing", &all);
    }
    let asks = ["require", "allow_only", "pin", "warn_below", "warn_above"];
    let forbids_all = rule.forbid.as_ref().is_some_and(Vec::is_empty);
    if let Some(other) = asks
        .iter()
        .find(|key| forbids_all && places.contains_key(*key))
    {
        let message = format!("`forbid = true` and `{other}` contradict each other");
        report(
            other,
            &message,
            "keep one of the two, or list the forbidden values",
        );
    }
    if let Some(pin) = &rule.pin {
        let forbidden = rule.forbid.as_ref().is_some_and(|it| it.contains(pin));
        let allowed = rule.allow_only.is_empty() || rule.allow_only.contains(pin);
        if forbidden || !allowed {
            let message = format!("`{pin}` is pinned, and this rule does not allow it");
            report("pin", &message, "keep one of the two");
        }
    }
    if rule
        .warn_below
        .zip(rule.warn_above)
        .is_some_and(|(low, high)| low > high)
    {
        let message = "no number is neither below the one nor above the other";
        report("warn_above", message, "exchange the two");
    }
    if rule.require && rule.programs.is_empty() && rule.kinds.is_empty() {
        let message = "`require` would be asked of every program, `ls` and `tar` too";
        let help = "name the programs: `programs = [\"torchrun\", \"python*\"]`";
        report("require", message, help);
    }
    let holds = |range: &VersionRange| torch.iter().any(|it| range.contains(*it));
    if rule
        .torch
        .as_ref()
        .is_some_and(|range| !torch.is_empty() && !holds(range))
    {
        let known: Vec<_> = torch.iter().map(ToString::to_string).collect();
        let help = format!("known releases: {}", known.join(", "));
        report("torch", "no known release lies in this range", &help);
    }
}

/// Values that the rule wants must be ones that the variable's reader takes.
pub(crate) fn values_are_read(
    rule: &TeamRule,
    places: &Places,
    variable: &Variable,
    torch: &[Version],
    sink: &Sink,
) {
    let fits = |it: &&Version| rule.torch.as_ref().is_none_or(|range| range.contains(**it));
    let Some(torch) = torch.iter().rev().find(fits).copied() else {
        return;
    };
    let context = grammar::Context {
        variable,
        torch,
        complete: true,
    };
    let wanted = rule.pin.iter().map(|it| ("pin", it));
    let allowed = rule.allow_only.iter().map(|it| ("allow_only", it));
    for (key, value) in wanted.chain(allowed) {
        let reading = grammar::read(value, &context);
        if reading.verdict == Verdict::Accepted {
            continue;
        }
        let message = format!("the reader of `{}` does not take `{value}`", variable.name);
        let why = reading.findings.into_iter().next().map(|it| it.message);
        let place = places.get(key).cloned().unwrap_or(0..0);
        sink.report(place, message, why);
    }
}

/// A rule with its file.
pub(crate) struct Written<'a> {
    pub(crate) rule: &'a TeamRule,
    pub(crate) places: &'a Places,
    pub(crate) sink: &'a Sink,
}

impl Written<'_> {
    fn place(&self, key: &str) -> Place {
        self.sink
            .place(self.places.get(key).cloned().unwrap_or(0..0))
    }
}

/// Reports pairs of rules that no text can obey.
pub(crate) fn conflicts(rules: &[Written<'_>], torch: &[Version]) {
    for (at, one) in rules.iter().enumerate() {
        for other in &rules[..at] {
            let shared = one
                .rule
                .variables
                .iter()
                .find(|it| other.rule.variables.contains(it));
            let Some(name) = shared.filter(|_| meet(one.rule, other.rule, torch)) else {
                continue;
            };
            let found = conflict(one.rule, other.rule)
                .or_else(|| conflict(other.rule, one.rule).map(|(a, b)| (b, a)));
            if let Some((own, theirs)) = found {
                let message = format!(
                    "`{own}` of {} and `{theirs}` of {} contradict each other for `{name}`",
                    one.rule.code, other.rule.code
                );
                let span = one.places.get(own).cloned().unwrap_or(0..0);
                one.sink
                    .report_pair(span, message, other.place(theirs), "the other rule");
            }
        }
    }
}

/// The keys with which the first rule asks for what the second one does not allow.
fn conflict(one: &TeamRule, other: &TeamRule) -> Option<(&'static str, &'static str)> {
    let forbids_all = other.forbid.as_ref().is_some_and(Vec::is_empty);
    if let Some(pin) = &one.pin {
        if forbids_all || other.forbid.as_ref().is_some_and(|it| it.contains(pin)) {
            return Some(("pin", "forbid"));
        }
        if other.pin.as_ref().is_some_and(|it| it != pin) {
            return Some(("pin", "pin"));
        }
        if !other.allow_only.is_empty() && !other.allow_only.contains(pin) {
            return Some(("pin", "allow_only"));
        }
    }
    (one.require && forbids_all).then_some(("require", "forbid"))
}

/// Whether there can be a text that both rules are for.
fn meet(one: &TeamRule, other: &TeamRule, torch: &[Version]) -> bool {
    let share = |a: &[String], b: &[String]| {
        a.is_empty() || b.is_empty() || a.iter().any(|it| it.contains('*') || b.contains(it))
    };
    let in_both = |version: &Version| {
        let holds = |it: &Option<VersionRange>| it.as_ref().is_none_or(|it| it.contains(*version));
        holds(&one.torch) && holds(&other.torch)
    };
    let patterns = |rule: &TeamRule| rule.programs.iter().any(|it| it.contains('*'));
    let programs = share(&one.programs, &other.programs) || patterns(other);
    programs && share(&one.kinds, &other.kinds) && torch.iter().any(in_both)
}
