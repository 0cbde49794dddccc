//! The repository's own content, loaded once for all tests of a binary.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use camino::Utf8PathBuf;
use readpoint_catalog::Catalog;
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
