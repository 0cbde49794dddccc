//! Loading again and again: what was understood of a file holds as long as the file, and what it
//! is read on top of, are the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;
use readpoint_catalog::{Catalog, Version};

use crate::draft::{self, Draft, On};
use crate::files::PageFile;
use crate::load::{self, Loaded};
use crate::translation::Understood;

/// Loads content folders, and keeps for the next time what it understood of their files. What it
/// gives is what [`load_all`](crate::load_all) gives.
#[derive(Debug, Default)]
pub struct Loader {
    folders: Vec<Kept>,
}

impl Loader {
    /// A loader that has read nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Loads several folders, each on top of those before it, as
    /// [`load_all`](crate::load_all) does.
    #[must_use]
    pub fn load<P: AsRef<Utf8Path>>(&mut self, roots: &[P]) -> Loaded {
        self.folders.resize_with(roots.len(), Kept::default);
        load::on_each_other(roots.iter().map(AsRef::as_ref).zip(&mut self.folders))
    }
}

/// What was understood of the files of one folder.
#[derive(Debug, Default)]
pub(crate) struct Kept {
    /// The folder.
    root: Utf8PathBuf,
    /// What its pages were read on top of.
    torch: Vec<Version>,
    shipped: Option<BTreeSet<String>>,
    /// Pages by path, before anything was held against other pages.
    drafts: HashMap<String, Draft>,
    /// Translations by language and path.
    pub(crate) translations: BTreeMap<&'static str, HashMap<String, Arc<Understood>>>,
}

impl Kept {
    /// Forgets what was read from another folder or on top of something else.
    fn fit(&mut self, root: &Utf8Path, on: &On<'_>) {
        let shipped = on.shipped.map(own_rules);
        if self.root != root || self.torch != on.torch || self.shipped != shipped {
            *self = Self {
                root: root.to_owned(),
                torch: on.torch.to_vec(),
                shipped,
                ..Self::default()
            };
        }
    }

    /// The drafts of `files`, in their order; only files that changed are read anew.
    pub(crate) fn drafts(
        &mut self,
        root: &Utf8Path,
        files: &[PageFile],
        on: &On<'_>,
    ) -> Vec<Draft> {
        self.fit(root, on);
        let mut kept = std::mem::take(&mut self.drafts);
        let earlier = files.iter().map(|file| kept.remove(file.path.as_str()));
        let earlier: Vec<_> = earlier.collect();
        let (drafts, kept): (Vec<_>, Vec<_>) = files
            .par_iter()
            .zip(earlier)
            .map(|(file, earlier)| {
                let same = |it: &Draft| *it.sink.file() == file.source;
                let same = earlier.filter(same);
                let draft = same.unwrap_or_else(|| draft::read(file, on));
                (draft.clone(), (file.path.to_string(), draft))
            })
            .unzip();
        self.drafts = kept.into_iter().collect();
        drafts
    }
}

/// The rules of a catalogue that no team wrote; which they are decides how a rule page is read.
fn own_rules(catalog: &Catalog) -> BTreeSet<String> {
    let rules = catalog.rules.iter().filter(|(_, rule)| rule.team.is_none());
    rules.map(|(code, _)| code.clone()).collect()
}
