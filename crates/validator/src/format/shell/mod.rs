//! Shell text: one-liners, scripts, transcripts, and the launch lines that are shell text too
//! (docker run, Slurm, mpirun).

use crate::Kind;
use crate::reading::Reading;

/// Reads shell text.
pub(crate) fn read(kind: Kind, _text: &str) -> Reading {
    Reading::new(kind)
}
