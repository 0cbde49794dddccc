//! The site in memory: nothing of the disk is reachable from outside, because nothing is looked up
//! there.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use bytes::Bytes;
use readpoint_generator::{Effort, Files, Packing, fingerprint, serving};

/// Every file of a site by its path.
#[derive(Debug, Default)]
pub(super) struct Shelf(HashMap<String, Arc<Item>>);

/// One file.
#[derive(Debug)]
pub(super) struct Item {
    /// As the build made it.
    built: Arc<Vec<u8>>,
    /// As it is sent, with what pages end with.
    pub(super) bytes: Bytes,
    /// Its content type.
    pub(super) kind: &'static str,
    /// How long a browser may keep it.
    pub(super) kept: &'static str,
    print: u64,
    packs: bool,
    packed: [OnceLock<Bytes>; Packing::ALL.len()],
}

impl Shelf {
    /// The shelf of a new build; what did not change keeps what was made of it. Pages end with
    /// `tail`.
    pub(super) fn renewed(&self, files: Files, tail: &str) -> Self {
        let item = |(path, built): (String, Arc<Vec<u8>>)| {
            // A file that a build shares with the one before is not even compared.
            let old = self.0.get(&path).filter(|it| it.built == built);
            let fresh = || Arc::new(Item::new(&path, Arc::clone(&built), tail));
            let item = old.map_or_else(fresh, Arc::clone);
            (path, item)
        };
        Self(files.into_iter().map(item).collect())
    }

    /// The file at a path.
    pub(super) fn get(&self, path: &str) -> Option<&Arc<Item>> {
        self.0.get(path)
    }
}

impl Item {
    fn new(path: &str, built: Arc<Vec<u8>>, tail: &str) -> Self {
        let mut bytes = built.to_vec();
        if path.ends_with(".html") {
            bytes.extend_from_slice(tail.as_bytes());
        }
        Self {
            kind: serving::kind(path),
            kept: serving::kept(Some(path)),
            print: fingerprint(&bytes),
            packs: Packing::gains(path, bytes.len()),
            bytes: bytes.into(),
            built,
            packed: Default::default(),
        }
    }

    /// The tag of the file as it is sent.
    pub(super) fn tag(&self, packing: Option<Packing>) -> String {
        let suffix = packing.map_or("", Packing::name);
        format!("\"{:016x}{suffix}\"", self.print)
    }

    /// Whether the file gains by packing.
    pub(super) fn packs(&self) -> bool {
        self.packs
    }

    /// The file as it is sent; it is packed when it is first asked for.
    pub(super) fn sent(&self, packing: Option<Packing>) -> Bytes {
        let Some(packing) = packing else {
            return self.bytes.clone();
        };
        let slot = &self.packed[packing as usize];
        let pack = || {
            let packed = packing.pack(&self.bytes, Effort::Now);
            // Writing into memory does not fail.
            packed.map_or_else(|_| self.bytes.clone(), Bytes::from)
        };
        let pack = || tokio::task::block_in_place(pack);
        slot.get_or_init(pack).clone()
    }
}
