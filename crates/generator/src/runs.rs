//! The records of runs as pages show them: beside each claim, by stack, by level, and the list of
//! what vendors' documents say otherwise. A level comes from records and from nothing else.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use readpoint_catalog::{Claim, Variable, Version};
use readpoint_content::{Content, Problem};
use readpoint_evidence::{Evidence, FOLDER, Fields, Level, Record, Stack, Verdict, standing};
use serde::Serialize;

use crate::context::Link;
use crate::html::inline;
use crate::library::Library;

/// Longest observation that a page shows, in characters.
const LONGEST: usize = 240;

/// A record beside its claim.
#[derive(Clone, Debug, Serialize)]
pub struct RunPart {
    /// What it was run on, in words: `torch 2.15.0`, `torch 2.15.0 on NVIDIA H200`.
    pub on: String,
    /// The page of that stack, at the record.
    pub url: String,
    /// `confirmed`, `refuted` or `not runnable`.
    pub verdict: &'static str,
    /// Why it was refuted or could not be run; may be empty.
    pub why: String,
    /// What was seen, as `field: value`.
    pub seen: Vec<(String, String)>,
    /// The day.
    pub date: String,
}

/// A claim in a list.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimPart {
    /// Its id.
    pub id: String,
    /// Its sentence, with code marked.
    pub statement_html: String,
    /// Its variable, at the claim.
    pub link: Link,
    /// The word of its level, or `unconfirmed`.
    pub level: &'static str,
    /// The level for people.
    pub level_text: &'static str,
    /// What the vendor's document says, with code marked; may be empty.
    pub documented_html: String,
}

/// What was run on one stack.
#[derive(Clone, Debug, Serialize)]
pub struct StackPart {
    /// Its name: `torch-2.15.0-cpu`.
    pub name: String,
    /// In words: `torch 2.15.0`.
    pub title: String,
    /// Its page.
    pub url: String,
    /// Operating system.
    pub os: String,
    /// Model of the CPU.
    pub cpu: String,
    /// The GPU, or none.
    pub gpu: Option<String>,
    /// Versions by name.
    pub has: BTreeMap<String, String>,
    /// Confirmed claims.
    pub confirmed: usize,
    /// Refuted claims.
    pub refuted: usize,
    /// Claims that could not be run.
    pub not_runnable: usize,
    /// First and last day of a run, the same where there is one.
    pub days: (String, String),
    /// Its records, by claim.
    pub records: Vec<(ClaimPart, RunPart)>,
}

/// How many claims are known how well.
#[derive(Clone, Debug, Serialize)]
pub struct LevelRow {
    /// The level's word, or `unconfirmed`.
    pub level: &'static str,
    /// For people.
    pub title: &'static str,
    /// Number of claims.
    pub claims: usize,
}

/// What the page on evidence shows.
#[derive(Clone, Debug, Serialize)]
pub struct EvidencePart {
    /// Stacks with records that count.
    pub stacks: Vec<StackPart>,
    /// Levels, the strongest first, and at the end what no run has confirmed.
    pub levels: Vec<LevelRow>,
    /// Claims that a vendor's document contradicts and a run has confirmed.
    pub contradictions: Vec<ClaimPart>,
    /// Claims that no run has confirmed yet.
    pub open: Vec<ClaimPart>,
    /// Number of claims.
    pub claims: usize,
}

/// Reads the records of all content folders.
pub(crate) fn load(roots: &[Utf8PathBuf], problems: &mut Vec<Problem>) -> Evidence {
    let mut evidence = Evidence::default();
    for root in roots {
        match Evidence::load(root.join(FOLDER).as_std_path()) {
            Ok(found) => evidence.merge(found),
            Err(error) => {
                let path = error.path.display().to_string();
                let message = match error.line {
                    0 => error.message,
                    line => format!("line {line}: {}", error.message),
                };
                let mut problem = Problem::of_file(path, message);
                problem.help = Some("`cargo xtask verify` writes these files anew".to_owned());
                problems.push(problem);
            }
        }
    }
    evidence
}

/// The level of a claim: its word, and for people.
pub(crate) fn level(claim: &Claim, evidence: &Evidence) -> (&'static str, &'static str) {
    let standing = standing(claim, evidence);
    match standing.level {
        Some(level) => (level.word(), level.title()),
        None if standing.on_gpu => ("unconfirmed", "not yet run on hardware"),
        None => ("unconfirmed", "no recorded run has confirmed this yet"),
    }
}

/// The records that count for a claim.
pub(crate) fn of(claim: &Claim, evidence: &Evidence) -> Vec<RunPart> {
    let records = standing(claim, evidence).records.into_iter();
    records.map(|(stack, record)| run(stack, record)).collect()
}

fn run(stack: &Stack, record: &Record) -> RunPart {
    let this = seen(&record.observed, "");
    let other = seen(&record.other, "other.");
    RunPart {
        on: title(stack),
        url: format!("{}#{}", url(stack), record.claim),
        verdict: record.verdict.word(),
        why: record.why.clone(),
        seen: this.into_iter().chain(other).collect(),
        date: record.date.clone(),
    }
}

