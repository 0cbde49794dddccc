//! What the terminal shows: a bar, a table, lists.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use readpoint_evidence::probe::{self, Probe};
use readpoint_evidence::{Record, Verdict};
use readpoint_verify::plan::Item;
use readpoint_verify::suite::{Count, Watch};

#[allow(clippy::print_stdout, reason = "a command talks to the terminal")]
pub(crate) fn line(text: &str) {
    println!("{text}");
}

#[allow(clippy::print_stderr, reason = "a command talks to the terminal")]
pub(crate) fn note(text: &str) {
    eprintln!("{text}");
}

/// Whether notes may be coloured.
pub(crate) fn color() -> bool {
    std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none()
}

/// The bar; where the output goes elsewhere it is not drawn.
pub(crate) struct Bar(ProgressBar);

impl Bar {
    pub(crate) fn new(items: usize) -> Self {
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} {elapsed} {msg:40}");
        let bar = ProgressBar::new(items as u64);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self(bar)
    }

    pub(crate) fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Watch for Bar {
    fn begin(&self, item: &Item<'_>) {
        self.0.set_message(item.listed.claim.id.clone());
    }

    fn end(&self, item: &Item<'_>, record: &Record) {
        self.0.inc(1);
        if record.verdict == Verdict::Refuted {
            let stack = &item.target.stack.stack;
            self.0.suspend(|| {
                note(&format!(
                    "refuted {} on {stack}: {}",
                    record.claim, record.why
                ))
            });
        }
    }
}

/// A row for each stack, then what could not be run, by reason.
pub(crate) fn table(records: &[(String, Record)]) {
    let mut stacks: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    let mut missing: BTreeMap<&str, usize> = BTreeMap::new();
    for (stack, record) in records {
        stacks.entry(stack).or_default().push(record);
        if record.verdict == Verdict::NotRunnable {
            *missing.entry(&record.why).or_default() += 1;
        }
    }
    let width = stacks.keys().map(|it| it.len()).max().unwrap_or(5).max(5);
    line(&format!(
        "{:width$}  confirmed  refuted  not runnable",
        "stack"
    ));
    for (name, records) in stacks {
        let it = Count::of(records);
        line(&format!(
            "{name:width$}  {:9}  {:7}  {:12}",
            it.confirmed, it.refuted, it.not_runnable
        ));
    }
    for (why, claims) in missing {
        line(&format!("not runnable, {claims} claims: {why}"));
    }
}

/// A count in words.
pub(crate) fn count(count: &Count) -> String {
    format!(
        "{} confirmed, {} refuted, {} not runnable",
        count.confirmed, count.refuted, count.not_runnable
    )
}

/// The claims of a plan.
pub(crate) fn list(items: &[Item<'_>]) {
    for item in items {
        let claim = &item.listed.claim;
        let missing = item.missing.as_deref();
        let missing = missing.map(|why| format!("  (not runnable: {why})"));
        line(&format!(
            "{}  {}  {}{}",
            item.target.stack.stack,
            claim.id,
            claim.probe,
            missing.unwrap_or_default()
        ));
    }
    line(&format!("{} runs", items.len()));
}

/// The probes with what each takes and observes.
pub(crate) fn probes() {
    for Probe {
        name,
        about,
        parameters,
        observes,
        ..
    } in probe::all()
    {
        line(&format!("{name}: {about}"));
        for it in *parameters {
            let must = if it.required { "" } else { ", may be left out" };
            line(&format!("  with.{}: {}{must}", it.name, it.about));
        }
        for it in *observes {
            line(&format!("  observes {}: {}", it.name, it.about));
        }
    }
    line("every probe");
    for it in probe::COMMON {
        line(&format!("  observes {}: {}", it.name, it.about));
    }
}
