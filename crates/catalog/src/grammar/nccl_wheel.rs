//! The NCCL that the default Linux wheel of a torch release installs: the table of `[[bundle]]` in
//! `content/readpoint.toml`, as far as grammars need it. A test compares the two.

use crate::{Release, Version};

/// Torch releases from which on the wheel brings another NCCL, newest first.
const WHEELS: [(Version, Version); 7] = [
    (Version::new(2, 14, 0), Version::new(2, 30, 7)),
    (Version::new(2, 12, 0), Version::new(2, 29, 7)),
    (Version::new(2, 11, 0), Version::new(2, 28, 9)),
    (Version::new(2, 9, 0), Version::new(2, 27, 5)),
    (Version::new(2, 8, 0), Version::new(2, 27, 3)),
    (Version::new(2, 7, 0), Version::new(2, 26, 2)),
    (Version::new(0, 0, 0), Version::new(2, 21, 5)),
];

/// The NCCL of a torch release.
#[must_use]
pub fn nccl(torch: Version) -> Version {
    let row = WHEELS.iter().find(|(since, _)| *since <= torch);
    row.map_or(Version::new(0, 0, 0), |&(_, nccl)| nccl)
}

/// Whether a torch release, or the NCCL that its wheel installs, is `release` or a later one; `None`
/// for the releases of other projects.
#[must_use]
pub fn reached(release: &Release, torch: Version) -> Option<bool> {
    let judged = match release.project.as_str() {
        "torch" => torch,
        "nccl" => nccl(torch),
        _ => return None,
    };
    Some(judged >= release.version)
}
