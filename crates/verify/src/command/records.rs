//! `evidence merge` and `evidence prune`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use readpoint_catalog::Claim;
use readpoint_evidence::{Evidence, FOLDER, Verdict, about, hash};
use readpoint_verify::{claims, suite::Count};

use crate::command::verify::utf8;
use crate::show;

/// Takes in files of records.
pub(crate) fn merge(content: &Path, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
    let folder = content.join(FOLDER);
    let mut evidence = Evidence::load(&folder)?;
    for path in files {
        let added = Evidence::read(path)?;
        let count = Count::of(added.all().map(|(_, record)| record));
        show::line(&format!("{}: {}", path.display(), show::count(&count)));
        evidence.merge(added);
    }
    evidence.save_all(&folder)?;
    Ok(ExitCode::SUCCESS)
}

/// Removes what counts for nothing.
pub(crate) fn prune(content: &Path) -> anyhow::Result<ExitCode> {
    let folder = content.join(FOLDER);
    let mut evidence = Evidence::load(&folder)?;
    let claims = claims::of_content(utf8(content)?)?;
    let mut removed = 0;
    for group in &mut evidence.groups {
        let before = group.records.len();
        let stack = &group.stack;
        group.records.retain(|id, record| {
            let claim = claims.iter().find(|it| it.claim.id == *id);
            let counts = |it: &Claim| hash(it) == record.hash && about(it, stack);
            claim.is_some_and(|it| counts(&it.claim)) && record.verdict != Verdict::NotRunnable
        });
        removed += before - group.records.len();
    }
    evidence.groups.retain(|group| !group.records.is_empty());
    evidence.save_all(&folder)?;
    show::line(&format!("{removed} records removed"));
    Ok(ExitCode::SUCCESS)
}
