//! `gate`: what must not be published.

use std::process::ExitCode;

use readpoint_catalog::Catalog;
use readpoint_content::{load, render};
use readpoint_evidence::{Evidence, FOLDER};
use readpoint_verify::gate;

use crate::arguments::Gate;
use crate::command::verify::utf8;
use crate::show;

/// Looks at content and records, and at a built site where one is named.
pub(crate) fn run(options: &Gate) -> anyhow::Result<ExitCode> {
    let folder = options.content.join(FOLDER);
    let loaded = load(utf8(&options.content)?, &Catalog::default());
    if !loaded.problems.is_empty() {
        show::note(&render(&loaded.problems, show::color()));
        return Ok(ExitCode::FAILURE);
    }
    let evidence = Evidence::load(&folder)?;
    let mut findings = gate::content(&loaded.content, &evidence, &folder);
    if let Some(site) = &options.site {
        findings.extend(gate::site(&loaded.content, &evidence, site)?);
    }
    let (forgiven, refused): (Vec<_>, Vec<_>) = findings
        .into_iter()
        .partition(|it| it.forgivable && options.allow_unverified);
    if !forgiven.is_empty() {
        show::note(&format!(
            "{} records do not count; their claims are shown with a weaker level",
            forgiven.len()
        ));
    }
    if refused.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let problems: Vec<_> = refused.into_iter().map(|it| it.problem).collect();
    show::note(&render(&problems, show::color()));
    show::note(&format!("not published: {} findings", problems.len()));
    Ok(ExitCode::FAILURE)
}
