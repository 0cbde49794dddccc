//! The tasks of the command line.

pub(crate) mod bundle;
pub(crate) mod gate;
pub(crate) mod records;
pub(crate) mod verify;

use std::path::Path;
use std::process::ExitCode;

use readpoint_verify::process;

use crate::show;

/// Becomes another program, or says why not, in the words that the suite looks for.
pub(crate) fn guard(order: &Path, parent: u32) -> anyhow::Result<ExitCode> {
    if let Err(error) = process::become_program(order, parent) {
        show::note(&format!("{}{error:#}", process::GUARD_FAILED));
    }
    Ok(ExitCode::from(2))
}