fn seen(fields: &Fields, before: &str) -> Vec<(String, String)> {
    let shown = |(name, value): (&String, &serde_json::Value)| {
        let text = match value {
            serde_json::Value::String(text) => text.trim().to_owned(),
            other => other.to_string(),
        };
        let mut short: String = text.chars().take(LONGEST).collect();
        if short.len() < text.len() {
            short.push('…');
        }
        let short = if short.is_empty() {
            "nothing".to_owned()
        } else {
            short
        };
        (format!("{before}{name}"), short)
    };
    fields.iter().map(shown).collect()
}

/// A stack in words.
fn title(stack: &Stack) -> String {
    let torch = stack
        .has
        .get("torch")
        .map(|it| it.split('+').next().unwrap_or(it));
    let name = torch.map_or_else(|| "the host".to_owned(), |it| format!("torch {it}"));
    match &stack.gpu {
        Some(gpu) => format!("{name} on {gpu}"),
        None => name,
    }
}

fn url(stack: &Stack) -> String {
    format!("evidence/{}/", stack.stack)
}

/// Collects everything for the pages on evidence.
pub(crate) fn part(content: &Content, library: &Library, evidence: &Evidence) -> EvidencePart {
    let variables = content.catalog.variables.values();
    let claims = variables.flat_map(|it| it.claims.iter().map(move |claim| (it, claim)));
    let claims: Vec<_> = claims.collect();
    let parts = claims
        .iter()
        .filter_map(|(variable, claim)| claim_part(variable, claim, library, evidence));
    let parts: Vec<_> = parts.collect();
    let mut levels: Vec<_> = Level::ALL
        .iter()
        .map(|it| row(&parts, it.word(), it.title()))
        .filter(|it| it.claims > 0)
        .collect();
    levels.push(row(&parts, "unconfirmed", "not yet run"));
    let known = |it: &&ClaimPart| it.level != "unconfirmed";
    let against = |it: &&ClaimPart| !it.documented_html.is_empty();
    EvidencePart {
        stacks: stacks(&claims, &parts, evidence),
        levels,
        contradictions: parts
            .iter()
            .filter(known)
            .filter(against)
            .cloned()
            .collect(),
        open: parts.iter().filter(|it| !known(it)).cloned().collect(),
        claims: parts.len(),
    }
}

fn row(parts: &[ClaimPart], level: &'static str, title: &'static str) -> LevelRow {
    LevelRow {
        level,
        title,
        claims: parts.iter().filter(|it| it.level == level).count(),
    }
}

fn claim_part(
    variable: &Variable,
    claim: &Claim,
    library: &Library,
    evidence: &Evidence,
) -> Option<ClaimPart> {
    let link = library.link(&variable.name)?;
    let (level, level_text) = level(claim, evidence);
    Some(ClaimPart {
        id: claim.id.clone(),
        statement_html: inline(&claim.statement),
        link: Link {
            url: format!("{}#ref-{}", link.url, claim.id),
            ..link
        },
        level,
        level_text,
        documented_html: claim.documented.as_deref().map(inline).unwrap_or_default(),
    })
}

/// Every stack with the records that count, in the order of their releases.
fn stacks(
    claims: &[(&Variable, &Claim)],
    parts: &[ClaimPart],
    evidence: &Evidence,
) -> Vec<StackPart> {
    let mut stacks: BTreeMap<&str, StackPart> = BTreeMap::new();
    for (_, claim) in claims {
        let Some(part) = parts.iter().find(|it| it.id == claim.id) else {
            continue;
        };
        for (stack, record) in standing(claim, evidence).records {
            let entry = stacks.entry(&stack.stack).or_insert_with(|| blank(stack));
            entry.add(part, stack, record);
        }
    }
    let mut stacks: Vec<_> = stacks.into_values().collect();
    for stack in &mut stacks {
        stack.records.sort_by(|a, b| a.0.id.cmp(&b.0.id));
    }
    stacks.sort_by_key(|it| release(&it.name));
    stacks
}

/// The release in a stack's name, oldest first; the host alone comes before all.
fn release(name: &str) -> Option<Version> {
    name.split('-').nth(1)?.parse().ok()
}

fn blank(stack: &Stack) -> StackPart {
    StackPart {
        name: stack.stack.clone(),
        title: title(stack),
        url: url(stack),
        os: stack.os.clone(),
        cpu: stack.cpu.clone(),
        gpu: stack.gpu.clone(),
        has: stack.has.clone(),
        confirmed: 0,
        refuted: 0,
        not_runnable: 0,
        days: (String::new(), String::new()),
        records: Vec::new(),
    }
}

impl StackPart {
    fn add(&mut self, part: &ClaimPart, stack: &Stack, record: &Record) {
        match record.verdict {
            Verdict::Confirmed => self.confirmed += 1,
            Verdict::Refuted => self.refuted += 1,
            Verdict::NotRunnable => self.not_runnable += 1,
        }
        let day = &record.date;
        if self.days.0.is_empty() || *day < self.days.0 {
            self.days.0.clone_from(day);
        }
        if *day > self.days.1 {
            self.days.1.clone_from(day);
        }
        self.records.push((part.clone(), run(stack, record)));
    }
}
