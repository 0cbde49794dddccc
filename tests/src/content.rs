//! The repository's own content, loaded once for all tests of a binary.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use camino::Utf8PathBuf;
use readpoint_catalog::{Catalog, Severity, TeamRule};
use readpoint_content::Content;

/// The repository's root.
#[must_use]
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_owned()
}

/// What `content/` says. Mistakes in pages are not reported here: the build does that.
pub static CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let folder = Utf8PathBuf::from_path_buf(root().join("content"))
        .expect("the repository lies under a UTF-8 path");
    readpoint_content::load(&folder, &Catalog::default()).content
});

/// The catalogue of [`CONTENT`].
#[must_use]
pub fn catalog() -> &'static Catalog {
    &CONTENT.catalog
}

/// Rules as a team writes them, with every field that there is.
#[must_use]
pub fn team() -> Vec<TeamRule> {
    let texts = |words: &[&str]| words.iter().map(|it| (*it).to_owned()).collect();
    let mut pinned = TeamRule::named("TEAM001");
    pinned.owner = "GPU team \"and\" others".to_owned();
    pinned.variables = texts(&["NCCL_DEBUG", "OMP_NUM_THREADS"]);
    pinned.require = true;
    pinned.pin = Some("WARN".to_owned());
    pinned.why = Some("logs fill the disk".to_owned());
    pinned.programs = texts(&["torchrun", "python*"]);
    let mut bounded = TeamRule::named("TEAM002");
    bounded.severity = Severity::Error;
    bounded.variables = texts(&["NCCL_DEBUG", "OMP_NUM_THREADS", "CUDA_VISIBLE_DEVICES"]);
    bounded.forbid = Some(texts(&["INFO", "0"]));
    bounded.allow_only = texts(&["WARN", "1", "2", "0,1"]);
    bounded.warn_below = Some(-2);
    bounded.warn_above = Some(8);
    bounded.kinds = texts(&["shell", "slurm", "envfile"]);
    bounded.torch = ">= 2.6, < 99".parse().ok();
    bounded.message = Some("not here".to_owned());
    bounded.help = Some("ask".to_owned());
    vec![pinned, bounded]
}
