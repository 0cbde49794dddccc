//! `cargo xtask bench`: the budgets of the project, with what is measured now.

use crate::workspace::Workspace;

/// Measures and prints.
pub(crate) fn run_task(_workspace: &Workspace) -> anyhow::Result<()> {
    Ok(())
}
