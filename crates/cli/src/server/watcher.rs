//! Watching folders for changes.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use anyhow::Context;
use camino::Utf8PathBuf;
use notify_debouncer_full::notify::{EventKind, RecommendedWatcher, RecursiveMode};
use notify_debouncer_full::{DebounceEventResult, Debouncer, RecommendedCache, new_debouncer};

/// Editors write a file in several steps; a build waits this long for the last one.
const QUIET: Duration = Duration::from_millis(40);

/// A stream of changes.
#[derive(Debug)]
pub(crate) struct Changes {
    changed: Receiver<()>,
    _watcher: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl Changes {
    /// Waits for the next change and swallows those that came with it; `false` when none can come.
    pub(crate) fn next(&self) -> bool {
        let some = self.changed.recv().is_ok();
        while self.changed.try_recv().is_ok() {}
        some
    }
}

/// Watches folders and everything below them.
pub(crate) fn watch(folders: &[Utf8PathBuf]) -> anyhow::Result<Changes> {
    let (tell, changed) = channel();
    let on_events = move |result: DebounceEventResult| {
        let reading = |kind: &EventKind| matches!(kind, EventKind::Access(_));
        if result.is_ok_and(|events| events.iter().any(|it| !reading(&it.kind))) {
            // The receiver goes away only when the program ends.
            let _ = tell.send(());
        }
    };
    let mut watcher = new_debouncer(QUIET, None, on_events)?;
    for folder in folders {
        watcher
            .watch(folder, RecursiveMode::Recursive)
            .with_context(|| format!("{folder} cannot be watched"))?;
    }
    Ok(Changes {
        changed,
        _watcher: watcher,
    })
}
